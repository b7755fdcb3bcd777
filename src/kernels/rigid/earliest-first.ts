import {
  PAIR_ENTRY_BYTES,
  RIGID_FAILED,
  RIGID_FREE,
  RIGID_QUERY_CAPACITY,
  RIGID_QUERY_FRONT_NODES,
  RIGID_QUERY_HEAP_FULL,
  RIGID_QUERY_HEAP_PEAK,
  RIGID_QUERY_ITERATIONS,
  RIGID_QUERY_MAX_STEPS,
  RIGID_QUERY_RESULT_TIME,
  RIGID_QUERY_UNTIL,
} from '../layout';
import { beginAdvancement } from './begin';
import { firstChild, isLeafPair, splitBody, splitPair, timeOfChild } from './children';
import { advanceFront } from './front';
import { popPair, pushPair } from './heap';
import { advanceLeaf, leafState } from './leaf';

/**
 * Time of contact by earliest-first advancement: pairs of boxes wait in a heap, each with the time until which it is
 * certainly free of contact; the earliest is taken out, refined at its own time and put back as its parts. A pair of
 * triangles that is still the earliest when it is within tolerance is the answer, since everything else is free for
 * longer. `heap` has room for the query's capacity of pairs and, behind them, for FRONT_STACK more.
 */
export function earliestFirst(query: usize, heap: usize): i32 {
  beginAdvancement(query);
  pushPair(heap, 0, 0, 0, 0);
  const capacity = <i32>load<u32>(query, RIGID_QUERY_CAPACITY);
  const maxSteps = load<u32>(query, RIGID_QUERY_MAX_STEPS);
  const until = load<f64>(query, RIGID_QUERY_UNTIL);
  let count = 1;
  let peak = 1;
  let steps: u32 = 0;
  let state: i32 = RIGID_FREE;
  while (count > 0) {
    const time = load<f64>(heap);
    const a = load<u32>(heap, 8);
    const b = load<u32>(heap, 12);
    store<f64>(query, time, RIGID_QUERY_RESULT_TIME);
    if (steps === maxSteps) {
      state = RIGID_FAILED;
      break;
    }
    steps++;
    popPair(heap, count--);
    if (isLeafPair(query, a, b)) {
      const later = advanceLeaf(query, a, b, time);
      if (later < 0) {
        state = leafState;
        break;
      }
      if (later <= until) pushPair(heap, count++, later, a, b);
    } else if (count + 4 > capacity) {
      store<u32>(query, load<u32>(query, RIGID_QUERY_HEAP_FULL) + 1, RIGID_QUERY_HEAP_FULL);
      const later = advanceFront(query, heap + <usize>capacity * PAIR_ENTRY_BYTES, a, b, time);
      if (later < 0) {
        state = leafState;
        break;
      }
      if (later <= until) pushPair(heap, count++, later, a, b);
    } else {
      const children = splitPair(query, a, b, time);
      for (let k = 0; k < children; k++) {
        const later = timeOfChild(query, <usize>k, time);
        if (later > until) continue;
        const child = firstChild + <u32>k;
        if (splitBody === 0) pushPair(heap, count++, later, child, b);
        else pushPair(heap, count++, later, a, child);
      }
      peak = max(peak, count);
    }
  }
  store<u32>(query, steps, RIGID_QUERY_ITERATIONS);
  store<u32>(query, <u32>peak, RIGID_QUERY_HEAP_PEAK);
  store<u32>(query, <u32>peak, RIGID_QUERY_FRONT_NODES);
  if (state === RIGID_FREE) store<f64>(query, until, RIGID_QUERY_RESULT_TIME);
  return state;
}
