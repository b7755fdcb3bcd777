// Every f64 is an integer times a power of two. This file takes f64 numbers into the integers, exactly.

const bits = new DataView(new ArrayBuffer(8));

/** An exact fraction with a positive denominator, not reduced. */
export interface Rational {
  readonly num: bigint;
  readonly den: bigint;
}

/** value = mantissa * 2^exponent. The mantissa keeps its trailing zeros: `lowest` is the exponent of its last set bit. */
interface Parts {
  readonly mantissa: bigint;
  readonly exponent: number;
  readonly lowest: number;
}

/** The index of the last set bit of a nonzero 32-bit word. */
const lastBit = (word: number): number => 31 - Math.clz32(word & -word);

function partsOf(x: number): Parts {
  if (!Number.isFinite(x)) throw new RangeError(`an exact oracle has no answer for ${x}`);
  bits.setFloat64(0, x);
  const head = bits.getUint32(0);
  const low = bits.getUint32(4);
  const biased = (head >>> 20) & 0x7ff;
  // Subnormals share the exponent of the smallest normals and lack the hidden bit.
  const high = (head & 0xfffff) + (biased === 0 ? 0 : 0x100000);
  const exponent = (biased === 0 ? 1 : biased) - 1075;
  if (high === 0 && low === 0) return { mantissa: 0n, exponent: 0, lowest: Number.POSITIVE_INFINITY };
  const magnitude = BigInt(high * 4294967296 + low);
  const lowest = exponent + (low === 0 ? 32 + lastBit(high) : lastBit(low));
  return { mantissa: x < 0 ? -magnitude : magnitude, exponent, lowest };
}

/** The numbers as integers times one common power of two, the largest that makes all of them integers. */
export function commonIntegers(values: ArrayLike<number>): {
  readonly integers: bigint[];
  readonly exponent: number;
} {
  const parts: Parts[] = [];
  let exponent = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const part = partsOf(values[i]);
    parts.push(part);
    exponent = Math.min(exponent, part.lowest);
  }
  if (exponent === Number.POSITIVE_INFINITY) exponent = 0;
  // A negative shift drops only zeros, because `exponent` is at most `lowest`.
  const integers = parts.map((part) =>
    part.mantissa === 0n ? 0n : part.mantissa << BigInt(part.exponent - exponent),
  );
  return { integers, exponent };
}

/**
 * Points (x, y, z, x, y, z, ...) as integers, every axis scaled by its own power of two. Contact is invariant under
 * that; distances are not (they need `commonIntegers` over all axes).
 */
export function integersPerAxis(points: ArrayLike<number>): bigint[] {
  const result: bigint[] = new Array(points.length);
  for (let axis = 0; axis < 3; axis++) {
    const column: number[] = [];
    for (let i = axis; i < points.length; i += 3) column.push(points[i]);
    const { integers } = commonIntegers(column);
    for (let i = 0; i < integers.length; i++) result[3 * i + axis] = integers[i];
  }
  return result;
}

export function rationalOf(x: number): Rational {
  const { integers, exponent } = commonIntegers([x]);
  return timesPowerOfTwo({ num: integers[0], den: 1n }, exponent);
}

export function timesPowerOfTwo(r: Rational, exponent: number): Rational {
  return exponent >= 0
    ? { num: r.num << BigInt(exponent), den: r.den }
    : { num: r.num, den: r.den << BigInt(-exponent) };
}

export const signOf = (n: bigint): number => (n > 0n ? 1 : n < 0n ? -1 : 0);

/** The sign of a - b. */
export const compareRationals = (a: Rational, b: Rational): number => signOf(a.num * b.den - b.num * a.den);

export const subtractRationals = (a: Rational, b: Rational): Rational => ({
  num: a.num * b.den - b.num * a.den,
  den: a.den * b.den,
});

/** For reports only: within a few units in the last place. */
export function approximate(r: Rational): number {
  if (r.num === 0n) return 0;
  const length = (n: bigint): number => n.toString(16).length * 4;
  const negative = r.num < 0n;
  const num = negative ? -r.num : r.num;
  // Scaled so that the integer quotient has between 64 and 80 bits.
  const shift = length(r.den) - length(num) + 72;
  const quotient = shift >= 0 ? (num << BigInt(shift)) / r.den : num / (r.den << BigInt(-shift));
  // Two steps, because 2^-shift alone can leave the range of f64 when the product does not.
  const half = Math.trunc(-shift / 2);
  const value = Number(quotient) * 2 ** half * 2 ** (-shift - half);
  return negative ? -value : value;
}
