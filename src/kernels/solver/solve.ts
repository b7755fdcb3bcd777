import {
  MOVER_ANGULAR,
  MOVER_CENTRE_NOW,
  MOVER_DYNAMIC,
  MOVER_INVERSE_INERTIA,
  MOVER_INVERSE_MASS,
  MOVER_KIND,
  MOVER_MASS,
} from '../layout/bodies';
import {
  LINK_FRICTION,
  LINK_IMPULSE,
  LINK_REST,
  LINK_RESTITUTION,
  LINK_SIZE,
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
import { component, dotAt, setVector } from '../rigid/vector';
import { bodyA, bodyB, leftOf, linkOf, push, speedAlong, twist, usePairs } from './impulses';
import { timesSymmetric, turnedX, turnedY, turnedZ } from './inertia';
import { rotationOf } from './touches';

// Sequential impulses over sub-steps: normal, friction in a cone, torsion; each begins with what the sub-step before
// ended with. Gaps that are open may close within the sub-step and no faster (speculative contacts).

/** Friction against turning in place acts on this share of the smaller body's size. */
const TORSION_ARM: f64 = 0.01;
/** A share of the rest gap that counts as none when a sub-step ends. */
const CLOSED: f64 = 0.5;
/** Bodies that yield less than this share of what they would without locks are hardly pushed. */
const LEAST_YIELD: f64 = 0.02;

/**
 * Sets contact points up for the poses and velocities of now. With `first`, the impulses of the sub-step before are
 * applied as a beginning; without it, those of this sub-step have been applied already.
 */
export function prepareTouches(links: usize, touches: usize, count: i32, first: bool): void {
  usePairs(links);
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    placeTouch(touch);
    const a = bodyA(touch);
    const b = bodyB(touch);
    setTangents(touch);
    const n = touch + TOUCH_NORMAL;
    store<f64>(touch, massAlong(touch, n), TOUCH_MASS);
    store<f64>(touch, massAlong(touch, touch + TOUCH_TANGENT_1), TOUCH_MASS_1);
    store<f64>(touch, massAlong(touch, touch + TOUCH_TANGENT_2), TOUCH_MASS_2);
    const stiff = turnAlong(a, n) + turnAlong(b, n);
    store<f64>(touch, stiff > 0 ? 1 / stiff : 0, TOUCH_MASS_TORSION);
    const left = leftOf(touch);
    store<f64>(touch, targetOf(touch, left, 0), TOUCH_TARGET);
    const before: f64 = first ? Infinity : load<f64>(touch, TOUCH_APPROACH);
    store<f64>(touch, min(before, speedAlong(touch, n)), TOUCH_APPROACH);
    if (first) store<f64>(touch, 0, TOUCH_MOST);
  }
  if (!first) return;
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    push(touch, touch + TOUCH_NORMAL, load<f64>(touch, TOUCH_IMPULSE));
    tally(touch, load<f64>(touch, TOUCH_IMPULSE));
    push(touch, touch + TOUCH_TANGENT_1, load<f64>(touch, TOUCH_FRICTION_1));
    push(touch, touch + TOUCH_TANGENT_2, load<f64>(touch, TOUCH_FRICTION_2));
    twist(touch, load<f64>(touch, TOUCH_TORSION));
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
 * 1 / (what a unit impulse along the direction changes of the velocity along it). Bodies with locked axes hardly yield along
 * some directions: there impulses are smaller than they would have to be, since no turning makes up for them.
 */
function massAlong(touch: usize, n: usize): f64 {
  const stiff = yieldOf(bodyA(touch), touch + TOUCH_ARM_A, n) + yieldOf(bodyB(touch), touch + TOUCH_ARM_B, n);
  const least = LEAST_YIELD * (freeYield(bodyA(touch)) + freeYield(bodyB(touch)));
  if (stiff < least) return stiff / (least * least);
  return stiff > 0 ? 1 / stiff : 0;
}

/** What a body with no axis locked yields at the least. */
function freeYield(body: usize): f64 {
  return load<u32>(body, MOVER_KIND) === MOVER_DYNAMIC ? 1 / load<f64>(body, MOVER_MASS) : 0;
}

function yieldOf(body: usize, arm: usize, n: usize): f64 {
  const x = component(n, 0);
  const y = component(n, 1);
  const z = component(n, 2);
  const u = component(arm, 1) * z - component(arm, 2) * y;
  const v = component(arm, 2) * x - component(arm, 0) * z;
  const w = component(arm, 0) * y - component(arm, 1) * x;
  const i = body + MOVER_INVERSE_INERTIA;
  const m = body + MOVER_INVERSE_MASS;
  return (
    x * x * component(m, 0) +
    y * y * component(m, 1) +
    z * z * component(m, 2) +
    u * timesSymmetric(i, 0, u, v, w) +
    v * timesSymmetric(i, 1, u, v, w) +
    w * timesSymmetric(i, 2, u, v, w)
  );
}

function turnAlong(body: usize, n: usize): f64 {
  const i = body + MOVER_INVERSE_INERTIA;
  const x = component(n, 0);
  const y = component(n, 1);
  const z = component(n, 2);
  return (
    x * timesSymmetric(i, 0, x, y, z) + y * timesSymmetric(i, 1, x, y, z) + z * timesSymmetric(i, 2, x, y, z)
  );
}

/**
 * One pass over all contact points after the other, up to `passes` until none changes a velocity by more than `enough`, and from
 * there up to `most` until none does by more than `nearly`. Returns the largest change that the last one made.
 */
export function solveTouches(
  links: usize,
  touches: usize,
  count: i32,
  passes: i32,
  enough: f64,
  most: i32,
  nearly: f64,
): f64 {
  usePairs(links);
  let change: f64 = 0;
  for (let pass = 0; pass < most; pass++) {
    change = 0;
    for (let i = 0; i < count; i++) {
      const touch = touches + <usize>i * TOUCH_BYTES;
      rub(touch);
      change = max(change, press(touch));
    }
    if (change <= (pass < passes ? enough : nearly)) break;
  }
  return change;
}

/** What the pair's contact points gave each other in the step. */
function tally(touch: usize, impulse: f64): void {
  const link = linkOf(touch);
  store<f64>(link, load<f64>(link, LINK_IMPULSE) + impulse, LINK_IMPULSE);
}

function press(touch: usize): f64 {
  const n = touch + TOUCH_NORMAL;
  const mass = load<f64>(touch, TOUCH_MASS);
  const missing = load<f64>(touch, TOUCH_TARGET) - speedAlong(touch, n);
  const before = load<f64>(touch, TOUCH_IMPULSE);
  const after = max(0, before + mass * missing);
  if (after === before) return 0;
  store<f64>(touch, after, TOUCH_IMPULSE);
  store<f64>(touch, max(after, load<f64>(touch, TOUCH_MOST)), TOUCH_MOST);
  push(touch, n, after - before);
  tally(touch, after - before);
  return mass > 0 ? abs(after - before) / mass : 0;
}

// Coulomb's cone, and torsion in proportion to the same normal impulse.
function rub(touch: usize): void {
  const link = linkOf(touch);
  const most = load<f64>(link, LINK_FRICTION) * load<f64>(touch, TOUCH_IMPULSE);
  const t1 = touch + TOUCH_TANGENT_1;
  const t2 = touch + TOUCH_TANGENT_2;
  const before1 = load<f64>(touch, TOUCH_FRICTION_1);
  const before2 = load<f64>(touch, TOUCH_FRICTION_2);
  const spun = load<f64>(touch, TOUCH_TORSION);
  if (most === 0 && before1 === 0 && before2 === 0 && spun === 0) return;
  let f1 = before1 - load<f64>(touch, TOUCH_MASS_1) * speedAlong(touch, t1);
  let f2 = before2 - load<f64>(touch, TOUCH_MASS_2) * speedAlong(touch, t2);
  const size = sqrt(f1 * f1 + f2 * f2);
  if (size > most) {
    f1 *= most / size;
    f2 *= most / size;
  }
  store<f64>(touch, f1, TOUCH_FRICTION_1);
  store<f64>(touch, f2, TOUCH_FRICTION_2);
  push(touch, t1, f1 - before1);
  push(touch, t2, f2 - before2);
  const limit = most * TORSION_ARM * load<f64>(link, LINK_SIZE);
  const n = touch + TOUCH_NORMAL;
  const spin = spinOf(bodyB(touch), n) - spinOf(bodyA(touch), n);
  const torsion = min(limit, max(-limit, spun - load<f64>(touch, TOUCH_MASS_TORSION) * spin));
  store<f64>(touch, torsion, TOUCH_TORSION);
  twist(touch, torsion - spun);
}

function spinOf(body: usize, n: usize): f64 {
  const w = body + MOVER_ANGULAR;
  return dotAt(n, component(w, 0), component(w, 1), component(w, 2));
}

/**
 * After the bodies have moved: takes away what only moved them apart, and gives bodies that met faster than
 * `threshold` the velocity that their restitution asks for.
 */
export function relaxTouches(links: usize, touches: usize, count: i32, h: f64, threshold: f64): void {
  usePairs(links);
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    placeTouch(touch);
    const link = linkOf(touch);
    const approach = load<f64>(touch, TOUCH_APPROACH);
    const met = load<f64>(touch, TOUCH_MOST) > 0 && approach < -threshold;
    const bounce: f64 = met ? -load<f64>(link, LINK_RESTITUTION) * approach : 0;
    store<f64>(touch, bounce > 0 ? bounce : targetOf(touch, h, CLOSED), TOUCH_TARGET);
  }
}
