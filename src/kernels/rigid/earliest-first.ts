import {
  BOX_BITS,
  LABEL_BITS,
  PAIR_ENTRY_BYTES,
  RIGID_FAILED,
  RIGID_FREE,
  RIGID_QUERY_BYTES,
  RIGID_QUERY_CAPACITY,
  RIGID_QUERY_ENDED_BY,
  RIGID_QUERY_FRONT_NODES,
  RIGID_QUERY_HEAP_FULL,
  RIGID_QUERY_HEAP_PEAK,
  RIGID_QUERY_ITERATIONS,
  RIGID_QUERY_MAX_STEPS,
  RIGID_QUERY_RESULT_TIME,
  RIGID_QUERY_UNTIL,
} from '../layout/rigid-queries';
import { beginAdvancement } from './begin';
import { beginStart, firstChild, isLeafPair, splitBody, splitPair, timeOfChild } from './children';
import { advanceFront, frontState, frontSteps } from './front';
import { beginGlances } from './glance';
import { popPair, pushPair } from './heap';
import { advanceUntil, leafState } from './leaf';

const BOX: u32 = (1 << BOX_BITS) - 1;

/**
 * Time of contact by earliest-first advancement: pairs of boxes wait in a heap, each with the time until which it is
 * certainly free of contact; the earliest is taken out, refined at its own time and put back as its parts. A pair of
 * triangles that is still the earliest when it is within tolerance is the answer, since everything else is free for
 * longer. That holds for the pairs of several queries as well: one heap finds the first contact of them all, and what is
 * free when it is found was not looked at further. Settings are those of the first query, the tolerance is each one's
 * own. `heap` has room for the capacity of pairs, at least one a query, and, behind them, for FRONT_STACK more.
 */
export function earliestFirst(queries: usize, queryCount: u32, heap: usize): i32 {
  const capacity = <i32>load<u32>(queries, RIGID_QUERY_CAPACITY);
  const maxSteps = load<u32>(queries, RIGID_QUERY_MAX_STEPS);
  const until = load<f64>(queries, RIGID_QUERY_UNTIL);
  let count = 0;
  beginGlances();
  beginStart();
  for (let i: u32 = 0; i < queryCount; i++) {
    beginAdvancement(queries + <usize>i * RIGID_QUERY_BYTES);
    pushPair(heap, count++, 0, (i >> LABEL_BITS) << BOX_BITS, i << BOX_BITS);
  }
  let peak = count;
  let steps: u32 = 0;
  let state: i32 = RIGID_FREE;
  let index: u32 = 0;
  let time: f64 = until;
  while (count > 0) {
    time = max(0, load<f64>(heap));
    const a = load<u32>(heap, 8);
    const b = load<u32>(heap, 12);
    const labelA = a & ~BOX;
    const labelB = b & ~BOX;
    index = (labelA >> (BOX_BITS - LABEL_BITS)) | (labelB >> BOX_BITS);
    const query = queries + <usize>index * RIGID_QUERY_BYTES;
    if (steps === maxSteps) {
      state = RIGID_FAILED;
      break;
    }
    steps++;
    popPair(heap, count--);
    if (isLeafPair(query, a & BOX, b & BOX)) {
      const later = advanceUntil(query, a & BOX, b & BOX, time, until);
      if (later < 0) {
        state = leafState;
        break;
      }
      if (later <= until) pushPair(heap, count++, later, a, b);
    } else if (count + 4 > capacity) {
      store<u32>(query, load<u32>(query, RIGID_QUERY_HEAP_FULL) + 1, RIGID_QUERY_HEAP_FULL);
      const stack = heap + <usize>capacity * PAIR_ENTRY_BYTES;
      // this pair itself is counted already
      const later = advanceFront(query, stack, a & BOX, b & BOX, time, maxSteps - steps + 1);
      steps += frontSteps - 1;
      if (later < 0) {
        state = frontState;
        break;
      }
      if (later <= until) pushPair(heap, count++, later, a, b);
    } else {
      const children = splitPair(query, a & BOX, b & BOX, time);
      for (let k = 0; k < children; k++) {
        const later = timeOfChild(query, <usize>k, time);
        if (later > until) continue;
        const child = firstChild + <u32>k;
        if (splitBody === 0) pushPair(heap, count++, later, labelA | child, b);
        else pushPair(heap, count++, later, a, labelB | child);
      }
      peak = max(peak, count);
    }
  }
  const ended = queries + <usize>index * RIGID_QUERY_BYTES;
  store<u32>(queries, index, RIGID_QUERY_ENDED_BY);
  store<f64>(ended, state === RIGID_FREE ? until : time, RIGID_QUERY_RESULT_TIME);
  store<u32>(ended, steps, RIGID_QUERY_ITERATIONS);
  store<u32>(ended, <u32>peak, RIGID_QUERY_HEAP_PEAK);
  store<u32>(ended, <u32>peak, RIGID_QUERY_FRONT_NODES);
  return state;
}
