// Strays that were held back: tubes that hold whatever may still become of them in this sub-step, and do not move.
import {
  CLOTH_CONFINED,
  CLOTH_FIRST_PLANE,
  CLOTH_HALF,
  CLOTH_MOVE,
  CLOTH_STRAY,
  CLOTH_TUBE_RADIUS,
  CLOTH_TUBE_START,
  CLOTH_TUBE_VELOCITY,
  CLOTH_WANTED,
  CLOTH_X,
  CLOTH_Y,
  PART_BODY,
  PART_BYTES,
  PART_KIND,
  PART_STRAYS,
} from '../layout/cloth';
import { cutWay, isOutside } from './truncate';
import { TUBE } from './tubes';
import {
  array,
  endVertex,
  firstVertex,
  POINT_BYTES,
  partAt,
  partsEnd,
  setPoint,
  squaredBetween,
} from './world';

/**
 * Of bodies, which turn, balls around x of how far they go; of others, around the ball of which x to where they want to go is a
 * diameter: what is projected onto one plane that x is not behind stays in it, and what several take out of it is cut on the straight
 * way instead, now and in what follows (truncate.ts). All are wider by what contacts need to see.
 */
export function clothConfine(world: usize): void {
  const flags = array(world, CLOTH_STRAY);
  for (let part = partAt(world, 0), last = partsEnd(world); part < last; part += PART_BYTES) {
    if (load<u32>(part, PART_STRAYS) === 0) continue;
    const isBody = load<u32>(part, PART_KIND) === PART_BODY;
    for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
      if (load<u8>(flags + i) === 0) continue;
      if (isBody) confineOfBody(world, i);
      else confine(world, i);
    }
  }
}

/** All vertices become strays. */
export function clothStrayAll(world: usize): void {
  const flags = array(world, CLOTH_STRAY);
  for (let part = partAt(world, 0), last = partsEnd(world); part < last; part += PART_BYTES) {
    const first = firstVertex(part);
    memory.fill(flags + first, 1, endVertex(part) - first);
    store<u32>(part, <u32>(endVertex(part) - first), PART_STRAYS);
  }
}

function confine(world: usize, i: usize): void {
  const at = i * POINT_BYTES;
  const x = array(world, CLOTH_X) + at;
  const wanted = array(world, CLOTH_WANTED) + at;
  setTube(
    world,
    i,
    0.5 * (load<f64>(x) + load<f64>(wanted)),
    0.5 * (load<f64>(x, 8) + load<f64>(wanted, 8)),
    0.5 * (load<f64>(x, 16) + load<f64>(wanted, 16)),
    UPWARD * 0.5 * sqrt(squaredBetween(x, wanted)),
  );
  store<u8>(array(world, CLOTH_CONFINED) + i, 1);
  const y = array(world, CLOTH_Y) + at;
  if (!isOutside(world, i, y)) return;
  memory.copy(y, wanted, POINT_BYTES);
  cutWay(world, load<u32>(array(world, CLOTH_FIRST_PLANE) + (i << 2)), x, y);
}

/** Rounding, with room. */
const UPWARD: f64 = 1.000001;

function confineOfBody(world: usize, i: usize): void {
  const x = array(world, CLOTH_X) + i * POINT_BYTES;
  const move = load<f64>(array(world, CLOTH_MOVE) + (i << 3));
  setTube(world, i, load<f64>(x), load<f64>(x, 8), load<f64>(x, 16), move);
}

function setTube(world: usize, i: usize, x: f64, y: f64, z: f64, radius: f64): void {
  const at = i * POINT_BYTES;
  setPoint(array(world, CLOTH_TUBE_START) + at, x, y, z);
  setPoint(array(world, CLOTH_TUBE_VELOCITY) + at, 0, 0, 0);
  const wide = radius + TUBE * load<f64>(array(world, CLOTH_HALF) + (i << 3));
  store<f64>(array(world, CLOTH_TUBE_RADIUS) + (i << 3), wide);
}
