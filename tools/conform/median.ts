export function median(values: readonly number[]): number {
  return [...values].sort((p, q) => p - q)[values.length >> 1] ?? Number.NaN;
}
