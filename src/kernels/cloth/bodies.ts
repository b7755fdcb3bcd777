// Bodies that contacts move: what they were given in a sub-step becomes a pose.
import {
  CLOTH_FRACTION,
  CLOTH_HS,
  CLOTH_VERTEX_COUNT,
  CLOTH_WANTED,
  CLOTH_Y,
  PART_ASKED,
  PART_BODY,
  PART_BYTES,
  PART_FLAGS,
  PART_GAINED,
  PART_GOAL,
  PART_KIND,
  PART_MOVABLE,
  PART_OWED,
  PART_RADIUS,
  PART_SHIFT,
  PART_SLACK,
  PART_WANTED,
} from '../layout/cloth';
import { length } from '../rigid/vector';
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

/**
 * What a body was pushed in this sub-step changes its velocity, and so where it would be at the end of the step. It goes
 * there as far as its slack lets it: where other rigid bodies are near, only the next step may move it, which certifies
 * its way. Until then contacts see it as if it moved (PART_OWED).
 */
function movePushed(world: usize, part: usize): void {
  const hs = load<f64>(world, CLOTH_HS);
  // Sub-steps that are left, this one included.
  const left = 1 / load<f64>(world, CLOTH_FRACTION);
  const shift = part + PART_SHIFT;
  const owed = part + PART_OWED;
  for (let i: usize = 0; i < 48; i += 8) {
    store<f64>(shift + i, load<f64>(shift + i) - load<f64>(owed + i) * hs);
  }
  const way =
    left *
    (length(load<f64>(shift), load<f64>(shift, 8), load<f64>(shift, 16)) +
      length(load<f64>(shift, 24), load<f64>(shift, 32), load<f64>(shift, 40)) *
        load<f64>(part, PART_RADIUS));
  const slack = load<f64>(part, PART_SLACK);
  const share = way > slack ? slack / way : 1;
  store<f64>(part, max(0, slack - way), PART_SLACK);
  for (let i: usize = 0; i < 48; i += 8) {
    const speed = load<f64>(shift + i) / hs;
    store<f64>(part + PART_GAINED + i, load<f64>(part + PART_GAINED + i) + speed);
    store<f64>(owed + i, load<f64>(owed + i) + (1 - share) * speed);
  }
  displace(part + PART_WANTED, shift, share);
  displace(part + PART_GOAL, shift, share * left);
  placeBody(world, part, part + PART_WANTED);
}

function displace(pose: usize, shift: usize, by: f64): void {
  addPoint(pose, by * load<f64>(shift), by * load<f64>(shift, 8), by * load<f64>(shift, 16));
  turn(pose + 24, by * load<f64>(shift, 24), by * load<f64>(shift, 32), by * load<f64>(shift, 40));
}
