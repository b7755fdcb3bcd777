import { MOVER_CERTIFIED, MOVER_FIXED, MOVER_KIND, MOVER_MOVED } from '../layout/bodies';
import {
  LINK_BOTH,
  LINK_BOUND,
  LINK_BYTES,
  LINK_DISCRETE,
  LINK_FLAGS,
  LINK_FLOOR,
  LINK_METHOD,
  LINK_OVERLAPS,
  LINK_PAIRS_SINCE,
  LINK_SEEN_A,
  LINK_SEEN_B,
  LINK_SENSOR,
  LINK_SINCE,
  LINK_STOP,
  LINK_STOPS,
} from '../layout/contacts';
import {
  NEAR_DISTANCE,
  RIGID_CONTACT,
  RIGID_FREE,
  RIGID_QUERY_NEAR_MARGIN,
  RIGID_QUERY_NEAR_TIME,
  RIGID_QUERY_RESULT_PAIR,
  RIGID_QUERY_RESULT_TIME,
  RIGID_QUERY_RESULT_TOLERANCE,
} from '../layout/rigid-queries';
import { bodyA, bodyB, closer } from './links';
import { setMotion, setSearch } from './motions';
import {
  beginAdvancement,
  conservativeAdvancement,
  distanceAtStart,
  earliestFirst,
  nearPairs,
} from './searches';

// How far the motion in progress is certified, and who is stopped where it is not.

/** How often a share is halved before a pair that starts too close is not moved at all. */
const SHORTER: i32 = 4;

/** Forgets what was certified of the motions before. */
function beginCertificates(links: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    store<f64>(link, 0, LINK_BOTH);
    store<f64>(link, -1, LINK_SEEN_A);
    store<f64>(link, -1, LINK_SEEN_B);
  }
}

/** Passes over the pairs until the shares of all motions agree; what does not agree by then is not moved. */
const MOST_CERTIFYING: i32 = 100;

/**
 * Certifies the motion in progress of all pairs, until nothing changes: who is stopped is stopped for the others too. Returns
 * how often somebody was.
 */
export function certifyLinks(query: usize, heap: usize, bodies: usize, links: usize, count: i32): i32 {
  beginCertificates(links, count);
  let stops = 0;
  let changed = 1;
  for (let pass = 0; changed > 0; pass++) {
    changed = 0;
    for (let i = 0; i < count; i++) {
      const link = links + <usize>i * LINK_BYTES;
      if (certifyLink(query, heap, bodies, link) === 0) continue;
      changed++;
      if (pass < MOST_CERTIFYING) continue;
      // neither body is moved at all: where the motion began it was free
      stay(bodyA(bodies, link));
      stay(bodyB(bodies, link));
    }
    stops += changed;
  }
  return stops;
}

function stay(body: usize): void {
  if (load<u32>(body, MOVER_KIND) !== MOVER_FIXED) store<f64>(body, 0, MOVER_CERTIFIED);
}

/**
 * Lowers the certified shares of both bodies' motions until the pair is certainly free of contact along them: both move
 * until the first is held, then the other goes on alone. Returns 1 where a share became smaller.
 */
function certifyLink(query: usize, heap: usize, bodies: usize, link: usize): i32 {
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
  if (load<u32>(link, LINK_FLAGS) & (LINK_SENSOR | LINK_OVERLAPS)) return 0;
  const bound = load<f64>(link, LINK_BOUND);
  const floor = load<f64>(link, LINK_FLOOR);
  const way = closer(a, b, ta, tb);
  if (bound - way > floor) return 0;
  const discrete = load<f64>(link, LINK_DISCRETE);
  if (way <= discrete && (discrete === Infinity || isFreeAt(query, heap, a, ta, b, tb, floor))) return 0;
  // where the distance is not known the search halves what it finds
  const measured = load<f64>(link, LINK_SINCE) === 0;
  const stop = max(floor, min(load<f64>(link, LINK_STOP), measured ? 0.3 * bound : Infinity));
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

/** Whether no two triangles are closer than `within` where the bodies have made these shares of their motions. */
function isFreeAt(query: usize, heap: usize, a: usize, ta: f64, b: usize, tb: f64, within: f64): bool {
  setMotion(query, 0, a, ta, ta);
  setMotion(query, 1, b, tb, tb);
  setSearch(query, 0);
  beginAdvancement(query);
  store<f64>(query, 0, RIGID_QUERY_NEAR_TIME);
  store<f64>(query, within, RIGID_QUERY_NEAR_MARGIN);
  return nearPairs(query, heap, 0, 0) === 0;
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
    store<f64>(link, load<f64>(link, LINK_PAIRS_SINCE) + moved, LINK_PAIRS_SINCE);
  }
}
