import {
  MOVER_ANGULAR,
  MOVER_INVERSE_INERTIA,
  MOVER_INVERSE_MASS,
  MOVER_LEFT,
  MOVER_LINEAR,
} from '../layout/bodies';
import {
  LINK_BYTES,
  TOUCH_ARM_A,
  TOUCH_ARM_B,
  TOUCH_BODY_A,
  TOUCH_BODY_B,
  TOUCH_LINK,
  TOUCH_NORMAL,
} from '../layout/contacts';
import { component, dotAt, setVector } from '../rigid/vector';
import { timesSymmetric } from './inertia';

// The two bodies of a contact point: how fast they part there, and what an impulse does to them.

/** The list of pairs, set by every entry of the solver: it may move when it grows. */
let pairs: usize = 0;

export function usePairs(links: usize): void {
  pairs = links;
}

export function linkOf(touch: usize): usize {
  return pairs + <usize>load<u32>(touch, TOUCH_LINK) * LINK_BYTES;
}

export function bodyA(touch: usize): usize {
  return <usize>load<u32>(touch, TOUCH_BODY_A);
}

export function bodyB(touch: usize): usize {
  return <usize>load<u32>(touch, TOUCH_BODY_B);
}

/** Seconds that the next motion of its bodies covers. */
export function leftOf(touch: usize): f64 {
  return max(load<f64>(bodyA(touch), MOVER_LEFT), load<f64>(bodyB(touch), MOVER_LEFT));
}

export function speedAlong(touch: usize, n: usize): f64 {
  return speedOf(bodyB(touch), touch + TOUCH_ARM_B, n) - speedOf(bodyA(touch), touch + TOUCH_ARM_A, n);
}

function speedOf(body: usize, arm: usize, n: usize): f64 {
  const v = body + MOVER_LINEAR;
  const w = body + MOVER_ANGULAR;
  const x = component(arm, 0);
  const y = component(arm, 1);
  const z = component(arm, 2);
  return dotAt(
    n,
    component(v, 0) + component(w, 1) * z - component(w, 2) * y,
    component(v, 1) + component(w, 2) * x - component(w, 0) * z,
    component(v, 2) + component(w, 0) * y - component(w, 1) * x,
  );
}

/** An impulse along a direction: on B, and its opposite on A. */
export function push(touch: usize, n: usize, impulse: f64): void {
  if (impulse === 0) return;
  pushBody(bodyA(touch), touch + TOUCH_ARM_A, n, -impulse);
  pushBody(bodyB(touch), touch + TOUCH_ARM_B, n, impulse);
}

function pushBody(body: usize, arm: usize, n: usize, impulse: f64): void {
  const x = impulse * component(n, 0);
  const y = impulse * component(n, 1);
  const z = impulse * component(n, 2);
  const m = body + MOVER_INVERSE_MASS;
  const v = body + MOVER_LINEAR;
  setVector(
    v,
    component(v, 0) + x * component(m, 0),
    component(v, 1) + y * component(m, 1),
    component(v, 2) + z * component(m, 2),
  );
  const ax = component(arm, 0);
  const ay = component(arm, 1);
  const az = component(arm, 2);
  turn(body, ay * z - az * y, az * x - ax * z, ax * y - ay * x);
}

function turn(body: usize, x: f64, y: f64, z: f64): void {
  const i = body + MOVER_INVERSE_INERTIA;
  const w = body + MOVER_ANGULAR;
  setVector(
    w,
    component(w, 0) + timesSymmetric(i, 0, x, y, z),
    component(w, 1) + timesSymmetric(i, 1, x, y, z),
    component(w, 2) + timesSymmetric(i, 2, x, y, z),
  );
}

export function twist(touch: usize, impulse: f64): void {
  if (impulse === 0) return;
  const x = impulse * load<f64>(touch, TOUCH_NORMAL);
  const y = impulse * load<f64>(touch, TOUCH_NORMAL + 8);
  const z = impulse * load<f64>(touch, TOUCH_NORMAL + 16);
  turn(bodyA(touch), -x, -y, -z);
  turn(bodyB(touch), x, y, z);
}
