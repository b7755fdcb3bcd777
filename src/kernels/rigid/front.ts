import { PAIR_ENTRY_BYTES } from '../layout/rigid-queries';
import { firstChild, isLeafPair, splitBody, splitPair, timeOfChild } from './children';
import { writeEntry } from './heap';
import { advanceLeaf } from './leaf';

/**
 * One step of plain advancement for a pair of boxes, in a stack instead of the heap: the time until which all its
 * parts are certainly free, seen from `time`. Slower than putting the parts into the heap, since what is found out
 * about them is forgotten, and as right. -1 where a pair of triangles ends the query.
 */
export function advanceFront(query: usize, stack: usize, a: u32, b: u32, time: f64): f64 {
  let free: f64 = Infinity;
  let count = 1;
  writeEntry(stack, time, a, b);
  while (count > 0) {
    count--;
    const top = stack + <usize>count * PAIR_ENTRY_BYTES;
    if (load<f64>(top) >= free) continue;
    const x = load<u32>(top, 8);
    const y = load<u32>(top, 12);
    if (isLeafPair(query, x, y)) {
      const later = advanceLeaf(query, x, y, time);
      if (later < 0) return -1;
      free = min(free, later);
      continue;
    }
    const children = splitPair(query, x, y, time);
    for (let k = 0; k < children; k++) {
      const later = timeOfChild(query, <usize>k, time);
      if (later >= free) continue;
      const child = firstChild + <u32>k;
      const at = stack + <usize>count * PAIR_ENTRY_BYTES;
      count++;
      if (splitBody === 0) writeEntry(at, later, child, y);
      else writeEntry(at, later, x, child);
    }
  }
  return free;
}
