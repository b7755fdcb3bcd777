import {
  MOVER_ANGULAR,
  MOVER_BYTES,
  MOVER_FIXED,
  MOVER_KIND,
  MOVER_LEFT,
  MOVER_LINEAR,
  MOVER_MOVED,
  MOVER_PAIRS,
  MOVER_REACH,
  MOVER_SWUNG,
  MOVER_WAY,
} from '../layout/bodies';
import {
  LINK_A,
  LINK_B,
  LINK_BOUND,
  LINK_BYTES,
  LINK_COUNT,
  LINK_DISCRETE,
  LINK_FIRST,
  LINK_FLAGS,
  LINK_FLOOR,
  LINK_FROM,
  LINK_LEFT_ALONE,
  LINK_MARGIN,
  LINK_MEASURED,
  LINK_OVERLAPS,
  LINK_PAIRS_COUNT,
  LINK_PAIRS_FIRST,
  LINK_PAIRS_FROM,
  LINK_PAIRS_MARGIN,
  LINK_PAIRS_SINCE,
  LINK_REST,
  LINK_SENSOR,
  LINK_SINCE,
  LINK_SIZE,
  MOST_PAIRS,
  TOUCH_BODY_A,
  TOUCH_BODY_B,
  TOUCH_BYTES,
  TOUCH_LINK,
} from '../layout/contacts';
import {
  SEARCH_BODIES,
  SEARCH_LINKS,
  SEARCH_NEAR,
  SEARCH_NEAR_CAPACITY,
  SEARCH_PAIRS,
  SEARCH_QUERY,
  SEARCH_TOUCHES,
} from '../layout/link-search';
import {
  PAIR_ENTRY_BYTES,
  RIGID_QUERY_BYTES,
  RIGID_QUERY_NEAR_MARGIN,
  RIGID_QUERY_NEAR_TIME,
  RIGID_QUERY_NEAREST,
  RIGID_QUERY_PAIRS,
} from '../layout/rigid-queries';
import { component, length, lengthAt } from '../rigid/vector';
import { displacedFrom, notePlace } from './displacement';
import { setMotion, setSearch } from './motions';
import { partBodies } from './overlap-push';
import { beginAdvancement, featuresOfPairs, nearFeatures, nearFeaturesAhead } from './searches';
import { gatherTouches } from './touches';

/** Contact points are looked for within this share of the smaller body's size at the most: the rest is left to times of contact. */
const WIDEST: f64 = 0.02;
/** Of pairs that go farther than that in a sub-step, within less: many of what is that near would not be met there. */
const WIDEST_FAST: f64 = 0.003;
/** and within this share where there are none. */
const WIDEST_DISCRETE: f64 = 0.1;
/** In the place of the first of them where the two have no other pair: nobody else pushes them, and a stop makes nobody else be searched again. */
const WIDEST_ALONE: f64 = 0.01;
/** They are looked for within so many rest gaps at least: for pairs that go less far than that, for fast ones, and for fast ones without other pairs. */
const GAPS_SLOW: f64 = 8;
const GAPS_FAST: f64 = 4.5;
const GAPS_ALONE: f64 = 3;
/** Pairs of triangles are kept that are farther by so many times what the bodies may move in a sub-step, */
const AHEAD: f64 = 4;
/** and by this share of the smaller body's size at the most: none are where that would not last so many sub-steps. */
const FARTHEST: f64 = 0.02;
/** Two rest gaps count as touching; others may push both bodies of a pair closer, each by its rest gap and hardly more. */
const PUSHED: f64 = 4;
/** They are looked for again once the bodies may be displaced by this share of the margin that they were found within. */
const STALE: f64 = 0.5;

export function bodyA(bodies: usize, link: usize): usize {
  return bodies + <usize>load<u32>(link, LINK_A) * MOVER_BYTES;
}

export function bodyB(bodies: usize, link: usize): usize {
  return bodies + <usize>load<u32>(link, LINK_B) * MOVER_BYTES;
}

/** Whether nobody but the other body of its pair can push it. */
function hasOnePair(body: usize): bool {
  return load<u32>(body, MOVER_PAIRS) === 1 || load<u32>(body, MOVER_KIND) === MOVER_FIXED;
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

/** How far any two vertices can have come closer, each body having made its share of its motion: both together, and who is left alone. */
export function closer(a: usize, b: usize, ta: f64, tb: f64): f64 {
  const straight = between(a + MOVER_WAY, 1, b + MOVER_WAY, 1);
  const together = straight + load<f64>(a, MOVER_SWUNG) + load<f64>(b, MOVER_SWUNG);
  const alone = ta > tb ? (ta - tb) * load<f64>(a, MOVER_MOVED) : (tb - ta) * load<f64>(b, MOVER_MOVED);
  return (min(ta, tb) * together + alone) * (1 + 1e-12);
}

// Where a pair's contact points come from.
const NOWHERE: i32 = 0;
const KNOWN: i32 = 1;
const SEARCH: i32 = 2;

function sourceOf(bodies: usize, link: usize): i32 {
  if (load<u32>(link, LINK_FLAGS) & LINK_SENSOR) return NOWHERE;
  const a = bodyA(bodies, link);
  const b = bodyB(bodies, link);
  if (load<f64>(a, MOVER_LEFT) === 0 && load<f64>(b, MOVER_LEFT) === 0) return KNOWN;
  const rest = load<f64>(link, LINK_REST);
  const known = load<u32>(link, LINK_COUNT);
  const way = wayOf(a, b);
  const least = load<f64>(link, LINK_BOUND);
  if (least > way + PUSHED * rest) return NOWHERE;
  const since = load<f64>(link, LINK_SINCE);
  const found = load<f64>(link, LINK_MARGIN);
  // Fast bodies that are not certain to stay apart are measured: times of contact want the distance.
  const certain = least > way + load<f64>(link, LINK_FLOOR);
  const slow = known > 0 && way <= FARTHEST * load<f64>(link, LINK_SIZE);
  if (since > STALE * found) return SEARCH;
  // Of slow ones it is, where it was enough when it was measured: who rests has gone to and fro since, and gets room for more of it.
  if (!certain && load<f64>(link, LINK_MEASURED) > way + load<f64>(link, LINK_FLOOR)) return SEARCH;
  return slow || (certain && (known > 0 || way + PUSHED * rest + since <= found)) ? KNOWN : SEARCH;
}

/** Whether a pair's contact points have to be searched. */
export function needsSearch(bodies: usize, link: usize): bool {
  return sourceOf(bodies, link) === SEARCH;
}

/**
 * The contact points of a pair for what is left of the sub-step, at `target`: none where the bodies cannot meet, those
 * known already where they have hardly moved, and otherwise those found now, within what the motion may cover. `pairsUsed`: where new
 * near triangles go. Returns how many contact points there are, or minus the number of NEAR records that would not fit.
 */
export function touchesOfLink(search: usize, index: u32, target: usize, pairsUsed: u32): i32 {
  const bodies = <usize>load<u32>(search, SEARCH_BODIES);
  const link = <usize>load<u32>(search, SEARCH_LINKS) + <usize>index * LINK_BYTES;
  const source = sourceOf(bodies, link);
  if (source === NOWHERE) return 0;
  if (source === SEARCH) {
    return searchTouches(search, link, index, target, <usize>load<u32>(search, SEARCH_PAIRS), pairsUsed);
  }
  const known = load<u32>(link, LINK_COUNT);
  const before = <usize>load<u32>(search, SEARCH_TOUCHES) + <usize>load<u32>(link, LINK_FIRST) * TOUCH_BYTES;
  keepTouches(target, before, known, bodyA(bodies, link), bodyB(bodies, link), index);
  return known;
}

/** The same where they have to be searched; `link` may be a copy of the pair, whose place in its list is `index`, and `pairs` of its near triangles. */
export function searchTouches(
  search: usize,
  link: usize,
  index: u32,
  target: usize,
  pairs: usize,
  pairsUsed: u32,
): i32 {
  const bodies = <usize>load<u32>(search, SEARCH_BODIES);
  const query = search + SEARCH_QUERY;
  const a = bodyA(bodies, link);
  const b = bodyB(bodies, link);
  const rest = load<f64>(link, LINK_REST);
  const way = wayOf(a, b);
  const size = load<f64>(link, LINK_SIZE);
  const isAlone = hasOnePair(a) && hasOnePair(b);
  const widest = isAlone ? WIDEST_ALONE : WIDEST;
  const isSlow = way <= widest * size;
  const share = load<f64>(link, LINK_DISCRETE) === Infinity ? WIDEST_DISCRETE : isSlow ? widest : WIDEST_FAST;
  const gaps = isSlow ? GAPS_SLOW : isAlone ? GAPS_ALONE : GAPS_FAST;
  const margin = max(gaps * rest, min(1.5 * way + PUSHED * rest, share * size));
  setMotion(query, 0, a, 1, 1);
  setMotion(query, 1, b, 1, 1);
  setSearch(query, 0);
  beginAdvancement(query);
  store<f64>(query, 0, RIGID_QUERY_NEAR_TIME);
  const count = nearOfLink(search, link, margin, way, pairs, pairsUsed);
  if (count > <i32>load<u32>(search, SEARCH_NEAR_CAPACITY)) return -count;
  const bound = min(margin, load<f64>(query, RIGID_QUERY_NEAREST));
  store<f64>(link, bound, LINK_BOUND);
  store<f64>(link, bound, LINK_MEASURED);
  notePlace(link + LINK_FROM, a, b);
  // Bodies that overlap are pushed apart; there is nothing to certify until they are.
  const flags = load<u32>(link, LINK_FLAGS);
  store<f64>(link, 0, LINK_SINCE);
  store<f64>(link, margin, LINK_MARGIN);
  if (bound <= 0) {
    const near = <usize>load<u32>(search, SEARCH_NEAR);
    const parted = flags & LINK_LEFT_ALONE ? 0 : partBodies(bodies, link, index, near, count, target);
    store<u32>(link, flags | LINK_OVERLAPS, LINK_FLAGS);
    return parted;
  }
  store<u32>(link, flags & ~LINK_OVERLAPS, LINK_FLAGS);
  return gatherTouches(search, link, index, count, margin, target);
}

/**
 * The near features of a pair whose query is set up. Those of triangles that were near when trees were last gone through
 * are measured, as long as no others can be: which is what a search from the roots would find, in its order.
 */
function nearOfLink(search: usize, link: usize, margin: f64, way: f64, pairs: usize, pairsUsed: u32): i32 {
  const bodies = <usize>load<u32>(search, SEARCH_BODIES);
  const near = <usize>load<u32>(search, SEARCH_NEAR);
  const capacity = <i32>load<u32>(search, SEARCH_NEAR_CAPACITY);
  const query = search + SEARCH_QUERY;
  const heap = query + RIGID_QUERY_BYTES;
  const from = link + LINK_PAIRS_FROM;
  const a = bodyA(bodies, link);
  const b = bodyB(bodies, link);
  store<f64>(query, margin, RIGID_QUERY_NEAR_MARGIN);
  // The list is whole by how far the bodies are displaced. What is noted of its triangles later is counted by how far they went.
  const spare = load<f64>(link, LINK_PAIRS_MARGIN) - margin;
  const went = load<f64>(link, LINK_PAIRS_SINCE);
  if (went <= spare || (spare > 0 && displacedFrom(from, a, b) <= spare)) {
    const known = pairs + <usize>load<u32>(link, LINK_PAIRS_FIRST) * PAIR_ENTRY_BYTES;
    return featuresOfPairs(query, known, load<u32>(link, LINK_PAIRS_COUNT), went, near, capacity);
  }
  const most = FARTHEST * load<f64>(link, LINK_SIZE);
  if (AHEAD * way > most) return nearFeatures(query, heap, near, capacity);
  const more = min(max(margin, AHEAD * way), most);
  const first = pairs + <usize>pairsUsed * PAIR_ENTRY_BYTES;
  const found = nearFeaturesAhead(query, heap, more, near, capacity, first, MOST_PAIRS);
  const count = <i32>load<u32>(query, RIGID_QUERY_PAIRS);
  const fits = count <= MOST_PAIRS;
  store<u32>(link, pairsUsed, LINK_PAIRS_FIRST);
  store<u32>(link, fits ? count : 0, LINK_PAIRS_COUNT);
  store<f64>(link, fits ? margin + more : 0, LINK_PAIRS_MARGIN);
  store<f64>(link, 0, LINK_PAIRS_SINCE);
  notePlace(from, a, b);
  return found;
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
