import { describe, expect, test } from 'vitest';
import { AlgebraicTime, rootsInUnitInterval } from './exact/algebraic-time.js';
import { strictSignOn } from './exact/bernstein.js';
import {
  approximate,
  commonIntegers,
  compareRationals,
  integersPerAxis,
  rationalOf,
} from './exact/dyadic.js';
import {
  degree,
  greatestCommonDivisor,
  multiply,
  type Polynomial,
  polynomial,
  positiveRemainder,
  quotient,
  signAtDyadic,
} from './exact/polynomial.js';
import { seeded } from './generators/random.js';
import { fromHex, hexOf, neighbour } from './generators/ulp.js';

const random = seeded(7);
const hard = [
  0,
  -0,
  1,
  -1,
  0.1,
  Number.MIN_VALUE,
  -3 * Number.MIN_VALUE,
  2 ** -1022,
  Number.MAX_VALUE,
  1e150,
  1 / 3,
];

/** den * t - num: its root is num / den. */
const factor = (num: number, den: number): Polynomial => polynomial(BigInt(-num), BigInt(den));
const product = (...factors: Polynomial[]): Polynomial => factors.reduce(multiply);
const numbersOf = (roots: AlgebraicTime[]): number[] =>
  roots.map((root) => {
    root.narrowTo({ num: 1n, den: 1n << 70n });
    return approximate(root.bracket().hi);
  });

describe('f64 numbers become integers', () => {
  test('and come back', () => {
    const words = () =>
      fromHex(random.bits().toString(16).padStart(8, '0') + random.bits().toString(16).padStart(8, '0'));
    const some = Array.from({ length: 500 }, words).filter(Number.isFinite);
    for (const x of [...hard, ...some]) {
      const { num, den } = rationalOf(x);
      // Division of BigInts that f64 can hold is correctly rounded, hence exact here.
      expect(approximate({ num, den })).toBe(x === 0 ? 0 : x);
    }
  });

  test('with one power of two, the largest possible', () => {
    expect(commonIntegers([12, -20, 0])).toEqual({ integers: [3n, -5n, 0n], exponent: 2 });
    expect(commonIntegers([0, 0])).toEqual({ integers: [0n, 0n], exponent: 0 });
    expect(commonIntegers([Number.MIN_VALUE, 1]).integers).toEqual([1n, 1n << 1074n]);
    expect(integersPerAxis([2, 0.5, 0, 6, 1, 0])).toEqual([1n, 1n, 0n, 3n, 2n, 0n]);
  });

  test('unless they are not finite', () => {
    for (const x of [Number.NaN, Infinity, -Infinity]) expect(() => rationalOf(x)).toThrow(RangeError);
  });

  test('and neighbours differ by one unit in the last place', () => {
    for (const x of hard.filter((x) => x !== Number.MAX_VALUE)) {
      const up = neighbour(x, 1);
      expect(up).toBeGreaterThan(x);
      expect((x + up) / 2 === x || (x + up) / 2 === up || Math.abs(x) < 1e-300).toBe(true);
      expect(neighbour(up, -1)).toBe(x === 0 ? neighbour(Number.MIN_VALUE, -1) : x);
      expect(fromHex(hexOf(x))).toBe(x);
    }
  });
});

describe('polynomials', () => {
  test('remainders keep their sign: the multiplier is positive', () => {
    // -2t^2 + 1 mod (-3t + 1): the remainder is the value at 1/3, which is 7/9 > 0.
    const rest = positiveRemainder(polynomial(1n, 0n, -2n), polynomial(1n, -3n));
    expect(degree(rest)).toBe(0);
    expect(rest[0] > 0n).toBe(true);
  });

  test('common divisors and quotients', () => {
    for (let i = 0; i < 100; i++) {
      const part = () =>
        polynomial(BigInt(random.int(-9, 9)), BigInt(random.int(-9, 9)), BigInt(random.int(1, 9)));
      const [common, a, b] = [part(), part(), part()];
      const divisor = greatestCommonDivisor(multiply(a, common), multiply(b, common));
      expect(positiveRemainder(divisor, common)).toEqual([]);
      expect(degree(positiveRemainder(multiply(quotient(multiply(a, common), common), [1n]), a))).toBe(-1);
    }
  });

  test('Bernstein coefficients of one sign are a proof', () => {
    expect(strictSignOn(polynomial(1n, 1n), 0n, 0)).toBe(1);
    expect(strictSignOn(factor(1, 2), 0n, 0)).toBe(0);
    expect(strictSignOn(factor(1, 2), 0n, 2)).toBe(-1);
    expect(strictSignOn(factor(1, 2), 3n, 2)).toBe(1);
    // A root at an end of the interval is no strict sign.
    expect(strictSignOn(factor(1, 2), 1n, 1)).toBe(0);
    expect(strictSignOn(factor(1, 2), 0n, 1)).toBe(0);
  });
});

describe('roots in [0, 1]', () => {
  test('simple, double and triple, at the ends, outside', () => {
    expect(numbersOf(rootsInUnitInterval(product(factor(0, 1), factor(1, 2), factor(1, 1))))).toEqual([
      0, 0.5, 1,
    ]);
    expect(numbersOf(rootsInUnitInterval(product(factor(1, 3), factor(1, 3), factor(5, 7))))).toEqual([
      1 / 3,
      5 / 7,
    ]);
    expect(numbersOf(rootsInUnitInterval(product(factor(3, 4), factor(3, 4), factor(3, 4))))).toEqual([0.75]);
    expect(numbersOf(rootsInUnitInterval(product(factor(-1, 9), factor(9, 8))))).toEqual([]);
    expect(
      numbersOf(rootsInUnitInterval(product(factor(1, 1), factor(1, 1), factor(0, 1), factor(0, 1)))),
    ).toEqual([0, 1]);
    expect(rootsInUnitInterval(polynomial(1n, -1n, 1n))).toEqual([]);
    expect(rootsInUnitInterval(polynomial(5n))).toEqual([]);
    expect(() => rootsInUnitInterval([])).toThrow(RangeError);
  });

  test('any product of rational roots, in order and without repetition', () => {
    for (let i = 0; i < 300; i++) {
      const roots = Array.from({ length: random.int(1, 6) }, () => {
        const den = random.int(1, 12);
        return [random.int(-2, den + 2), den];
      });
      const poly = product(...roots.map(([num, den]) => factor(num, den)), polynomial(3n, 0n, 1n));
      const expected = [...new Set(roots.map(([num, den]) => num / den).filter((x) => x >= 0 && x <= 1))];
      expect(numbersOf(rootsInUnitInterval(poly))).toEqual(expected.sort((a, b) => a - b));
    }
  });

  test('roots 2^-300 apart are two', () => {
    const far = 1n << 300n;
    const pair = multiply(polynomial(-far, 3n * far), polynomial(-far - 1n, 3n * far));
    const [a, b] = rootsInUnitInterval(pair);
    expect(a.compareTo(b)).toBe(-1);
    expect(b.compareTo(a)).toBe(1);
    // One of the two polynomials has both roots: sharing one must not make the other equal.
    const [third] = rootsInUnitInterval(factor(1, 3));
    expect([a.compareTo(third), third.compareTo(a)]).toEqual([0, 0]);
    const [, again] = rootsInUnitInterval(pair);
    const [wide] = rootsInUnitInterval(factor(1, 3));
    expect([again.compareTo(wide), wide.compareTo(again)]).toEqual([1, -1]);
  });
});

describe('algebraic times', () => {
  const half = polynomial(-1n, 0n, 2n); // root 1 / sqrt 2
  const [root] = rootsInUnitInterval(half);

  test('know exact signs', () => {
    expect(root.signOf(polynomial(0n, -2n, 0n, 4n))).toBe(0); // 2t (2t^2 - 1)
    expect(root.signOf(polynomial(-1n, 0n, 2n, 1n))).toBe(1);
    expect(root.signOf(factor(7071067811865475, 10000000000000000))).toBe(1);
    expect(root.signOf(factor(7071067811865476, 10000000000000000))).toBe(-1);
    // A common root elsewhere is no root here, however near here the other root is.
    const [, other] = rootsInUnitInterval(multiply(half, factor(1, 3)));
    const near = factor(7071067811865475, 10000000000000000);
    expect(other.signOf(multiply(factor(1, 3), near))).toBe(1);
    expect(root.signOf([])).toBe(0);
    expect(root.signOf(polynomial(-4n))).toBe(-1);
  });

  test('compare with f64 numbers and with each other', () => {
    expect(root.compareToNumber(Math.SQRT1_2)).toBe(Math.SQRT1_2 ** 2 > 0.5 ? -1 : 1);
    expect(root.compareToNumber(neighbour(Math.SQRT1_2, 1))).toBe(-1);
    expect(root.compareToNumber(neighbour(Math.SQRT1_2, -1))).toBe(1);
    const [third] = rootsInUnitInterval(factor(1, 3));
    expect(third.compareToNumber(1 / 3)).toBe(1);
    expect(third.compareToRational({ num: 2n, den: 6n })).toBe(0);
    const [same] = rootsInUnitInterval(multiply(half, factor(9, 1)));
    expect(root.compareTo(same)).toBe(0);
    expect(root.compareTo(third)).toBe(1);
    expect(third.compareTo(AlgebraicTime.dyadic(1n, 2))).toBe(1);
    expect(AlgebraicTime.dyadic(1n, 2).compareTo(third)).toBe(-1);
  });

  test('narrow to any width around themselves', () => {
    root.narrowTo({ num: 1n, den: 1n << 200n });
    const { lo, hi } = root.bracket();
    expect(compareRationals({ num: hi.num - lo.num, den: hi.den }, { num: 1n, den: 1n << 200n })).toBe(0);
    expect(signAtDyadic(half, lo.num, 200)).toBe(-1);
    expect(signAtDyadic(half, hi.num, 200)).toBe(1);
  });
});
