import {
  MOVER_ANGULAR,
  MOVER_ANGULAR_DAMPING,
  MOVER_ASLEEP,
  MOVER_BYTES,
  MOVER_CENTRE,
  MOVER_CENTRE_NOW,
  MOVER_DYNAMIC,
  MOVER_ENERGY,
  MOVER_FIXED,
  MOVER_FORCE,
  MOVER_GRAVITY_SCALE,
  MOVER_INERTIA,
  MOVER_INVERSE_INERTIA,
  MOVER_INVERSE_MASS,
  MOVER_KIND,
  MOVER_LATER,
  MOVER_LEFT,
  MOVER_LINEAR,
  MOVER_LINEAR_DAMPING,
  MOVER_LOCKS,
  MOVER_MADE,
  MOVER_MASS,
  MOVER_PAIRS,
  MOVER_POSITION,
  MOVER_ROTATION,
  MOVER_SPIN_HALFWAY,
  MOVER_SPIN_OWED,
  MOVER_TORQUE,
  MOVER_TURN,
  MOVER_TURNED_INERTIA,
  MOVER_WENT,
} from '../layout/bodies';
import { component, length, lengthAt, setVector } from '../rigid/vector';
import { followSpin } from './fast-spin';
import { takeMomentum, timesSymmetric, turnedX, turnedY, turnedZ, turnInertia, useRotation } from './inertia';
import { nextW, nextX, nextY, nextZ, turnedBy } from './turns';

export const TURNING_LOCKS: u32 = 56;
/** Moments of inertia that differ by less than this share are equal: what rounding leaves of a ball's. */
const EVEN: f64 = 1e-12;
/** The velocity halfway is looked for so often, or until it changes by no more than this share. What joints tie is followed no other way. */
const HALFWAY: i32 = 12;
const HALFWAY_OF_TIED: i32 = 60;
const SAME: f64 = 1e-11;
/** Radians that a spin's energy may be in a sub-step, about the lightest axis. */
const FAST: f64 = 0.3;

/** Whether anything but a contact or a joint may change the body's velocity. */
export function isFree(body: usize): bool {
  return load<u32>(body, MOVER_KIND) === MOVER_DYNAMIC && load<u32>(body, MOVER_ASLEEP) === 0;
}

/** The centre of mass, from origin and rotation. */
export function placeCentre(body: usize): void {
  useRotationOf(body);
  const x = load<f64>(body, MOVER_CENTRE);
  const y = load<f64>(body, MOVER_CENTRE + 8);
  const z = load<f64>(body, MOVER_CENTRE + 16);
  setVector(
    body + MOVER_CENTRE_NOW,
    load<f64>(body, MOVER_POSITION) + turnedX(x, y, z),
    load<f64>(body, MOVER_POSITION + 8) + turnedY(x, y, z),
    load<f64>(body, MOVER_POSITION + 16) + turnedZ(x, y, z),
  );
}

export function useRotationOf(body: usize): void {
  const q = body + MOVER_ROTATION;
  useRotation(component(q, 0), component(q, 1), component(q, 2), component(q, 3));
}

/**
 * Gives every free body the velocity that forces, torques, gravity, damping and its own spin leave it, as a mean over
 * the sub-step of h seconds. The spin keeps its angular momentum exactly: what is found is the angular velocity that
 * the momentum has halfway, which `settleSpin` turns into that at the end.
 */
export function applyForces(bodies: usize, count: i32, h: f64, gx: f64, gy: f64, gz: f64): void {
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    placeCentre(body);
    const moves = load<u32>(body, MOVER_KIND) !== MOVER_FIXED && load<u32>(body, MOVER_ASLEEP) === 0;
    store<f64>(body, moves ? h : 0, MOVER_LEFT);
    store<f64>(body, 0, MOVER_LATER);
    store<f64>(body, moves ? 0 : h, MOVER_MADE);
    store<f64>(body, 0, MOVER_WENT);
    store<f64>(body, -1, MOVER_SPIN_HALFWAY);
    store<f64>(body, 0, MOVER_SPIN_OWED);
    setVector(body + MOVER_TURN, 0, 0, 0);
    if (!isFree(body)) {
      memory.fill(body + MOVER_INVERSE_INERTIA, 0, 48);
      memory.fill(body + MOVER_INVERSE_MASS, 0, 24);
      continue;
    }
    const scale = load<f64>(body, MOVER_GRAVITY_SCALE);
    const mass = load<f64>(body, MOVER_MASS);
    const slowed = 1 / (1 + h * load<f64>(body, MOVER_LINEAR_DAMPING));
    push(body, 0, h, gx * scale * mass, slowed);
    push(body, 8, h, gy * scale * mass, slowed);
    push(body, 16, h, gz * scale * mass, slowed);
    spin(body, h);
  }
}

/** What a force and a weight do to a body's velocity along an axis. */
export function push(body: usize, axis: usize, h: f64, weight: f64, slowed: f64): void {
  const at = body + axis;
  const force = load<f64>(at, MOVER_FORCE) + weight;
  const velocity = load<f64>(at, MOVER_LINEAR) + h * force * load<f64>(at, MOVER_INVERSE_MASS);
  store<f64>(at, velocity * slowed, MOVER_LINEAR);
}

function spin(body: usize, h: f64): void {
  const w = body + MOVER_ANGULAR;
  const slowed = 1 / (1 + h * load<f64>(body, MOVER_ANGULAR_DAMPING));
  if (isZero(body + MOVER_TORQUE) && keepsSpin(body)) {
    setVector(w, component(w, 0) * slowed, component(w, 1) * slowed, component(w, 2) * slowed);
    return;
  }
  turnInertia(body);
  const x = component(w, 0);
  const y = component(w, 1);
  const z = component(w, 2);
  const inertia = body + MOVER_TURNED_INERTIA;
  const lx = slowed * (timesSymmetric(inertia, 0, x, y, z) + h * load<f64>(body, MOVER_TORQUE));
  const ly = slowed * (timesSymmetric(inertia, 1, x, y, z) + h * load<f64>(body, MOVER_TORQUE + 8));
  const lz = slowed * (timesSymmetric(inertia, 2, x, y, z) + h * load<f64>(body, MOVER_TORQUE + 16));
  takeMomentum(body, lx, ly, lz);
  if (load<u32>(body, MOVER_LOCKS) & TURNING_LOCKS) return;
  // with what the torque adds to it, as the body is turned now
  const before = spinEnergy(body);
  const own = body + MOVER_INERTIA;
  const least = min(component(own, 0), min(component(own, 1), component(own, 2)));
  // told by what stays as it is while the body turns, since two ways of following it in turns would be none that keeps energy
  const isSlow = h * h * before <= FAST * FAST * least;
  if (!isSlow || !findHalfway(body, x, y, z, lx, ly, lz, h, HALFWAY)) {
    followSpin(body, lx, ly, lz, before, h);
  }
  const halfway = spinEnergy(body);
  store<f64>(body, halfway, MOVER_SPIN_HALFWAY);
  store<f64>(body, before - halfway, MOVER_SPIN_OWED);
  store<f64>(body, kineticEnergy(body), MOVER_ENERGY);
}

/**
 * Finds the velocity that a momentum has halfway through h seconds at that velocity: the same forwards and backwards in time, so that
 * spins neither gain energy nor lose any in the long run. The first guess is the velocity at the start. False where guesses do not agree.
 */
function findHalfway(
  body: usize,
  x: f64,
  y: f64,
  z: f64,
  lx: f64,
  ly: f64,
  lz: f64,
  h: f64,
  most: i32,
): bool {
  const w = body + MOVER_ANGULAR;
  for (let k = 0; k < most; k++) {
    turnedBy(body + MOVER_ROTATION, x, y, z, 0.5 * h);
    useRotation(nextX, nextY, nextZ, nextW);
    turnInertia(body);
    takeMomentum(body, lx, ly, lz);
    const off = length(component(w, 0) - x, component(w, 1) - y, component(w, 2) - z);
    if (off <= SAME * lengthAt(w)) return true;
    x = component(w, 0);
    y = component(w, 1);
    z = component(w, 2);
  }
  return false;
}

/** What `findMomentum` found. */
export let momentumX: f64 = 0;
export let momentumY: f64 = 0;
export let momentumZ: f64 = 0;

/** The angular momentum of a body's spin, with the inertia as it was turned last. */
export function findMomentum(body: usize): void {
  const inertia = body + MOVER_TURNED_INERTIA;
  const w = body + MOVER_ANGULAR;
  const x = component(w, 0);
  const y = component(w, 1);
  const z = component(w, 2);
  momentumX = timesSymmetric(inertia, 0, x, y, z);
  momentumY = timesSymmetric(inertia, 1, x, y, z);
  momentumZ = timesSymmetric(inertia, 2, x, y, z);
}

/** Gives a body the velocity that a momentum has with the inertia as the body is turned now. */
export function spinHere(body: usize, lx: f64, ly: f64, lz: f64): void {
  useRotationOf(body);
  turnInertia(body);
  takeMomentum(body, lx, ly, lz);
}

/** Whether its spin was found by its momentum: it moves, and turns about any axis. */
export function followsMomentum(body: usize): bool {
  return isFree(body) && load<f64>(body, MOVER_SPIN_HALFWAY) >= 0;
}

/** Gives it the angular velocity that another momentum has halfway through what it has left, looked for from the one that it has. */
export function spinHalfway(body: usize, momentum: usize): void {
  const w = body + MOVER_ANGULAR;
  findHalfway(
    body,
    component(w, 0),
    component(w, 1),
    component(w, 2),
    component(momentum, 0),
    component(momentum, 1),
    component(momentum, 2),
    load<f64>(body, MOVER_LEFT),
    HALFWAY_OF_TIED,
  );
}

/** Twice the energy of a body's motion. */
export function movingEnergy(body: usize): f64 {
  const v = lengthAt(body + MOVER_LINEAR);
  return load<f64>(body, MOVER_MASS) * v * v;
}

/** Twice the energy of motion and spin. */
export function kineticEnergy(body: usize): f64 {
  return movingEnergy(body) + spinEnergy(body);
}

/** Twice the energy of a body's spin, with the inertia as it is turned. */
export function spinEnergy(body: usize): f64 {
  findMomentum(body);
  const w = body + MOVER_ANGULAR;
  return component(w, 0) * momentumX + component(w, 1) * momentumY + component(w, 2) * momentumZ;
}

function isZero(vector: usize): bool {
  return component(vector, 0) === 0 && component(vector, 1) === 0 && component(vector, 2) === 0;
}

/** Nobody can push it, and its own spin does not change its axis: it has none, or is equally heavy about all axes. */
export function keepsSpin(body: usize): bool {
  if (load<u32>(body, MOVER_PAIRS) !== 0 || (load<u32>(body, MOVER_LOCKS) & TURNING_LOCKS) !== 0)
    return false;
  if (isZero(body + MOVER_ANGULAR)) return true;
  const own = body + MOVER_INERTIA;
  const uneven = max(abs(component(own, 0) - component(own, 1)), abs(component(own, 1) - component(own, 2)));
  const mixed = max(max(abs(component(own, 3)), abs(component(own, 4))), abs(component(own, 5)));
  return max(uneven, mixed) <= EVEN * component(own, 0);
}

/** A body gets a pair within the step: from now on impulses ask for its inertia, and certificates how far it went. */
export function meet(body: usize): void {
  const before = load<u32>(body, MOVER_PAIRS);
  if (before === 0 && isFree(body) && keepsSpin(body)) {
    useRotationOf(body);
    turnInertia(body);
  }
  store<u32>(body, before + 1, MOVER_PAIRS);
}

/** The built-in backend's step: every body goes straight and turns evenly about its centre of mass for h seconds. */
export function moveBodies(bodies: usize, count: i32, h: f64): void {
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (load<u32>(body, MOVER_KIND) === MOVER_FIXED || load<u32>(body, MOVER_ASLEEP) !== 0) continue;
    moveBody(body, h);
  }
}

/** Moves every body that has time left for as long as it has. */
export function moveOn(bodies: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    const left = load<f64>(body, MOVER_LEFT);
    if (left > 0) moveBody(body, left);
  }
}

export function moveBody(body: usize, h: f64): void {
  const w = body + MOVER_ANGULAR;
  const now = body + MOVER_CENTRE_NOW;
  const v = body + MOVER_LINEAR;
  const x = component(now, 0) + h * component(v, 0);
  const y = component(now, 1) + h * component(v, 1);
  const z = component(now, 2) + h * component(v, 2);
  const q = body + MOVER_ROTATION;
  if (component(w, 0) !== 0 || component(w, 1) !== 0 || component(w, 2) !== 0) {
    turnedBy(q, component(w, 0), component(w, 1), component(w, 2), h);
    setVector(q, nextX, nextY, nextZ);
    store<f64>(q, nextW, 24);
  }
  setVector(now, x, y, z);
  placeOrigin(body);
}

/** The origin, from the centre of mass and the rotation. */
function placeOrigin(body: usize): void {
  useRotationOf(body);
  const now = body + MOVER_CENTRE_NOW;
  const x = load<f64>(body, MOVER_CENTRE);
  const y = load<f64>(body, MOVER_CENTRE + 8);
  const z = load<f64>(body, MOVER_CENTRE + 16);
  setVector(
    body + MOVER_POSITION,
    component(now, 0) - turnedX(x, y, z),
    component(now, 1) - turnedY(x, y, z),
    component(now, 2) - turnedZ(x, y, z),
  );
}
