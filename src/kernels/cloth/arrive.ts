// The end of a sub-step: what was done becomes velocity, and y where everything is.
import {
  CLOTH_CONFINED,
  CLOTH_HS,
  CLOTH_SPENT,
  CLOTH_STRAYED,
  CLOTH_V,
  CLOTH_VERTEX_COUNT,
  CLOTH_X,
  CLOTH_Y,
  PART_ASKED,
  PART_BYTES,
  PART_FLAGS,
  PART_GOAL,
  PART_MOVABLE,
  PART_POSE,
  PART_WANTED,
} from '../layout/cloth';
import { endVertexOfRun, firstVertexOfRun } from './blocks';
import { POSE_BYTES, turn } from './pose';
import { array, POINT_BYTES, partAt, partsEnd } from './world';

/** Bodies are where they went, and nothing is confined any more. */
export function clothArriveBodies(world: usize): void {
  memory.fill(array(world, CLOTH_CONFINED), 0, load<u32>(world, CLOTH_VERTEX_COUNT));
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    if ((load<u32>(part, PART_FLAGS) & PART_MOVABLE) !== 0) loseTime(part);
    memory.copy(part + PART_POSE, part + PART_WANTED, POSE_BYTES);
  }
}

/** Velocities from what was done, and y becomes x, of a run of blocks; and that is what distances have lost. */
export function clothArrive(world: usize, run: u32): void {
  const rate = 1 / load<f64>(world, CLOTH_HS);
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const v = array(world, CLOTH_V);
  const first = firstVertexOfRun(world, run);
  const count = endVertexOfRun(world, run) - first;
  memory.copy(
    array(world, CLOTH_STRAYED) + (first << 3),
    array(world, CLOTH_SPENT) + (first << 3),
    count << 3,
  );
  const end = (first + count) * POINT_BYTES;
  for (let at = first * POINT_BYTES; at < end; at += 8) {
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
