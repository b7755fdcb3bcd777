// Exact arithmetic on doubles: every finite double is an integer times 2^-1074.

const bits = new DataView(new ArrayBuffer(8));

/** The double times 2^1074. */
export function exact(value: number): bigint {
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const exponent = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return word >> 63n === 1n ? -magnitude : magnitude;
}
