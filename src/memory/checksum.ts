/**
 * A 32-bit checksum of words. Each word changes the state by a bijection, so that a single changed word always changes
 * the result. `start`: what an earlier call gave, where it is of more than these words.
 */
export function checksum(words: Uint32Array, start = 0x9e3779b9): number {
  let state = start;
  for (let i = 0; i < words.length; i++) {
    state = Math.imul(state ^ words[i], 0x85ebca6b);
    state ^= state >>> 15;
  }
  return state >>> 0;
}
