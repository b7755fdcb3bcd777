// What is kept from one update to the next, what normals are bounded by, and faces that look the same way: against every pair of faces.
import { beforeAll, expect, test } from 'vitest';
import { gridMesh } from '../../../scenes/meshes/index.js';
import { initGeometry, ProximitySurface, triangleTriangleDistance } from '../../../src/geometry/index.js';
import { CONE_COS, CONE_NUMBERS } from '../../../src/proximity/cones.js';
import { NormalsOverTime } from '../../../src/proximity/face-normals.js';
import { random } from '../../support/random.js';

beforeAll(() => initGeometry());

const SHEET = gridMesh({ columns: 4, rows: 4, width: 1, depth: 1 });
const STILL = new Float64Array(SHEET.positions.length);
const lifted = (positions: Float64Array, by: number) => positions.map((x, i) => (i % 3 === 1 ? x + by : x));
const FACE = Uint32Array.of(0, 1, 2);

/** A surface of its own positions and faces. */
function surfaceOf(positions: Float64Array, faces: Uint32Array, corners = 3) {
  return new ProximitySurface({ positions, faces }, { corners });
}

const cornersOf = (positions: Float64Array, faces: Uint32Array, face: number) =>
  [...faces.subarray(3 * face, 3 * face + 3)].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);

test('leaves that stay still are bounded anew where the distance, the time, or velocities alone change', () => {
  const lazy = 0.001;
  const up = lifted(SHEET.positions, 0.3);
  const falling = STILL.map((_, i) => (i % 3 === 1 ? -1 : 0));
  const first = { distance: 0.01, dt: 0.01, lazy };
  const later = [
    { speeds: STILL, ahead: { ...first, distance: 0.4 } },
    { speeds: falling, ahead: { ...first, dt: 0.5 }, before: falling },
    { speeds: falling.map((v) => 40 * v), ahead: first },
  ];
  for (const { ahead, before = STILL, speeds } of later) {
    const [a, b] = [surfaceOf(SHEET.positions, SHEET.triangles), surfaceOf(up, SHEET.triangles)];
    a.update(SHEET.positions, STILL, first);
    b.update(up, before, first);
    expect(a.near({}, b)).toHaveLength(0);
    a.update(SHEET.positions, STILL, ahead);
    b.update(up, speeds, ahead);
    const found = new Set(a.near({}, b).map(({ faceA, faceB }) => `${faceA} ${faceB}`));
    for (let face = 0; face < SHEET.triangles.length / 3; face++) expect(found).toContain(`${face} ${face}`);
  }
});

test('the distance that is expected is that of points which both faces carry', () => {
  const low = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1);
  const [a, b] = [surfaceOf(low, FACE), surfaceOf(lifted(low, 0.5), FACE)];
  const speed = (y: number) => low.map((_, i) => (i % 3 === 1 ? y : 0));
  const ahead = { distance: 1, dt: 0.1 };
  a.update(low, speed(1), ahead);
  b.update(lifted(low, 0.5), speed(-2), ahead);
  expect(a.near({}, b)[0].expected).toBeCloseTo(0.2, 12);
});

test('a triangle and a quad are as far apart as the triangle and those of the quad', () => {
  const next = random(3);
  for (let trial = 0; trial < 50; trial++) {
    const triangle = Float64Array.from({ length: 9 }, () => next());
    const [w, h, x, z] = [next(), next(), 2 * next() - 1, 2 * next() - 1];
    const quad = Float64Array.of(x, 1.2, z, x + w, 1.2, z, x + w, 1.2, z + h, x, 1.2, z + h);
    const [a, b] = [surfaceOf(triangle, FACE), surfaceOf(quad, Uint32Array.of(0, 1, 2, 3), 4)];
    for (const each of [a, b])
      each.update(each === a ? triangle : quad, new Float64Array(each === a ? 9 : 12), { distance: 9 });
    const halves = [
      [0, 1, 2],
      [0, 2, 3],
    ].map((c) => c.flatMap((v) => [...quad.subarray(3 * v, 3 * v + 3)]));
    const least = Math.min(
      ...halves.map((half) => triangleTriangleDistance([...triangle, ...half]).distance),
    );
    expect(a.near({}, b)[0].distance).toBeCloseTo(least, 9);
    expect(b.near({}, a)[0].distance).toBeCloseTo(least, 9);
  }
});

test.each([false, true])(
  'kept points of a face that rocks are as near as they are said to be (swapped: %s)',
  (isSwapped) => {
    const flat = Float64Array.of(-1, 0, -1, 3, 0, -1, -1, 0, 3);
    const rocking = (way: number) => Float64Array.of(0, 0.5, 0, 0.2, 0.1 + way, 0, 0.2, 0.101 - way, 0.2);
    const reuse = 0.02;
    for (const way of [0.001, 0.004, 0.008, 0.012, 0.016, 0.019]) {
      const [a, b] = [surfaceOf(flat, FACE), surfaceOf(rocking(0), FACE)];
      const ahead = { distance: 1 };
      a.update(flat, new Float64Array(9), ahead);
      b.update(rocking(0), new Float64Array(9), ahead);
      const near = () => (isSwapped ? b.near({ reuse }, a) : a.near({ reuse }, b))[0];
      near();
      b.update(rocking(way), new Float64Array(9), ahead);
      const exact = triangleTriangleDistance([...flat, ...rocking(way)]).distance;
      expect(near().distance).toBeLessThanOrEqual(exact + reuse + 1e-12);
      expect(near().distance).toBeGreaterThanOrEqual(exact - 1e-12);
    }
  },
);

test('two sheets of one mesh that look the same way are near each other, and faces with a common vertex are not', () => {
  const one = gridMesh({ columns: 24, rows: 24, width: 1, depth: 1 });
  const vertices = one.positions.length / 3;
  const positions = Float64Array.from([...one.positions, ...lifted(one.positions, 0.01)]);
  const faces = Uint32Array.from([...one.triangles, ...one.triangles.map((v) => v + vertices)]);
  const surface = surfaceOf(positions, faces);
  surface.update(positions, new Float64Array(positions.length), { distance: 0.02 });
  for (const cosOfAngle of [0.9, 1]) {
    const found = surface.near({ cosOfAngle });
    const names = new Set(
      found.map(({ faceA, faceB }) => `${Math.min(faceA, faceB)} ${Math.max(faceA, faceB)}`),
    );
    const count = one.triangles.length / 3;
    for (let face = 0; face < count; face++) expect(names).toContain(`${face} ${face + count}`);
    for (const { faceA, faceB } of found) {
      const [p, q] = [faceA, faceB].map((face) => [...faces.subarray(3 * face, 3 * face + 3)]);
      expect(p.some((v) => q.includes(v))).toBe(false);
    }
  }
});

test('flanks that look away from each other by more than the angle are near, though each is near to what lies between them', () => {
  const flanks = gridMesh({ columns: 6, rows: 2, width: 0.6, depth: 0.4 });
  for (const degrees of [14, 18, 22, 25]) {
    const slope = Math.tan((degrees * Math.PI) / 180);
    const positions = flanks.positions.map((x, i) =>
      i % 3 === 1 ? slope * Math.abs(flanks.positions[i - 1]) : x,
    );
    const surface = surfaceOf(positions, flanks.triangles);
    const distance = 0.3;
    surface.update(positions, new Float64Array(positions.length), { distance });
    const names = new Set(
      surface
        .near({ cosOfAngle: 0.9 })
        .flatMap(({ faceA, faceB }) => [`${faceA} ${faceB}`, `${faceB} ${faceA}`]),
    );
    const side = (f: number) =>
      [0, 1, 2].reduce((sum, c) => sum + positions[3 * flanks.triangles[3 * f + c]], 0) > 0;
    let expected = 0;
    const faces = flanks.triangles.length / 3;
    for (let f = 0; f < faces; f++) {
      for (let g = 0; g < f; g++) {
        const [s, t] = [f, g].map((face) => [...flanks.triangles.subarray(3 * face, 3 * face + 3)]);
        if (side(f) === side(g) || s.some((v) => t.includes(v))) continue;
        if (Math.cos((2 * degrees * Math.PI) / 180) >= 0.9 - 1e-9) continue;
        const apart = triangleTriangleDistance([
          ...cornersOf(positions, flanks.triangles, f),
          ...cornersOf(positions, flanks.triangles, g),
        ]);
        if (apart.distance > distance) continue;
        expected++;
        expect(names).toContain(`${f} ${g}`);
      }
    }
    expect(expected).toBeGreaterThan(3);
  }
});

test.each([0, 0.02])(
  'a cone of normals over time has every normal that a face comes to have (corners up to %f elsewhere)',
  (slack) => {
    const next = random(17);
    const vector = (size: number) => Array.from({ length: 3 }, () => size * (2 * next() - 1));
    const cones = new Float64Array(CONE_NUMBERS);
    let closed = 0;
    for (let trial = 0; trial < 400; trial++) {
      const positions = Float64Array.from(
        [
          [0, 0, 0],
          [1, 0, 0],
          [0.3, 0.4 + next(), 0],
        ].flat(),
      );
      const speeds = Float64Array.from([...vector(1.5), ...vector(1.5), ...vector(1.5)]);
      const dt = 0.4;
      new NormalsOverTime(3).coneOf(positions, speeds, [0, 3, 6], dt, slack, cones, 0);
      if (cones[CONE_COS] > 0) closed++;
      for (let sample = 0; sample < 60; sample++) {
        const time = (dt * (sample % 12)) / 11;
        const p = positions.map((x, i) => x + time * speeds[i]);
        for (let corner = 0; corner < 3 && slack > 0; corner++) {
          const way = vector(1);
          const length = Math.hypot(...way);
          for (let k = 0; k < 3; k++) p[3 * corner + k] += (slack * way[k]) / length;
        }
        const [u, v] = [
          [3, 4, 5],
          [6, 7, 8],
        ].map((at) => at.map((i, k) => p[i] - p[k]));
        const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        const along = n[0] * cones[0] + n[1] * cones[1] + n[2] * cones[2];
        expect(along).toBeGreaterThanOrEqual((cones[CONE_COS] - 1e-12) * Math.hypot(...n));
      }
    }
    expect(closed).toBeGreaterThan(50);
  },
);
