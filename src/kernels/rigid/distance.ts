import { PAIR_ENTRY_BYTES, RIGID_FREE, RIGID_INITIAL_OVERLAP } from '../layout/rigid-queries';
import { beginAdvancement } from './begin';
import { firstChild, gapOfChild, isLeafPair, measureChildren, splitBody } from './children';
import { stackPair, writeEntry } from './heap';
import { distanceOfPair, writePair } from './leaf';
import { meshOf, poseAt } from './pose';
import { slotOf } from './side';
import { measurePair } from './triangle-pair';

/** The distance of two bodies where they start. */
export function distanceAtStart(query: usize, stack: usize): i32 {
  beginAdvancement(query);
  return distanceAtTime(query, stack, 0);
}

/**
 * The distance of two bodies at a time, with the closest points: depth first, the nearer child first, in a stack of
 * FRONT_STACK entries. RIGID_INITIAL_OVERLAP where they touch or cross. The motions must have been prepared.
 */
export function distanceAtTime(query: usize, stack: usize, time: f64): i32 {
  poseAt(query, time);
  let best: f64 = Infinity;
  let count = 1;
  writeEntry(stack, -Infinity, 0, 0);
  while (count > 0 && best > 0) {
    count--;
    const top = stack + <usize>count * PAIR_ENTRY_BYTES;
    if (load<f64>(top) >= best) continue;
    const a = load<u32>(top, 8);
    const b = load<u32>(top, 12);
    if (!isLeafPair(query, a, b)) {
      count = pushChildren(query, stack, count, a, b, best);
      continue;
    }
    const slotA = slotOf(meshOf(query, 0), a);
    const slotB = slotOf(meshOf(query, 1), b);
    measurePair(query, slotA, slotB);
    if (distanceOfPair(query) >= best) continue;
    best = distanceOfPair(query);
    writePair(query, slotA, slotB);
  }
  return best > 0 ? RIGID_FREE : RIGID_INITIAL_OVERLAP;
}

/** Pushes the children that may be nearer than `best`, the nearest last. Returns the new count. */
function pushChildren(query: usize, stack: usize, count: i32, a: u32, b: u32, best: f64): i32 {
  const children = measureChildren(query, a, b, best);
  let end = count;
  for (let k = 0; k < children; k++) {
    const gap = gapOfChild(query, <usize>k);
    if (gap >= best) continue;
    const child = firstChild + <u32>k;
    stackPair(stack, count, end++, gap, splitBody ? a : child, splitBody ? child : b);
  }
  return end;
}
