// Bodies that contacts move: what they were given in a sub-step becomes a pose.
import {
  CLOTH_VERTEX_COUNT,
  CLOTH_WANTED,
  CLOTH_Y,
  PART_ASKED,
  PART_BODY,
  PART_BYTES,
  PART_FLAGS,
  PART_KIND,
  PART_MOVABLE,
  PART_SHIFT,
  PART_TURN,
  PART_WANTED,
} from '../layout/cloth';
import { POSE_BYTES, turn } from './pose';
import { placeBody } from './predict';
import { addPoint, array, POINT_BYTES, partAt, partsEnd } from './world';

/** y is where everything wants to be. */
export function clothWant(world: usize): void {
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    if (load<u32>(part, PART_KIND) !== PART_BODY) continue;
    if ((load<u32>(part, PART_FLAGS) & PART_MOVABLE) !== 0) movePushed(world, part);
    memory.copy(part + PART_ASKED, part + PART_WANTED, POSE_BYTES);
  }
  const bytes = <usize>load<u32>(world, CLOTH_VERTEX_COUNT) * POINT_BYTES;
  memory.copy(array(world, CLOTH_WANTED), array(world, CLOTH_Y), bytes);
}

function movePushed(world: usize, part: usize): void {
  const shift = part + PART_SHIFT;
  const spin = part + PART_TURN;
  addPoint(part + PART_WANTED, load<f64>(shift), load<f64>(shift, 8), load<f64>(shift, 16));
  turn(part + PART_WANTED + 24, load<f64>(spin), load<f64>(spin, 8), load<f64>(spin, 16));
  memory.fill(shift, 0, 48);
  placeBody(world, part, part + PART_WANTED);
}
