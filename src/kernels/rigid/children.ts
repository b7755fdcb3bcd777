import { RIGID_LEAF, WIDE_COUNT } from '../layout/rigid-meshes';
import {
  RIGID_QUERY_BOX_TESTS,
  RIGID_QUERY_THICKNESS,
  RIGID_QUERY_TOLERANCE,
  RIGID_QUERY_UNTIL,
  SIDE_GAPS,
  SIDE_STEPS,
} from '../layout/rigid-queries';
import { gapsAtPose } from './boxes-apart';
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
  poseAt(query, time);
  prepareSide(query, 1 - splitBody, splitBody ? a : b, four);
  gapsToFour(query, four, <f32>touchingFrom(query), left);
  stepsOfFour(query, four);
  return count;
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

/**
 * The time until which child k is certainly free of contact. At the start, children within tolerance stay there, so
 * that whoever starts within tolerance is found before anything moves.
 */
export function timeOfChild(query: usize, k: usize, time: f64): f64 {
  if (time === 0 && gapOfChild(query, k) <= touchingFrom(query)) return 0;
  return time + <f64>load<f32>(query + 4 * k, SIDE_STEPS);
}

/** The distance from which bodies are in contact. */
export function touchingFrom(query: usize): f64 {
  return load<f64>(query, RIGID_QUERY_TOLERANCE) + load<f64>(query, RIGID_QUERY_THICKNESS);
}

export function gapOfChild(query: usize, k: usize): f64 {
  return <f64>load<f32>(query + 4 * k, SIDE_GAPS);
}
