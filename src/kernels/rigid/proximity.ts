import {
  MOST_NEAR,
  PAIR_ENTRY_BYTES,
  RIGID_QUERY_NEAR_MARGIN,
  RIGID_QUERY_NEAR_TIME,
  RIGID_QUERY_NEAREST,
  RIGID_QUERY_PAIRS,
} from '../layout/rigid-queries';
import { firstChild, gapOfChild, isLeafPair, measureChildren, splitBody } from './children';
import { writeNearFeatures } from './feature-pairs';
import { writeEntry } from './heap';
import { distanceOfPair } from './leaf';
import { meshOf, poseAt } from './pose';
import { slotOf } from './side';
import { measureWithin } from './triangle-pair';

/**
 * All pairs of features that are at most RIGID_QUERY_NEAR_MARGIN apart at RIGID_QUERY_NEAR_TIME, as NEAR records, one per pair of triangles that
 * they belong to. The motions must have been prepared. Returns how many there are; only the first `capacity` are
 * written. Beyond MOST_NEAR nothing more is looked for.
 */
export function nearFeatures(query: usize, stack: usize, target: usize, capacity: i32): i32 {
  return search(query, stack, 0, target, capacity, 0, 0);
}

/**
 * The same, and on the way all pairs of triangles that may be up to `more` farther apart than that, each as what its distance is not
 * below, an f64, and two u32: those whose boxes are beyond the margin are not measured for it. RIGID_QUERY_PAIRS says how many there are.
 */
export function nearFeaturesAhead(
  query: usize,
  stack: usize,
  more: f64,
  target: usize,
  capacity: i32,
  pairs: usize,
  pairsCapacity: i32,
): i32 {
  return search(query, stack, more, target, capacity, pairs, pairsCapacity);
}

/** How many pairs of triangles have such features. */
export function nearPairs(query: usize, stack: usize): i32 {
  search(query, stack, 0, 0, 0, 0, 0);
  return load<u32>(query, RIGID_QUERY_PAIRS);
}

/**
 * What `nearFeatures` would find, in its order, among pairs of triangles that `nearFeaturesAhead` found before bodies came closer by at
 * most `closer`: all others are beyond the margin. The distances of pairs that are measured are noted, as if they had been
 * measured then.
 */
export function featuresOfPairs(
  query: usize,
  pairs: usize,
  count: i32,
  closer: f64,
  target: usize,
  capacity: i32,
): i32 {
  const margin = load<f64>(query, RIGID_QUERY_NEAR_MARGIN);
  const reach = (margin + closer) * (1 + 1e-9);
  poseAt(query, load<f64>(query, RIGID_QUERY_NEAR_TIME));
  store<f64>(query, Infinity, RIGID_QUERY_NEAREST);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const pair = pairs + <usize>i * PAIR_ENTRY_BYTES;
    if (load<f64>(pair) > reach) continue;
    const slotA = load<u32>(pair, 8);
    const slotB = load<u32>(pair, 12);
    store<f64>(pair, margin + closer);
    if (!measureWithin(query, slotA, slotB, margin)) continue;
    store<f64>(pair, distanceOfPair(query) + closer);
    found = writeNearFeatures(query, slotA, slotB, margin, target, found, capacity);
  }
  return found;
}

function search(
  query: usize,
  stack: usize,
  more: f64,
  target: usize,
  capacity: i32,
  pairs: usize,
  pairsCapacity: i32,
): i32 {
  const margin = load<f64>(query, RIGID_QUERY_NEAR_MARGIN);
  const reach = margin + more;
  poseAt(query, load<f64>(query, RIGID_QUERY_NEAR_TIME));
  store<f64>(query, Infinity, RIGID_QUERY_NEAREST);
  let found = 0;
  let listed = 0;
  let count = 1;
  writeEntry(stack, 0, 0, 0);
  while (count > 0 && found <= MOST_NEAR) {
    count--;
    const top = stack + <usize>count * PAIR_ENTRY_BYTES;
    let least = load<f64>(top);
    const a = load<u32>(top, 8);
    const b = load<u32>(top, 12);
    if (isLeafPair(query, a, b)) {
      const slotA = slotOf(meshOf(query, 0), a);
      const slotB = slotOf(meshOf(query, 1), b);
      if (least <= margin) {
        least = margin;
        if (measureWithin(query, slotA, slotB, margin)) {
          least = distanceOfPair(query);
          found = writeNearFeatures(query, slotA, slotB, margin, target, found, capacity);
        }
      }
      if (least > reach) continue;
      if (listed < pairsCapacity) writeEntry(pairs + <usize>listed * PAIR_ENTRY_BYTES, least, slotA, slotB);
      listed++;
      continue;
    }
    const children = measureChildren(query, a, b, reach);
    for (let k = 0; k < children; k++) {
      const gap = gapOfChild(query, <usize>k);
      if (gap > reach) continue;
      const child = firstChild + <u32>k;
      const at = stack + <usize>count * PAIR_ENTRY_BYTES;
      if (splitBody === 0) writeEntry(at, gap, child, b);
      else writeEntry(at, gap, a, child);
      count++;
    }
  }
  store<u32>(query, listed, RIGID_QUERY_PAIRS);
  return found;
}
