// Lists of pairs of u32, and their order: by the first and then by the second.
import { FEATURE_PAIR_BYTES } from './layout/search';

/** Returns where the next pair goes: behind `end` none is written. */
export function putPair(one: u32, other: u32, to: usize, end: usize): usize {
  if (to < end) {
    store<u32>(to, one);
    store<u32>(to, other, 4);
  }
  return to + FEATURE_PAIR_BYTES;
}

/** Sorts `bytes` of pairs; `spare` has room for as many. */
export function sortPairs(pairs: usize, bytes: usize, spare: usize): void {
  let from = pairs;
  let to = spare;
  for (let run: usize = FEATURE_PAIR_BYTES; run < bytes; run <<= 1) {
    for (let at: usize = 0; at < bytes; at += 2 * run) {
      const middle = min(at + run, bytes);
      mergePairs(from + at, from + middle, from + min(middle + run, bytes), to + at);
    }
    const sorted = to;
    to = from;
    from = sorted;
  }
  if (from !== pairs) memory.copy(pairs, from, bytes);
}

/** Two sorted lists, the second one behind the first, as one. */
export function mergePairs(first: usize, middle: usize, end: usize, to: usize): void {
  let second = middle;
  for (; first < middle && second < end; to += FEATURE_PAIR_BYTES) {
    if (keyOf(second) < keyOf(first)) {
      store<u64>(to, load<u64>(second));
      second += FEATURE_PAIR_BYTES;
    } else {
      store<u64>(to, load<u64>(first));
      first += FEATURE_PAIR_BYTES;
    }
  }
  memory.copy(to, first, middle - first);
  memory.copy(to + (middle - first), second, end - second);
}

function keyOf(pair: usize): u64 {
  return rotl<u64>(load<u64>(pair), 32);
}
