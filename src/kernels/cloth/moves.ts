// How far things go in a sub-step: what tubes hold, and what distances between features can lose.
import {
  CLOTH_DEVIATION,
  CLOTH_HALF,
  CLOTH_HS,
  CLOTH_MOVE,
  CLOTH_REST,
  CLOTH_SEGMENT_COUNT,
  CLOTH_SEGMENTS,
  CLOTH_SINCE,
  CLOTH_STRAYED,
  CLOTH_TUBE_RADIUS,
  CLOTH_TUBE_START,
  CLOTH_TUBE_VELOCITY,
  CLOTH_V,
  CLOTH_VERTEX_COUNT,
  CLOTH_X,
  CLOTH_Y,
  PART_ASKED,
  PART_BODY,
  PART_BYTES,
  PART_FARTHEST,
  PART_FLAGS,
  PART_GOAL,
  PART_HALF,
  PART_KIND,
  PART_MEAN,
  PART_MOVABLE,
  PART_POSE,
  PART_REACH,
  PART_STRAYED,
  PART_WANTED,
  SEGMENT_A,
  SEGMENT_APART,
  SEGMENT_B,
  SEGMENT_BYTES,
  SEGMENT_DRIFT,
  SEGMENT_FARTHEST,
  SEGMENT_LOST,
  SEGMENT_REACH,
} from '../layout/cloth';
import { length } from '../rigid/vector';
import { POSE_BYTES, turn } from './pose';
import { array, endVertex, firstVertex, POINT_BYTES, partAt, partsEnd, setPoint } from './world';

/** Radius of a tube in half thicknesses: two of them have to see what may become a contact (MARGIN in contacts.ts). */
const TUBE: f64 = 1.3;
/** And how much of the way that a vertex goes otherwise than its part. */
const SPREAD: f64 = 0.15;
/** Rounding of what is added up here, with room. */
const UPWARD: f64 = 1.000001;

/**
 * Measures the displacements x to y: of each vertex (CLOTH_MOVE), each part, and for each pair of parts how much a
 * distance between them can shrink: SEGMENT_REACH where everything goes to y, SEGMENT_FARTHEST where anything may stop
 * anywhere on its way.
 */
export function clothMoves(world: usize): void {
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES)
    measurePart(world, part);
  const segments = array(world, CLOTH_SEGMENTS);
  const end = segments + <usize>load<u32>(world, CLOTH_SEGMENT_COUNT) * SEGMENT_BYTES;
  for (let segment = segments; segment < end; segment += SEGMENT_BYTES) {
    const a = <usize>load<u32>(segment, SEGMENT_A);
    const b = <usize>load<u32>(segment, SEGMENT_B);
    const apart = length(
      load<f64>(a, PART_MEAN) - load<f64>(b, PART_MEAN),
      load<f64>(a, PART_MEAN + 8) - load<f64>(b, PART_MEAN + 8),
      load<f64>(a, PART_MEAN + 16) - load<f64>(b, PART_MEAN + 16),
    );
    store<f64>(segment, apart * UPWARD, SEGMENT_APART);
    store<f64>(
      segment,
      (load<f64>(a, PART_REACH) + load<f64>(b, PART_REACH) + apart) * UPWARD,
      SEGMENT_REACH,
    );
    store<f64>(
      segment,
      (load<f64>(a, PART_FARTHEST) + load<f64>(b, PART_FARTHEST)) * UPWARD,
      SEGMENT_FARTHEST,
    );
  }
}

/** What the distances have lost, now that y is where everything is. */
export function clothSpend(world: usize): void {
  const strayed = array(world, CLOTH_STRAYED);
  const deviations = array(world, CLOTH_DEVIATION);
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    let most: f64 = 0;
    for (let i = firstVertex(part), last = endVertex(part); i < last; i++) {
      const sum = load<f64>(strayed + (i << 3)) + load<f64>(deviations + (i << 3));
      store<f64>(strayed + (i << 3), sum);
      most = max(most, sum);
    }
    store<f64>(part, most, PART_STRAYED);
  }
  const segments = array(world, CLOTH_SEGMENTS);
  const end = segments + <usize>load<u32>(world, CLOTH_SEGMENT_COUNT) * SEGMENT_BYTES;
  for (let segment = segments; segment < end; segment += SEGMENT_BYTES) {
    const drift = load<f64>(segment, SEGMENT_DRIFT) + load<f64>(segment, SEGMENT_APART);
    const a = <usize>load<u32>(segment, SEGMENT_A);
    const b = <usize>load<u32>(segment, SEGMENT_B);
    store<f64>(segment, drift, SEGMENT_DRIFT);
    store<f64>(segment, drift + load<f64>(a, PART_STRAYED) + load<f64>(b, PART_STRAYED), SEGMENT_LOST);
  }
}

function measurePart(world: usize, part: usize): void {
  const first = firstVertex(part);
  const end = endVertex(part);
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const moves = array(world, CLOTH_MOVE);
  const deviations = array(world, CLOTH_DEVIATION);
  let mx: f64 = 0;
  let my: f64 = 0;
  let mz: f64 = 0;
  for (let at = first * POINT_BYTES; at < end * POINT_BYTES; at += POINT_BYTES) {
    mx += load<f64>(y + at) - load<f64>(x + at);
    my += load<f64>(y + at, 8) - load<f64>(x + at, 8);
    mz += load<f64>(y + at, 16) - load<f64>(x + at, 16);
  }
  const share = end > first ? 1 / <f64>(end - first) : 0;
  mx *= share;
  my *= share;
  mz *= share;
  setPoint(part + PART_MEAN, mx, my, mz);
  let reach: f64 = 0;
  let farthest: f64 = 0;
  const isBody = load<u32>(part, PART_KIND) === PART_BODY;
  const straight = isBody ? shiftOf(part) : 0;
  const chord = isBody ? chordOf(part) : 0;
  const rest = array(world, CLOTH_REST);
  for (let i = first; i < end; i++) {
    const at = i * POINT_BYTES;
    const dx = load<f64>(y + at) - load<f64>(x + at);
    const dy = load<f64>(y + at, 8) - load<f64>(x + at, 8);
    const dz = load<f64>(y + at, 16) - load<f64>(x + at, 16);
    const deviation = length(dx - mx, dy - my, dz - mz) * UPWARD;
    reach = max(reach, deviation);
    store<f64>(deviations + (i << 3), deviation);
    // A body that is held on its way turns: what it passes is not between x and y.
    const move = isBody
      ? straight + chord * length(load<f64>(rest + at), load<f64>(rest + at, 8), load<f64>(rest + at, 16))
      : length(dx, dy, dz);
    farthest = max(farthest, move);
    store<f64>(moves + (i << 3), move * UPWARD);
  }
  store<f64>(part, reach, PART_REACH);
  store<f64>(part, farthest, PART_FARTHEST);
}

function shiftOf(part: usize): f64 {
  return length(
    load<f64>(part, PART_WANTED) - load<f64>(part, PART_POSE),
    load<f64>(part, PART_WANTED + 8) - load<f64>(part, PART_POSE + 8),
    load<f64>(part, PART_WANTED + 16) - load<f64>(part, PART_POSE + 16),
  );
}

/** How far a point at distance 1 goes when the body turns from its pose to the wanted one. */
function chordOf(part: usize): f64 {
  const a = part + PART_POSE + 24;
  const b = part + PART_WANTED + 24;
  let minus: f64 = 0;
  let plus: f64 = 0;
  for (let i: usize = 0; i < 32; i += 8) {
    const p = load<f64>(a + i);
    const q = load<f64>(b + i);
    minus += (p - q) * (p - q);
    plus += (p + q) * (p + q);
  }
  return 2 * sqrt(min(minus, plus));
}

/** Tubes hold for as long as what moves otherwise than its part goes this many half thicknesses. */
const LASTING: f64 = 8;

/**
 * How many seconds tubes are to hold, `longest` at the most: long ones of fast vertices are wide, meet far more others, and
 * are left long before their end. Speeds are taken as twice their root mean square in each part.
 */
export function clothHorizon(world: usize, longest: f64): f64 {
  const deviations = array(world, CLOTH_DEVIATION);
  const hs = load<f64>(world, CLOTH_HS);
  let horizon = longest;
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    let sum: f64 = 0;
    const first = firstVertex(part);
    const last = endVertex(part);
    for (let at = deviations + (first << 3); at < deviations + (last << 3); at += 8) {
      sum += load<f64>(at) * load<f64>(at);
    }
    if (sum === 0) continue;
    const way = 2 * sqrt(sum / <f64>(last - first));
    horizon = min(horizon, (hs * LASTING * load<f64>(part, PART_HALF)) / way);
  }
  return max(horizon, hs);
}

/**
 * New tubes from x, along the displacements x to y: a ball of somewhat more than the half thickness, and more where something moves
 * otherwise than its part. They hold for `horizon` seconds.
 */
export function clothTubes(world: usize, horizon: f64): void {
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const rate = 1 / load<f64>(world, CLOTH_HS);
  for (let part = partAt(world, 0), last = partsEnd(world); part < last; part += PART_BYTES) {
    const mx = load<f64>(part, PART_MEAN) * rate;
    const my = load<f64>(part, PART_MEAN + 8) * rate;
    const mz = load<f64>(part, PART_MEAN + 16) * rate;
    for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
      const at = i * POINT_BYTES;
      const u = (load<f64>(y + at) - load<f64>(x + at)) * rate;
      const v = (load<f64>(y + at, 8) - load<f64>(x + at, 8)) * rate;
      const w = (load<f64>(y + at, 16) - load<f64>(x + at, 16)) * rate;
      memory.copy(array(world, CLOTH_TUBE_START) + at, x + at, POINT_BYTES);
      setPoint(array(world, CLOTH_TUBE_VELOCITY) + at, u, v, w);
      const radius =
        TUBE * load<f64>(array(world, CLOTH_HALF) + (i << 3)) +
        SPREAD * horizon * length(u - mx, v - my, w - mz);
      store<f64>(array(world, CLOTH_TUBE_RADIUS) + (i << 3), radius);
    }
  }
}

/**
 * Tubes that hold every way that a vertex can go in this sub-step, and do not move. Of bodies, which turn, balls around x of how far
 * they go; of others, the ball of which x to y is a diameter: what is projected onto one plane that x is not behind stays in
 * it, and what several take out of it is kept in (truncate.ts).
 */
export function clothStillTubes(world: usize): void {
  const count = <usize>load<u32>(world, CLOTH_VERTEX_COUNT);
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const starts = array(world, CLOTH_TUBE_START);
  const radii = array(world, CLOTH_TUBE_RADIUS);
  memory.copy(starts, x, count * POINT_BYTES);
  memory.fill(array(world, CLOTH_TUBE_VELOCITY), 0, count * POINT_BYTES);
  memory.copy(radii, array(world, CLOTH_MOVE), count << 3);
  for (let part = partAt(world, 0), last = partsEnd(world); part < last; part += PART_BYTES) {
    if (load<u32>(part, PART_KIND) === PART_BODY) continue;
    for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
      store<f64>(radii + (i << 3), 0.5 * load<f64>(radii + (i << 3)));
      for (let at = i * POINT_BYTES; at < (i + 1) * POINT_BYTES; at += 8) {
        store<f64>(starts + at, 0.5 * (load<f64>(x + at) + load<f64>(y + at)));
      }
    }
  }
}

/** How many vertices of y are not in their tubes at the end of this sub-step. */
export function clothStrays(world: usize): u32 {
  const since = load<f64>(world, CLOTH_SINCE) + load<f64>(world, CLOTH_HS);
  const count = <usize>load<u32>(world, CLOTH_VERTEX_COUNT);
  const y = array(world, CLOTH_Y);
  const starts = array(world, CLOTH_TUBE_START);
  const velocities = array(world, CLOTH_TUBE_VELOCITY);
  const radii = array(world, CLOTH_TUBE_RADIUS);
  let strays: u32 = 0;
  for (let i: usize = 0; i < count; i++) {
    const at = i * POINT_BYTES;
    const dx = load<f64>(y + at) - load<f64>(starts + at) - since * load<f64>(velocities + at);
    const dy = load<f64>(y + at, 8) - load<f64>(starts + at, 8) - since * load<f64>(velocities + at, 8);
    const dz = load<f64>(y + at, 16) - load<f64>(starts + at, 16) - since * load<f64>(velocities + at, 16);
    const radius = load<f64>(radii + (i << 3));
    strays += dx * dx + dy * dy + dz * dz > radius * radius ? 1 : 0;
  }
  return strays;
}

/** Velocities from what was done, and y becomes x. */
export function clothArrive(world: usize): void {
  const rate = 1 / load<f64>(world, CLOTH_HS);
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    if ((load<u32>(part, PART_FLAGS) & PART_MOVABLE) !== 0) loseTime(part);
    memory.copy(part + PART_POSE, part + PART_WANTED, POSE_BYTES);
  }
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const v = array(world, CLOTH_V);
  const bytes = <usize>load<u32>(world, CLOTH_VERTEX_COUNT) * POINT_BYTES;
  for (let at: usize = 0; at < bytes; at += 8) {
    const now = load<f64>(y + at);
    store<f64>(v + at, (now - load<f64>(x + at)) * rate);
    store<f64>(x + at, now);
  }
}

/**
 * A body that is pushed has a velocity, and not a place to be: what it was held back by in this sub-step it does not make up for
 * in the next ones, in which contacts would see it come faster and faster, and throw it back so.
 */
function loseTime(part: usize): void {
  const wanted = part + PART_WANTED;
  const asked = part + PART_ASKED;
  if (memory.compare(wanted, asked, POSE_BYTES) === 0) return;
  const goal = part + PART_GOAL;
  for (let axis: usize = 0; axis < 24; axis += 8) {
    store<f64>(goal + axis, load<f64>(goal + axis) + load<f64>(wanted + axis) - load<f64>(asked + axis));
  }
  const x = load<f64>(asked, 24);
  const y = load<f64>(asked, 32);
  const z = load<f64>(asked, 40);
  const w = load<f64>(asked, 48);
  const a = load<f64>(wanted, 24);
  const b = load<f64>(wanted, 32);
  const c = load<f64>(wanted, 40);
  const d = load<f64>(wanted, 48);
  // Twice the vector of wanted times the inverse of asked: the angle, while it is small.
  const s: f64 = d * w + a * x + b * y + c * z < 0 ? -2 : 2;
  turn(
    goal + 24,
    s * (a * w - d * x - b * z + c * y),
    s * (b * w - d * y - c * x + a * z),
    s * (c * w - d * z - a * y + b * x),
  );
}
