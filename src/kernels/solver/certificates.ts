import {
  ANSWER_ABOUT,
  VERDICT_BITS,
  VERDICT_BOTH,
  VERDICT_CLOSE,
  VERDICT_LEFT_A,
  VERDICT_LEFT_B,
  VERDICT_SHARE_A,
  VERDICT_SHARE_B,
  VERDICT_STOPS,
} from '../layout/answers';
import { MOVER_CERTIFIED, MOVER_FIXED, MOVER_KIND, MOVER_MOVED } from '../layout/bodies';
import {
  LINK_BOTH,
  LINK_BOUND,
  LINK_BYTES,
  LINK_CLOSE,
  LINK_DISCRETE,
  LINK_FLAGS,
  LINK_FLOOR,
  LINK_FROM,
  LINK_MEASURED,
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
import { displacedFrom } from './displacement';
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

/** Forgets what was certified of the motions before: to be called before `certifyLinks`. */
export function beginCertificates(links: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    store<f64>(link, 0, LINK_BOTH);
    store<f64>(link, -1, LINK_SEEN_A);
    store<f64>(link, -1, LINK_SEEN_B);
    store<u32>(link, load<u32>(link, LINK_FLAGS) & ~LINK_CLOSE, LINK_FLAGS);
  }
}

/** Passes over the pairs until the shares of all motions agree; what does not agree by then is not moved. */
const MOST_CERTIFYING: i32 = 100;

/**
 * Certifies the motion in progress of all pairs, until nothing changes: who is stopped is stopped for the others too. Returns
 * how often somebody was. `answers` has the address of what was found ahead about each pair, or 0, u32 each: it is taken where the
 * question is the same to the last bit. 0: nothing was.
 */
export function certifyLinks(
  query: usize,
  heap: usize,
  bodies: usize,
  links: usize,
  count: i32,
  answers: usize,
): i32 {
  let stops = 0;
  let changed = 1;
  for (let pass = 0; changed > 0; pass++) {
    changed = 0;
    for (let i = 0; i < count; i++) {
      const link = links + <usize>i * LINK_BYTES;
      const answer: usize = answers === 0 ? 0 : load<u32>(answers + ((<usize>i) << 2));
      if (certifyLink(query, heap, bodies, link, answer) === 0) continue;
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

// How much of the motions in progress a question is about, as shares of A's and of B's.
let shareA: f64 = 0;
let shareB: f64 = 0;

/** What is to be certified of a pair: both move until the first is held, then the other goes on alone. False where neither moved. */
function chooseShares(a: usize, b: usize): bool {
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
function isUncertain(link: usize, a: usize, b: usize): bool {
  if (load<u32>(link, LINK_FLAGS) & (LINK_SENSOR | LINK_OVERLAPS)) return false;
  const way = closer(a, b, shareA, shareB);
  if (load<f64>(link, LINK_BOUND) - way > load<f64>(link, LINK_FLOOR)) return false;
  const discrete = load<f64>(link, LINK_DISCRETE);
  return !(way <= discrete && discrete === Infinity);
}

/**
 * Lowers the certified shares of both bodies' motions until the pair is certainly free of contact along them. Returns 1 where a
 * share became smaller.
 */
function certifyLink(query: usize, heap: usize, bodies: usize, link: usize, answer: usize): i32 {
  const a = bodyA(bodies, link);
  const b = bodyB(bodies, link);
  if (!chooseShares(a, b)) return 0;
  if (shareA === load<f64>(link, LINK_SEEN_A) && shareB === load<f64>(link, LINK_SEEN_B)) return 0;
  store<f64>(link, shareA, LINK_SEEN_A);
  store<f64>(link, shareB, LINK_SEEN_B);
  if (!isUncertain(link, a, b)) return 0;
  const isKnown =
    answer !== 0 &&
    load<f64>(answer, VERDICT_SHARE_A) === shareA &&
    load<f64>(answer, VERDICT_SHARE_B) === shareB;
  const bits = isKnown ? load<u32>(answer, VERDICT_BITS) : judge(query, heap, link, a, b);
  store<f64>(link, isKnown ? load<f64>(answer, VERDICT_BOTH) : certifiedOfBoth, LINK_BOTH);
  if (bits & VERDICT_CLOSE) store<u32>(link, load<u32>(link, LINK_FLAGS) | LINK_CLOSE, LINK_FLAGS);
  if ((bits & VERDICT_STOPS) === 0) return 0;
  store<u32>(link, load<u32>(link, LINK_STOPS) + 1, LINK_STOPS);
  store<f64>(a, isKnown ? load<f64>(answer, VERDICT_LEFT_A) : leftToA, MOVER_CERTIFIED);
  store<f64>(b, isKnown ? load<f64>(answer, VERDICT_LEFT_B) : leftToB, MOVER_CERTIFIED);
  return 1;
}

/** Writes the places of the pairs about whose motions a first pass will ask, u32 each; returns how many. */
export function listCertificates(bodies: usize, links: usize, count: u32, list: usize): u32 {
  let to = list;
  for (let i: u32 = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    const a = bodyA(bodies, link);
    const b = bodyB(bodies, link);
    store<u32>(to, i);
    to += isInDoubt(link, a, b) ? 4 : 0;
  }
  return <u32>(to - list) >> 2;
}

/** Answers about a pair's motions as they are now, ahead and by whichever thread: VERDICT_BYTES at `out`, and nothing else is written. */
export function answerCertificate(
  query: usize,
  heap: usize,
  bodies: usize,
  links: usize,
  index: u32,
  out: usize,
): void {
  const link = links + <usize>index * LINK_BYTES;
  const a = bodyA(bodies, link);
  const b = bodyB(bodies, link);
  chooseShares(a, b);
  store<u32>(out, judge(query, heap, link, a, b), VERDICT_BITS);
  store<u32>(out, index, ANSWER_ABOUT);
  store<f64>(out, shareA, VERDICT_SHARE_A);
  store<f64>(out, shareB, VERDICT_SHARE_B);
  store<f64>(out, certifiedOfBoth, VERDICT_BOTH);
  store<f64>(out, leftToA, VERDICT_LEFT_A);
  store<f64>(out, leftToB, VERDICT_LEFT_B);
}

// A verdict: how much of the motion of both is certified, what is left to either body, and whether they are close.
let certifiedOfBoth: f64 = 0;
let leftToA: f64 = 0;
let leftToB: f64 = 0;
let isClose: bool = false;

/** Searches a pair's motions for a contact, as far as the shares go. Returns VERDICT_* bits. */
function judge(query: usize, heap: usize, link: usize, a: usize, b: usize): u32 {
  isClose = false;
  const stops: u32 = isToStop(query, heap, link, a, b) ? VERDICT_STOPS : 0;
  return isClose ? stops | VERDICT_CLOSE : stops;
}

function isToStop(query: usize, heap: usize, link: usize, a: usize, b: usize): bool {
  const ta = shareA;
  const tb = shareB;
  certifiedOfBoth = load<f64>(link, LINK_BOTH);
  leftToA = load<f64>(a, MOVER_CERTIFIED);
  leftToB = load<f64>(b, MOVER_CERTIFIED);
  const floor = load<f64>(link, LINK_FLOOR);
  const way = closer(a, b, ta, tb);
  if (way <= load<f64>(link, LINK_DISCRETE) && isFreeAt(query, heap, a, ta, b, tb, floor)) return false;
  // where the distance is not known the search halves what it finds
  const measured = load<f64>(link, LINK_SINCE) === 0;
  const near = measured ? 0.3 * load<f64>(link, LINK_BOUND) : Infinity;
  const stop = max(floor, min(load<f64>(link, LINK_STOP), near));
  const both = min(ta, tb);
  if (both > certifiedOfBoth) {
    const free = freeUntil(query, heap, link, stop, a, 0, both, b, 0, both);
    certifiedOfBoth = both * free;
    if (free < 1) {
      if (load<f64>(a, MOVER_MOVED) !== 0) leftToA = both * free;
      if (load<f64>(b, MOVER_MOVED) !== 0) leftToB = both * free;
      return true;
    }
  }
  if (ta === tb) return false;
  const end = max(ta, tb);
  const later = ta > tb;
  const free = freeUntil(query, heap, link, stop, a, both, later ? end : both, b, both, later ? both : end);
  if (free === 1) return false;
  if (later) leftToA = both + free * (end - both);
  else leftToB = both + free * (end - both);
  return true;
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

/** The share of its motion that a body made; one that did not move made as much as the other. */
function shareOf(body: usize, other: usize): f64 {
  return load<f64>(load<f64>(body, MOVER_MOVED) === 0 ? other : body, MOVER_CERTIFIED);
}

/**
 * Takes from every pair's distance what its bodies moved; but no more than they are displaced from where it was measured, since
 * they may have gone to and fro.
 */
export function endCertificates(bodies: usize, links: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    const a = bodyA(bodies, link);
    const b = bodyB(bodies, link);
    const moved = closer(a, b, shareOf(a, b), shareOf(b, a));
    if (moved === 0) continue;
    const since = min(load<f64>(link, LINK_SINCE) + moved, displacedFrom(link + LINK_FROM, a, b));
    const left = max(load<f64>(link, LINK_BOUND) - moved, load<f64>(link, LINK_MEASURED) - since);
    store<f64>(link, max(0, left), LINK_BOUND);
    store<f64>(link, since, LINK_SINCE);
    store<f64>(link, load<f64>(link, LINK_PAIRS_SINCE) + moved, LINK_PAIRS_SINCE);
  }
}
