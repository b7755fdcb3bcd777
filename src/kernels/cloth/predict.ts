// Where everything would be at the end of a sub-step if nothing were in its way.
import {
  BLOCK_BYTES,
  BLOCK_END,
  BLOCK_FIRST,
  BLOCK_PART,
  CLOTH_FRACTION,
  CLOTH_GOAL,
  CLOTH_HS,
  CLOTH_INVERSE_MASS,
  CLOTH_REST,
  CLOTH_V,
  CLOTH_X,
  CLOTH_Y,
  PART_BODY,
  PART_BYTES,
  PART_DAMPING,
  PART_GOAL,
  PART_GRAVITY,
  PART_KIND,
  PART_OWED,
  PART_POSE,
  PART_SHIFT,
  PART_VERTEX_COUNT,
  PART_WANTED,
} from '../layout/cloth';
import { firstOfRun } from './blocks';
import { mixPoses, place } from './pose';
import { array, endVertex, firstVertex, POINT_BYTES, partAt, partsEnd } from './world';

/** Fills CLOTH_Y where vertices are bodies'. */
export function clothPredictBodies(world: usize): void {
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    if (load<u32>(part, PART_KIND) === PART_BODY) predictBody(world, part);
  }
}

/** Fills CLOTH_Y of all others in a run of blocks: free vertices by their velocities, prescribed ones on the way to their goals. */
export function clothPredict(world: usize, run: u32): void {
  for (
    let block = firstOfRun(world, run), end = firstOfRun(world, run + 1);
    block < end;
    block += BLOCK_BYTES
  ) {
    const part = partAt(world, load<u32>(block, BLOCK_PART));
    if (load<u32>(part, PART_KIND) !== PART_BODY) predictBlock(world, part, block);
  }
}

function predictBody(world: usize, part: usize): void {
  mixPoses(part + PART_WANTED, part + PART_POSE, part + PART_GOAL, load<f64>(world, CLOTH_FRACTION));
  const hs = load<f64>(world, CLOTH_HS);
  for (let i: usize = 0; i < 48; i += 8) {
    store<f64>(part + PART_SHIFT + i, load<f64>(part + PART_OWED + i) * hs);
  }
  placeBody(world, part, part + PART_WANTED);
}

/** Puts a body's vertices in CLOTH_Y where a pose has them. */
export function placeBody(world: usize, part: usize, pose: usize): void {
  const first = firstVertex(part) * POINT_BYTES;
  place(
    array(world, CLOTH_Y) + first,
    array(world, CLOTH_REST) + first,
    load<u32>(part, PART_VERTEX_COUNT),
    pose,
  );
}

function predictBlock(world: usize, part: usize, block: usize): void {
  const hs = load<f64>(world, CLOTH_HS);
  const kept = 1 / (1 + load<f64>(part, PART_DAMPING) * hs);
  const fraction = load<f64>(world, CLOTH_FRACTION);
  const weights = array(world, CLOTH_INVERSE_MASS);
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const v = array(world, CLOTH_V);
  const goals = array(world, CLOTH_GOAL);
  const first = <usize>load<u32>(block, BLOCK_FIRST);
  const end = <usize>load<u32>(block, BLOCK_END);
  for (let axis: usize = 0; axis < 24; axis += 8) {
    const gain = load<f64>(part + axis, PART_GRAVITY) * hs;
    for (let i = first; i < end; i++) {
      const at = i * POINT_BYTES + axis;
      const from = load<f64>(x + at);
      if (load<f64>(weights + (i << 3)) > 0) {
        const speed = (load<f64>(v + at) + gain) * kept;
        store<f64>(v + at, speed);
        store<f64>(y + at, from + speed * hs);
      } else store<f64>(y + at, from + (load<f64>(goals + at) - from) * fraction);
    }
  }
}

/** Puts a body's vertices in CLOTH_X where its pose has them. */
export function clothPlaceBody(world: usize, index: u32): void {
  const part = partAt(world, index);
  const first = firstVertex(part) * POINT_BYTES;
  const count = load<u32>(part, PART_VERTEX_COUNT);
  place(array(world, CLOTH_X) + first, array(world, CLOTH_REST) + first, count, part + PART_POSE);
}

/** The largest coordinate of a part's vertices. */
export function clothLargest(world: usize, index: u32): f64 {
  const part = partAt(world, index);
  const x = array(world, CLOTH_X);
  let largest: f64 = 0;
  for (
    let at = x + firstVertex(part) * POINT_BYTES, end = x + endVertex(part) * POINT_BYTES;
    at < end;
    at += 8
  ) {
    largest = max(largest, abs(load<f64>(at)));
  }
  return largest;
}
