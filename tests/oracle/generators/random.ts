/** A seeded source of numbers (mulberry32): the same seed gives the same queries on every machine. */
export interface Random {
  /** 32 random bits. */
  bits(): number;
  /** In [0, 1), with all 53 bits in play. */
  unit(): number;
  /** In [-1, 1). */
  signed(): number;
  /** An integer, both ends included. */
  int(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const bits = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return (z ^ (z >>> 14)) >>> 0;
  };
  const unit = (): number => ((bits() >>> 5) * 67108864 + (bits() >>> 6)) / 9007199254740992;
  const int = (from: number, to: number): number => from + Math.floor(unit() * (to - from + 1));
  return {
    bits,
    unit,
    signed: () => 2 * unit() - 1,
    int,
    pick: (items) => items[int(0, items.length - 1)],
    chance: (probability) => unit() < probability,
  };
}

/** One seed out of a run's seed, a name and an index (FNV-1a), so that any query can be made again on its own. */
export function mixSeed(seed: number, name: string, index: number): number {
  let hash = 0x811c9dc5 ^ (seed >>> 0);
  const mix = (byte: number): void => {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  };
  for (let i = 0; i < name.length; i++) mix(name.charCodeAt(i) & 255);
  for (const word of [seed, index]) for (let shift = 0; shift < 32; shift += 8) mix((word >>> shift) & 255);
  return hash;
}
