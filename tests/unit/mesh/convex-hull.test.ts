// The hull against its definition, in integers: closed, convex, made of given points, and no point outside.
import { describe, expect, test } from 'vitest';
import { random } from '../../../scenes/random.js';
import { convexHull } from '../../../src/mesh/convex-hull.js';

type Big = readonly [bigint, bigint, bigint];

/** Points whose coordinates times 2^40 are whole. */
const toIntegers = (p: ArrayLike<number>): Big[] =>
  Array.from({ length: p.length / 3 }, (_, i) => {
    const big = (x: number) => BigInt(x * 2 ** 40);
    return [big(p[3 * i]), big(p[3 * i + 1]), big(p[3 * i + 2])];
  });

function side(a: Big, b: Big, c: Big, d: Big): bigint {
  const [u, v, w] = [b, c, d].map((p) => p.map((x, k) => x - a[k]));
  return (
    (u[1] * v[2] - u[2] * v[1]) * w[0] +
    (u[2] * v[0] - u[0] * v[2]) * w[1] +
    (u[0] * v[1] - u[1] * v[0]) * w[2]
  );
}

function expectHull(points: Float64Array): void {
  const { positions, triangles } = convexHull(points);
  const [given, corners] = [toIntegers(points), toIntegers(positions)];
  const places = new Set(given.map(String));
  for (const corner of corners) expect(places.has(String(corner))).toBe(true);
  const walks = new Map<string, number>();
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    expect(new Set([a, b, c]).size).toBe(3);
    const outside = given.filter((point) => side(corners[a], corners[b], corners[c], point) > 0n);
    expect(outside).toEqual([]);
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      walks.set(`${from} ${to}`, (walks.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  for (const [edge, count] of walks) {
    expect(count).toBe(1);
    expect(walks.get(edge.split(' ').reverse().join(' '))).toBe(1);
  }
  // Euler: it is one ball.
  expect(corners.length - triangles.length / 2 + triangles.length / 3).toBe(2);
}

const rounded = (x: number, bits: number) => Math.round(x * 2 ** bits) / 2 ** bits;

describe('convexHull', () => {
  test('of random points, coarse enough for many in one plane, on one line, and twice', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const next = random(seed);
      const bits = [2, 3, 5, 30][seed % 4];
      const count = 5 + Math.floor(60 * next());
      const points = Float64Array.from({ length: 3 * count }, () => rounded(2 * next() - 1, bits));
      expectHull(points);
    }
  });

  test('of a grid, of points on a ball, and of a needle that is thin to the last bit', () => {
    expectHull(
      Float64Array.from({ length: 3 * 125 }, (_, i) => Math.floor(Math.floor(i / 3) / [1, 5, 25][i % 3]) % 5),
    );
    const next = random(9);
    const ball: number[] = [];
    while (ball.length < 900) {
      const p = [2 * next() - 1, 2 * next() - 1, 2 * next() - 1];
      const length = Math.sqrt(p.reduce((sum, x) => sum + x * x, 0));
      if (length > 0.1 && length < 1) ball.push(...p.map((x) => rounded(x / length, 40)));
    }
    expectHull(Float64Array.from(ball));
    const bit = 2 ** -40;
    const needle = [
      0,
      0,
      0,
      1,
      1,
      1,
      1 + bit,
      1,
      1,
      0.5,
      0.5 + bit,
      0.5,
      0.25,
      0.25,
      0.25 + bit,
      0.75,
      0.75,
      0.75,
    ];
    expectHull(Float64Array.from(needle));
  });

  test('refuses points in one plane by name', () => {
    const flat = Float64Array.from({ length: 30 }, (_, i) => (i % 3 === 2 ? 0.1 : Math.sqrt(i)));
    expect(() => convexHull(flat)).toThrow(/EMPTY_MESH: All 10 points of the convex hull lie in one plane/);
  });
});
