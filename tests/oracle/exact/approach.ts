// The same question as closeness.ts by a cruder idea: exact distances at sample times, and a bound on how fast the
// distance can change between them. Right whenever it answers yes or no.

import { pointTriangleSquared, segmentSegmentSquared } from './distance.js';
import { commonIntegers, type Rational } from './dyadic.js';
import { FIRST_BODY, type Kind, type Points, SECOND_BODY } from './query.js';
import { dotOf, minus, type Point, pointsOf } from './static.js';

export type Approach = 'yes' | 'no' | 'undecided';

export interface ApproachLimits {
  /** Cells of [0, 1] are halved down to 2^-depth. */
  readonly depth?: number;
  /** Exact distances that may be computed. */
  readonly budget?: number;
}

/** Does the distance get <= `distance` at some time in [0, 1]? */
export function approach(
  kind: Kind,
  points: Points,
  distance: number,
  limits: ApproachLimits = {},
): Approach {
  const { integers } = commonIntegers([...Array.from(points), distance]);
  return approachOfIntegers(kind, integers.slice(0, 24), integers[24], limits);
}

export function approachOfIntegers(
  kind: Kind,
  integers: readonly bigint[],
  distance: bigint,
  { depth = 24, budget = 4000 }: ApproachLimits = {},
): Approach {
  const points = pointsOf(integers);
  const speed = relativeSpeedBound(kind, points);
  let left = budget;
  const squaredAt = (n: bigint, k: number): Rational => {
    left--;
    return squaredDistance(kind, positionsAt(points, n, k));
  };
  const isAtMost = (r: Rational, bound: bigint): boolean => r.num <= bound * bound * r.den;
  if (isAtMost(squaredAt(0n, 0), distance) || isAtMost(squaredAt(1n, 0), distance)) return 'yes';
  const search = (n: bigint, k: number): Approach => {
    if (left <= 0) return 'undecided';
    // Everything is scaled by 2^(k+1), so the half width of the cell is 1.
    const middle = 2n * n + 1n;
    const squared = squaredAt(middle, k + 1);
    const reach = distance << BigInt(k + 1);
    if (isAtMost(squared, reach)) return 'yes';
    if (!isAtMost(squared, reach + speed)) return 'no';
    if (k >= depth) return 'undecided';
    const early = search(middle - 1n, k + 1);
    if (early === 'yes') return 'yes';
    const late = search(middle, k + 1);
    return late === 'yes' ? 'yes' : early === 'no' && late === 'no' ? 'no' : 'undecided';
  };
  return search(0n, 0);
}

/** The points of a query at n / 2^k, times 2^k. */
export function positionsAt(points: readonly Point[], n: bigint, k: number): Point[] {
  const one = 1n << BigInt(k);
  return [0, 1, 2, 3].map((i) => {
    const mix = (axis: number): bigint => points[i][axis] * (one - n) + points[i + 4][axis] * n;
    return [mix(0), mix(1), mix(2)];
  });
}

export const squaredDistance = (kind: Kind, [p, q, r, s]: readonly Point[]): Rational =>
  kind === 'vf' ? pointTriangleSquared(p, [q, r, s]) : segmentSegmentSquared([p, q], [r, s]);

/**
 * The vector between two fixed material points of the bodies moves with a mixture of the relative velocities of their
 * corners, so the distance of the bodies changes no faster than the fastest of these.
 */
function relativeSpeedBound(kind: Kind, points: readonly Point[]): bigint {
  let most = 0n;
  for (const i of FIRST_BODY[kind]) {
    for (const j of SECOND_BODY[kind]) {
      const velocity = minus(minus(points[i + 4], points[i]), minus(points[j + 4], points[j]));
      const squared = dotOf(velocity, velocity);
      if (squared > most) most = squared;
    }
  }
  return rootAbove(most);
}

/** The least integer whose square is at least n. */
function rootAbove(n: bigint): bigint {
  if (n === 0n) return 0n;
  let guess = 1n << BigInt(n.toString(16).length * 2 + 1);
  for (;;) {
    const next = (guess + n / guess) / 2n;
    if (next >= guess) break;
    guess = next;
  }
  return guess * guess === n ? guess : guess + 1n;
}
