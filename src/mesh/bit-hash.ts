/** Spreads three 32-bit words over 32 bits (the mixing steps of MurmurHash3). It decides speed only, never a result. */
export function hashOf(a: number, b: number, c: number): number {
  return finished(mixed(mixed(mixed(0, a), b), c));
}

function mixed(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

function finished(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A power of two that keeps a table of `count` entries at most half full. */
export function tableSizeFor(count: number): number {
  let size = 16;
  while (size < 2 * count) size *= 2;
  return size;
}
