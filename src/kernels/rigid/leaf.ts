import {
  PAIR_DISTANCE,
  PAIR_GAP,
  POLICY_PASS_OPENING,
  RIGID_CONTACT,
  RIGID_INITIAL_OVERLAP,
  RIGID_QUERY_NOISE,
  RIGID_QUERY_POLICY,
  RIGID_QUERY_RESULT_PAIR,
  RIGID_QUERY_RESULT_TIME,
  RIGID_QUERY_RESULT_TOLERANCE,
  RIGID_QUERY_THICKNESS,
  RIGID_QUERY_TOLERANCE,
} from '../layout/rigid-queries';
import { levelAt } from './children';
import { stayApart } from './glance';
import { writeNear } from './near-record';
import { reversesFlat, stepOfPair } from './pair-step';
import { meshOf, poseAt } from './pose';
import { slotOf } from './side';
import { measurePlaced, placeCorners } from './triangle-pair';

/** The state that ends the query, where `advanceLeaf` returned a negative time. */
export let leafState: i32 = 0;

/** A step ends before this share of the tolerance is used up, so that no rounding lets the pair touch. */
const KEPT_SHARE: f64 = 0.25;
/** The smallest tolerance that can be told from rounding, in units of the query's noise. */
export const SMALLEST_TOLERANCE: f64 = 16;
/**
 * Of two triangles in one plane to within so many of these units either may be the one in front. Less than any distance at
 * which a step ends (KEPT_SHARE of the smallest tolerance, and one): who came from the front is never taken for the one behind.
 */
const SAME_PLANE: f64 = 2;

/**
 * A pair of triangles, certainly free until `time`: the later time until which it certainly is, or -1 where it ends
 * the query. RIGID_QUERY_RESULT_TOLERANCE is the tolerance in force: for bodies that start closer than the caller's tolerance it is
 * half the distance of the closest pair that was looked at, at most two thirds of theirs, so that only those that come closer
 * are in contact. Distances count from the thickness.
 */
export function advanceLeaf(query: usize, a: u32, b: u32, time: f64): f64 {
  poseAt(query, time);
  const slotA = slotOf(meshOf(query, 0), a);
  const slotB = slotOf(meshOf(query, 1), b);
  placeCorners(query, slotA, slotB);
  return advancePlaced(query, slotA, slotB, time);
}

/** The same for a search that ends at `until`, Infinity where a glance shows that the pair stays beyond tolerance so long. */
export function advanceUntil(query: usize, a: u32, b: u32, time: f64, until: f64): f64 {
  poseAt(query, time);
  const slotA = slotOf(meshOf(query, 0), a);
  const slotB = slotOf(meshOf(query, 1), b);
  placeCorners(query, slotA, slotB);
  if (stayApart(query, levelAt(query, time), until - time)) return Infinity;
  return advancePlaced(query, slotA, slotB, time);
}

function advancePlaced(query: usize, slotA: u32, slotB: u32, time: f64): f64 {
  measurePlaced(query);
  const thickness = load<f64>(query, RIGID_QUERY_THICKNESS);
  const distance = distanceOfPair(query) - thickness;
  if (time === 0 && distance <= load<f64>(query, RIGID_QUERY_TOLERANCE)) {
    if (!startsWithin(query, distance)) return end(query, slotA, slotB, time, RIGID_INITIAL_OVERLAP);
  }
  const tolerance = load<f64>(query, RIGID_QUERY_RESULT_TOLERANCE);
  const kept = KEPT_SHARE * tolerance + load<f64>(query, RIGID_QUERY_NOISE);
  const near = distance <= tolerance || load<f64>(query, PAIR_GAP) - thickness <= kept;
  if (near && !passesOpening(query)) return end(query, slotA, slotB, time, RIGID_CONTACT);
  let step = stepOfPair(query, (near ? tolerance : kept) + thickness);
  if (step < 0 && reversesFlat(query, SAME_PLANE * load<f64>(query, RIGID_QUERY_NOISE)))
    step = stepOfPair(query, tolerance + thickness);
  // A step that time is too coarse for is none: the query would never end.
  if (time + step > time) return time + step;
  return end(query, slotA, slotB, time, time === 0 ? RIGID_INITIAL_OVERLAP : RIGID_CONTACT);
}

function passesOpening(query: usize): bool {
  return (load<u32>(query, RIGID_QUERY_POLICY) & POLICY_PASS_OPENING) !== 0;
}

/** Zero where no direction separates the triangles. */
export function distanceOfPair(query: usize): f64 {
  return load<f64>(query, PAIR_GAP) > 0 ? load<f64>(query, PAIR_DISTANCE) : 0;
}

function smallestTolerance(query: usize): f64 {
  return SMALLEST_TOLERANCE * load<f64>(query, RIGID_QUERY_NOISE);
}

// Lowers the tolerance in force to half of this pair's distance at the start. False for bodies that the policy does not let go
// on, and for those that cross each other, or each other's thickness, by more than rounding.
function startsWithin(query: usize, distance: f64): bool {
  const smallest = smallestTolerance(query);
  if (
    !passesOpening(query) ||
    load<f64>(query, PAIR_GAP) < load<f64>(query, RIGID_QUERY_THICKNESS) - smallest
  )
    return false;
  const half = max(0.5 * distance, smallest);
  store<f64>(query, min(half, load<f64>(query, RIGID_QUERY_RESULT_TOLERANCE)), RIGID_QUERY_RESULT_TOLERANCE);
  return true;
}

function end(query: usize, slotA: u32, slotB: u32, time: f64, state: i32): f64 {
  leafState = state;
  store<f64>(query, time, RIGID_QUERY_RESULT_TIME);
  writePair(query, slotA, slotB);
  return -1;
}

/** The measured pair becomes the query's result. */
export function writePair(query: usize, slotA: u32, slotB: u32): void {
  writeNear(query, slotA, slotB, distanceOfPair(query), query + RIGID_QUERY_RESULT_PAIR);
}
