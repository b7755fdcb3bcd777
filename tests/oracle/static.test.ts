import { describe, expect, test } from 'vitest';
import { approximate, compareRationals, type Rational } from './exact/dyadic.js';
import {
  doSegmentAndTriangleIntersect,
  doTrianglesIntersect,
  squaredDistancePointTriangle,
  squaredDistanceSegments,
  squaredDistanceTriangles,
} from './exact/instant.js';
import { type Random, seeded } from './generators/random.js';

const numbers = (random: Random, count: number, most: number): number[] =>
  Array.from({ length: 3 * count }, () => random.int(0, most));
const equals = (r: Rational, num: number, den = 1): boolean =>
  compareRationals(r, { num: BigInt(num), den: BigInt(den) }) === 0;
const UNIT = [0, 0, 0, 1, 0, 0, 0, 1, 0];

type Vec = readonly number[];
const across = (a: Vec, b: Vec): Vec =>
  [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
const along = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const to = (a: Vec, b: Vec): Vec => b.map((x, i) => x - a[i]);

/**
 * Whether a plane strictly separates two hulls of points with small integer coordinates. If one does, so does one
 * across the shortest connection, which is perpendicular to a vertex pair, a vertex and an edge, a face, or two edges.
 */
function canBeSeparated(s: number[], r: number[]): boolean {
  const [p, q] = [s, r].map((set) =>
    Array.from({ length: set.length / 3 }, (_, i) => set.slice(3 * i, 3 * i + 3)),
  );
  const edges = (set: Vec[]) => set.flatMap((a, i) => set.slice(i + 1).map((b) => to(a, b)));
  const connections = p.flatMap((a) => q.map((b) => to(a, b)));
  const all = [...edges(p), ...edges(q)];
  const directions = [
    ...connections,
    ...all.flatMap((e) => connections.map((c) => across(across(e, c), e))),
    ...all.flatMap((e, i) => all.slice(i + 1).map((f) => across(e, f))),
  ];
  return directions.some((d) => {
    const [low, high] = [p.map((a) => along(d, a)), q.map((b) => along(d, b))];
    return Math.max(...low) < Math.min(...high) || Math.max(...high) < Math.min(...low);
  });
}

describe('segment and triangle', () => {
  const cases: [string, number[], boolean][] = [
    ['through the inside', [0.25, 0.25, -1, 0.25, 0.25, 1], true],
    ['through an edge', [0.5, 0.5, -1, 0.5, 0.5, 1], true],
    ['past an edge by one ulp', [0.5, 0.5000000000000001, -1, 0.5, 0.5000000000000001, 1], false],
    ['through a vertex', [1, 0, -1, 1, 0, 1], true],
    ['ends on the inside', [0.25, 0.25, 0, 0.25, 0.25, 1], true],
    ['ends above', [0.25, 0.25, Number.MIN_VALUE, 0.25, 0.25, 1], false],
    ['in the plane, across', [-1, 0.25, 0, 2, 0.25, 0], true],
    ['in the plane, inside', [0.25, 0.25, 0, 0.3, 0.3, 0], true],
    ['in the plane, beside', [1, 1, 0, 2, 0.25, 0], false],
    ['along an edge', [2, 0, 0, 1, 0, 0], true],
    ['beyond an edge', [3, 0, 0, 2, 0, 0], false],
    ['a point inside', [0.25, 0.25, 0, 0.25, 0.25, 0], true],
    ['a point outside', [1, 1, 0, 1, 1, 0], false],
  ];
  test.each(cases)('%s', (_, segment, expected) => {
    expect(doSegmentAndTriangleIntersect(segment, UNIT)).toBe(expected);
    expect(doSegmentAndTriangleIntersect([...segment.slice(3), ...segment.slice(0, 3)], UNIT)).toBe(expected);
  });
});

describe('two triangles', () => {
  const cases: [string, number[], boolean, number?][] = [
    ['the same', UNIT, true, 0],
    ['above', [0, 0, 2, 1, 0, 2, 0, 1, 2], false, 4],
    ['sharing a vertex', [0, 0, 0, -1, 0, 1, 0, -1, 1], true, 0],
    ['sharing an edge', [0, 0, 0, 1, 0, 0, 0, -1, 5], true, 0],
    ['coplanar, one inside the other', [-9, -9, 0, 9, -9, 0, 0, 9, 0], true, 0],
    ['coplanar, apart', [2, 0, 0, 3, 0, 0, 2, 1, 0], false, 1],
    ['coplanar, edges overlapping', [0, -1, 0, 0, -5, 0, 1, -1, 0], false, 1],
    ['parallel above', [0.5, -1, 3, 0.5, 1, 3, 0.5, 0, 9], false, 9],
    ['an edge across an edge', [0.5, -1, -2, 0.5, -3, 2, 0.5, -9, -9], false, 3.2],
    ['piercing', [0.25, 0.25, -1, 0.25, 0.25, 1, 5, 5, 0], true, 0],
    ['a point on it', [0.5, 0.5, 0, 0.5, 0.5, 0, 0.5, 0.5, 0], true, 0],
    ['a point off it', [1, 1, 0, 1, 1, 0, 1, 1, 0], false, 0.5],
    ['a segment through it', [0.25, 0.25, -1, 0.25, 0.25, 1, 0.25, 0.25, 0.5], true, 0],
  ];
  test.each(cases)('%s', (_, other, expected, squared) => {
    for (const [s, r] of [
      [UNIT, other],
      [other, UNIT],
    ]) {
      expect(doTrianglesIntersect(s, r)).toBe(expected);
      expect(approximate(squaredDistanceTriangles(s, r))).toBe(squared);
    }
  });

  test('intersect, and are at distance zero, exactly when no plane separates them', () => {
    const random = seeded(21);
    let meetings = 0;
    for (let i = 0; i < 1500; i++) {
      const most = random.int(1, 4);
      const [s, r] = [numbers(random, 3, most), numbers(random, 3, most)];
      const meet = !canBeSeparated(s, r);
      meetings += meet ? 1 : 0;
      expect(doTrianglesIntersect(s, r)).toBe(meet);
      expect(squaredDistanceTriangles(s, r).num === 0n).toBe(meet);
      const segment = s.slice(3);
      expect(doSegmentAndTriangleIntersect(segment, r)).toBe(!canBeSeparated(segment, r));
      expect(squaredDistanceSegments(segment, r.slice(3)).num === 0n).toBe(
        !canBeSeparated(segment, r.slice(3)),
      );
      expect(squaredDistancePointTriangle(s.slice(6), r).num === 0n).toBe(!canBeSeparated(s.slice(6), r));
    }
    expect(meetings).toBeGreaterThan(300);
  });
});

describe('squared distances', () => {
  test('are exact fractions', () => {
    expect(equals(squaredDistancePointTriangle([0.25, 0.25, 3], UNIT), 9)).toBe(true);
    expect(equals(squaredDistancePointTriangle([1, 1, 0], UNIT), 1, 2)).toBe(true);
    expect(equals(squaredDistancePointTriangle([1, 1, 1], [1, 0, 0, 0, 1, 0, 0, 0, 1]), 4, 3)).toBe(true);
    expect(equals(squaredDistanceSegments([0, 0, 0, 2, 0, 0], [1, 1, 1, 1, -1, 1]), 1)).toBe(true);
    expect(equals(squaredDistanceSegments([0, 0, 0, 2, 0, 0], [3, 0, 0, 5, 0, 0]), 1)).toBe(true);
    const tiny = Number.MIN_VALUE;
    const squared = squaredDistancePointTriangle([0, 0, tiny], UNIT);
    expect(compareRationals(squared, { num: 1n, den: 1n << 2148n })).toBe(0);
  });

  /** No point of a fine sampling of both sets is closer, and some point is nearly as close. */
  test('are the least over sampled points', () => {
    const random = seeded(22);
    const at = (set: number[], weights: number[]): number[] =>
      [0, 1, 2].map((axis) => weights.reduce((sum, w, i) => sum + w * set[3 * i + axis], 0));
    const steps = 24;
    const fractions = Array.from({ length: steps + 1 }, (_, i) => i / steps);
    const inSegment = fractions.map((a) => [1 - a, a]);
    const inTriangle = fractions.flatMap((a) =>
      fractions.filter((b) => a + b <= 1 + 1e-12).map((b) => [1 - a - b, a, b]),
    );
    const coarse = inTriangle.filter((weights) =>
      weights.every((w) => Math.abs(8 * w - Math.round(8 * w)) < 1e-9),
    );
    const squared = (p: number[], q: number[]): number => p.reduce((sum, x, i) => sum + (x - q[i]) ** 2, 0);
    const least = (s: number[][], r: number[][]): number =>
      Math.min(...s.map((p) => Math.min(...r.map((q) => squared(p, q)))));
    for (let i = 0; i < 150; i++) {
      const most = random.pick([1, 2, 5]);
      const [point, triangle] = [numbers(random, 1, most), numbers(random, 3, most)];
      const [a, b] = [numbers(random, 2, most), numbers(random, 2, most)];
      const sampledVf = least(
        [point],
        inTriangle.map((w) => at(triangle, w)),
      );
      const sampledEe = least(
        inSegment.map((w) => at(a, w)),
        inSegment.map((w) => at(b, w)),
      );
      const [s, r] = [numbers(random, 3, most), numbers(random, 3, most)];
      const sampledTriangles = least(
        coarse.map((w) => at(s, w)),
        coarse.map((w) => at(r, w)),
      );
      for (const [exact, sampled] of [
        [approximate(squaredDistancePointTriangle(point, triangle)), sampledVf],
        [approximate(squaredDistanceSegments(a, b)), sampledEe],
        [approximate(squaredDistanceTriangles(s, r)), sampledTriangles],
      ]) {
        expect(exact).toBeLessThanOrEqual(sampled + 1e-9);
        // Samples are at most a (coarse) step from the closest points.
        expect(Math.sqrt(sampled) - Math.sqrt(exact)).toBeLessThan(most / 3);
      }
    }
  });
});
