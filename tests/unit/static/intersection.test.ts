import { beforeAll, describe, expect, it } from 'vitest';
import {
  edgeFaceIntersect,
  edgeFaceIntersection,
  initGeometry,
  intersectingEdgeFacePairs,
  intersectingTrianglePairs,
  triangleTriangleIntersect,
  triangleTriangleIntersection,
} from '../../../src/geometry/index.js';
import { differences, hullHasOrigin, toPoints } from './exact-rational.js';
import {
  grid,
  mixed,
  nearlyGrid,
  type Random,
  randomFrom,
  reordered,
  scaled,
  uniform,
} from './generators.js';

beforeAll(() => initGeometry());

function truth(numbers: number[], first: number): string {
  const { points } = toPoints(numbers);
  return hullHasOrigin(differences(points.slice(0, first), points.slice(first)))
    ? 'intersecting'
    : 'separate';
}

/** Counts both answers, so that a test that saw one of them only is seen. */
function agree(make: () => number[], count: number, first: number): Record<string, number> {
  const seen: Record<string, number> = { separate: 0, intersecting: 0 };
  const test = first === 3 ? triangleTriangleIntersection : edgeFaceIntersection;
  for (let i = 0; i < count; i++) {
    const numbers = make();
    const expected = truth(numbers, first);
    const { state } = test(numbers);
    if (state !== expected) expect.fail(`[${numbers}] should be ${expected}`);
    seen[expected]++;
  }
  return seen;
}

/** Corners on a few lines and planes that are shared on purpose, rounded or not. */
function sharing(random: Random): number[] {
  const numbers = mixed(random, 18);
  const copies = Math.floor(random() * 4);
  for (let i = 0; i < copies; i++) {
    const [from, to] = [Math.floor(random() * 6), Math.floor(random() * 6)];
    for (let k = 0; k < 3; k++) numbers[3 * to + k] = numbers[3 * from + k];
  }
  return numbers;
}

/** b0 on a's plane, edge or corner as far as rounding allows, and the rest anywhere. */
function touching(random: Random): number[] {
  const numbers = uniform(random, 18);
  const weights = [random(), random(), random()].map((w) => (random() < 0.3 ? 0 : w));
  const sum = weights[0] + weights[1] + weights[2] || 1;
  for (let k = 0; k < 3; k++) {
    const on = weights.reduce((at, w, i) => at + (w / sum) * numbers[3 * i + k], 0);
    numbers[9 + k] = on + (Math.floor(random() * 3) - 1) * 2 ** -54;
  }
  return numbers;
}

describe('triangleTriangleIntersect', () => {
  for (const size of [1, 2, 3]) {
    it(`agrees with brute force on 1,500 pairs on a grid of ${2 * size + 1} points an axis`, () => {
      const random = randomFrom(10 + size);
      const seen = agree(() => grid(random, 18, size), 1500, 3);
      expect(Math.min(seen.separate!, seen.intersecting!)).toBeGreaterThan(200);
    });
  }

  it('agrees on 1,500 coplanar pairs in planes of several directions', () => {
    const random = randomFrom(20);
    const planes = [
      (u: number, v: number) => [u, v, 0],
      (u: number, v: number) => [u, 1, v],
      (u: number, v: number) => [2, u, v],
      (u: number, v: number) => [u + v, u - v, 2 * u + v],
      (u: number, v: number) => [u, u, v],
    ];
    const seen = agree(
      () => {
        const plane = planes[Math.floor(random() * planes.length)];
        return Array.from({ length: 6 }, () => plane(...(grid(random, 2, 3) as [number, number]))).flat();
      },
      1500,
      3,
    );
    expect(Math.min(seen.separate!, seen.intersecting!)).toBeGreaterThan(300);
  });

  it('agrees on 1,500 collinear or point-like pairs', () => {
    const random = randomFrom(21);
    const seen = agree(
      () => {
        const direction = grid(random, 3, 2);
        const other = random() < 0.7 ? direction : grid(random, 3, 2);
        const along = (d: number[]) => scaled(d, Math.floor(random() * 9) - 4);
        return [0, 1, 2, 3, 4, 5].flatMap((i) => along(i < 3 ? direction : other));
      },
      1500,
      3,
    );
    expect(Math.min(seen.separate!, seen.intersecting!)).toBeGreaterThan(200);
  });

  it('agrees on 1,500 pairs with shared corners and 1,500 touching within rounding', () => {
    const random = randomFrom(22);
    const shared = agree(() => sharing(random), 1500, 3);
    const touched = agree(() => touching(random), 1500, 3);
    expect(Math.min(shared.separate!, shared.intersecting!)).toBeGreaterThan(200);
    expect(Math.min(touched.separate!, touched.intersecting!)).toBeGreaterThan(200);
  });

  it('agrees on 600 needles around an offset that rounds them', () => {
    const random = randomFrom(23);
    const seen = agree(() => nearlyGrid(random, 18, 1, 1e6), 600, 3);
    expect(Math.min(seen.separate!, seen.intersecting!)).toBeGreaterThan(50);
  });

  it('does not change under permutation, exchange, and scaling from 2^-1074 to 2^1000', () => {
    const random = randomFrom(24);
    for (let i = 0; i < 2000; i++) {
      const numbers = grid(random, 18, 2);
      const { state } = triangleTriangleIntersection(numbers);
      for (const order of [
        [1, 2, 0, 3, 4, 5],
        [2, 1, 0, 4, 5, 3],
        [3, 4, 5, 0, 1, 2],
        [5, 4, 3, 1, 0, 2],
      ]) {
        expect(triangleTriangleIntersection(reordered(numbers, order)).state).toBe(state);
      }
      for (const exponent of [-1074, -600, -60, 60, 332, 1000]) {
        expect(triangleTriangleIntersection(scaled(numbers, 2 ** exponent)).state).toBe(state);
      }
      expect(triangleTriangleIntersection(numbers.map((x) => x + 2 ** 40)).state).toBe(state);
    }
  });
});

describe('edgeFaceIntersect', () => {
  it('agrees with brute force on 3,000 grid and 2,000 other cases', () => {
    const random = randomFrom(30);
    const onGrid = agree(() => grid(random, 15, 1 + Math.floor(random() * 3)), 3000, 2);
    const others = agree(() => mixed(random, 15), 2000, 2);
    expect(Math.min(onGrid.separate!, onGrid.intersecting!)).toBeGreaterThan(200);
    expect(Math.min(others.separate!, others.intersecting!)).toBeGreaterThan(100);
  });

  it('does not change under permutation of either and scaling', () => {
    const random = randomFrom(31);
    for (let i = 0; i < 2000; i++) {
      const numbers = mixed(random, 15);
      const { state } = edgeFaceIntersection(numbers);
      for (const order of [
        [1, 0, 2, 3, 4],
        [0, 1, 3, 4, 2],
        [1, 0, 4, 3, 2],
      ]) {
        expect(edgeFaceIntersection(reordered(numbers, order)).state).toBe(state);
      }
      expect(edgeFaceIntersection(scaled(numbers, 2 ** 500)).state).toBe(state);
    }
  });
});

describe('lists of pairs', () => {
  const random = randomFrom(40);
  const vertices = 60;
  const positions = Float64Array.from(grid(random, 3 * vertices, 4));
  const pick = (count: number, below: number) =>
    Uint32Array.from({ length: count }, () => Math.floor(random() * below));
  const triangles = pick(3 * 80, vertices);
  const edges = pick(2 * 50, vertices);
  const corners = (list: Uint32Array, size: number, element: number) =>
    Array.from(list.subarray(size * element, size * element + size)).flatMap((v) =>
      Array.from(positions.subarray(3 * v, 3 * v + 3)),
    );

  it('finds the triangle pairs that the single test finds', () => {
    const pairs = pick(2 * 2000, 80);
    const expected: number[] = [];
    for (let i = 0; i < 2000; i++) {
      const points = [...corners(triangles, 3, pairs[2 * i]), ...corners(triangles, 3, pairs[2 * i + 1])];
      if (triangleTriangleIntersect(points)) expected.push(i);
    }
    expect(expected.length).toBeGreaterThan(100);
    expect(Array.from(intersectingTrianglePairs(positions, triangles, pairs))).toEqual(expected);
  });

  it('finds the edge and face pairs that the single test finds', () => {
    const pairs = pick(2 * 2000, 50);
    const expected: number[] = [];
    for (let i = 0; i < 2000; i++) {
      const points = [...corners(edges, 2, pairs[2 * i]), ...corners(triangles, 3, pairs[2 * i + 1])];
      if (edgeFaceIntersect(points)) expected.push(i);
    }
    expect(expected.length).toBeGreaterThan(100);
    expect(Array.from(intersectingEdgeFacePairs(positions, edges, triangles, pairs))).toEqual(expected);
  });

  it('refuses indices that lead nowhere', () => {
    expect(() => intersectingTrianglePairs(positions, triangles, Uint32Array.of(0, 80))).toThrow(
      /INDEX_OUT_OF_RANGE: number 1 of pairs names element 80 of 80/,
    );
    expect(() => intersectingTrianglePairs(positions.subarray(1), triangles, pick(2, 80))).toThrow(
      /BAD_QUERY/,
    );
    const broken = positions.slice();
    broken[5] = Number.POSITIVE_INFINITY;
    expect(() => intersectingTrianglePairs(broken, triangles, pick(2, 80))).toThrow(/NON_FINITE_POSITION/);
  });

  it('says which list is of another type, or missing', () => {
    const list = Array.from(triangles) as unknown as Uint32Array;
    expect(() => intersectingTrianglePairs(positions, list, pick(2, 80))).toThrow(
      /WRONG_ARRAY_TYPE: triangles is of type Array. Give a Uint32Array/,
    );
    expect(() => intersectingEdgeFacePairs(positions, list, triangles, pick(2, 80))).toThrow(
      /WRONG_ARRAY_TYPE: edges is of type Array/,
    );
    expect(() => intersectingTrianglePairs(positions, triangles, undefined as never)).toThrow(
      /WRONG_ARRAY_TYPE: pairs is undefined/,
    );
    expect(() =>
      intersectingTrianglePairs(Float32Array.from(positions) as never, triangles, pick(2, 80)),
    ).toThrow(/WRONG_ARRAY_TYPE: positions is of type Float32Array. Give a Float64Array/);
  });

  it('single tests name what is no list of numbers', () => {
    expect(() => edgeFaceIntersect(undefined as never)).toThrow(/BAD_QUERY: the list of points is undefined/);
    expect(() => triangleTriangleIntersect(null as never)).toThrow(/BAD_QUERY: the list of points is null/);
    const strings = new Array(15).fill('1') as unknown as number[];
    expect(() => edgeFaceIntersect(strings)).toThrow(/NON_FINITE_QUERY: number 0 is the string '1'/);
  });
});
