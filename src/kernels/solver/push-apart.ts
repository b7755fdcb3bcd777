import {
  MOVER_BYTES,
  MOVER_HELD,
  MOVER_LEFT,
  MOVER_LINEAR,
  MOVER_PUSH,
  MOVER_SQUEEZED,
} from '../layout/bodies';
import {
  LINK_REST,
  LINK_SIZE,
  TOUCH_BYTES,
  TOUCH_GAP,
  TOUCH_MASS,
  TOUCH_PUSH,
  TOUCH_TARGET,
} from '../layout/contacts';
import { TIED_CROWDS } from '../layout/joints';
import { ROW_BYTES, ROW_WIDE } from '../layout/solver-rows';
import { areOpen, closeJointsAgain, closeLess, leaveFar, maySetYield, mendJoints } from './joints';
import { forgetPushes } from './limits';
import { bodyA, bodyB, leftOf, linkOf, usePairs } from './links-of-touches';
import { isFree } from './move';
import { pushAll, speedAlong } from './rows';
import { setFlag, setOf } from './tied-bodies';

/** Bodies closer than they rest are moved apart by this share of what is missing in each sub-step, */
const PUSHED: f64 = 0.05;
/** or by this share where more than so much of the gap is missing: a time of contact between tiny gaps is dear, */
const PUSHED_FAR: f64 = 0.3;
const NEARLY: f64 = 0.4;
/** and at most this many sizes of the smaller body a second: gently, however deep they overlap. */
const FASTEST_PUSH: f64 = 2;
/** Of a gap that is missing when bodies were stopped. */
const RESTORED: f64 = 0.9;

/** What a push gives way, as a share of itself, and passes over the contact points. */
const SOFT: f64 = 0.1;
const SOFT_TIED: f64 = 0.01;
/**
 * Gaps that are smaller than so much of those that bodies rest at are all but closed. Where such a one would close by what is pushed apart
 * beside it, contact points at the same bodies whose gaps are so many times as large give way, down to a share of theirs: a light body between a
 * floor and a heavy one stood still for good, stopped at gaps that no time of contact told from touching.
 */
const TIGHT: f64 = 0.3;
const ROOMY: f64 = 4;
const GIVEN: f64 = 0.5;

/** How often ways are looked for anew, with sets of joints that close less than they would: the last time nothing. */
const YIELDING: i32 = 3;
const PUSHING_PASSES: i32 = 10;
/** In less time, in seconds, nobody is pushed: what velocities would lose beside such a push is not made up for. */
const SHORTEST: f64 = 1e-6;

/**
 * Pushes bodies apart that are closer than they rest, by velocities that are theirs for one motion, until `endPush` takes
 * them away: no energy comes of it. After the first motion of a sub-step (`again`) all of what is missing is made up for:
 * bodies whose surfaces turn towards each other would be stopped at ever smaller gaps, after ever shorter times, otherwise. Joints that are
 * open are closed in the same motion. False where there is nothing to push.
 */
export function pushApart(
  bodies: usize,
  bodyCount: i32,
  links: usize,
  touches: usize,
  rows: usize,
  count: i32,
  again: bool,
  joints: usize,
): bool {
  usePairs(links);
  let pushed = areOpen(joints);
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    const left = leftOf(touch);
    const open = load<f64>(touch, TOUCH_GAP) - load<f64>(linkOf(touch), LINK_REST);
    if (open >= 0 || left <= 0) {
      // what a gap will be open for after the motion may be used
      store<f64>(touch, -max(0, open + left * speedAlong(touch, rows + <usize>i * ROW_BYTES)), TOUCH_TARGET);
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
  }
  if (joints !== 0) {
    stand(bodies, bodyCount);
    closeJointsAgain(joints);
    leaveFar(joints);
  }
  findWays(bodies, bodyCount, touches, rows, count, joints);
  if (findSqueezed(bodies, bodyCount, touches, rows, count)) {
    giveWay(touches, count);
    findWays(bodies, bodyCount, touches, rows, count, joints);
  }
  // what cannot close without bringing bodies closer stays open
  for (let round = 1; joints !== 0 && round <= YIELDING; round++) {
    findCrowding(bodies, bodyCount, touches, rows, count);
    if (!closeLess(joints, round === YIELDING)) break;
    findWays(bodies, bodyCount, touches, rows, count, joints);
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

/** Finds ways that move bodies apart, and close each set's share of what its joints are open. */
function findWays(
  bodies: usize,
  bodyCount: i32,
  touches: usize,
  rows: usize,
  count: i32,
  joints: usize,
): void {
  stand(bodies, bodyCount);
  forgetPushes(joints);
  for (let i = 0; i < count; i++) store<f64>(touches + <usize>i * TOUCH_BYTES, 0, TOUCH_PUSH);
  for (let pass = 0; pass < PUSHING_PASSES; pass++) {
    mendJoints(joints);
    for (let i = 0; i < count; i++) {
      pressApart(touches + <usize>i * TOUCH_BYTES, rows + <usize>i * ROW_BYTES);
    }
  }
}

function stand(bodies: usize, bodyCount: i32): void {
  for (let i = 0; i < bodyCount; i++) memory.fill(bodies + <usize>i * MOVER_BYTES + MOVER_LINEAR, 0, 48);
}

/**
 * Notes the sets of joints whose ways bring any two closer that are to be moved apart. Where neither of the two is in one that can close less,
 * somebody who touches them may be.
 */
function findCrowding(bodies: usize, bodyCount: i32, touches: usize, rows: usize, count: i32): void {
  let others = false;
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    if (load<f64>(touch, TOUCH_TARGET) <= 0 || speedAlong(touch, rows + <usize>i * ROW_BYTES) >= 0) continue;
    const isTiedA = crowds(bodyA(touch));
    const isTiedB = crowds(bodyB(touch));
    if (isTiedA || isTiedB) continue;
    if (!others) clearSqueezed(bodies, bodyCount);
    others = true;
    noteSqueezed(bodyA(touch), 0);
    noteSqueezed(bodyB(touch), 0);
  }
  for (let i = 0; others && i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    if (squeezedAt(bodyA(touch)) === 0) crowds(bodyB(touch));
    if (squeezedAt(bodyB(touch)) === 0) crowds(bodyA(touch));
  }
}

/** Notes the set of a body, where it has one that can close less than it does. */
function crowds(body: usize): bool {
  const set = setOf(body);
  if (set === 0 || !maySetYield(set)) return false;
  setFlag(set, TIED_CROWDS);
  return true;
}

/** Notes at the bodies which contact points are all but closed and come closer by the ways that were found. */
function findSqueezed(bodies: usize, bodyCount: i32, touches: usize, rows: usize, count: i32): bool {
  let any = false;
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    const gap = load<f64>(touch, TOUCH_GAP);
    if (gap >= TIGHT * load<f64>(linkOf(touch), LINK_REST) || load<f64>(touch, TOUCH_TARGET) <= 0) continue;
    if (speedAlong(touch, rows + <usize>i * ROW_BYTES) >= 0) continue;
    if (!any) clearSqueezed(bodies, bodyCount);
    any = true;
    noteSqueezed(bodyA(touch), gap);
    noteSqueezed(bodyB(touch), gap);
  }
  return any;
}

function clearSqueezed(bodies: usize, count: i32): void {
  for (let i = 0; i < count; i++) store<f64>(bodies + <usize>i * MOVER_BYTES, Infinity, MOVER_SQUEEZED);
}

/** Not at what nothing moves: all that stands on a floor has nothing to do with each other. */
function noteSqueezed(body: usize, gap: f64): void {
  if (isFree(body)) store<f64>(body, min(max(0, gap), load<f64>(body, MOVER_SQUEEZED)), MOVER_SQUEEZED);
}

function squeezedAt(body: usize): f64 {
  return isFree(body) ? load<f64>(body, MOVER_SQUEEZED) : Infinity;
}

/** Lets them use the room that there is beside them. */
function giveWay(touches: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    const gap = load<f64>(touch, TOUCH_GAP);
    const tight = min(squeezedAt(bodyA(touch)), squeezedAt(bodyB(touch)));
    if (load<f64>(touch, TOUCH_TARGET) > 0 && gap > ROOMY * tight)
      store<f64>(touch, (GIVEN - 1) * gap, TOUCH_TARGET);
  }
}

/** How far a pair shall be moved apart. */
function pushOf(link: usize, missing: f64, left: f64, again: bool): f64 {
  const gentle = FASTEST_PUSH * load<f64>(link, LINK_SIZE) * left;
  if (again) return min(RESTORED * missing, max(load<f64>(link, LINK_REST), gentle));
  return min((missing > NEARLY * load<f64>(link, LINK_REST) ? PUSHED_FAR : PUSHED) * missing, gentle);
}

// Softly: between two others that leave it less room than both want, a body comes to the middle.
function pressApart(touch: usize, row: usize): void {
  const mass = load<f64>(touch, TOUCH_MASS);
  const before = load<f64>(touch, TOUCH_PUSH);
  const missing = load<f64>(touch, TOUCH_TARGET) - speedAlong(touch, row);
  // beside that, what closes joints presses as well
  const soft = load<u32>(row, ROW_WIDE) === 0 ? SOFT : SOFT_TIED;
  const after = max(0, before + (mass * missing - soft * before) / (1 + soft));
  if (after === before) return;
  store<f64>(touch, after, TOUCH_PUSH);
  pushAll(touch, row, 0, after - before);
}

/** Takes the velocities of a push away, whatever else the motion did to velocities; not of who went that way before it (`goWays`). */
export function endPush(bodies: usize, bodyCount: i32): void {
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (load<u32>(body, MOVER_HELD) !== 0) continue;
    for (let k: usize = 0; k < 48; k += 8) {
      const at = body + k;
      store<f64>(at, load<f64>(at, MOVER_LINEAR) - load<f64>(at, MOVER_PUSH), MOVER_LINEAR);
    }
  }
}
