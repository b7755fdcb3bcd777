import { AlgebraicTime, rootsInUnitInterval } from './algebraic-time.js';
import type { Polynomial } from './polynomial.js';

/** The sign of a polynomial at a moment that the callee does not know. */
export type SignAt = (p: Polynomial) => number;

/**
 * The earliest time in [0, 1] at which `holds`, which depends on nothing but the signs of the `consulted` polynomials
 * and holds on a closed set of times. The earliest time is 0 or one at which `holds` changes, and there one of these
 * signs changes, so a polynomial that is not identically zero has a root: it is enough to look at 0 and at all roots.
 */
export function earliest(
  consulted: readonly Polynomial[],
  holds: (sign: SignAt) => boolean,
): AlgebraicTime | undefined {
  const start = AlgebraicTime.dyadic(0n, 0);
  if (holds((p) => start.signOf(p))) return start;
  let first: AlgebraicTime | undefined;
  for (const poly of distinct(consulted)) {
    for (const root of rootsInUnitInterval(poly)) {
      if (first !== undefined && root.compareTo(first) >= 0) break;
      if (holds((p) => root.signOf(p))) first = root;
    }
  }
  return first;
}

/** Drops constants, which have no roots or all of them, and repetitions, which coplanar points produce in plenty. */
function distinct(polys: readonly Polynomial[]): Polynomial[] {
  const kept: Polynomial[] = [];
  for (const p of polys) if (p.length > 1 && !kept.some((other) => proportional(p, other))) kept.push(p);
  return kept;
}

function proportional(a: Polynomial, b: Polynomial): boolean {
  const last = a.length - 1;
  return a.length === b.length && a.every((c, i) => c * b[last] === b[i] * a[last]);
}
