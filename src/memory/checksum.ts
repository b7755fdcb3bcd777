/**
 * A 32-bit checksum of words. Each word changes the state by a bijection, so that a single changed word always changes
 * the result.
 */
export function checksum(words: Uint32Array): number {
  let state = 0x9e3779b9;
  for (let i = 0; i < words.length; i++) {
    state = Math.imul(state ^ words[i], 0x85ebca6b);
    state ^= state >>> 15;
  }
  return state >>> 0;
}
