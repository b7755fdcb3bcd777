import {
  PAIR_DISTANCE,
  RIGID_FAILED,
  RIGID_FREE,
  RIGID_LEAF,
  RIGID_QUERY_BOX_TESTS,
  RIGID_QUERY_CONTROL,
  RIGID_QUERY_FRONT_NODES,
  RIGID_QUERY_ITERATIONS,
  RIGID_QUERY_MAX_STEPS,
  RIGID_QUERY_RESULT_TIME,
  RIGID_QUERY_TOLERANCE,
  RIGID_QUERY_UNTIL,
  SWEPT_ENTRY_BYTES,
  WIDE_COUNT,
} from '../layout';
import { beginAdvancement } from './begin';
import { isLeafPair } from './children';
import { advanceLeaf, leafState } from './leaf';
import { meshOf, poseAt } from './pose';
import { linkOf, radiusOf, wideOf } from './side';
import { sweptStep } from './swept-bound';
import { placeSwept, sweptDistance } from './swept-sphere';
import { measurePair } from './triangle-pair';

/** C2A V-B: after this many iterations, or closer than this many tolerances, the search is no longer cut short. */
const CONTROLLED_ITERATIONS: u32 = 5;
const CONTROLLED_TOLERANCES: f64 = 1000;

let closestA: u32 = 0;
let closestB: u32 = 0;
let closest: f64 = Infinity;

/**
 * C2A, Algorithm 1, with both children of a pair visited: all volumes at one time, the whole motion advanced by the
 * least certified step of the front. With a control of 1 it is plain conservative advancement: all of the front, by
 * Lemma 1 alone.
 */
export function conservativeAdvancement(query: usize, stack: usize): i32 {
  beginAdvancement(query);
  const until = load<f64>(query, RIGID_QUERY_UNTIL);
  const maxSteps = load<u32>(query, RIGID_QUERY_MAX_STEPS);
  const near = CONTROLLED_TOLERANCES * load<f64>(query, RIGID_QUERY_TOLERANCE);
  let control = load<f64>(query, RIGID_QUERY_CONTROL);
  const controlled = control < 1;
  let time: f64 = 0;
  let steps: u32 = 0;
  closest = Infinity;
  while (time <= until) {
    store<f64>(query, time, RIGID_QUERY_RESULT_TIME);
    if (steps === maxSteps) return RIGID_FAILED;
    steps++;
    store<u32>(query, steps, RIGID_QUERY_ITERATIONS);
    poseAt(query, time);
    if (steps > CONTROLLED_ITERATIONS || closest < near) control = 1;
    if (closest < Infinity) measureAgain(query);
    time = frontTime(query, stack, time, control, controlled);
    if (time < 0) return leafState;
  }
  store<f64>(query, until, RIGID_QUERY_RESULT_TIME);
  return RIGID_FREE;
}

// The closest triangles of the step before bound the distance from above.
function measureAgain(query: usize): void {
  const slotA = linkOf(meshOf(query, 0), closestA) & ~RIGID_LEAF;
  const slotB = linkOf(meshOf(query, 1), closestB) & ~RIGID_LEAF;
  measurePair(query, slotA, slotB);
  closest = load<f64>(query, PAIR_DISTANCE);
}

/** The least time until which the volumes of the front are free, seen from `time`; -1 where triangles end the query. */
function frontTime(query: usize, stack: usize, time: f64, control: f64, controlled: bool): f64 {
  const until = load<f64>(query, RIGID_QUERY_UNTIL);
  const tolerance = load<f64>(query, RIGID_QUERY_TOLERANCE);
  let free: f64 = Infinity;
  let count = 1;
  let front: u32 = 0;
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
    if (distance > control * closest && !(time === 0 && distance <= tolerance)) {
      free = min(free, later);
      front++;
    } else if (isLeafPair(query, a, b)) {
      const exact = advanceLeaf(query, a, b, time);
      if (exact < 0) return -1;
      free = min(free, exact);
      front++;
      if (load<f64>(query, PAIR_DISTANCE) < closest) {
        closest = load<f64>(query, PAIR_DISTANCE);
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

/** Pushes the children of the larger volume, the nearest last. Returns the new count. */
function openPair(query: usize, stack: usize, count: i32, a: u32, b: u32, time: f64, controlled: bool): i32 {
  const meshA = meshOf(query, 0);
  const meshB = meshOf(query, 1);
  const leafA = (linkOf(meshA, a) & RIGID_LEAF) !== 0;
  const leafB = (linkOf(meshB, b) & RIGID_LEAF) !== 0;
  const body: usize = leafB || (!leafA && radiusOf(meshA, a) >= radiusOf(meshB, b)) ? 0 : 1;
  const first = linkOf(meshOf(query, body), body ? b : a) << 2;
  const children = load<u32>(wideOf(meshOf(query, body), first), WIDE_COUNT);
  store<u32>(query, load<u32>(query, RIGID_QUERY_BOX_TESTS) + children, RIGID_QUERY_BOX_TESTS);
  placeSwept(query, 1 - body, body ? a : b);
  let end = count;
  for (let k: u32 = 0; k < children; k++) {
    placeSwept(query, body, first + k);
    const distance = sweptDistance(query);
    const later = distance > 0 ? time + sweptStep(query, distance, controlled) : time;
    let at = end;
    while (at > count && load<f64>(volumesAt(stack, at - 1)) < distance) {
      copyVolumes(volumesAt(stack, at), volumesAt(stack, at - 1));
      at--;
    }
    const entry = volumesAt(stack, at);
    if (body) writeVolumes(entry, distance, later, a, first + k);
    else writeVolumes(entry, distance, later, first + k, b);
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
