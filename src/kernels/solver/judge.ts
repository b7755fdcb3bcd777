import { MOVER_CERTIFIED, MOVER_MOVED } from '../layout/bodies';
import {
  LINK_BOTH,
  LINK_BOUND,
  LINK_DISCRETE,
  LINK_FLAGS,
  LINK_FLOOR,
  LINK_METHOD,
  LINK_OVERLAPS,
  LINK_SENSOR,
  LINK_SINCE,
  LINK_STOP,
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
import { closer } from './links';
import { setMotion, setSearch } from './motions';
import {
  beginAdvancement,
  conservativeAdvancement,
  distanceAtStart,
  earliestFirst,
  nearPairs,
} from './searches';

// What is certain of one pair's motions in progress, as far as both are to be made: by what is known of its distance, or by a search.

/** How often a share is halved before a pair that starts too close is not moved at all. */
const SHORTER: i32 = 4;

// How much of the motions in progress a question is about, as shares of A's and of B's.
export let shareA: f64 = 0;
export let shareB: f64 = 0;

/** What is to be certified of a pair: both move until the first is held, then the other goes on alone. False where neither moved. */
export function chooseShares(a: usize, b: usize): bool {
  const movedA = load<f64>(a, MOVER_MOVED);
  const movedB = load<f64>(b, MOVER_MOVED);
  shareA = load<f64>(a, MOVER_CERTIFIED);
  shareB = load<f64>(b, MOVER_CERTIFIED);
  if (movedA === 0) shareA = shareB;
  if (movedB === 0) shareB = shareA;
  return movedA !== 0 || movedB !== 0;
}

/** Whether the distance that is known when a motion begins does not suffice for what is made of it, as it is certified by now. */
export function isInDoubt(link: usize, a: usize, b: usize): bool {
  return chooseShares(a, b) && isUncertain(link, a, b);
}

/** Whether the distance that is known does not suffice for these shares. */
export function isUncertain(link: usize, a: usize, b: usize): bool {
  if (load<u32>(link, LINK_FLAGS) & (LINK_SENSOR | LINK_OVERLAPS)) return false;
  const way = closer(a, b, shareA, shareB);
  if (load<f64>(link, LINK_BOUND) - way > load<f64>(link, LINK_FLOOR)) return false;
  const discrete = load<f64>(link, LINK_DISCRETE);
  return !(way <= discrete && discrete === Infinity);
}

// A verdict: how much of the motion of both is certified, when the two meet, and whether they are close.
export let certifiedOfBoth: f64 = 0;
export let isClose: bool = false;

/**
 * Searches a pair's motions for a contact, as far as the shares go. Returns the share at which whoever still moves then has to be
 * stopped; Infinity where nobody has to.
 */
export function judge(query: usize, heap: usize, link: usize, a: usize, b: usize): f64 {
  const ta = shareA;
  const tb = shareB;
  isClose = false;
  certifiedOfBoth = load<f64>(link, LINK_BOTH);
  const floor = load<f64>(link, LINK_FLOOR);
  const way = closer(a, b, ta, tb);
  if (way <= load<f64>(link, LINK_DISCRETE) && isFreeAt(query, heap, a, ta, b, tb, floor)) return Infinity;
  const stop = stopOf(link);
  const both = min(ta, tb);
  if (both > certifiedOfBoth) {
    const free = freeUntil(query, heap, link, stop, a, 0, both, b, 0, both);
    certifiedOfBoth = both * free;
    if (free < 1) return certifiedOfBoth;
  }
  if (ta === tb) return Infinity;
  const end = max(ta, tb);
  const later = ta > tb;
  const free = freeUntil(query, heap, link, stop, a, both, later ? end : both, b, both, later ? both : end);
  return free === 1 ? Infinity : both + free * (end - both);
}

/** The gap at which a motion of a pair is stopped. */
export function stopOf(link: usize): f64 {
  // Where the distance is not known the search halves what it finds. Of a pair that was made after the motion nothing is: neither a bound
  // nor what it lost since.
  const bound = load<f64>(link, LINK_BOUND);
  const near = bound > 0 && load<f64>(link, LINK_SINCE) === 0 ? 0.3 * bound : Infinity;
  return max(load<f64>(link, LINK_FLOOR), min(load<f64>(link, LINK_STOP), near));
}

/** Whether no two triangles are closer than `within` where the bodies have made these shares of their motions. */
function isFreeAt(query: usize, heap: usize, a: usize, ta: f64, b: usize, tb: f64, within: f64): bool {
  setMotion(query, 0, a, ta, ta);
  setMotion(query, 1, b, tb, tb);
  setSearch(query, 0);
  beginAdvancement(query);
  store<f64>(query, 0, RIGID_QUERY_NEAR_TIME);
  store<f64>(query, within, RIGID_QUERY_NEAR_MARGIN);
  return nearPairs(query, heap) === 0;
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
  const isFree = state === RIGID_FREE;
  const time = isFree ? 1 : min(load<f64>(query, RIGID_QUERY_RESULT_TIME), 0.9999999999);
  const floor = load<f64>(link, LINK_FLOOR);
  if (load<f64>(query, RIGID_QUERY_RESULT_TOLERANCE) >= floor) return time;
  isClose = true;
  if (!isFree && state !== RIGID_CONTACT) return time;
  // Bodies that start closer than poses may be rounded go only to where they are no closer, though they may not touch on a longer
  // way. What opens here and meets elsewhere later would otherwise never get away.
  const least = min(floor, distanceBefore(query, heap));
  let share = isFree ? 2 : time;
  for (let k = isFree ? -1 : 0; k < SHORTER; k++) {
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
