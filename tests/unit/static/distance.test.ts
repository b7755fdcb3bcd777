import { beforeAll, describe, expect, it } from 'vitest';
import {
  edgeEdgeDistance,
  initGeometry,
  pointTriangleDistance,
  type StaticDistance,
  triangleTriangleDistance,
} from '../../../src/geometry/index.js';
import { differences, distanceMiss, squaredDistance, toPoints } from './exact-rational.js';
import {
  grid,
  mixed,
  nearlyGrid,
  nearlyParallelEdges,
  needle,
  pointNear,
  type Random,
  randomFrom,
  reordered,
  scaled,
  uniform,
} from './generators.js';

beforeAll(() => initGeometry());

type Test = (points: number[]) => StaticDistance;

function missOf(numbers: number[], first: number, distance: number, error: number): number {
  const { points, unit } = toPoints(numbers);
  const square = squaredDistance(differences(points.slice(0, first), points.slice(first)));
  return distanceMiss(square, unit, distance, error);
}

/** How far the answer is off, in units of the stated error; checks zero, the points and the features too. */
function missIn(test: Test, numbers: number[], first: number): number {
  const answer = test(numbers);
  const { points, unit } = toPoints(numbers);
  const [a, b] = [points.slice(0, first), points.slice(first)];
  const square = squaredDistance(differences(a, b));
  const described = `[${numbers}] gave ${JSON.stringify(answer)}`;
  if ((square.top === 0n) !== (answer.distance === 0)) expect.fail(`zero: ${described}`);
  if ((square.top === 0n) !== (answer.state === 'intersecting')) expect.fail(`state: ${described}`);
  const largest = Math.max(...numbers.map(Math.abs));
  const [pointA, pointB] = [answer.pointA, answer.pointB].map((p) => Array.from(p)) as [number[], number[]];
  if (answer.error > 2 ** -28 * (largest + 1)) expect.fail(`error: ${described}`);
  const room = answer.error + 4 * 2 ** -52 * largest + 1e-320;
  const farA = -missOf([...pointA, ...numbers.slice(0, 3 * first)], 1, 0, room);
  const farB = -missOf([...pointB, ...numbers.slice(3 * first)], 1, 0, room);
  if (farA > 1 || farB > 1) expect.fail(`points off by ${farA}, ${farB} of ${room}: ${described}`);
  return Math.abs(distanceMiss(square, unit, answer.distance, answer.error));
}

function worst(test: Test, first: number, count: number, make: () => number[]): number {
  let most = 0;
  for (let i = 0; i < count; i++) {
    const numbers = make();
    const miss = missIn(test, numbers, first);
    if (miss > 1) expect.fail(`[${numbers}] is off by ${miss} of the stated error`);
    most = Math.max(most, miss);
  }
  if (process.env.SHOW) console.log(most);
  return most;
}

function nearTriangles(random: Random): number[] {
  const triangle = needle(random);
  const other = [
    ...pointNear(random, triangle),
    ...pointNear(random, triangle),
    ...pointNear(random, triangle),
  ];
  return [...triangle, ...other];
}

describe('edgeEdgeDistance', () => {
  it('is within its stated error for nearly parallel edges of all angles and gaps', () => {
    const random = randomFrom(50);
    const most = worst(edgeEdgeDistance, 2, 3000, () => nearlyParallelEdges(random));
    expect(most).toBeGreaterThan(0);
  });

  it('is within its stated error on grids, full precision and rounded offsets', () => {
    const random = randomFrom(51);
    worst(edgeEdgeDistance, 2, 2000, () => mixed(random, 12));
  });
});

describe('pointTriangleDistance', () => {
  it('is within its stated error for needles and caps of all heights and gaps', () => {
    const random = randomFrom(52);
    worst(pointTriangleDistance, 1, 3000, () => {
      const triangle = needle(random);
      return [...pointNear(random, triangle), ...triangle];
    });
  });

  it('is within its stated error on grids, full precision and rounded offsets', () => {
    const random = randomFrom(53);
    worst(pointTriangleDistance, 1, 2000, () => mixed(random, 12));
  });
});

describe('triangleTriangleDistance', () => {
  it('is within its stated error on 1,000 mixed cases and 500 needles near each other', () => {
    const random = randomFrom(54);
    worst(triangleTriangleDistance, 3, 1000, () => mixed(random, 18));
    worst(triangleTriangleDistance, 3, 500, () => nearTriangles(random));
  });

  it('is zero exactly for triangles that meet, also where they touch', () => {
    const random = randomFrom(55);
    worst(triangleTriangleDistance, 3, 600, () => grid(random, 18, 2));
    worst(triangleTriangleDistance, 3, 300, () => nearlyGrid(random, 18, 1, 1e6));
  });

  it('scales exactly by powers of two and does not depend on which triangle comes first', () => {
    const random = randomFrom(56);
    for (let i = 0; i < 500; i++) {
      const numbers = mixed(random, 18);
      const before = triangleTriangleDistance(numbers);
      for (const exponent of [-900, -60, 3, 400]) {
        const after = triangleTriangleDistance(scaled(numbers, 2 ** exponent));
        expect(after.distance).toBe(before.distance * 2 ** exponent);
        expect(after.featureA).toEqual(before.featureA);
      }
      const exchanged = triangleTriangleDistance(reordered(numbers, [3, 4, 5, 0, 1, 2]));
      expect(Math.abs(exchanged.distance - before.distance)).toBeLessThanOrEqual(
        before.error + exchanged.error,
      );
    }
  });

  it('does not call a gap of one subnormal unit zero', () => {
    const gap = 2 ** -1074;
    const flat = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    const above = [0, 0, gap, 1, 0, gap, 0, 1, gap];
    const answer = triangleTriangleDistance([...flat, ...above]);
    expect(answer.state).toBe('separate');
    expect(answer.distance).toBeGreaterThan(0);
    expect(answer.squaredDistance).toBeGreaterThan(0);
  });

  it('names the features', () => {
    const flat = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    const over = triangleTriangleDistance([...flat, 1, 1, 2, 1, 1, 5, 2, 1, 5]);
    expect(over).toMatchObject({ distance: 2, squaredDistance: 4, state: 'separate' });
    expect(over.featureA).toEqual({ kind: 'face', index: 0 });
    expect(over.featureB).toEqual({ kind: 'vertex', index: 0 });
    const beside = triangleTriangleDistance([...flat, 2, -3, -1, 2, -3, 1, 2, -9, 0]);
    expect(beside.featureA).toEqual({ kind: 'edge', index: 0 });
    expect(beside.featureB).toEqual({ kind: 'edge', index: 0 });
    expect(beside.pointA).toEqual([2, 0, 0]);
    expect(beside.pointB).toEqual([2, -3, 0]);
  });

  it('refuses lengths whose squares are not finite', () => {
    const far = uniform(randomFrom(57), 18);
    far[4] = 2 ** 501;
    expect(() => triangleTriangleDistance(far)).toThrow(/BAD_QUERY: number 4 .* beyond 2\^500/);
  });
});
