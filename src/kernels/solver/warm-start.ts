import { MOVER_BYTES, MOVER_WARM, MOVER_WARMED } from '../layout/bodies';
import {
  TOUCH_BYTES,
  TOUCH_FRICTION_1,
  TOUCH_FRICTION_2,
  TOUCH_IMPULSE,
  TOUCH_MOST,
  TOUCH_TARGET,
  TOUCH_TORSION,
} from '../layout/contacts';
import {
  ROW_BEFORE,
  ROW_BEFORE_1,
  ROW_BEFORE_2,
  ROW_BEFORE_TORSION,
  ROW_BYTES,
  ROW_TANGENT_1,
  ROW_TANGENT_2,
} from '../layout/solver-rows';
import { islandOf, joinIslands } from './contact-islands';
import { holdJoints } from './joints';
import { bodyA, bodyB } from './links-of-touches';
import { isFree } from './move';
import { pushAll, speedAlong, spinAlong, twist } from './rows';

// Contact points begin with the impulses of the sub-step before. After an impact these are far too large, and where masses are very
// different passes take them back so slowly that what is left is energy from nowhere. Impulses p, which change velocities along
// themselves by A p, are the better the smaller p (A p / 2 + v - target) is; passes only lower that, from wherever they begin, and where it is
// below 0 no energy came of them. Where it is more once passes are over, the contacts of the island begin again, with that share
// of their impulses which makes it smallest.

/** Gives the bodies of all contact points, whose rows are written, the impulses of the sub-step before. */
export function warmStart(touches: usize, rows: usize, count: i32, joints: usize): void {
  // what impulses do is what is left of it when joints hold
  holdJoints(joints);
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    const row = rows + <usize>i * ROW_BYTES;
    store<f64>(row, speedAlong(touch, row), ROW_BEFORE);
    store<f64>(row, speedAlong(touch, row + ROW_TANGENT_1), ROW_BEFORE_1);
    store<f64>(row, speedAlong(touch, row + ROW_TANGENT_2), ROW_BEFORE_2);
    store<f64>(row, spinAlong(touch), ROW_BEFORE_TORSION);
  }
  for (let i = 0; i < count; i++) give(touches + <usize>i * TOUCH_BYTES, rows + <usize>i * ROW_BYTES, 1);
}

/** Where impulses gave an island energy, takes back what they are more than the share that takes most. Returns how many contact points that changes. */
export function cutGains(bodies: usize, bodyCount: i32, touches: usize, rows: usize, count: i32): i32 {
  joinIslands(bodies, bodyCount, touches, count);
  for (let i = 0; i < bodyCount; i++) memory.fill(bodies + <usize>i * MOVER_BYTES + MOVER_WARM, 0, 16);
  for (let i = 0; i < count; i++) addWork(touches + <usize>i * TOUCH_BYTES, rows + <usize>i * ROW_BYTES);
  let cut = 0;
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    const share = shareOf(rootOf(touch));
    if (share === 1) continue;
    give(touch, rows + <usize>i * ROW_BYTES, share - 1);
    keep(touch, share);
    store<f64>(touch, 0, TOUCH_MOST);
    cut++;
  }
  return cut;
}

function rootOf(touch: usize): usize {
  const a = bodyA(touch);
  return islandOf(isFree(a) ? a : bodyB(touch));
}

/** Adds to its island's sums what a contact point's impulses do, with the velocities before they were given and those of now. */
function addWork(touch: usize, row: usize): void {
  const root = rootOf(touch);
  const normal = load<f64>(touch, TOUCH_IMPULSE);
  const first = load<f64>(touch, TOUCH_FRICTION_1);
  const second = load<f64>(touch, TOUCH_FRICTION_2);
  const torsion = load<f64>(touch, TOUCH_TORSION);
  const target = load<f64>(touch, TOUCH_TARGET);
  const before =
    normal * (load<f64>(row, ROW_BEFORE) - target) +
    first * load<f64>(row, ROW_BEFORE_1) +
    second * load<f64>(row, ROW_BEFORE_2) +
    torsion * load<f64>(row, ROW_BEFORE_TORSION);
  const after =
    normal * (speedAlong(touch, row) - target) +
    first * speedAlong(touch, row + ROW_TANGENT_1) +
    second * speedAlong(touch, row + ROW_TANGENT_2) +
    torsion * spinAlong(touch);
  store<f64>(root, load<f64>(root, MOVER_WARM) + before, MOVER_WARM);
  store<f64>(root, load<f64>(root, MOVER_WARMED) + after, MOVER_WARMED);
}

/** The sum is before + s (after - before) / 2, times s, for a share s of the impulses. */
function shareOf(island: usize): f64 {
  const before = load<f64>(island, MOVER_WARM);
  const after = load<f64>(island, MOVER_WARMED);
  if (before + after <= 0) return 1;
  return before < 0 ? before / (before - after) : 0;
}

function give(touch: usize, row: usize, share: f64): void {
  pushAll(touch, row, 0, share * load<f64>(touch, TOUCH_IMPULSE));
  pushAll(touch, row, ROW_TANGENT_1, share * load<f64>(touch, TOUCH_FRICTION_1));
  pushAll(touch, row, ROW_TANGENT_2, share * load<f64>(touch, TOUCH_FRICTION_2));
  twist(touch, row, share * load<f64>(touch, TOUCH_TORSION));
}

function keep(touch: usize, share: f64): void {
  store<f64>(touch, share * load<f64>(touch, TOUCH_IMPULSE), TOUCH_IMPULSE);
  store<f64>(touch, share * load<f64>(touch, TOUCH_FRICTION_1), TOUCH_FRICTION_1);
  store<f64>(touch, share * load<f64>(touch, TOUCH_FRICTION_2), TOUCH_FRICTION_2);
  store<f64>(touch, share * load<f64>(touch, TOUCH_TORSION), TOUCH_TORSION);
}
