// PLANES: between two features that could meet, and how far each may go towards the other (truncate.ts says why that holds).
import { larger, smaller } from '../extremes';
import {
  CLOSEST_DIRECTION,
  CLOSEST_LEAST_OF_FIRST,
  CLOSEST_MOST_OF_SECOND,
  CLOTH_CHANGED,
  CLOTH_DEVIATION,
  CLOTH_FIRST_PLANE,
  CLOTH_FRESH,
  CLOTH_HS,
  CLOTH_INVERSE_MASS,
  CLOTH_MEASURED,
  CLOTH_MOVE,
  CLOTH_PAIR_BYTES,
  CLOTH_PLANE_CAPACITY,
  CLOTH_PLANE_COUNT,
  CLOTH_PLANES,
  CLOTH_SCRATCH,
  CLOTH_SEGMENT_COUNT,
  CLOTH_SEGMENTS,
  CLOTH_SERIAL,
  CLOTH_SINCE,
  CLOTH_SPENT,
  CLOTH_STRAYED,
  CLOTH_VERTEX_COUNT,
  CLOTH_X,
  CLOTH_Y,
  PAIR_BOUND,
  PAIR_EDGE_EDGE,
  PAIR_KIND,
  PAIR_OWNED,
  PAIR_RATE,
  PAIR_SERIAL_SHIFT,
  PLANE_BYTES,
  PLANE_LEAST,
  PLANE_MOST,
  PLANE_NEXT,
  PLANE_SHIFT,
  PLANE_SPLIT,
  PLANE_VERTICES,
  PLANES_ANYWHERE,
  PLANES_OF_CHANGED,
  SCRATCH_BATCH,
  SEGMENT_BYTES,
  SEGMENT_END,
  SEGMENT_FIRST,
  SEGMENT_THICKNESS,
} from '../layout/cloth';
import { alongDirection, gapOf, vertexAt } from './closest';
import { beginBatch, closestAt, endBatch, measureBatch, pairAt, wait, waiting } from './closest-batch';
import { farthestOf, reachOf } from './moves';
import { firstHalf, floorOf, leastOfBoth, mostOfBoth, secondHalf } from './thickness';
import { array, isAnyMarked } from './world';

/** The share of what is free between two features that they may use up in one sub-step. */
const USABLE: f64 = 0.9;
/** Gaps below this share of the floor are rounding: what is there stays where it is. */
const ROUNDING: f64 = 0.001;
/** The largest serial number of planes; the bits of a pair that are not one. */
const SERIALS: u32 = 0xffffff;
const OWNED: u32 = 63;

/** Before the first planes of a sub-step: there are none. */
export function clothBeginPlanes(world: usize): void {
  const count = <usize>load<u32>(world, CLOTH_VERTEX_COUNT);
  memory.fill(array(world, CLOTH_FIRST_PLANE), 0, count << 2);
  memory.fill(array(world, CLOTH_FRESH), 0, count);
  store<u32>(world, 0, CLOTH_PLANE_COUNT);
  // 0 is no serial number: pairs that were just found carry it.
  const serial = load<u32>(world, CLOTH_SERIAL);
  store<u32>(world, serial < SERIALS ? serial + 1 : 1, CLOTH_SERIAL);
}

// Of the round: whether planes hold wherever vertices stop on their way, what serial number pairs get that have one, where the first plane is
// and how many have room; how many there are, and how many pairs were measured.
let anywhere: bool = false;
let serial: u32 = 0;
let first: usize = 0;
let capacity: u32 = 0;
let count: u32 = 0;
let measured: u32 = 0;
// Of the sub-step: how long it is, and when it begins since the tubes were made; where vertices are; how far they go, how far otherwise than their
// tubes, and how far they had strayed from these.
let hs: f64 = 0;
let since: f64 = 0;
let x: usize = 0;
let moves: usize = 0;
let deviations: usize = 0;
let strayed: usize = 0;
/** Of the pair under way: how far apart it is along its direction, and where its features end and begin there. */
let gap: f64 = 0;
let leastOfFirst: f64 = 0;
let mostOfSecond: f64 = 0;
/** Of the pair of parts under way: nearer than this is too near. */
let floor: f64 = 0;

/**
 * Makes the planes of pairs that have none and could meet: on the straight way from x to y as it is now, or wherever their vertices
 * stop on it; `which` (PLANES_OF_...) says it, and whether all pairs are looked at. Returns how many planes are new; where there is no
 * room for all, those that had some are made: run it again with more.
 */
export function clothPlanes(world: usize, which: u32): u32 {
  const segments = array(world, CLOTH_SEGMENTS);
  const end = segments + <usize>load<u32>(world, CLOTH_SEGMENT_COUNT) * SEGMENT_BYTES;
  const changed = which === PLANES_OF_CHANGED ? array(world, CLOTH_CHANGED) : 0;
  const before = load<u32>(world, CLOTH_PLANE_COUNT);
  anywhere = which === PLANES_ANYWHERE;
  serial = load<u32>(world, CLOTH_SERIAL);
  first = array(world, CLOTH_PLANES);
  capacity = load<u32>(world, CLOTH_PLANE_CAPACITY);
  hs = load<f64>(world, CLOTH_HS);
  since = load<f64>(world, CLOTH_SINCE);
  x = array(world, CLOTH_X);
  moves = array(world, CLOTH_MOVE);
  deviations = array(world, CLOTH_DEVIATION);
  strayed = array(world, CLOTH_STRAYED);
  count = before;
  measured = 0;
  beginBatch(array(world, CLOTH_SCRATCH) + SCRATCH_BATCH);
  for (let segment = segments; segment < end; segment += SEGMENT_BYTES) separate(world, segment, changed);
  store<u32>(world, min(count, capacity), CLOTH_PLANE_COUNT);
  store<u32>(world, load<u32>(world, CLOTH_MEASURED) + measured, CLOTH_MEASURED);
  return count - before;
}

/**
 * Pairs of two parts, in their order, whether planes had room before or not.
 */
function separate(world: usize, segment: usize, changed: usize): void {
  floor = 2 * floorOf(world, load<f64>(segment, SEGMENT_THICKNESS) / 2);
  const near = floor + reachOf(segment) + (anywhere ? farthestOf(segment) : 0);
  const spent = array(world, CLOTH_SPENT);
  const then = since + hs;
  const last = <usize>load<u32>(segment, SEGMENT_END);
  for (let pair = <usize>load<u32>(segment, SEGMENT_FIRST); pair < last; pair += CLOTH_PAIR_BYTES) {
    const bound = load<f64>(pair, PAIR_BOUND);
    const rate = load<f64>(pair, PAIR_RATE);
    if (bound > rate * then + near || (changed !== 0 && !isAnyMarked(changed, pair))) continue;
    const isApart = anywhere
      ? bound > floor + mostOfBoth(moves, pair) + rate * since + mostOfBoth(strayed, pair)
      : bound > floor + rate * then + mostOfBoth(spent, pair);
    if (isApart || load<u32>(pair, PAIR_OWNED) >> PAIR_SERIAL_SHIFT === serial) continue;
    if (wait(pair)) separateAll(world);
  }
  separateAll(world);
}

function separateAll(world: usize): void {
  measureBatch(x);
  for (let i: u32 = 0; i < waiting; i++) separatePair(world, pairAt(i), closestAt(i));
  endBatch();
}

/** A plane for a pair, where it could meet. */
function separatePair(world: usize, pair: usize, closest: usize): void {
  gap = gapOf(closest);
  leastOfFirst = load<f64>(closest, CLOSEST_LEAST_OF_FIRST);
  mostOfSecond = load<f64>(closest, CLOSEST_MOST_OF_SECOND);
  measured++;
  const rate = load<f64>(pair, PAIR_RATE);
  store<f64>(pair, gap + rate * since + leastOfBoth(strayed, pair), PAIR_BOUND);
  if (gap > floor + (anywhere ? mostOfBoth(moves, pair) : rate * hs + mostOfBoth(deviations, pair))) return;
  measureGoals(world, pair, closest);
  if (!anywhere && stayApart(world, pair)) return;
  count++;
  if (count > capacity) return;
  const owned = load<u32>(pair, PAIR_OWNED);
  store<u32>(pair, (owned & OWNED) | (serial << PAIR_SERIAL_SHIFT), PAIR_OWNED);
  writePlane(world, pair, closest, count - 1, anywhere);
}

// Along the direction: where the first feature ends and the second begins when both have arrived.
let leastGoal: f64 = 0;
let mostGoal: f64 = 0;

function measureGoals(world: usize, pair: usize, closest: usize): void {
  const y = array(world, CLOTH_Y);
  const split = splitOf(pair);
  leastGoal = Infinity;
  mostGoal = -Infinity;
  for (let slot: usize = 0; slot < split; slot++) {
    leastGoal = smaller(leastGoal, alongDirection(closest, vertexAt(pair, y, slot)));
  }
  for (let slot = split; slot < 4; slot++) {
    mostGoal = larger(mostGoal, alongDirection(closest, vertexAt(pair, y, slot)));
  }
}

function splitOf(pair: usize): usize {
  return load<u32>(pair, PAIR_KIND) === PAIR_EDGE_EDGE ? 2 : 1;
}

/** What of their gap two features may use up in one sub-step. */
function usable(world: usize, pair: usize): f64 {
  const kept = floorOf(world, firstHalf(world, pair)) + floorOf(world, secondHalf(world, pair));
  return gap > kept * ROUNDING ? USABLE * (gap - smaller(kept, gap)) : -Infinity;
}

/**
 * Whether the slab between the two is left where both go, whatever way they have in common: all go straight, so that the gap along one
 * direction is never less than at both ends.
 */
function stayApart(world: usize, pair: usize): bool {
  return leastGoal - mostGoal >= gap - usable(world, pair);
}

function writePlane(world: usize, pair: usize, closest: usize, index: u32, isStill: bool): void {
  const plane = first + <usize>index * PLANE_BYTES;
  const split = splitOf(pair);
  const free = usable(world, pair);
  let shift: f64 = 0;
  if (free >= 0) shift = share(world, pair, split, free, isStill);
  else {
    // Too near for a direction: nothing of it moves.
    allowedFirst = -Infinity;
    allowedSecond = -Infinity;
  }
  v128.store(plane, v128.load(closest, CLOSEST_DIRECTION));
  store<f64>(plane, load<f64>(closest + 16, CLOSEST_DIRECTION), 16);
  store<f64>(plane, leastOfFirst - allowedFirst + shift, PLANE_LEAST);
  store<f64>(plane, mostOfSecond + allowedSecond + shift, PLANE_MOST);
  store<f64>(plane, shift, PLANE_SHIFT);
  store<u32>(plane, <u32>split, PLANE_SPLIT);
  v128.store(plane, v128.load(pair), PLANE_VERTICES);
  const heads = array(world, CLOTH_FIRST_PLANE);
  const fresh = array(world, CLOTH_FRESH);
  for (let slot: usize = 0; slot < 4; slot++) {
    const vertex = <usize>load<u32>(pair + (slot << 2));
    const head = heads + (vertex << 2);
    store<u8>(fresh + vertex, 1);
    store<u32>(plane + (slot << 2), load<u32>(head), PLANE_NEXT);
    store<u32>(head, (index << 2) + <u32>slot + 1);
  }
}

let allowedFirst: f64 = 0;
let allowedSecond: f64 = 0;

/**
 * How far each feature may go towards the other. Demands that fit are granted with half of what is left; otherwise what is
 * prescribed goes first, and free vertices share in proportion to what they ask for. Returns how far the plane goes with the two: where
 * both go the same way, as far as the slower one, so that only the gap between them is shared.
 */
function share(world: usize, pair: usize, split: usize, free: f64, isStill: bool): f64 {
  const firstPrescribed = isPrescribed(world, pair, 0, split);
  const secondPrescribed = isPrescribed(world, pair, split, 4);
  const wayOfFirst = leastGoal - leastOfFirst;
  const wayOfSecond = mostGoal - mostOfSecond;
  let shift: f64 = 0;
  if (!isStill && !firstPrescribed && !secondPrescribed) {
    shift = larger(smaller(wayOfFirst, wayOfSecond), smaller(larger(wayOfFirst, wayOfSecond), 0));
  }
  const ofFirst = larger(0, shift - wayOfFirst);
  const ofSecond = larger(0, wayOfSecond - shift);
  const left = free - ofFirst - ofSecond;
  if (left >= 0) {
    allowedFirst = ofFirst + left / 2;
    allowedSecond = ofSecond + left / 2;
    return shift;
  }
  if (firstPrescribed === secondPrescribed) allowedFirst = (free * ofFirst) / (ofFirst + ofSecond);
  else if (firstPrescribed) allowedFirst = smaller(ofFirst, free);
  else allowedFirst = free - smaller(ofSecond, free);
  allowedSecond = free - allowedFirst;
  return shift;
}

function isPrescribed(world: usize, pair: usize, from: usize, to: usize): bool {
  const masses = array(world, CLOTH_INVERSE_MASS);
  for (let slot = from; slot < to; slot++) {
    if (load<f64>(masses + ((<usize>load<u32>(pair + (slot << 2))) << 3)) === 0) return true;
  }
  return false;
}
