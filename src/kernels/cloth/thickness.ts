// How near features may come: the thickness, which contacts keep, and the floor, which nothing goes below.

import { larger, smaller } from '../extremes';
import { CLOTH_HALF, CLOTH_LEAST_FLOOR, PAIR_EDGE_EDGE, PAIR_KIND } from '../layout/cloth';
import { array } from './world';

/**
 * The floor as a share of the thickness. Without one, gaps that shrink by a fraction each time end at rounding; a larger
 * one freezes what a pinch has brought below it.
 */
const FLOOR_SHARE: f64 = 0.01;

/** Half a floor. */
export function floorOf(world: usize, half: f64): f64 {
  return larger(half * FLOOR_SHARE, load<f64>(world, CLOTH_LEAST_FLOOR));
}

function valueAt(values: usize, pair: usize, slot: usize): f64 {
  return load<f64>(values + ((<usize>load<u32>(pair + (slot << 2))) << 3));
}

// Whether a pair is of edges is not asked by a jump: nothing predicts it from one pair to the next.

/** Half the thickness of the pair's first feature, and of its second. */
export function firstHalf(world: usize, pair: usize): f64 {
  const halves = array(world, CLOTH_HALF);
  const half = valueAt(halves, pair, 0);
  return select(smaller(half, valueAt(halves, pair, 1)), half, isOfEdges(pair));
}

export function secondHalf(world: usize, pair: usize): f64 {
  const halves = array(world, CLOTH_HALF);
  const half = smaller(valueAt(halves, pair, 2), valueAt(halves, pair, 3));
  return select(half, smaller(half, valueAt(halves, pair, 1)), isOfEdges(pair));
}

/** The most of a number that each vertex has, over the first feature plus over the second. */
export function mostOfBoth(values: usize, pair: usize): f64 {
  const v0 = valueAt(values, pair, 0);
  const v1 = valueAt(values, pair, 1);
  const v23 = larger(valueAt(values, pair, 2), valueAt(values, pair, 3));
  return select(larger(v0, v1) + v23, v0 + larger(v1, v23), isOfEdges(pair));
}

/** The least of a number that each vertex has, over the first feature plus over the second. */
export function leastOfBoth(values: usize, pair: usize): f64 {
  const v0 = valueAt(values, pair, 0);
  const v1 = valueAt(values, pair, 1);
  const v23 = smaller(valueAt(values, pair, 2), valueAt(values, pair, 3));
  return select(smaller(v0, v1) + v23, v0 + smaller(v1, v23), isOfEdges(pair));
}

function isOfEdges(pair: usize): bool {
  return load<u32>(pair, PAIR_KIND) === PAIR_EDGE_EDGE;
}
