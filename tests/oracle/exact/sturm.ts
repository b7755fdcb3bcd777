// Sturm's theorem: the number of distinct roots in (a, b] is the number of sign changes of the sequence that get lost
// between a and b.
import {
  degree,
  derivative,
  negate,
  type Polynomial,
  positiveRemainder,
  quotient,
  signAtDyadic,
  tamed,
} from './polynomial.js';

export function sturmSequence(p: Polynomial): Polynomial[] {
  const sequence = [p, derivative(p)];
  for (;;) {
    const length = sequence.length;
    const rest = positiveRemainder(sequence[length - 2], sequence[length - 1]);
    if (rest.length === 0) return sequence;
    sequence.push(negate(tamed(rest, degree(p))));
    if (rest.length === 1) return sequence;
  }
}

export function signChanges(sequence: readonly Polynomial[], n: bigint, k: number): number {
  let changes = 0;
  let previous = 0;
  for (const p of sequence) {
    const sign = signAtDyadic(p, n, k);
    if (sign === 0) continue;
    if (sign === -previous) changes++;
    previous = sign;
  }
  return changes;
}

/** The Sturm sequence of the square-free part of p, for p of degree 1 or more: its first element has simple roots only. */
export function squareFreeSequence(p: Polynomial): Polynomial[] {
  const sequence = sturmSequence(p);
  const divisor = sequence[sequence.length - 1];
  return degree(divisor) === 0 ? sequence : sturmSequence(quotient(p, divisor));
}
