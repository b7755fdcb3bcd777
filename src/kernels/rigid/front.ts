import { PAIR_ENTRY_BYTES, RIGID_FAILED, RIGID_QUERY_UNTIL } from '../layout/rigid-queries';
import { firstChild, isLeafPair, splitBody, splitPair, timeOfChild } from './children';
import { stackPair, writeEntry } from './heap';
import { advanceLeaf, leafState } from './leaf';

/** The state that ends the query, where `advanceFront` returned a negative time; and how many pairs it looked at. */
export let frontState: i32 = 0;
export let frontSteps: u32 = 0;

/** Parts that are free for this share of the whole are not opened: they are looked at again from then. */
const LONG: f64 = 0.125;

/**
 * One step of plain advancement for a pair of boxes, in a stack instead of the heap: the time until which all its
 * parts are certainly free, seen from `time`. Slower than putting the parts into the heap, since what is found out
 * about them is forgotten, and as right. -1 where a pair of triangles ends the query, or after `maxSteps` pairs.
 */
export function advanceFront(query: usize, stack: usize, a: u32, b: u32, time: f64, maxSteps: u32): f64 {
  const until = load<f64>(query, RIGID_QUERY_UNTIL);
  let free = time + LONG * until;
  if (!(free > time)) free = Infinity;
  let count = 1;
  frontSteps = 0;
  writeEntry(stack, time, a, b);
  while (count > 0) {
    count--;
    const top = stack + <usize>count * PAIR_ENTRY_BYTES;
    if (load<f64>(top) >= free) continue;
    if (frontSteps === maxSteps) return endFront(RIGID_FAILED);
    frontSteps++;
    const x = load<u32>(top, 8);
    const y = load<u32>(top, 12);
    if (isLeafPair(query, x, y)) {
      const later = advanceLeaf(query, x, y, time);
      if (later < 0) return endFront(leafState);
      free = min(free, later);
      continue;
    }
    const children = splitPair(query, x, y, time);
    const from = count;
    for (let k = 0; k < children; k++) {
      const later = timeOfChild(query, <usize>k, time);
      if (later >= free || later > until) continue;
      const child = firstChild + <u32>k;
      stackPair(stack, from, count++, later, splitBody ? x : child, splitBody ? child : y);
    }
  }
  return free;
}

function endFront(state: i32): f64 {
  frontState = state;
  return -1;
}
