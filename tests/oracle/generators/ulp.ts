const bits = new DataView(new ArrayBuffer(8));

/** The next f64 above (1) or below (-1) a finite x. */
export function neighbour(x: number, direction: 1 | -1): number {
  if (x === 0) return direction * Number.MIN_VALUE;
  bits.setFloat64(0, x);
  const away = x > 0 === direction > 0 ? 1n : -1n;
  bits.setBigInt64(0, bits.getBigInt64(0) + away);
  return bits.getFloat64(0);
}

/** The 64 bits of x as 16 hex digits, to write a number down without rounding. */
export function hexOf(x: number): string {
  bits.setFloat64(0, x);
  return bits.getBigUint64(0).toString(16).padStart(16, '0');
}

export function fromHex(hex: string): number {
  bits.setBigUint64(0, BigInt(`0x${hex}`));
  return bits.getFloat64(0);
}
