// PLANES: between two features that could meet, and how far each may go towards the other (truncate.ts says why that holds).
import {
  CLOTH_CHANGED,
  CLOTH_DEVIATION,
  CLOTH_FIRST_PLANE,
  CLOTH_FRESH,
  CLOTH_INVERSE_MASS,
  CLOTH_MEASURED,
  CLOTH_MOVE,
  CLOTH_PAIR_BYTES,
  CLOTH_PLANE_CAPACITY,
  CLOTH_PLANE_COUNT,
  CLOTH_PLANES,
  CLOTH_SEGMENT_COUNT,
  CLOTH_SEGMENTS,
  CLOTH_SERIAL,
  CLOTH_SPENT,
  CLOTH_STRAYED,
  CLOTH_VERTEX_COUNT,
  CLOTH_X,
  CLOTH_Y,
  PAIR_BOUND,
  PAIR_EDGE_EDGE,
  PAIR_KIND,
  PAIR_OWNED,
  PAIR_SERIAL_SHIFT,
  PLANE_BYTES,
  PLANE_LEAST,
  PLANE_MOST,
  PLANE_NEXT,
  PLANE_SPLIT,
  PLANE_VERTICES,
  PLANES_ANYWHERE,
  PLANES_OF_CHANGED,
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
import { firstHalf, floorOf, leastOfBoth, mostOfBoth, secondHalf } from './thickness';
import { alongAt, array, isAnyMarked, setPoint } from './world';

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

/**
 * Makes the planes of pairs that have none and could meet: on the straight way from x to y as it is now, or wherever their vertices
 * stop on it; `which` (PLANES_OF_...) says it, and whether all pairs are looked at. Returns how many planes are new; where there is no
 * room for all, those that had some are made: run it again with more.
 */
export function clothPlanes(world: usize, which: u32): u32 {
  const first = array(world, CLOTH_PLANES);
  const capacity = load<u32>(world, CLOTH_PLANE_CAPACITY);
  const segments = array(world, CLOTH_SEGMENTS);
  const end = segments + <usize>load<u32>(world, CLOTH_SEGMENT_COUNT) * SEGMENT_BYTES;
  const x = array(world, CLOTH_X);
  const moves = array(world, CLOTH_MOVE);
  const strayed = array(world, CLOTH_STRAYED);
  const spent = array(world, CLOTH_SPENT);
  const deviations = array(world, CLOTH_DEVIATION);
  const changed = which === PLANES_OF_CHANGED ? array(world, CLOTH_CHANGED) : 0;
  const anywhere = which === PLANES_ANYWHERE;
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
      if (bound > near || (changed !== 0 && !isAnyMarked(changed, pair))) continue;
      const isApart = anywhere
        ? bound > floor + mostOfBoth(moves, pair) + drift + mostOfBoth(strayed, pair)
        : bound > floor + apart + drift + mostOfBoth(spent, pair);
      if (isApart) continue;
      const owned = load<u32>(pair, PAIR_OWNED);
      if (owned >> PAIR_SERIAL_SHIFT === serial) continue;
      measured++;
      closestOfPair(pair, x);
      store<f64>(pair, gap + drift + leastOfBoth(strayed, pair), PAIR_BOUND);
      if (gap > floor + (anywhere ? mostOfBoth(moves, pair) : apart + mostOfBoth(deviations, pair))) continue;
      count++;
      if (count > capacity) continue;
      store<u32>(pair, (owned & OWNED) | (serial << PAIR_SERIAL_SHIFT), PAIR_OWNED);
      writePlane(world, pair, first, count - 1);
    }
  }
  store<u32>(world, min(count, capacity), CLOTH_PLANE_COUNT);
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
