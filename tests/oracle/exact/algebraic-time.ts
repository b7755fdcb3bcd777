// A moment in [0, 1] that is known exactly: either n / 2^k, or the one root of a square-free polynomial in the open
// interval (n / 2^k, (n + 1) / 2^k), at whose ends the polynomial has opposite signs.
import { strictSignOn } from './bernstein.js';
import { compareRationals, type Rational, rationalOf, signOf } from './dyadic.js';
import {
  degree,
  greatestCommonDivisor,
  type Polynomial,
  signAtDyadic,
  signAtRational,
} from './polynomial.js';
import { signChanges, squareFreeSequence } from './sturm.js';

/** How far to narrow before the question whether a sign is zero is put to the (dearer) common divisor. */
const CHEAP_STEPS = 6;

export class AlgebraicTime {
  private constructor(
    private readonly poly: Polynomial,
    private n: bigint,
    private k: number,
    private exact: boolean,
    private readonly signLow: number,
  ) {}

  static dyadic(n: bigint, k: number): AlgebraicTime {
    return new AlgebraicTime([], n, k, true, 0);
  }

  /** `poly` is square-free and has opposite signs at the ends of the cell and one root between them. */
  static rootIn(poly: Polynomial, n: bigint, k: number): AlgebraicTime {
    return new AlgebraicTime(poly, n, k, false, signAtDyadic(poly, n, k));
  }

  /** The first number is not later than this moment, the second not earlier. */
  bracket(): { readonly lo: Rational; readonly hi: Rational } {
    const den = 1n << BigInt(this.k);
    return { lo: { num: this.n, den }, hi: { num: this.exact ? this.n : this.n + 1n, den } };
  }

  /** Halves the bracket. */
  narrow(): void {
    if (this.exact) return;
    const middle = 2n * this.n + 1n;
    this.k++;
    const sign = signAtDyadic(this.poly, middle, this.k);
    if (sign === 0) this.exact = true;
    this.n = sign === 0 || sign === this.signLow ? middle : middle - 1n;
  }

  /** Halves until the bracket is no wider than `width`. */
  narrowTo(width: Rational): void {
    while (!this.exact && compareRationals({ num: 1n, den: 1n << BigInt(this.k) }, width) > 0) this.narrow();
  }

  /** The exact sign of q at this moment. */
  signOf(q: Polynomial): number {
    if (q.length === 0) return 0;
    if (q.length === 1) return signOf(q[0]);
    for (let step = 0; !this.exact; step++) {
      const sign = strictSignOn(q, this.n, this.k);
      if (sign !== 0) return sign;
      if (step === CHEAP_STEPS && this.isRootOf(q)) return 0;
      this.narrow();
    }
    return signAtDyadic(q, this.n, this.k);
  }

  /** A common root of poly and q in the cell can only be this moment; a divisor of a square-free polynomial changes sign there. */
  private isRootOf(q: Polynomial): boolean {
    const common = greatestCommonDivisor(this.poly, q);
    if (degree(common) < 1) return false;
    return signAtDyadic(common, this.n, this.k) !== signAtDyadic(common, this.n + 1n, this.k);
  }

  /** The sign of this moment minus r. */
  compareToRational(r: Rational): number {
    const { lo, hi } = this.bracket();
    if (this.exact) return compareRationals(lo, r);
    if (compareRationals(r, lo) <= 0) return 1;
    if (compareRationals(r, hi) >= 0) return -1;
    const sign = signAtRational(this.poly, r.num, r.den);
    return sign === 0 ? 0 : sign === this.signLow ? 1 : -1;
  }

  /** The sign of this moment minus x. */
  compareToNumber(x: number): number {
    return this.compareToRational(rationalOf(x));
  }

  /** The sign of this moment minus the other. */
  compareTo(other: AlgebraicTime): number {
    for (let step = 0; ; step++) {
      const mine = this.bracket();
      const theirs = other.bracket();
      if (other.exact) return this.compareToRational(theirs.lo);
      if (this.exact) return -other.compareToRational(mine.lo);
      if (compareRationals(mine.hi, theirs.lo) <= 0) return -1;
      if (compareRationals(mine.lo, theirs.hi) >= 0) return 1;
      if (step === CHEAP_STEPS && this.equals(other)) return 0;
      this.narrow();
      other.narrow();
    }
  }

  /** The cells overlap and are dyadic, so one contains the other: a common root in the smaller one is both moments. */
  private equals(other: AlgebraicTime): boolean {
    const [small, large] = this.k >= other.k ? [this, other] : [other, this];
    return small.isRootOf(large.poly);
  }
}

/** The distinct roots of p in [0, 1], ascending. p must not be the zero polynomial. */
export function rootsInUnitInterval(p: Polynomial): AlgebraicTime[] {
  if (p.length === 0) throw new RangeError('every time is a root of the zero polynomial');
  if (p.length === 1 || strictSignOn(p, 0n, 0) !== 0) return [];
  const sequence = squareFreeSequence(p);
  const simple = sequence[0];
  const roots: AlgebraicTime[] = [];
  if (signAtDyadic(simple, 0n, 0) === 0) roots.push(AlgebraicTime.dyadic(0n, 0));
  const visit = (n: bigint, k: number, changesLow: number, changesHigh: number): void => {
    const count = changesLow - changesHigh;
    if (count === 0) return;
    if (count === 1) {
      if (signAtDyadic(simple, n + 1n, k) === 0) {
        roots.push(AlgebraicTime.dyadic(n + 1n, k));
        return;
      }
      // A root at the low end belongs to the cell before this one; its zero sign would spoil the sign change.
      if (signAtDyadic(simple, n, k) !== 0) {
        roots.push(AlgebraicTime.rootIn(simple, n, k));
        return;
      }
    }
    const middle = 2n * n + 1n;
    const changesMiddle = signChanges(sequence, middle, k + 1);
    visit(middle - 1n, k + 1, changesLow, changesMiddle);
    visit(middle, k + 1, changesMiddle, changesHigh);
  };
  visit(0n, 0, signChanges(sequence, 0n, 0), signChanges(sequence, 1n, 0));
  return roots;
}
