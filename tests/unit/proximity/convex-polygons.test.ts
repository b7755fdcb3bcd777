import { beforeAll, expect, test } from 'vitest';
import { initGeometry, ProximitySurface, triangleTriangleDistance } from '../../../src/geometry/index.js';
import { closestOfConvex } from '../../../src/proximity/gjk.js';
import { random } from '../../support/random.js';

beforeAll(() => initGeometry());

test('GJK is right or says that it is not certain: needles, parallel faces, all sizes', () => {
  const next = random(23);
  const out = { distance: 0, a: new Float64Array(3), b: new Float64Array(3) };
  let uncertain = 0;
  const trials = 30_000;
  for (let trial = 0; trial < trials; trial++) {
    const size = 2 ** (10 * Math.round(2 * next() - 1));
    const away = trial % 5 === 0 ? 1000 * size : 0;
    const thin = 10 ** -Math.floor(13 * next());
    const shape = () => {
      const p = Array.from({ length: 9 }, () => next());
      if (trial % 3 === 0) for (let k = 0; k < 3; k++) p[6 + k] = p[k] + thin * (p[6 + k] - p[k]);
      return p;
    };
    const p = shape();
    const q = trial % 4 === 0 ? p.map((x, i) => x + (i % 3 === 1 ? thin : 0.3 * next())) : shape();
    const [a, b] = [p, q].map((points) => points.map((x) => size * x + away));
    const certain = closestOfConvex(a, b, out);
    if (!certain) uncertain++;
    else {
      const { distance } = triangleTriangleDistance([...a, ...b]);
      expect(Math.abs(out.distance - distance)).toBeLessThanOrEqual(
        1e-9 * distance + 2 ** -44 * (size + away),
      );
    }
  }
  expect(uncertain).toBeLessThan(trials / 50);
});

test('polygons of four and five corners are as far apart as their triangles, needles too', () => {
  const next = random(29);
  for (let trial = 0; trial < 300; trial++) {
    const corners = 4 + (trial % 2);
    const thin = 10 ** -Math.floor(12 * next());
    const polygon = (height: number) => {
      const tilt = 0.3 * (next() - 0.5);
      return Float64Array.from(
        Array.from({ length: corners }, (_, c) => {
          const angle = (2 * Math.PI * (c + 0.5 * next())) / corners;
          const [x, z] = [Math.cos(angle), thin * Math.sin(angle)];
          return [x, height + tilt * x, z];
        }).flat(),
      );
    };
    const [p, q] = [polygon(0), polygon(0.05 + (trial % 3 === 0 ? thin : 0.3 * next()))];
    const faces = Uint32Array.from({ length: corners }, (_, c) => c);
    const still = new Float64Array(3 * corners);
    const [a, b] = [p, q].map((positions) => {
      const surface = new ProximitySurface({ positions, faces }, { corners });
      surface.update(positions, still, { distance: 10 });
      return surface;
    });
    const [{ distance, expected, pointA }] = a.near({ reuse: 0.01 }, b);
    let least = Number.POSITIVE_INFINITY;
    for (let i = 2; i < corners; i++) {
      for (let k = 2; k < corners; k++) {
        const fan = (points: Float64Array, c: number) =>
          [0, c - 1, c].flatMap((corner) => [...points.subarray(3 * corner, 3 * corner + 3)]);
        least = Math.min(least, triangleTriangleDistance([...fan(p, i), ...fan(q, k)]).distance);
      }
    }
    expect(Math.abs(distance - least)).toBeLessThan(1e-12);
    expect(Math.abs(expected - distance)).toBeLessThan(1e-12);
    // kept points are made of corners: those of a needle as well
    const [kept] = a.near({ reuse: 0.01 }, b);
    expect(a.counts.reused).toBe(1);
    expect(Math.abs(kept.distance - least)).toBeLessThan(1e-12);
    expect(Math.hypot(...kept.pointA.map((x, k) => x - pointA[k]))).toBeLessThan(1e-12);
  }
});
