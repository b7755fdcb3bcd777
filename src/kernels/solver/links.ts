import {
  MOVER_ANGULAR,
  MOVER_BYTES,
  MOVER_CERTIFIED,
  MOVER_LEFT,
  MOVER_LINEAR,
  MOVER_MOVED,
  MOVER_REACH,
  MOVER_SWUNG,
  MOVER_WAY,
} from '../layout/bodies';
import {
  LINK_A,
  LINK_B,
  LINK_BOTH,
  LINK_BOUND,
  LINK_BYTES,
  LINK_COUNT,
  LINK_FIRST,
  LINK_FLAGS,
  LINK_FLOOR,
  LINK_LEFT_ALONE,
  LINK_MARGIN,
  LINK_METHOD,
  LINK_OVERLAPS,
  LINK_REST,
  LINK_SEEN_A,
  LINK_SEEN_B,
  LINK_SENSOR,
  LINK_SINCE,
  LINK_SIZE,
  LINK_STOP,
  LINK_STOPS,
  LINK_UNCERTIFIED,
  TOUCH_BODY_A,
  TOUCH_BODY_B,
  TOUCH_BYTES,
  TOUCH_LINK,
} from '../layout/contacts';
import {
  NEAR_BYTES,
  NEAR_DISTANCE,
  RIGID_CONTACT,
  RIGID_FREE,
  RIGID_QUERY_NEAR_MARGIN,
  RIGID_QUERY_NEAR_TIME,
  RIGID_QUERY_RESULT_PAIR,
  RIGID_QUERY_RESULT_TIME,
  RIGID_QUERY_RESULT_TOLERANCE,
} from '../layout/rigid-queries';
import { component, length, lengthAt } from '../rigid/vector';
import { setMotion, setSearch } from './motions';
import { partBodies } from './overlap-push';
import {
  beginAdvancement,
  conservativeAdvancement,
  distanceAtStart,
  earliestFirst,
  nearFeatures,
} from './searches';
import { gatherTouches } from './touches';

/** Contact points are looked for within this share of the smaller body's size at the most: the rest is left to times of contact. */
const WIDEST: f64 = 0.003;
/** Two rest gaps count as touching; others may push both bodies of a pair closer, each by its rest gap and hardly more. */
const PUSHED: f64 = 4;
/** They are looked for again once the bodies may have moved by this share of the margin that they were found within. */
const STALE: f64 = 0.2;
/** How often a share is halved before a pair that starts too close is not moved at all. */
const SHORTER: i32 = 4;

export function bodyA(bodies: usize, link: usize): usize {
  return bodies + <usize>load<u32>(link, LINK_A) * MOVER_BYTES;
}

export function bodyB(bodies: usize, link: usize): usize {
  return bodies + <usize>load<u32>(link, LINK_B) * MOVER_BYTES;
}

/** A bound of how far any two vertices get closer in what is left of the sub-step. */
export function wayOf(a: usize, b: usize): f64 {
  const leftA = load<f64>(a, MOVER_LEFT);
  const leftB = load<f64>(b, MOVER_LEFT);
  const turning =
    leftA * lengthAt(a + MOVER_ANGULAR) * load<f64>(a, MOVER_REACH) +
    leftB * lengthAt(b + MOVER_ANGULAR) * load<f64>(b, MOVER_REACH);
  return turning + between(a + MOVER_LINEAR, leftA, b + MOVER_LINEAR, leftB);
}

function between(p: usize, a: f64, q: usize, b: f64): f64 {
  return length(
    a * component(p, 0) - b * component(q, 0),
    a * component(p, 1) - b * component(q, 1),
    a * component(p, 2) - b * component(q, 2),
  );
}

/** How far any two vertices can have come closer, each body having made its share of its motion. */
export function closer(a: usize, b: usize, ta: f64, tb: f64): f64 {
  if (ta !== tb) return ta * load<f64>(a, MOVER_MOVED) + tb * load<f64>(b, MOVER_MOVED);
  const straight = between(a + MOVER_WAY, 1, b + MOVER_WAY, 1);
  return ta * (straight + load<f64>(a, MOVER_SWUNG) + load<f64>(b, MOVER_SWUNG)) * (1 + 1e-12);
}

/**
 * The contact points of a pair for what is left of the sub-step, at `target`: none where the bodies cannot meet, those
 * known already where they have hardly moved, and otherwise those found now, within what the motion may cover. Returns
 * how many there are, or minus the number of NEAR records that would not fit.
 */
export function touchesOfLink(
  query: usize,
  heap: usize,
  bodies: usize,
  links: usize,
  index: u32,
  near: usize,
  capacity: i32,
  worth: usize,
  target: usize,
  old: usize,
): i32 {
  const link = links + <usize>index * LINK_BYTES;
  if (load<u32>(link, LINK_FLAGS) & LINK_SENSOR) return 0;
  const a = bodyA(bodies, link);
  const b = bodyB(bodies, link);
  const rest = load<f64>(link, LINK_REST);
  const known = load<u32>(link, LINK_COUNT);
  const before = old + <usize>load<u32>(link, LINK_FIRST) * TOUCH_BYTES;
  if (load<f64>(a, MOVER_LEFT) === 0 && load<f64>(b, MOVER_LEFT) === 0) {
    keepTouches(target, before, known, a, b, index);
    return known;
  }
  const way = wayOf(a, b);
  const least = load<f64>(link, LINK_BOUND);
  if (least > way + PUSHED * rest) return 0;
  const since = load<f64>(link, LINK_SINCE);
  const found = load<f64>(link, LINK_MARGIN);
  // What they will move leaves them apart for certain: else a time of contact is looked for, which wants the distance.
  const certain = least > way + load<f64>(link, LINK_FLOOR);
  if (certain && since <= STALE * found && (known > 0 || way + PUSHED * rest + since <= found)) {
    keepTouches(target, before, known, a, b, index);
    return known;
  }
  const margin = max(4.5 * rest, min(1.5 * way + PUSHED * rest, WIDEST * load<f64>(link, LINK_SIZE)));
  setMotion(query, 0, a, 1, 1);
  setMotion(query, 1, b, 1, 1);
  setSearch(query, 0);
  beginAdvancement(query);
  store<f64>(query, 0, RIGID_QUERY_NEAR_TIME);
  store<f64>(query, margin, RIGID_QUERY_NEAR_MARGIN);
  const count = nearFeatures(query, heap, near, capacity);
  if (count > capacity) return -count;
  let bound = margin;
  for (let i = 0; i < count; i++) bound = min(bound, load<f64>(near + <usize>i * NEAR_BYTES, NEAR_DISTANCE));
  store<f64>(link, bound, LINK_BOUND);
  // Bodies that overlap are pushed apart; there is nothing to certify until they are.
  const flags = load<u32>(link, LINK_FLAGS);
  store<f64>(link, 0, LINK_SINCE);
  store<f64>(link, margin, LINK_MARGIN);
  if (bound <= 0) {
    const parted = flags & LINK_LEFT_ALONE ? 0 : partBodies(bodies, link, index, near, count, target);
    store<u32>(link, flags | LINK_OVERLAPS, LINK_FLAGS);
    return parted;
  }
  store<u32>(link, flags & ~LINK_OVERLAPS, LINK_FLAGS);
  return gatherTouches(bodies, link, index, near, count, margin, worth, target, old);
}

function keepTouches(target: usize, from: usize, count: u32, a: usize, b: usize, index: u32): void {
  memory.copy(target, from, count * TOUCH_BYTES);
  for (let i: u32 = 0; i < count; i++) {
    const touch = target + <usize>i * TOUCH_BYTES;
    store<u32>(touch, <u32>a, TOUCH_BODY_A);
    store<u32>(touch, <u32>b, TOUCH_BODY_B);
    store<u32>(touch, index, TOUCH_LINK);
  }
}

/** Forgets what was certified of the motions before. */
export function beginCertificates(links: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    store<f64>(link, 0, LINK_BOTH);
    store<f64>(link, -1, LINK_SEEN_A);
    store<f64>(link, -1, LINK_SEEN_B);
  }
}

/**
 * Lowers the certified shares of both bodies' motions until the pair is certainly free of contact along them: both move
 * until the first is held, then the other goes on alone. Returns 1 where a share became smaller.
 */
export function certifyLink(query: usize, heap: usize, bodies: usize, link: usize): i32 {
  const a = bodyA(bodies, link);
  const b = bodyB(bodies, link);
  const movedA = load<f64>(a, MOVER_MOVED);
  const movedB = load<f64>(b, MOVER_MOVED);
  if (movedA === 0 && movedB === 0) return 0;
  let ta = load<f64>(a, MOVER_CERTIFIED);
  let tb = load<f64>(b, MOVER_CERTIFIED);
  if (movedA === 0) ta = tb;
  if (movedB === 0) tb = ta;
  if (ta === load<f64>(link, LINK_SEEN_A) && tb === load<f64>(link, LINK_SEEN_B)) return 0;
  store<f64>(link, ta, LINK_SEEN_A);
  store<f64>(link, tb, LINK_SEEN_B);
  if (load<u32>(link, LINK_FLAGS) & (LINK_SENSOR | LINK_UNCERTIFIED | LINK_OVERLAPS)) return 0;
  const bound = load<f64>(link, LINK_BOUND);
  const floor = load<f64>(link, LINK_FLOOR);
  if (bound - closer(a, b, ta, tb) > floor) return 0;
  const stop = max(floor, min(load<f64>(link, LINK_STOP), 0.3 * bound));
  const both = min(ta, tb);
  if (both > load<f64>(link, LINK_BOTH)) {
    const free = freeUntil(query, heap, link, stop, a, 0, both, b, 0, both);
    store<f64>(link, both * free, LINK_BOTH);
    if (free < 1) return hold(link, a, b, movedA, movedB, both * free);
  }
  if (ta === tb) return 0;
  const end = max(ta, tb);
  const later = ta > tb;
  const free = freeUntil(query, heap, link, stop, a, both, later ? end : both, b, both, later ? both : end);
  if (free === 1) return 0;
  store<u32>(link, load<u32>(link, LINK_STOPS) + 1, LINK_STOPS);
  store<f64>(later ? a : b, both + free * (end - both), MOVER_CERTIFIED);
  return 1;
}

function hold(link: usize, a: usize, b: usize, movedA: f64, movedB: f64, time: f64): i32 {
  store<u32>(link, load<u32>(link, LINK_STOPS) + 1, LINK_STOPS);
  if (movedA !== 0) store<f64>(a, time, MOVER_CERTIFIED);
  if (movedB !== 0) store<f64>(b, time, MOVER_CERTIFIED);
  return 1;
}

/** The share of these parts of both motions that is certified: 1 where all of it is. */
function freeUntil(
  query: usize,
  heap: usize,
  link: usize,
  stop: f64,
  a: usize,
  fromA: f64,
  toA: f64,
  b: usize,
  fromB: f64,
  toB: f64,
): f64 {
  setMotion(query, 0, a, fromA, toA);
  setMotion(query, 1, b, fromB, toB);
  setSearch(query, stop);
  const state =
    load<u32>(link, LINK_METHOD) === 0 ? earliestFirst(query, 1, heap) : conservativeAdvancement(query, heap);
  if (state === RIGID_FREE) return 1;
  const time = min(load<f64>(query, RIGID_QUERY_RESULT_TIME), 0.9999999999);
  const floor = load<f64>(link, LINK_FLOOR);
  if (state !== RIGID_CONTACT || load<f64>(query, RIGID_QUERY_RESULT_TOLERANCE) >= floor) return time;
  // Bodies that start closer than poses may be rounded go only to where they are no closer. What opens here and meets
  // elsewhere later would otherwise never get away.
  const least = min(floor, distanceBefore(query, heap));
  let share = time;
  for (let k = 0; k < SHORTER; k++) {
    share *= 0.5;
    setMotion(query, 0, a, fromA + share * (toA - fromA), toA);
    setMotion(query, 1, b, fromB + share * (toB - fromB), toB);
    if (distanceBefore(query, heap) >= least) return share;
  }
  return 0;
}

/** The distance where the query's motions begin. */
function distanceBefore(query: usize, heap: usize): f64 {
  if (distanceAtStart(query, heap) !== RIGID_FREE) return 0;
  return load<f64>(query, RIGID_QUERY_RESULT_PAIR + NEAR_DISTANCE);
}

/** The share of its motion that a body made; one that did not move made as much as the other. */
function shareOf(body: usize, other: usize): f64 {
  return load<f64>(load<f64>(body, MOVER_MOVED) === 0 ? other : body, MOVER_CERTIFIED);
}

/** Takes from every pair's distance what its bodies moved. */
export function endCertificates(bodies: usize, links: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    const a = bodyA(bodies, link);
    const b = bodyB(bodies, link);
    const moved = closer(a, b, shareOf(a, b), shareOf(b, a));
    store<f64>(link, max(0, load<f64>(link, LINK_BOUND) - moved), LINK_BOUND);
    store<f64>(link, load<f64>(link, LINK_SINCE) + moved, LINK_SINCE);
  }
}
