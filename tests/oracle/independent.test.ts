// The oracle against other ways to the same truth: exact distances at sample times with a speed limit, the closeness
// polynomials at distance zero, static predicates at the exact first time, and enumeration of a small world.
import { describe, expect, test } from 'vitest';
import { approach, approachOfIntegers, positionsAt } from './exact/approach.js';
import { firstTimeWithin } from './exact/closeness.js';
import { integersPerAxis } from './exact/dyadic.js';
import { firstContact, touches } from './exact/first-contact.js';
import type { Kind } from './exact/query.js';
import { type Point, pointOnTriangle, pointsOf, segmentsIntersect } from './exact/static.js';
import { FAMILIES } from './generators/families.js';
import { queriesOf } from './generators/family.js';

const touchesNow = (kind: Kind, [p, q, r, s]: Point[]): boolean =>
  kind === 'vf' ? pointOnTriangle(p, [q, r, s]) : segmentsIntersect([p, q], [r, s]);

/** The query up to the time n / 2^k, in integers. */
function until(points: readonly Point[], n: bigint, k: number): bigint[] {
  const one = 1n << BigInt(k);
  const start = points.slice(0, 4).map((p) => p.map((x) => x * one));
  return [...start, ...positionsAt(points, n, k)].flat();
}

let provenFirst = 0;
const byFamily = FAMILIES.map((family) => [family.name, family] as const);

describe('the oracle agrees with other methods', () => {
  test.each(byFamily)('sampled in time: %s', (_, family) => {
    for (const { kind, points: numbers } of queriesOf(family, 11, 40)) {
      const points = pointsOf(integersPerAxis(numbers));
      const first = firstContact(kind, numbers, { width: { num: 1n, den: 1n << 40n } });
      for (let n = 0n; n <= 16n; n++) {
        const sample = { num: n, den: 16n };
        const now = touchesNow(kind, positionsAt(points, n, 4));
        if (now) expect(first.contact && first.time.compareToRational(sample) <= 0).toBe(true);
      }
      if (!first.contact) continue;
      const k = first.lo.den.toString(2).length - 1;
      // A bracket without width is the exact time, and there the bodies touch.
      if (first.lo.num === first.hi.num) {
        expect(touchesNow(kind, positionsAt(points, first.lo.num, k))).toBe(true);
        if (first.lo.num === 0n) continue;
      }
      // Well before the first contact the speed limit may be able to tell that there is none.
      const early = until(points, first.lo.num * 15n, k + 4);
      const answer = approachOfIntegers(kind, early, 0n, { budget: 60 });
      expect(answer).not.toBe('yes');
      if (answer === 'no') provenFirst++;
    }
  });

  test('many first contacts were proven to be the first', () => expect(provenFirst).toBeGreaterThan(200));

  test('the speed limit decides most free queries, never against the oracle', () => {
    const decided = { yes: 0, no: 0, undecided: 0 };
    for (const family of FAMILIES) {
      for (const { kind, points } of queriesOf(family, 12, 30)) {
        const answer = approach(kind, points, 0, { budget: 200 });
        decided[answer]++;
        if (answer !== 'undecided') expect(touches(kind, points)).toBe(answer === 'yes');
      }
    }
    expect(decided.no).toBeGreaterThan(200);
    expect(decided.yes).toBeGreaterThan(200);
  });

  test('the first contact is where the distance first vanishes', () => {
    for (const family of FAMILIES) {
      for (const { kind, points } of queriesOf(family, 13, family.name === 'mixed-exponents' ? 2 : 16)) {
        const first = firstContact(kind, points);
        const within = firstTimeWithin(kind, points, 0);
        expect(within !== undefined).toBe(first.contact);
        if (first.contact && within !== undefined) expect(first.time.compareTo(within)).toBe(0);
      }
    }
  });

  test('the shortcut in f64 changes nothing', () => {
    for (const family of FAMILIES) {
      for (const { kind, points } of queriesOf(family, 14, 60)) {
        expect(firstContact(kind, points, { shortcut: false }).contact).toBe(touches(kind, points));
      }
    }
  });
});

/** All queries whose points stay on the x axis and have coordinates 0 to 2. */
function* onOneAxis(): Generator<Float64Array> {
  for (let code = 0; code < 3 ** 8; code++) {
    const points = new Float64Array(24);
    for (let i = 0, rest = code; i < 8; i++, rest = Math.floor(rest / 3)) points[3 * i] = rest % 3;
    yield points;
  }
}

describe('every query on one axis with coordinates 0, 1, 2', () => {
  test.each(['vf', 'ee'] as const)('%s', (kind) => {
    const [first, second] =
      kind === 'vf'
        ? [[0], [1, 2, 3]]
        : [
            [0, 1],
            [2, 3],
          ];
    for (const points of onOneAxis()) {
      // Two intervals: they touch at the start, or an end of one passes an end of the other.
      const x = (i: number, end: number): number => points[3 * i + 12 * end];
      const above = (i: number, j: number, end: number): number => Math.sign(x(i, end) - x(j, end));
      const pairs = first.flatMap((i) => second.map((j) => [i, j] as const));
      const apart = [1, -1].some((side) => pairs.every(([i, j]) => above(i, j, 0) === side));
      const passes = pairs.some(([i, j]) => above(i, j, 0) * above(i, j, 1) <= 0);
      if (touches(kind, points) !== (!apart || passes)) expect([...points]).toEqual('a different answer');
    }
  });
});

describe('closeness', () => {
  test('agrees with the speed limit at every distance', () => {
    const decided = { yes: 0, no: 0, undecided: 0 };
    for (const name of ['uniform', 'grid', 'flat-grid', 'zero-edges-and-faces', 'sliding-plane', 'graze']) {
      const family = FAMILIES.find((f) => f.name === name)!;
      for (const { kind, points } of queriesOf(family, 15, 20)) {
        const size = Math.max(...points.map(Math.abs));
        for (const distance of [2 ** -20, 0.01, 0.125, 0.5, 1].map((d) => d * size)) {
          const answer = approach(kind, points, distance, { budget: 300 });
          decided[answer]++;
          if (answer === 'undecided') continue;
          expect(firstTimeWithin(kind, points, distance) !== undefined).toBe(answer === 'yes');
        }
      }
    }
    expect(decided.no).toBeGreaterThan(50);
    expect(decided.yes).toBeGreaterThan(50);
  });

  test('knows the first time exactly', () => {
    const falling = Float64Array.from(
      [
        [1, 1, 8],
        [0, 0, 0],
        [4, 0, 0],
        [0, 4, 0],
        [1, 1, 0],
        [0, 0, 0],
        [4, 0, 0],
        [0, 4, 0],
      ].flat(),
    );
    expect(firstTimeWithin('vf', falling, 2)!.compareToNumber(0.75)).toBe(0);
    expect(approach('vf', falling, 2)).toBe('yes');
    // Sliding at a constant height of 1: exactly within 1 from the start, never within less.
    const sliding = falling.slice();
    sliding.set([-3, 1, 1], 0);
    sliding.set([5, 1, 1], 12);
    expect(firstTimeWithin('vf', sliding, 1)!.compareToNumber(0.375)).toBe(0);
    expect(firstTimeWithin('vf', sliding, 1 - 2 ** -53)).toBe(undefined);
  });
});
