import { RIGID_LEAF, WIDE_COUNT } from '../layout/rigid-meshes';
import {
  RIGID_QUERY_BOX_TESTS,
  RIGID_QUERY_RESULT_TOLERANCE,
  RIGID_QUERY_THICKNESS,
  RIGID_QUERY_TOLERANCE,
  RIGID_QUERY_UNTIL,
  SIDE_FAR_GAPS,
  SIDE_GAPS,
  SIDE_STEPS,
} from '../layout/rigid-queries';
import { areFar, forgetFar, gapsAtPose } from './boxes-apart';
import { stepsOfFour } from './motion-bound';
import { gapsToFour } from './obb';
import { meshOf, poseAt } from './pose';
import { linkOf, prepareSide, radiusOf, wideOf } from './side';

/** First child box of the body that was split; results of `splitPair`. */
export let firstChild: u32 = 0;
/** Which body was split: 0 for A. */
export let splitBody: usize = 0;

export function isLeafPair(query: usize, a: u32, b: u32): bool {
  return (linkOf(meshOf(query, 0), a) & linkOf(meshOf(query, 1), b) & RIGID_LEAF) !== 0;
}

/** Gaps that last this many times what is left of the motion are not looked at more closely: bounds are a little less. */
const LASTING: f64 = 1.25;

/**
 * Splits the larger of two boxes and measures gaps and steps of its children against the other at `time`. Returns how
 * many children there are.
 */
export function splitPair(query: usize, a: u32, b: u32, time: f64): i32 {
  const count = openLarger(query, a, b);
  const four = wideOf(meshOf(query, splitBody), firstChild);
  const left = <f32>(LASTING * (load<f64>(query, RIGID_QUERY_UNTIL) - time));
  const level = <f32>levelAt(query, time);
  startOrder -= 2;
  poseAt(query, time);
  prepareSide(query, 1 - splitBody, splitBody ? a : b, four);
  forgetFar();
  gapsToFour(query, four, level, left);
  stepsOfFour(query, four);
  // the gaps that last longest are not the largest, and here distances count
  if (time === 0 && areNear(query, level)) gapsAtPose(query, 1 - splitBody, splitBody ? a : b, four, level);
  return count;
}

/** Whether a child's gap is within `level`, though the boxes are apart. */
function areNear(query: usize, level: f32): bool {
  const near = f32x4.le(v128.load(query, SIDE_GAPS), f32x4.splat(level));
  return v128.any_true(v128.and(near, f32x4.gt(v128.load(query, SIDE_STEPS), f32x4.splat(0))));
}

/** The same without steps, where the query's pose is: what is farther apart than `enough` is far enough. */
export function measureChildren(query: usize, a: u32, b: u32, enough: f64): i32 {
  const count = openLarger(query, a, b);
  const four = wideOf(meshOf(query, splitBody), firstChild);
  gapsAtPose(query, 1 - splitBody, splitBody ? a : b, four, <f32>enough);
  return count;
}

/** Which of two boxes is to be split, and into how many children. */
export function openLarger(query: usize, a: u32, b: u32): i32 {
  const meshA = meshOf(query, 0);
  const meshB = meshOf(query, 1);
  const linkA = linkOf(meshA, a);
  const linkB = linkOf(meshB, b);
  const leafA = (linkA & RIGID_LEAF) !== 0;
  const leafB = (linkB & RIGID_LEAF) !== 0;
  const splitA = leafB || (!leafA && radiusOf(meshA, a) >= radiusOf(meshB, b));
  splitBody = splitA ? 0 : 1;
  firstChild = (splitA ? linkA : linkB) << 2;
  const four = wideOf(splitA ? meshA : meshB, firstChild);
  const count = load<u32>(four, WIDE_COUNT);
  store<u32>(query, load<u32>(query, RIGID_QUERY_BOX_TESTS) + count, RIGID_QUERY_BOX_TESTS);
  return <i32>count;
}

/** Lowered with each pair that is split at the start: pairs that wait there are taken as from a stack. */
let startOrder: f64 = 0;

export function beginStart(): void {
  startOrder = 0;
}

/**
 * The time until which child k is certainly free of contact. Those that may be what the bodies start within tolerance of come
 * before all time: their times are negative, those of the last pair that was split the least, and among these the nearest's.
 */
export function timeOfChild(query: usize, k: usize, time: f64): f64 {
  if (time === 0) {
    const gap = gapOfChild(query, k);
    const level = levelAt(query, 0);
    if (gap <= level) return startOrder + max(0, gap) / level;
  }
  return time + <f64>load<f32>(query + 4 * k, SIDE_STEPS);
}

/** Pairs that start farther apart than this share of the closest pair's distance are not measured for it. */
const NEARER: f64 = 0.75;

/**
 * Beyond this, and the thickness, pairs matter only later: the tolerance in force, and at the start what may lower it. That is half the
 * distance of the closest pair so far, and what the caller asked for before there is one.
 */
export function reachAt(query: usize, time: f64): f64 {
  const tolerance = load<f64>(query, RIGID_QUERY_RESULT_TOLERANCE);
  return time === 0 ? min(2 * NEARER * tolerance, load<f64>(query, RIGID_QUERY_TOLERANCE)) : tolerance;
}

export function levelAt(query: usize, time: f64): f64 {
  return reachAt(query, time) + load<f64>(query, RIGID_QUERY_THICKNESS);
}

export function gapOfChild(query: usize, k: usize): f64 {
  if (areFar) return load<f64>(query + (k << 3), SIDE_FAR_GAPS);
  return <f64>load<f32>(query + 4 * k, SIDE_GAPS);
}
