// TRUNCATE: no vertex leaves its side of a plane between two features that could otherwise meet.
//
// Why it holds. x is free of contact, and lies inside every half-space made here where it is when the sub-step begins. A plane may go
// evenly with its features (PLANE_SHIFT); how far a straight way is inside changes evenly too, so that a way from x to a point inside
// all half-spaces, where they end, stays inside; the two half-spaces of a pair do not meet, so neither do its features at any time of
// the way. A vertex that others hold back may not be able to follow a plane that goes: such a plane stays where it was instead, for all
// its vertices, and x is inside of it for as long as anybody waits. All vertices go straight from x to y at once, so that a pair without a plane is apart all the way when
// its distance at x is more than how differently its vertices go. What is held back goes otherwise than it did: planes are
// added until no pair without one could meet. Bodies are held as a whole.
import {
  CLOTH_CHANGED,
  CLOTH_CONFINED,
  CLOTH_FIRST_PLANE,
  CLOTH_FRESH,
  CLOTH_HELD,
  CLOTH_PLANE_COUNT,
  CLOTH_PLANES,
  CLOTH_TUBE_RADIUS,
  CLOTH_TUBE_START,
  CLOTH_VERTEX_COUNT,
  CLOTH_X,
  CLOTH_Y,
  PART_ASKED,
  PART_BODY,
  PART_BYTES,
  PART_HELD,
  PART_KIND,
  PART_POSE,
  PART_VERTEX_COUNT,
  PART_WANTED,
  PLANE_BYTES,
  PLANE_LEAST,
  PLANE_MOST,
  PLANE_NEXT,
  PLANE_SHIFT,
  PLANE_SPLIT,
  PLANE_VERTICES,
} from '../layout/cloth';
import { mixPoses, POSE_BYTES } from './pose';
import { placeBody } from './predict';
import {
  addPoint,
  alongAt,
  array,
  bump,
  endVertex,
  firstVertex,
  POINT_BYTES,
  partAt,
  partsEnd,
  setPoint,
  squaredBetween,
} from './world';

const PROJECTIONS = 8;
/** A body is held back to half, a quarter, ... of its way; after so many halves it stays. */
const HALVINGS = 6;

/** Planes that were to go with their features, and stay. */
let stopped: u32 = 0;

/** Moves y back to where the planes let it, where there are new ones, and notes what goes elsewhere by that (CLOTH_CHANGED). */
export function clothTruncate(world: usize): void {
  const count = <usize>load<u32>(world, CLOTH_VERTEX_COUNT);
  memory.fill(array(world, CLOTH_CHANGED), 0, count);
  // Again where a plane stays that was to go, which happens to each of them once.
  do {
    stopped = 0;
    for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
      if (load<u32>(part, PART_KIND) === PART_BODY) truncateBody(world, part);
      else truncateVertices(world, part);
    }
  } while (stopped > 0);
}

/** All planes stay where they are. */
export function clothStopPlanes(world: usize): void {
  const first = array(world, CLOTH_PLANES);
  const end = first + <usize>load<u32>(world, CLOTH_PLANE_COUNT) * PLANE_BYTES;
  for (let plane = first; plane < end; plane += PLANE_BYTES) stop(world, plane);
}

function stop(world: usize, plane: usize): void {
  const shift = load<f64>(plane, PLANE_SHIFT);
  if (shift === 0) return;
  store<f64>(plane, load<f64>(plane, PLANE_LEAST) - shift, PLANE_LEAST);
  store<f64>(plane, load<f64>(plane, PLANE_MOST) - shift, PLANE_MOST);
  store<f64>(plane, 0, PLANE_SHIFT);
  const fresh = array(world, CLOTH_FRESH);
  for (let slot: usize = 0; slot < 16; slot += 4) {
    store<u8>(fresh + <usize>load<u32>(plane + slot, PLANE_VERTICES), 1);
  }
  stopped++;
}

function truncateVertices(world: usize, part: usize): void {
  const heads = array(world, CLOTH_FIRST_PLANE);
  const fresh = array(world, CLOTH_FRESH);
  const confined = array(world, CLOTH_CONFINED);
  const changed = array(world, CLOTH_CHANGED);
  for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
    if (load<u8>(fresh + i) === 0) continue;
    store<u8>(fresh + i, 0);
    const head = load<u32>(heads + (i << 2));
    const target = array(world, CLOTH_Y) + i * POINT_BYTES;
    if (isInside(world, head, target)) continue;
    store<u8>(changed + i, 1);
    const from = array(world, CLOTH_X) + i * POINT_BYTES;
    const straightX = load<f64>(target);
    const straightY = load<f64>(target, 8);
    const straightZ = load<f64>(target, 16);
    for (let round = 0; round < PROJECTIONS; round++) if (!project(world, head, target)) break;
    if (load<u8>(confined + i) !== 0 && isOutside(world, i, target))
      setPoint(target, straightX, straightY, straightZ);
    cutWay(world, head, from, target);
  }
}

/** Whether a point is not in a vertex' tube, which does not move. */
export function isOutside(world: usize, i: usize, point: usize): bool {
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

/**
 * The farthest point of the way from `from` that is inside all planes; it takes the place of `point`. Planes that go, and that it does
 * not follow, stay.
 */
export function cutWay(world: usize, head: u32, from: usize, point: usize): void {
  let share: f64 = 1;
  for (let link = head; link !== 0; ) {
    const plane = planeOf(world, link);
    const there = inside(plane, link, point);
    if (there < 0) {
      const here = inside(plane, link, from);
      if (here >= 0 || load<f64>(plane, PLANE_SHIFT) === 0)
        share = there === -Infinity ? 0 : min(share, max(0, here) / (max(0, here) - there));
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
  }
  if (isInside(world, head, point) || stopBehind(world, head, point)) return;
  memory.copy(point, from, POINT_BYTES);
  stopBehind(world, head, point);
}

/** Planes that go, and that the point is behind, stay. False where it is behind one that does not go. */
function stopBehind(world: usize, head: u32, point: usize): bool {
  let follows = true;
  for (let link = head; link !== 0; ) {
    const plane = planeOf(world, link);
    if (inside(plane, link, point) < 0) {
      if (load<f64>(plane, PLANE_SHIFT) === 0) follows = false;
      else stop(world, plane);
    }
    link = nextLink(plane, link);
  }
  return follows;
}

/** A body goes as far as all planes of its vertices let it, as a whole. */
function truncateBody(world: usize, part: usize): void {
  const wanted = part + PART_WANTED;
  if (isAtRest(part) || fits(world, part)) return;
  memory.fill(array(world, CLOTH_CHANGED) + firstVertex(part), 1, load<u32>(part, PART_VERTEX_COUNT));
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
