const MANTISSA_BITS = 52;
const LOWEST_EXPONENT = -1074;

const word = new Float64Array(1);
const wordBits = new BigUint64Array(word.buffer);

/** Whether three points (at offsets a, b, c of `positions`) lie on one line, in integers: nothing is rounded. */
export function allCollinear(positions: Float64Array, a: number, b: number, c: number): boolean {
  const shift = lowestExponentOf(positions, a, b, c);
  const difference = (p: number, axis: number) =>
    integerOf(positions[p + axis], shift) - integerOf(positions[a + axis], shift);
  const u = [difference(b, 0), difference(b, 1), difference(b, 2)];
  const v = [difference(c, 0), difference(c, 1), difference(c, 2)];
  return u[0] * v[1] === u[1] * v[0] && u[1] * v[2] === u[2] * v[1] && u[2] * v[0] === u[0] * v[2];
}

function lowestExponentOf(positions: Float64Array, a: number, b: number, c: number): number {
  let lowest = Number.MAX_SAFE_INTEGER;
  for (const point of [a, b, c]) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[point + axis];
      if (value !== 0) lowest = Math.min(lowest, exponentOf(value));
    }
  }
  return lowest;
}

/** The power of two that a double's mantissa is a whole multiple of. */
function exponentOf(value: number): number {
  word[0] = value;
  const biased = Number(wordBits[0] >> BigInt(MANTISSA_BITS)) & 0x7ff;
  return LOWEST_EXPONENT + Math.max(biased, 1) - 1;
}

/** `value / 2^shift`, for a shift that is not above the value's own exponent. */
function integerOf(value: number, shift: number): bigint {
  if (value === 0) return 0n;
  const exponent = exponentOf(value);
  word[0] = value;
  const fraction = BigInt.asUintN(MANTISSA_BITS, wordBits[0]);
  const isSubnormal = (wordBits[0] >> BigInt(MANTISSA_BITS)) % 2048n === 0n;
  const mantissa = isSubnormal ? fraction : fraction | (1n << BigInt(MANTISSA_BITS));
  const magnitude = mantissa << BigInt(exponent - shift);
  return value < 0 ? -magnitude : magnitude;
}
