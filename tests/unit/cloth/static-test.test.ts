import { expect, test } from 'vitest';
import { random } from '../../../scenes/random.js';
import { connect } from '../../../src/mesh/connectivity.js';
import { drain } from '../../../src/mesh/steps.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import { integersPerAxis } from '../../oracle/exact/dyadic.js';
import { pointsOf, segmentIntersectsTriangle } from '../../oracle/exact/static.js';

/** All edges against all triangles, in integers. */
function bruteCount(points: Float64Array, triangles: Uint32Array): number {
  const { edges } = drain(connect(triangles, points.length / 3));
  let found = 0;
  for (let e = 0; e < edges.length; e += 2) {
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = [edges[e], edges[e + 1], ...triangles.subarray(t, t + 3)];
      if (new Set(corners).size < 5) continue;
      const chosen = corners.flatMap((v) => [points[3 * v], points[3 * v + 1], points[3 * v + 2]]);
      const [p, q, a, b, c] = pointsOf(integersPerAxis(chosen));
      if (segmentIntersectsTriangle([p, q], [a, b, c])) found++;
    }
  }
  return found;
}

function soup(seed: number, count: number, roundTo: number): [Float64Array, Uint32Array] {
  const next = random(seed);
  const points = Float64Array.from({ length: 3 * count }, () => Math.round(next() * roundTo) / roundTo);
  const triangles: number[] = [];
  while (triangles.length < 6 * count) {
    const corners = [0, 0, 0].map(() => Math.floor(next() * count));
    if (new Set(corners).size === 3) triangles.push(...corners);
  }
  return [points, Uint32Array.from(triangles)];
}

test.each([1, 2, 3, 4])('the static test counts what integers over all pairs count (seed %i)', (seed) => {
  // Coarse coordinates make touching and coplanar pairs.
  for (const roundTo of [3, 2 ** 20]) {
    const [points, triangles] = soup(seed, 14, roundTo);
    const prescribed = new Uint8Array(points.length / 3);
    const expected = bruteCount(points, triangles);
    expect(expected).toBeGreaterThan(0);
    expect(new StaticTest(triangles, points.length / 3, { prescribed }).count(points)).toBe(expected);
  }
});

test('pairs of prescribed things are left out', () => {
  const [points, triangles] = soup(5, 10, 2 ** 20);
  const prescribed = new Uint8Array(points.length / 3).fill(1);
  expect(new StaticTest(triangles, points.length / 3, { prescribed }).count(points)).toBe(0);
});
