// Seeded inputs for the tests of this folder.

/** A 32-bit generator with a seed (xorshift with a multiplicative end). Numbers in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return (Math.imul(state, 0x2545f491) >>> 0) / 4294967296;
  };
}

export type Random = () => number;

/** Integers -size..size: most inputs made of them are degenerate for small sizes. */
export function grid(random: Random, count: number, size: number): number[] {
  return Array.from({ length: count }, () => Math.floor(random() * (2 * size + 1)) - size);
}

export function uniform(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => 2 * random() - 1);
}

/** Grid points moved by up to a few units in the last place, around an offset that rounds them. */
export function nearlyGrid(random: Random, count: number, size: number, offset: number): number[] {
  return grid(random, count, size).map((x) => {
    const moved = offset + x * 0.1;
    return moved + (Math.floor(random() * 5) - 2) * Math.abs(moved) * 2 ** -52;
  });
}

/** One of the grid's, of full precision, of the nearly degenerate, of one scale each. */
export function mixed(random: Random, count: number): number[] {
  const kind = Math.floor(random() * 5);
  if (kind === 0) return grid(random, count, 1);
  if (kind === 1) return grid(random, count, 2);
  if (kind === 2) return uniform(random, count);
  if (kind === 3) return nearlyGrid(random, count, 2, 1e3);
  return nearlyGrid(random, count, 1, 0);
}

export function scaled(numbers: readonly number[], factor: number): number[] {
  return numbers.map((x) => x * factor);
}

/** Points of three numbers in another order. */
export function reordered(numbers: readonly number[], order: readonly number[]): number[] {
  return order.flatMap((point) => numbers.slice(3 * point, 3 * point + 3));
}
