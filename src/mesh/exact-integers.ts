const MANTISSA_BITS = 52;
const LOWEST_EXPONENT = -1074;

const word = new Float64Array(1);
const wordBits = new BigUint64Array(word.buffer);

/**
 * From the first of some points (offsets into `positions`) to each of the others, x, y and z as whole numbers of one power of
 * two: nothing is rounded.
 */
export function exactDifferences(positions: Float64Array, points: readonly number[]): bigint[][] {
  const shift = lowestExponentOf(positions, points);
  const from = integersAt(positions, points[0], shift);
  return points.slice(1).map((point) => integersAt(positions, point, shift).map((x, axis) => x - from[axis]));
}

function integersAt(positions: Float64Array, point: number, shift: number): bigint[] {
  return [0, 1, 2].map((axis) => integerOf(positions[point + axis], shift));
}

function lowestExponentOf(positions: Float64Array, points: readonly number[]): number {
  let lowest = Number.MAX_SAFE_INTEGER;
  for (const point of points) {
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
