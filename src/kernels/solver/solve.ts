import { MOVER_ASLEEP, MOVER_CENTRE_NOW } from '../layout/bodies';
import {
  LINK_IMPULSE,
  LINK_REST,
  LINK_RESTITUTION,
  TOUCH_APPROACH,
  TOUCH_ARM_A,
  TOUCH_ARM_B,
  TOUCH_BYTES,
  TOUCH_FRICTION_1,
  TOUCH_FRICTION_2,
  TOUCH_GAP,
  TOUCH_IMPULSE,
  TOUCH_MASS,
  TOUCH_MASS_1,
  TOUCH_MASS_2,
  TOUCH_MASS_TORSION,
  TOUCH_MOST,
  TOUCH_NORMAL,
  TOUCH_OWN_A,
  TOUCH_OWN_B,
  TOUCH_TANGENT_1,
  TOUCH_TANGENT_2,
  TOUCH_TARGET,
  TOUCH_TORSION,
} from '../layout/contacts';
import {
  ROW_BYTES,
  ROW_FRICTION,
  ROW_TALLIED,
  ROW_TANGENT_1,
  ROW_TANGENT_2,
  ROW_TORSION,
} from '../layout/solver-rows';
import { component, dotAt, setVector } from '../rigid/vector';
import { turnedX, turnedY, turnedZ } from './inertia';
import { holdJoints } from './joints';
import { bodyA, bodyB, leftOf, linkOf, usePairs } from './links-of-touches';
import { noteMet } from './met-pairs';
import { pushAll, speedAlong, spinAlong, twist, writeRows } from './rows';
import { rotationOf } from './touches';

// Sequential impulses over sub-steps: normal, friction in a cone, torsion; each begins with what the sub-step before
// ended with. Gaps that are open may close within the sub-step and no faster (speculative contacts).

/** What nobody is slower than: whoever comes to a sleeper and has not touched it yet is stopped by no wall, since it will be awake. */
const ANY_SPEED: f64 = -1e30;
/** A share of the rest gap that counts as none when a sub-step ends. */
const CLOSED: f64 = 0.5;

/**
 * Sets contact points up for the poses and velocities of now. With `first`, their impulses are those of the sub-step before
 * (`warmStart`); without it, those of this sub-step, and have been applied already.
 */
export function prepareTouches(links: usize, touches: usize, rows: usize, count: i32, first: bool): void {
  usePairs(links);
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    const row = rows + <usize>i * ROW_BYTES;
    noteMet(linkOf(touch));
    placeTouch(touch);
    setTangents(touch);
    writeRows(touch, row);
    store<f64>(touch, targetOf(touch, leftOf(touch), 0), TOUCH_TARGET);
    const before: f64 = first ? Infinity : load<f64>(touch, TOUCH_APPROACH);
    store<f64>(touch, min(before, speedAlong(touch, row)), TOUCH_APPROACH);
    if (!first) continue;
    store<f64>(touch, 0, TOUCH_MOST);
    store<f64>(row, 0, ROW_TALLIED);
  }
}

/** Gap and arms, from the points in the bodies' own frames. */
function placeTouch(touch: usize): void {
  const a = bodyA(touch);
  const b = bodyB(touch);
  const ca = a + MOVER_CENTRE_NOW;
  const cb = b + MOVER_CENTRE_NOW;
  rotationOf(a);
  const ax = ownX(touch + TOUCH_OWN_A);
  const ay = ownY(touch + TOUCH_OWN_A);
  const az = ownZ(touch + TOUCH_OWN_A);
  rotationOf(b);
  const bx = ownX(touch + TOUCH_OWN_B);
  const by = ownY(touch + TOUCH_OWN_B);
  const bz = ownZ(touch + TOUCH_OWN_B);
  const cx = component(cb, 0) - component(ca, 0);
  const cy = component(cb, 1) - component(ca, 1);
  const cz = component(cb, 2) - component(ca, 2);
  store<f64>(touch, dotAt(touch + TOUCH_NORMAL, cx + bx - ax, cy + by - ay, cz + bz - az), TOUCH_GAP);
  // one point for both bodies, so that no impulse changes the angular momentum
  setVector(touch + TOUCH_ARM_A, 0.5 * (ax + bx + cx), 0.5 * (ay + by + cy), 0.5 * (az + bz + cz));
  setVector(touch + TOUCH_ARM_B, 0.5 * (ax + bx - cx), 0.5 * (ay + by - cy), 0.5 * (az + bz - cz));
}

function ownX(p: usize): f64 {
  return turnedX(component(p, 0), component(p, 1), component(p, 2));
}

function ownY(p: usize): f64 {
  return turnedY(component(p, 0), component(p, 1), component(p, 2));
}

function ownZ(p: usize): f64 {
  return turnedZ(component(p, 0), component(p, 1), component(p, 2));
}

/** The least velocity along the normal: a gap may close as far as it is open, by more than a share of the rest gap. */
function targetOf(touch: usize, left: f64, closed: f64): f64 {
  const rest = load<f64>(linkOf(touch), LINK_REST);
  const open = load<f64>(touch, TOUCH_GAP) - rest;
  return open > closed * rest && left > 0 ? -open / left : 0;
}

/** Two directions across the normal, the same for the same normal; friction kept from before is turned into them. */
function setTangents(touch: usize): void {
  const t1 = touch + TOUCH_TANGENT_1;
  const t2 = touch + TOUCH_TANGENT_2;
  const f1 = load<f64>(touch, TOUCH_FRICTION_1);
  const f2 = load<f64>(touch, TOUCH_FRICTION_2);
  const fx = f1 * component(t1, 0) + f2 * component(t2, 0);
  const fy = f1 * component(t1, 1) + f2 * component(t2, 1);
  const fz = f1 * component(t1, 2) + f2 * component(t2, 2);
  const x = load<f64>(touch, TOUCH_NORMAL);
  const y = load<f64>(touch, TOUCH_NORMAL + 8);
  const z = load<f64>(touch, TOUCH_NORMAL + 16);
  if (abs(x) > abs(y)) {
    const size = 1 / sqrt(x * x + z * z);
    setVector(t1, -z * size, 0, x * size);
  } else {
    const size = 1 / sqrt(y * y + z * z);
    setVector(t1, 0, z * size, -y * size);
  }
  const ux = component(t1, 0);
  const uy = component(t1, 1);
  const uz = component(t1, 2);
  setVector(t2, y * uz - z * uy, z * ux - x * uz, x * uy - y * ux);
  store<f64>(touch, dotAt(t1, fx, fy, fz), TOUCH_FRICTION_1);
  store<f64>(touch, dotAt(t2, fx, fy, fz), TOUCH_FRICTION_2);
}

/**
 * One pass over all joints and contact points after the other, up to `passes` until none changes a velocity by more than `enough`, and from
 * there up to `most` until none does by more than `nearly`. Returns the largest change that the last one made.
 */
export function solveTouches(
  links: usize,
  touches: usize,
  rows: usize,
  count: i32,
  passes: i32,
  enough: f64,
  most: i32,
  nearly: f64,
  joints: usize,
): f64 {
  usePairs(links);
  let change: f64 = 0;
  for (let pass = 0; pass < most; pass++) {
    change = holdJoints(joints);
    for (let i = 0; i < count; i++) {
      const touch = touches + <usize>i * TOUCH_BYTES;
      const row = rows + <usize>i * ROW_BYTES;
      rub(touch, row);
      change = max(change, press(touch, row));
    }
    if (change <= (pass < passes ? enough : nearly)) break;
  }
  for (let i = 0; i < count; i++) tally(touches + <usize>i * TOUCH_BYTES, rows + <usize>i * ROW_BYTES);
  return change;
}

/** What the pair's contact points gave each other in the step. */
function tally(touch: usize, row: usize): void {
  const link = linkOf(touch);
  const impulse = load<f64>(touch, TOUCH_IMPULSE);
  store<f64>(link, load<f64>(link, LINK_IMPULSE) + (impulse - load<f64>(row, ROW_TALLIED)), LINK_IMPULSE);
  store<f64>(row, impulse, ROW_TALLIED);
}

function press(touch: usize, row: usize): f64 {
  const mass = load<f64>(touch, TOUCH_MASS);
  const missing = load<f64>(touch, TOUCH_TARGET) - speedAlong(touch, row);
  const before = load<f64>(touch, TOUCH_IMPULSE);
  const after = max(0, before + mass * missing);
  if (after === before) return 0;
  store<f64>(touch, after, TOUCH_IMPULSE);
  store<f64>(touch, max(after, load<f64>(touch, TOUCH_MOST)), TOUCH_MOST);
  pushAll(touch, row, 0, after - before);
  return mass > 0 ? abs(after - before) / mass : 0;
}

// Coulomb's cone, and torsion in proportion to the same normal impulse.
function rub(touch: usize, row: usize): void {
  const pressed = load<f64>(touch, TOUCH_IMPULSE);
  const most = load<f64>(row, ROW_FRICTION) * pressed;
  const before1 = load<f64>(touch, TOUCH_FRICTION_1);
  const before2 = load<f64>(touch, TOUCH_FRICTION_2);
  const spun = load<f64>(touch, TOUCH_TORSION);
  if (most === 0 && before1 === 0 && before2 === 0 && spun === 0) return;
  const t1 = row + ROW_TANGENT_1;
  const t2 = row + ROW_TANGENT_2;
  let f1 = before1 - load<f64>(touch, TOUCH_MASS_1) * speedAlong(touch, t1);
  let f2 = before2 - load<f64>(touch, TOUCH_MASS_2) * speedAlong(touch, t2);
  const size = sqrt(f1 * f1 + f2 * f2);
  if (size > most) {
    f1 *= most / size;
    f2 *= most / size;
  }
  store<f64>(touch, f1, TOUCH_FRICTION_1);
  store<f64>(touch, f2, TOUCH_FRICTION_2);
  pushAll(touch, row, ROW_TANGENT_1, f1 - before1);
  pushAll(touch, row, ROW_TANGENT_2, f2 - before2);
  const limit = load<f64>(row, ROW_TORSION) * pressed;
  const wanted = spun - load<f64>(touch, TOUCH_MASS_TORSION) * spinAlong(touch);
  const torsion = min(limit, max(-limit, wanted));
  store<f64>(touch, torsion, TOUCH_TORSION);
  twist(touch, row, torsion - spun);
}

function sleeps(body: usize): bool {
  return load<u32>(body, MOVER_ASLEEP) !== 0;
}

/**
 * After the bodies have moved: takes away what only moved them apart, and gives bodies that met faster than
 * `threshold` the velocity that their restitution asks for.
 */
export function relaxTouches(
  links: usize,
  touches: usize,
  rows: usize,
  count: i32,
  h: f64,
  threshold: f64,
): void {
  usePairs(links);
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    placeTouch(touch);
    const row = rows + <usize>i * ROW_BYTES;
    writeRows(touch, row);
    const link = linkOf(touch);
    const approach = load<f64>(touch, TOUCH_APPROACH);
    const idle = load<f64>(touch, TOUCH_MOST) === 0 && load<f64>(touch, TOUCH_IMPULSE) === 0;
    // who will bounce comes with all of its speed into the sub-step in which it meets
    const bounces = load<f64>(link, LINK_RESTITUTION) > 0 && speedAlong(touch, row) < -threshold;
    const waits = idle && (bounces || sleeps(bodyA(touch)) || sleeps(bodyB(touch)));
    const met = load<f64>(touch, TOUCH_MOST) > 0 && approach < -threshold;
    const bounce: f64 = met ? -load<f64>(link, LINK_RESTITUTION) * approach : 0;
    const target = bounce > 0 ? bounce : waits ? ANY_SPEED : targetOf(touch, h, CLOSED);
    store<f64>(touch, target, TOUCH_TARGET);
  }
}
