import { beforeAll, describe, expect, it } from 'vitest';
import { DeformableCollider, initGeometry } from '../../../src/geometry/index.js';
import { bruteContacts } from './support/brute-contacts.js';
import { grid, type MovingMesh, moving, seeded } from './support/meshes.js';

beforeAll(() => initGeometry());

type Point = readonly [number, number, number];
const plus = (a: Point, b: Point, s = 1): Point => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];

/** A triangle, and another one that stands on it with one corner: whole numbers so large that projections are rounded. */
function standing(seed: number, size: number): MovingMesh {
  const random = seeded(seed);
  const whole = () => Math.round((2 * random() - 1) * size);
  const any = (): Point => [whole(), whole(), whole()];
  const [p, u, v] = [any(), any(), any()];
  const foot = plus(plus(p, u), v);
  const up: Point = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.max(...up.map(Math.abs));
  const above = up.map((x) => Math.round((x / length) * size)) as unknown as Point;
  const points = [
    p,
    plus(p, u, 3),
    plus(p, v, 3),
    foot,
    plus(plus(foot, above), u),
    plus(plus(foot, above), v),
  ];
  const order = seed % 2 === 0 ? [0, 1, 2, 3, 4, 5] : [3, 4, 5, 0, 1, 2];
  const start = Float64Array.from(order.flatMap((i) => [...points[i]]));
  // as a whole to somewhere else: the difference of any two vertices is what it was
  const way = any();
  return {
    name: `standing ${seed}`,
    start,
    end: start.map((x, i) => x + way[i % 3]),
    triangles: Uint32Array.of(0, 1, 2, 3, 4, 5),
  };
}

function count(mesh: MovingMesh, strategy: 'all' | 'contours') {
  const tested = new DeformableCollider({ positions: mesh.start, triangles: mesh.triangles });
  tested.update(mesh.end);
  const { count, counters } = tested.contacts({ strategy });
  tested.dispose();
  return { count, elementaryTests: counters.elementaryTests };
}

describe('triangles apart along a normal', () => {
  it.each([2 ** 8, 2 ** 27, 2 ** 36])('are not those that touch, with coordinates up to %d', (size) => {
    for (let seed = 0; seed < 200; seed++) {
      const mesh = standing(seed, size);
      const expected = bruteContacts(mesh).length;
      expect(expected).toBeGreaterThan(0);
      expect(count(mesh, 'all').count).toBe(expected);
    }
  });

  it('are the layers of a cloth on a slope, which are apart along no axis', () => {
    const layer = moving('layer', grid(16, 16), 1, { speed: 0 });
    const onSlope = (far: number) =>
      layer.start.map((_, i) => {
        const vertex = Math.floor(i / 3);
        const [x, y] = [vertex % 17, Math.floor(vertex / 17)];
        return [x, y, 0.7 * x + 0.4 * y + far][i % 3];
      });
    const vertices = layer.start.length / 3;
    const both = (far: number) => Float64Array.of(...onSlope(0), ...onSlope(far));
    const mesh: MovingMesh = {
      name: 'layers',
      start: both(0.2),
      end: both(0.1).map((x) => x + 0.3),
      triangles: Uint32Array.of(...layer.triangles, ...layer.triangles.map((v) => v + vertices)),
    };
    const [all, contours] = [count(mesh, 'all'), count(mesh, 'contours')];
    expect([all.count, contours.count]).toEqual([0, 0]);
    expect(contours.elementaryTests).toBeGreaterThan(500);
    expect(all.elementaryTests).toBeLessThan(contours.elementaryTests / 5);
  });
});
