import {
  PAIR_DISTANCE,
  RIGID_FAILED,
  RIGID_FREE,
  RIGID_QUERY_CONTROL,
  RIGID_QUERY_FRONT_NODES,
  RIGID_QUERY_ITERATIONS,
  RIGID_QUERY_MAX_STEPS,
  RIGID_QUERY_RESULT_TIME,
  RIGID_QUERY_RESULT_TOLERANCE,
  RIGID_QUERY_THICKNESS,
  RIGID_QUERY_UNTIL,
  SWEPT_ENTRY_BYTES,
} from '../layout/rigid-queries';
import { beginAdvancement } from './begin';
import {
  firstChild,
  gapOfChild,
  isLeafPair,
  openLarger,
  reachAt,
  splitBody,
  splitPair,
  timeOfChild,
} from './children';
import { advanceLeaf, leafState } from './leaf';
import { meshOf, poseAt } from './pose';
import { slotOf } from './side';
import { sweptStep } from './swept-bound';
import { placeSwept, sweptDistance } from './swept-sphere';
import { measurePair } from './triangle-pair';

/** C2A V-B: after this many iterations, or closer than this many tolerances, the search is no longer cut short. */
const CONTROLLED_ITERATIONS: u32 = 5;
const CONTROLLED_TOLERANCES: f64 = 1000;

/** Where `frontTime` was negative: the state that ends the query. */
let frontState: i32 = 0;
/** How many pairs of volumes and of triangles may still be looked at. */
let stepsLeft: u32 = 0;
let closestA: u32 = 0;
let closestB: u32 = 0;
let closest: f64 = Infinity;
/** Of the front so far: the least time until which it is free, and how many pairs it has. */
let free: f64 = Infinity;
let front: u32 = 0;

/**
 * C2A, Algorithm 1, with both children of a pair visited: all volumes at one time, the whole motion advanced by the
 * least certified step of the front. With a control of 1 it is plain conservative advancement: all of the front, by
 * Lemma 1 alone.
 */
export function conservativeAdvancement(query: usize, stack: usize): i32 {
  beginAdvancement(query);
  const until = load<f64>(query, RIGID_QUERY_UNTIL);
  let control = load<f64>(query, RIGID_QUERY_CONTROL);
  const controlled = control < 1;
  let time: f64 = 0;
  let iterations: u32 = 0;
  stepsLeft = load<u32>(query, RIGID_QUERY_MAX_STEPS);
  closest = Infinity;
  while (time <= until) {
    store<f64>(query, time, RIGID_QUERY_RESULT_TIME);
    iterations++;
    store<u32>(query, iterations, RIGID_QUERY_ITERATIONS);
    poseAt(query, time);
    const near = CONTROLLED_TOLERANCES * load<f64>(query, RIGID_QUERY_RESULT_TOLERANCE);
    if (iterations > CONTROLLED_ITERATIONS || closest < near) control = 1;
    if (closest < Infinity) measureAgain(query);
    time = frontTime(query, stack, time, control, controlled);
    if (time < 0) return frontState;
  }
  store<f64>(query, until, RIGID_QUERY_RESULT_TIME);
  return RIGID_FREE;
}

// The closest triangles of the step before bound the distance from above.
function measureAgain(query: usize): void {
  const slotA = slotOf(meshOf(query, 0), closestA);
  const slotB = slotOf(meshOf(query, 1), closestB);
  measurePair(query, slotA, slotB);
  closest = distanceNow(query);
}

/** Of the pair just measured, beyond the thickness. */
function distanceNow(query: usize): f64 {
  return load<f64>(query, PAIR_DISTANCE) - load<f64>(query, RIGID_QUERY_THICKNESS);
}

/** The least time until which the volumes of the front are free, seen from `time`; -1 where triangles, or the last step, end the query. */
function frontTime(query: usize, stack: usize, time: f64, control: f64, controlled: bool): f64 {
  const until = load<f64>(query, RIGID_QUERY_UNTIL);
  let count = 1;
  free = Infinity;
  front = 0;
  writeVolumes(stack, 0, time, 0, 0);
  while (count > 0) {
    count--;
    const top = stack + <usize>count * SWEPT_ENTRY_BYTES;
    const distance = load<f64>(top);
    const later = load<f64>(top, 8);
    const a = load<u32>(top, 16);
    const b = load<u32>(top, 20);
    if (controlled) {
      if (later > until) continue; // C2A V-C, early rejection
      if (later >= free) {
        front++; // it cannot shorten the step, nor can its parts
        continue;
      }
    }
    if (distance > control * closest && !(time === 0 && distance <= reachAt(query, 0))) {
      free = min(free, later);
      front++;
      continue;
    }
    if (stepsLeft === 0) return endFront(RIGID_FAILED);
    stepsLeft--;
    if (isLeafPair(query, a, b)) {
      const exact = advanceLeaf(query, a, b, time);
      if (exact < 0) return endFront(leafState);
      free = min(free, exact);
      front++;
      const reached = distanceNow(query);
      if (reached < closest) {
        closest = reached;
        closestA = a;
        closestB = b;
      }
    } else {
      count = openPair(query, stack, count, a, b, time, controlled);
    }
  }
  store<u32>(query, load<u32>(query, RIGID_QUERY_FRONT_NODES) + front, RIGID_QUERY_FRONT_NODES);
  return free;
}

function endFront(state: i32): f64 {
  frontState = state;
  return -1;
}

/**
 * Pushes the children of the larger volume, the nearest last, and returns the new count. With control their oriented
 * boxes are asked first, four at once: nearly coplanar faces are apart by a box where round volumes still meet, and
 * what a box shows to be free for longer than the rest needs no swept sphere.
 */
function openPair(query: usize, stack: usize, count: i32, a: u32, b: u32, time: f64, controlled: bool): i32 {
  const until = load<f64>(query, RIGID_QUERY_UNTIL);
  const thickness = load<f64>(query, RIGID_QUERY_THICKNESS);
  const children = controlled ? splitPair(query, a, b, time) : openLarger(query, a, b);
  const body = splitBody;
  const first = firstChild;
  placeSwept(query, 1 - body, body ? a : b);
  let end = count;
  for (let k = 0; k < children; k++) {
    let distance: f64 = 0;
    let later = time;
    if (controlled) {
      later = max(time, timeOfChild(query, <usize>k, time));
      if (later > until) continue; // C2A V-C, early rejection
      if (later >= free) {
        front++; // it cannot shorten the step, nor can its parts
        continue;
      }
      distance = max(0, gapOfChild(query, <usize>k) - thickness);
    }
    placeSwept(query, body, first + <u32>k);
    const swept = max(0, sweptDistance(query) - thickness);
    if (swept > 0) later = max(later, time + sweptStep(query, swept, controlled));
    distance = max(distance, swept);
    // whoever starts within tolerance is found before anything moves
    if (controlled && time === 0 && distance <= reachAt(query, 0)) later = 0;
    let at = end;
    while (at > count && load<f64>(volumesAt(stack, at - 1)) < distance) {
      copyVolumes(volumesAt(stack, at), volumesAt(stack, at - 1));
      at--;
    }
    const entry = volumesAt(stack, at);
    if (body) writeVolumes(entry, distance, later, a, first + <u32>k);
    else writeVolumes(entry, distance, later, first + <u32>k, b);
    end++;
  }
  return end;
}

function volumesAt(stack: usize, i: i32): usize {
  return stack + <usize>i * SWEPT_ENTRY_BYTES;
}

function copyVolumes(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
}

function writeVolumes(at: usize, distance: f64, later: f64, a: u32, b: u32): void {
  store<f64>(at, distance);
  store<f64>(at, later, 8);
  store<u32>(at, a, 16);
  store<u32>(at, b, 20);
}
