// TRUNCATE: no vertex leaves its side of a plane between two features that could otherwise meet.
//
// Why it holds. x is free of contact, and lies inside every half-space made here. Half-spaces are convex, so a way from x
// to a point inside all of them stays inside; the two half-spaces of a pair do not meet, so neither do its features at any
// time of the way. All vertices go straight from x to y at once, so that a pair without a plane is apart all the way when
// its distance at x is more than how differently its vertices go. What is held back goes otherwise than it did: planes are
// added until no pair without one could meet. Bodies are held as a whole.
import {
  CLOTH_CUT,
  CLOTH_DEVIATION,
  CLOTH_FIRST_PLANE,
  CLOTH_FRESH,
  CLOTH_FROZEN,
  CLOTH_HELD,
  CLOTH_HELD_VERTICES,
  CLOTH_HORIZON,
  CLOTH_INVERSE_MASS,
  CLOTH_MARKS,
  CLOTH_MEASURED,
  CLOTH_MOVE,
  CLOTH_PAIR_BYTES,
  CLOTH_PLANE_CAPACITY,
  CLOTH_PLANE_COUNT,
  CLOTH_PLANES,
  CLOTH_SEGMENT_COUNT,
  CLOTH_SEGMENTS,
  CLOTH_SERIAL,
  CLOTH_STRAYED,
  CLOTH_TUBE_RADIUS,
  CLOTH_TUBE_START,
  CLOTH_VERTEX_COUNT,
  CLOTH_WANTED,
  CLOTH_X,
  CLOTH_Y,
  MARK_CUT,
  MARK_HALVED,
  PAIR_BOUND,
  PAIR_EDGE_EDGE,
  PAIR_KIND,
  PAIR_OWNED,
  PAIR_SERIAL_SHIFT,
  PART_ASKED,
  PART_BODY,
  PART_BYTES,
  PART_HELD,
  PART_KIND,
  PART_POSE,
  PART_WANTED,
  PLANE_BYTES,
  PLANE_LEAST,
  PLANE_MOST,
  PLANE_NEXT,
  PLANE_SPLIT,
  PLANE_VERTICES,
  SEGMENT_APART,
  SEGMENT_BYTES,
  SEGMENT_DRIFT,
  SEGMENT_END,
  SEGMENT_FARTHEST,
  SEGMENT_FIRST,
  SEGMENT_LOST,
  SEGMENT_REACH,
  SEGMENT_THICKNESS,
} from '../layout/cloth';
import {
  closestOfPair,
  directionX,
  directionY,
  directionZ,
  gap,
  leastOfFirst,
  mostOfSecond,
  vertexAt,
} from './closest';
import { mixPoses, POSE_BYTES } from './pose';
import { placeBody } from './predict';
import { firstHalf, floorOf, leastOfBoth, mostOfBoth, secondHalf } from './thickness';
import {
  addPoint,
  alongAt,
  array,
  endVertex,
  firstVertex,
  POINT_BYTES,
  partAt,
  partsEnd,
  setPoint,
} from './world';

/** The share of what is free between two features that they may use up in one sub-step. */
const USABLE: f64 = 0.9;
/** Gaps below this share of the floor are rounding: what is there stays where it is. */
const ROUNDING: f64 = 0.001;
const PROJECTIONS = 8;
/** The largest serial number of planes; the bits of a pair that are not one. */
const SERIALS: u32 = 0xffffff;
const OWNED: u32 = 63;
/** A body is held back to half, a quarter, ... of its way; after so many halves it stays. */
const HALVINGS = 6;

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

/**
 * Makes the planes of all pairs that have none and could meet: on the straight way from x to y as it is now, or where
 * `anywhere` says so, wherever their vertices stop on it. Returns how many planes are new; where there are more in all than
 * the capacity, begin again with more.
 */
export function clothPlanes(world: usize, anywhere: bool): u32 {
  const first = array(world, CLOTH_PLANES);
  const capacity = load<u32>(world, CLOTH_PLANE_CAPACITY);
  const segments = array(world, CLOTH_SEGMENTS);
  const end = segments + <usize>load<u32>(world, CLOTH_SEGMENT_COUNT) * SEGMENT_BYTES;
  const x = array(world, CLOTH_X);
  const moves = array(world, CLOTH_MOVE);
  const strayed = array(world, CLOTH_STRAYED);
  const deviations = array(world, CLOTH_DEVIATION);
  const serial = load<u32>(world, CLOTH_SERIAL);
  const before = load<u32>(world, CLOTH_PLANE_COUNT);
  let count = before;
  let measured: u32 = 0;
  for (let segment = segments; segment < end; segment += SEGMENT_BYTES) {
    const drift = load<f64>(segment, SEGMENT_DRIFT);
    const apart = load<f64>(segment, SEGMENT_APART);
    const floor = 2 * floorOf(world, load<f64>(segment, SEGMENT_THICKNESS) / 2);
    const most = load<f64>(segment + (anywhere ? SEGMENT_FARTHEST : SEGMENT_REACH));
    const near = load<f64>(segment, SEGMENT_LOST) + floor + most;
    const last = <usize>load<u32>(segment, SEGMENT_END);
    for (let pair = <usize>load<u32>(segment, SEGMENT_FIRST); pair < last; pair += CLOTH_PAIR_BYTES) {
      const bound = load<f64>(pair, PAIR_BOUND);
      if (bound > near) continue;
      const enough = floor + (anywhere ? mostOfBoth(moves, pair) : apart + mostOfBoth(deviations, pair));
      if (bound > enough + drift + mostOfBoth(strayed, pair)) continue;
      const owned = load<u32>(pair, PAIR_OWNED);
      if (owned >> PAIR_SERIAL_SHIFT === serial) continue;
      measured++;
      closestOfPair(pair, x);
      store<f64>(pair, gap + drift + leastOfBoth(strayed, pair), PAIR_BOUND);
      if (gap > enough) continue;
      store<u32>(pair, (owned & OWNED) | (serial << PAIR_SERIAL_SHIFT), PAIR_OWNED);
      if (count < capacity) writePlane(world, pair, first, count);
      count++;
    }
  }
  store<u32>(world, count, CLOTH_PLANE_COUNT);
  store<u32>(world, load<u32>(world, CLOTH_MEASURED) + measured, CLOTH_MEASURED);
  return count - before;
}

function writePlane(world: usize, pair: usize, first: usize, index: u32): void {
  const plane = first + <usize>index * PLANE_BYTES;
  const split: usize = load<u32>(pair, PAIR_KIND) === PAIR_EDGE_EDGE ? 2 : 1;
  const floor = floorOf(world, firstHalf(world, pair)) + floorOf(world, secondHalf(world, pair));
  let least = leastOfFirst;
  let most = mostOfSecond;
  if (gap > floor * ROUNDING) share(world, pair, split, USABLE * (gap - min(floor, gap)));
  else {
    // Too near for a direction: nothing of it moves.
    allowedFirst = -Infinity;
    allowedSecond = -Infinity;
  }
  least -= allowedFirst;
  most += allowedSecond;
  setPoint(plane, directionX, directionY, directionZ);
  store<f64>(plane, least, PLANE_LEAST);
  store<f64>(plane, most, PLANE_MOST);
  store<u32>(plane, <u32>split, PLANE_SPLIT);
  memory.copy(plane + PLANE_VERTICES, pair, 16);
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
 * prescribed goes first, and free vertices share in proportion to what they ask for.
 */
function share(world: usize, pair: usize, split: usize, free: f64): void {
  const y = array(world, CLOTH_Y);
  let leastY = Infinity;
  let mostY = -Infinity;
  for (let slot: usize = 0; slot < split; slot++) {
    leastY = min(leastY, alongAt(vertexAt(pair, y, slot), directionX, directionY, directionZ));
  }
  for (let slot = split; slot < 4; slot++) {
    mostY = max(mostY, alongAt(vertexAt(pair, y, slot), directionX, directionY, directionZ));
  }
  const first = max(0, leastOfFirst - leastY);
  const second = max(0, mostY - mostOfSecond);
  const left = free - first - second;
  if (left >= 0) {
    allowedFirst = first + left / 2;
    allowedSecond = second + left / 2;
    return;
  }
  const firstPrescribed = isPrescribed(world, pair, 0, split);
  const secondPrescribed = isPrescribed(world, pair, split, 4);
  if (firstPrescribed === secondPrescribed) allowedFirst = (free * first) / (first + second);
  else if (firstPrescribed) allowedFirst = min(first, free);
  else allowedFirst = free - min(second, free);
  allowedSecond = free - allowedFirst;
}

function isPrescribed(world: usize, pair: usize, from: usize, to: usize): bool {
  const masses = array(world, CLOTH_INVERSE_MASS);
  for (let slot = from; slot < to; slot++) {
    if (load<f64>(masses + ((<usize>load<u32>(pair + (slot << 2))) << 3)) === 0) return true;
  }
  return false;
}

/** Moves y back to where the planes let it, where there are new ones. */
export function clothTruncate(world: usize): void {
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    if (load<u32>(part, PART_KIND) === PART_BODY) truncateBody(world, part);
    else truncateVertices(world, part);
  }
  memory.fill(array(world, CLOTH_FRESH), 0, <usize>load<u32>(world, CLOTH_VERTEX_COUNT));
}

/** y is again where everything wants to be. */
export function clothRelease(world: usize): void {
  memory.copy(
    array(world, CLOTH_Y),
    array(world, CLOTH_WANTED),
    <usize>load<u32>(world, CLOTH_VERTEX_COUNT) * POINT_BYTES,
  );
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    memory.copy(part + PART_WANTED, part + PART_ASKED, POSE_BYTES);
  }
}

function truncateVertices(world: usize, part: usize): void {
  const heads = array(world, CLOTH_FIRST_PLANE);
  const fresh = array(world, CLOTH_FRESH);
  // Nothing looks for pairs again after tubes that do not move, so that nothing may leave them.
  const areStill = load<f64>(world, CLOTH_HORIZON) === 0;
  for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
    if (load<u8>(fresh + i) === 0) continue;
    const head = load<u32>(heads + (i << 2));
    const target = array(world, CLOTH_Y) + i * POINT_BYTES;
    if (isInside(world, head, target)) continue;
    const from = array(world, CLOTH_X) + i * POINT_BYTES;
    const straightX = load<f64>(target);
    const straightY = load<f64>(target, 8);
    const straightZ = load<f64>(target, 16);
    for (let round = 0; round < PROJECTIONS; round++) if (!project(world, head, target)) break;
    if (areStill && isOutside(world, i, target)) setPoint(target, straightX, straightY, straightZ);
    cutWay(world, head, from, target);
  }
}

/** Whether a point is not in a vertex' tube, which does not move. */
function isOutside(world: usize, i: usize, point: usize): bool {
  const radius = load<f64>(array(world, CLOTH_TUBE_RADIUS) + (i << 3));
  return squaredBetween(point, array(world, CLOTH_TUBE_START) + i * POINT_BYTES) > radius * radius;
}

function planeOf(world: usize, link: u32): usize {
  return array(world, CLOTH_PLANES) + <usize>((link - 1) >> 2) * PLANE_BYTES;
}

function nextLink(plane: usize, link: u32): u32 {
  return load<u32>(plane + ((<usize>((link - 1) & 3)) << 2), PLANE_NEXT);
}

/** How far a point is inside a plane's half-space for the feature that the link's slot belongs to; negative outside. */
function inside(plane: usize, link: u32, point: usize): f64 {
  const along = alongAt(point, load<f64>(plane), load<f64>(plane, 8), load<f64>(plane, 16));
  return ((link - 1) & 3) < load<u32>(plane, PLANE_SPLIT)
    ? along - load<f64>(plane, PLANE_LEAST)
    : load<f64>(plane, PLANE_MOST) - along;
}

function isInside(world: usize, head: u32, point: usize): bool {
  for (let link = head; link !== 0; ) {
    const plane = planeOf(world, link);
    if (inside(plane, link, point) < 0) return false;
    link = nextLink(plane, link);
  }
  return true;
}

/** Onto each plane that the point is behind, one after the other: motion along the planes is kept. False: none was. */
function project(world: usize, head: u32, point: usize): bool {
  let moved = false;
  for (let link = head; link !== 0; ) {
    const plane = planeOf(world, link);
    const depth = -inside(plane, link, point);
    if (depth === Infinity) return false;
    if (depth > 0) {
      const s = ((link - 1) & 3) < load<u32>(plane, PLANE_SPLIT) ? depth : -depth;
      addPoint(point, s * load<f64>(plane), s * load<f64>(plane, 8), s * load<f64>(plane, 16));
      moved = true;
    }
    link = nextLink(plane, link);
  }
  return moved;
}

/** The farthest point of the way from `from` that is inside all planes; it takes the place of `point`. */
function cutWay(world: usize, head: u32, from: usize, point: usize): void {
  let share: f64 = 1;
  for (let link = head; link !== 0; ) {
    const plane = planeOf(world, link);
    const there = inside(plane, link, point);
    if (there < 0) {
      const here = max(0, inside(plane, link, from));
      share = there === -Infinity ? 0 : min(share, here / (here - there));
    }
    link = nextLink(plane, link);
  }
  if (share < 1) {
    // Rounding must not leave the half-spaces; x is inside all of them.
    const s = share * (1 - 1e-9);
    for (let axis: usize = 0; axis < 24; axis += 8) {
      const x = load<f64>(from + axis);
      store<f64>(point + axis, x + (load<f64>(point + axis) - x) * s);
    }
    if (!isInside(world, head, point)) memory.copy(point, from, POINT_BYTES);
  }
}

/** Counts and marks what was cut back, once y is final. */
export function clothCountCuts(world: usize): void {
  const marks = array(world, CLOTH_MARKS);
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    if (load<u32>(part, PART_KIND) === PART_BODY) continue;
    for (let i = firstVertex(part), last = endVertex(part); i < last; i++) {
      const at = i * POINT_BYTES;
      const from = array(world, CLOTH_X) + at;
      const missed = squaredBetween(array(world, CLOTH_WANTED) + at, array(world, CLOTH_Y) + at);
      if (missed === 0) continue;
      const wanted = squaredBetween(array(world, CLOTH_WANTED) + at, from);
      const moved = squaredBetween(array(world, CLOTH_Y) + at, from);
      const halved = moved * 4 < wanted ? MARK_HALVED : 0;
      store<u8>(marks + i, load<u8>(marks + i) | MARK_CUT | halved);
      bump(world + CLOTH_CUT);
      if (moved === 0) bump(world + CLOTH_FROZEN);
      if (load<f64>(array(world, CLOTH_INVERSE_MASS) + (i << 3)) > 0) continue;
      bump(world + CLOTH_HELD_VERTICES);
      bump(part + PART_HELD);
    }
  }
}

function squaredBetween(a: usize, b: usize): f64 {
  const x = load<f64>(a) - load<f64>(b);
  const y = load<f64>(a, 8) - load<f64>(b, 8);
  const z = load<f64>(a, 16) - load<f64>(b, 16);
  return x * x + y * y + z * z;
}

function bump(counter: usize): void {
  store<u32>(counter, load<u32>(counter) + 1);
}

/** A body goes as far as all planes of its vertices let it, as a whole. */
function truncateBody(world: usize, part: usize): void {
  const wanted = part + PART_WANTED;
  if (isAtRest(part) || fits(world, part)) return;
  if (memory.compare(wanted, part + PART_ASKED, POSE_BYTES) === 0) {
    bump(world + CLOTH_HELD);
    bump(part + PART_HELD);
  }
  // Each time to half of where it was: never farther than the planes of this round were made for.
  for (let halving = 0; halving < HALVINGS; halving++) {
    mixPoses(wanted, part + PART_POSE, wanted, 0.5);
    placeBody(world, part, wanted);
    if (fits(world, part)) return;
  }
  memory.copy(wanted, part + PART_POSE, POSE_BYTES);
  const first = firstVertex(part) * POINT_BYTES;
  const bytes = (endVertex(part) - firstVertex(part)) * POINT_BYTES;
  memory.copy(array(world, CLOTH_Y) + first, array(world, CLOTH_X) + first, bytes);
}

/** A body that is told to stay cannot be held back. */
function isAtRest(part: usize): bool {
  return memory.compare(part + PART_ASKED, part + PART_POSE, POSE_BYTES) === 0;
}

function fits(world: usize, part: usize): bool {
  const heads = array(world, CLOTH_FIRST_PLANE);
  const y = array(world, CLOTH_Y);
  for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
    const head = load<u32>(heads + (i << 2));
    if (head !== 0 && !isInside(world, head, y + i * POINT_BYTES)) return false;
  }
  return true;
}
