import { MOVER_ANGULAR, MOVER_INVERSE_INERTIA } from '../layout/bodies';
import { LINK_STOPS, TOUCH_BYTES, TOUCH_MASS, TOUCH_MASS_1, TOUCH_MASS_2 } from '../layout/contacts';
import { ROW_BYTES, ROW_TANGENT_1, ROW_TANGENT_2 } from '../layout/solver-rows';
import { component, setVector } from '../rigid/vector';
import { timesSymmetric } from './inertia';
import { holdJoints } from './joints';
import { bodyA, bodyB, linkOf, usePairs } from './links-of-touches';
import { timeLost } from './lost-time';
import { isFree } from './move';
import { pushAll, speedAlong } from './rows';

// Bodies that are stopped all through a sub-step have velocities that contact points allow and surfaces do not: they slide or turn by
// far more than the gap that is left to them. No impulse takes that from them, so they would stand there for good, as fast as they
// are, and hold whoever touches them. They go on as one with what stops them: nothing is lost by that but energy, and soon they are
// so slow that what they are pushed apart by is more.

/** Who made less than this share of a sub-step stands still. */
const STILL: f64 = 0.1;
const PASSES: i32 = 4;

/**
 * Takes away how bodies that stood still for the sub-step of h seconds move and turn against those that stopped them. With the rows
 * that `relaxTouches` wrote.
 */
export function joinJammed(
  links: usize,
  touches: usize,
  rows: usize,
  count: i32,
  h: f64,
  joints: usize,
): void {
  usePairs(links);
  for (let pass = 0; pass < PASSES; pass++) {
    let any = false;
    for (let i = 0; i < count; i++) {
      const touch = touches + <usize>i * TOUCH_BYTES;
      if (!isJammed(touch, h)) continue;
      any = true;
      const row = rows + <usize>i * ROW_BYTES;
      hold(touch, row, 0, load<f64>(touch, TOUCH_MASS));
      hold(touch, row, ROW_TANGENT_1, load<f64>(touch, TOUCH_MASS_1));
      hold(touch, row, ROW_TANGENT_2, load<f64>(touch, TOUCH_MASS_2));
      for (let axis = 0; axis < 3; axis++) holdSpin(bodyA(touch), bodyB(touch), axis);
    }
    if (!any) return;
    holdJoints(joints);
  }
}

function isJammed(touch: usize, h: f64): bool {
  return load<u32>(linkOf(touch), LINK_STOPS) > 0 && (stood(bodyA(touch), h) || stood(bodyB(touch), h));
}

function stood(body: usize, h: f64): bool {
  return isFree(body) && timeLost(body, h) > (1 - STILL) * h;
}

function hold(touch: usize, row: usize, direction: usize, mass: f64): void {
  pushAll(touch, row, direction, -mass * speedAlong(touch, row + direction));
}

/** The same of what they turn about an axis of the world, by opposite torques. */
function holdSpin(a: usize, b: usize, axis: i32): void {
  const p = a + MOVER_ANGULAR;
  const q = b + MOVER_ANGULAR;
  const stiff = component(a + MOVER_INVERSE_INERTIA, axis) + component(b + MOVER_INVERSE_INERTIA, axis);
  if (!(stiff > 0)) return;
  const impulse = (component(p, axis) - component(q, axis)) / stiff;
  addTorque(a, axis, -impulse);
  addTorque(b, axis, impulse);
}

function addTorque(body: usize, axis: i32, impulse: f64): void {
  const w = body + MOVER_ANGULAR;
  const inverse = body + MOVER_INVERSE_INERTIA;
  const x: f64 = axis === 0 ? impulse : 0;
  const y: f64 = axis === 1 ? impulse : 0;
  const z: f64 = axis === 2 ? impulse : 0;
  setVector(
    w,
    component(w, 0) + timesSymmetric(inverse, 0, x, y, z),
    component(w, 1) + timesSymmetric(inverse, 1, x, y, z),
    component(w, 2) + timesSymmetric(inverse, 2, x, y, z),
  );
}
