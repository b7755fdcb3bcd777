// Small f64 vectors. The families use them where every operation is exact, or where exactness does not matter.
import type { Random } from './random.js';

export type Vec = readonly [number, number, number];

export const vec = (next: (axis: number) => number): Vec => [next(0), next(1), next(2)];

/** Sum of weighted vectors. */
export const combine = (...terms: readonly (readonly [number, Vec])[]): Vec =>
  vec((axis) => terms.reduce((sum, [weight, v]) => sum + weight * v[axis], 0));

export const plus = (a: Vec, b: Vec): Vec => combine([1, a], [1, b]);

export const from = (a: Vec, b: Vec): Vec => combine([1, b], [-1, a]);

/** Integers in [-size, size]. */
export const integerVec = (random: Random, size: number): Vec => vec(() => random.int(-size, size));

export const signedVec = (random: Random): Vec => vec(() => random.signed());

/** Eight points in the order of a query. */
export const flat = (start: readonly Vec[], end: readonly Vec[]): Float64Array =>
  Float64Array.from([...start, ...end].flatMap((v) => [...v]));
