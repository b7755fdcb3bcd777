import { describe, expect, test } from 'vitest';
import { torusMesh } from '../../../scenes/meshes/index.js';
import { commonIntegers } from '../../oracle/exact/dyadic.js';
import { pointsOf, type Triangle, trianglesIntersect } from '../../oracle/exact/static.js';
import { meetingTriangles, type PlacedSurface, placed } from '../../oracle/exact/surfaces-meet.js';
import { random } from '../../support/random.js';

/** Every pair, over integers. */
function anyPairMeets(a: PlacedSurface, b: PlacedSurface): boolean {
  const { integers } = commonIntegers([...a.positions, ...b.positions]);
  const points = pointsOf(integers);
  const trianglesOf = ({ triangles }: PlacedSurface, first: number) =>
    Array.from(
      { length: triangles.length / 3 },
      (_, t) => [0, 1, 2].map((i) => points[first + triangles[3 * t + i]]) as unknown as Triangle,
    );
  const others = trianglesOf(b, a.positions.length / 3);
  return trianglesOf(a, 0).some((one) => others.some((other) => trianglesIntersect(one, other)));
}

const triangle = (...positions: number[]): PlacedSurface => ({
  positions: Float64Array.from(positions),
  triangles: Uint32Array.from([0, 1, 2]),
});

describe('whether placed surfaces meet', () => {
  test('agrees with every pair over integers, in random poses', () => {
    const next = random(5);
    const ring = torusMesh({ around: 8, tube: 5, radius: 1, tubeRadius: 0.3 });
    const counts = { meet: 0, apart: 0 };
    for (let trial = 0; trial < 60; trial++) {
      const at = () => Array.from({ length: 3 }, () => 3 * next() - 1.5);
      const q = Array.from({ length: 4 }, () => next() - 0.5);
      const other = placed(
        ring,
        q.map((value) => value / Math.hypot(...q)),
        at(),
      );
      const expected = anyPairMeets(ring, other);
      expect(meetingTriangles(ring, other) !== undefined, `trial ${trial}`).toBe(expected);
      counts[expected ? 'meet' : 'apart']++;
    }
    expect(Math.min(counts.meet, counts.apart)).toBeGreaterThan(10);
  });

  test('a corner that touches is a meeting, one unit in the last place away from it is none', () => {
    const floor = triangle(0, 0, 0, 1, 0, 0, 0, 0, 1);
    const height = 2 ** -52;
    expect(meetingTriangles(floor, triangle(0.25, 0, 0.25, 0.3, 1, 0.2, 0.1, 1, 0.4))).toEqual([0, 0]);
    expect(meetingTriangles(floor, triangle(0.25, height, 0.25, 0.3, 1, 0.2, 0.1, 1, 0.4))).toBeUndefined();
  });

  test('triangles of one plane', () => {
    const floor = triangle(0, 0, 0, 1, 0, 0, 0, 0, 1);
    expect(meetingTriangles(floor, triangle(0.25, 0, 0.25, 2, 0, 0, 2, 0, 2))).toEqual([0, 0]);
    expect(meetingTriangles(floor, triangle(1, 0, 0, 2, 0, 0, 2, 0, 2))).toEqual([0, 0]);
    expect(meetingTriangles(floor, triangle(0.6, 0, 0.6, 2, 0, 0, 2, 0, 2))).toBeUndefined();
  });
});
