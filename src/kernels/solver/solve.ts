import {
  MOVER_ANGULAR,
  MOVER_BYTES,
  MOVER_CENTRE_NOW,
  MOVER_DYNAMIC,
  MOVER_INVERSE_INERTIA,
  MOVER_INVERSE_MASS,
  MOVER_KIND,
  MOVER_LEFT,
  MOVER_LINEAR,
  MOVER_MASS,
  MOVER_PUSH,
} from '../layout/bodies';
import {
  LINK_BYTES,
  LINK_FRICTION,
  LINK_IMPULSE,
  LINK_REST,
  LINK_RESTITUTION,
  LINK_SIZE,
  TOUCH_APPROACH,
  TOUCH_ARM_A,
  TOUCH_ARM_B,
  TOUCH_BODY_A,
  TOUCH_BODY_B,
  TOUCH_BYTES,
  TOUCH_FRICTION_1,
  TOUCH_FRICTION_2,
  TOUCH_GAP,
  TOUCH_IMPULSE,
  TOUCH_LINK,
  TOUCH_MASS,
  TOUCH_MASS_1,
  TOUCH_MASS_2,
  TOUCH_MASS_TORSION,
  TOUCH_MOST,
  TOUCH_NORMAL,
  TOUCH_OWN_A,
  TOUCH_OWN_B,
  TOUCH_PUSH,
  TOUCH_TANGENT_1,
  TOUCH_TANGENT_2,
  TOUCH_TARGET,
  TOUCH_TORSION,
} from '../layout/contacts';
import { component, dotAt, setVector } from '../rigid/vector';
import { timesSymmetric, turnedX, turnedY, turnedZ } from './inertia';
import { rotationOf } from './touches';

// Sequential impulses over sub-steps: normal, friction in a cone, torsion; each begins with what the sub-step before
// ended with. Gaps that are open may close within the sub-step and no faster (speculative contacts).

/** Bodies closer than they rest are moved apart by this share of what is missing in each sub-step, */
const PUSHED: f64 = 0.05;
/** or by this share where more than so much of the gap is missing: a time of contact between tiny gaps is dear, */
const PUSHED_FAR: f64 = 0.3;
const NEARLY: f64 = 0.4;
/** and at most this many sizes of the smaller body a second: gently, however deep they overlap. */
const FASTEST_PUSH: f64 = 2;
/** Friction against turning in place acts on this share of the smaller body's size. */
const TORSION_ARM: f64 = 0.01;
/** A share of the rest gap that counts as none when a sub-step ends. */
const CLOSED: f64 = 0.5;
/** Of a gap that is missing when bodies were stopped. */
const RESTORED: f64 = 0.9;

/** What a push gives way, as a share of itself, and passes over the contact points. */
const SOFT: f64 = 0.1;
const PUSHING_PASSES: i32 = 10;
/** In less time, in seconds, nobody is pushed: what velocities would lose beside such a push is not made up for. */
const SHORTEST: f64 = 1e-6;
/** Bodies that yield less than this share of what they would without locks are hardly pushed. */
const LEAST_YIELD: f64 = 0.02;

/** The list of pairs, set by every entry below: it may move when it grows. */
let pairs: usize = 0;

function linkOf(touch: usize): usize {
  return pairs + <usize>load<u32>(touch, TOUCH_LINK) * LINK_BYTES;
}

function bodyA(touch: usize): usize {
  return <usize>load<u32>(touch, TOUCH_BODY_A);
}

function bodyB(touch: usize): usize {
  return <usize>load<u32>(touch, TOUCH_BODY_B);
}

/**
 * Sets contact points up for the poses and velocities of now. With `first`, the impulses of the sub-step before are
 * applied as a beginning; without it, those of this sub-step have been applied already.
 */
export function prepareTouches(links: usize, touches: usize, count: i32, first: bool): void {
  pairs = links;
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

/** Seconds that the next motion of its bodies covers. */
function leftOf(touch: usize): f64 {
  return max(load<f64>(bodyA(touch), MOVER_LEFT), load<f64>(bodyB(touch), MOVER_LEFT));
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

function speedAlong(touch: usize, n: usize): f64 {
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
function push(touch: usize, n: usize, impulse: f64): void {
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

function twist(touch: usize, impulse: f64): void {
  if (impulse === 0) return;
  const x = impulse * load<f64>(touch, TOUCH_NORMAL);
  const y = impulse * load<f64>(touch, TOUCH_NORMAL + 8);
  const z = impulse * load<f64>(touch, TOUCH_NORMAL + 16);
  turn(bodyA(touch), -x, -y, -z);
  turn(bodyB(touch), x, y, z);
}

/** One pass over all contact points after the other. Returns the largest change of a velocity that the last one made. */
export function solveTouches(links: usize, touches: usize, count: i32, passes: i32, enough: f64): f64 {
  pairs = links;
  let change: f64 = 0;
  for (let pass = 0; pass < passes; pass++) {
    change = 0;
    for (let i = 0; i < count; i++) {
      const touch = touches + <usize>i * TOUCH_BYTES;
      rub(touch);
      change = max(change, press(touch));
    }
    if (change <= enough) break;
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
  pairs = links;
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

/**
 * Pushes bodies apart that are closer than they rest, by velocities that are theirs for one motion, until `endPush` takes
 * them away: no energy comes of it. After the first motion of a sub-step (`again`) all of what is missing is made up for:
 * bodies whose surfaces turn towards each other would be stopped at ever smaller gaps, after ever shorter times, otherwise. False where there is nothing to push.
 */
export function pushApart(
  bodies: usize,
  bodyCount: i32,
  links: usize,
  touches: usize,
  count: i32,
  again: bool,
): bool {
  pairs = links;
  let pushed = false;
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    const left = leftOf(touch);
    const open = load<f64>(touch, TOUCH_GAP) - load<f64>(linkOf(touch), LINK_REST);
    store<f64>(touch, 0, TOUCH_PUSH);
    if (open >= 0 || left <= 0) {
      // what a gap will be open for after the motion may be used
      store<f64>(touch, -max(0, open + left * speedAlong(touch, touch + TOUCH_NORMAL)), TOUCH_TARGET);
      continue;
    }
    pushed = true;
    store<f64>(touch, pushOf(linkOf(touch), -open, left, again), TOUCH_TARGET);
  }
  if (!pushed) return false;
  // Ways instead of velocities while it is found: bodies do not go on for equally long.
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    memory.copy(body + MOVER_PUSH, body + MOVER_LINEAR, 48);
    memory.fill(body + MOVER_LINEAR, 0, 48);
  }
  for (let pass = 0; pass < PUSHING_PASSES; pass++) {
    for (let i = 0; i < count; i++) pressApart(touches + <usize>i * TOUCH_BYTES);
  }
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    const left = load<f64>(body, MOVER_LEFT);
    for (let k: usize = 0; k < 48; k += 8) {
      const at = body + k;
      const kept = load<f64>(at, MOVER_PUSH);
      const speed = left > SHORTEST ? load<f64>(at, MOVER_LINEAR) / left : 0;
      store<f64>(at, kept + speed, MOVER_LINEAR);
      store<f64>(at, speed, MOVER_PUSH);
    }
  }
  return true;
}

/** How far a pair shall be moved apart. */
function pushOf(link: usize, missing: f64, left: f64, again: bool): f64 {
  const gentle = FASTEST_PUSH * load<f64>(link, LINK_SIZE) * left;
  if (again) return min(RESTORED * missing, max(load<f64>(link, LINK_REST), gentle));
  return min((missing > NEARLY * load<f64>(link, LINK_REST) ? PUSHED_FAR : PUSHED) * missing, gentle);
}

// Softly: between two others that leave it less room than both want, a body comes to the middle.
function pressApart(touch: usize): void {
  const mass = load<f64>(touch, TOUCH_MASS);
  const n = touch + TOUCH_NORMAL;
  const before = load<f64>(touch, TOUCH_PUSH);
  const missing = load<f64>(touch, TOUCH_TARGET) - speedAlong(touch, n);
  const after = max(0, before + (mass * missing - SOFT * before) / (1 + SOFT));
  if (after === before) return;
  store<f64>(touch, after, TOUCH_PUSH);
  push(touch, n, after - before);
}

/** Takes the velocities of a push away, whatever else the motion did to velocities. */
export function endPush(bodies: usize, bodyCount: i32): void {
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    for (let k: usize = 0; k < 48; k += 8) {
      const at = body + k;
      store<f64>(at, load<f64>(at, MOVER_LINEAR) - load<f64>(at, MOVER_PUSH), MOVER_LINEAR);
    }
  }
}
