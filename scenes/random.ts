/** Seeded numbers in [0, 1): the same in every run and engine. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `base` to the power of `exponent`, the same in every engine: whole powers by products, the rest by square roots. */
export function power(base: number, exponent: number): number {
  let result = 1;
  for (let i = Math.floor(exponent); i > 0; i--) result *= base;
  for (let i = Math.floor(exponent); i < 0; i++) result /= base;
  let root = base;
  for (let rest = exponent - Math.floor(exponent); rest > 0; rest = 2 * rest - Math.floor(2 * rest)) {
    root = Math.sqrt(root);
    if (2 * rest >= 1) result *= root;
  }
  return result;
}
