import {
  MOVER_BENT,
  MOVER_BYTES,
  MOVER_HELD,
  MOVER_LEFT,
  MOVER_LINEAR,
  MOVER_MASS,
  MOVER_POSITION,
  MOVER_PUSH,
  MOVER_START_POSITION,
  MOVER_TURNED_INERTIA,
} from '../layout/bodies';
import { TOUCH_BYTES } from '../layout/contacts';
import {
  JOINT_FIRST_ROW,
  JOINT_LOCKED,
  JOINT_ROW_ERROR,
  JOINT_ROW_LOWER,
  JOINT_ROW_RIGHT,
  MOST_JOINT_ROWS,
  TIED_CONTRARY,
  TIED_DRIVEN,
  TIED_TOUCHES,
} from '../layout/joints';
import { component } from '../rigid/vector';
import { timesSymmetric } from './inertia';
import { errorOf, placeJoint } from './joint-rows';
import { rowAt, solveRows } from './joint-system';
import { holdingOf, rowA, rowB, rowsOf, setOfRow, stopAtLimits } from './joints';
import { bodyA, bodyB, countOf, jointAt } from './lay-joints';
import { bodyA as touchA, bodyB as touchB } from './links-of-touches';
import { isFree, kineticEnergy, moveBody, placeCentre } from './move';
import { pushBetween } from './rows';
import { clearFlags, endRowOf, hasFlag, memberOf, setFlag, setOf, sizeOf } from './tied-bodies';

// How bodies that joints tie together move. Where nothing else acts on a set, it goes on its own, as RATTLE goes (Andersen 1983): with the
// velocities that keep joints closed where the motion ends, which are made those that joints allow there. That keeps energy and momentum. What touches
// something is moved by the backend, which mends its joints on the way.

/** How often the velocities are looked for: the second time what is left is of third order. */
const ROUNDS: i32 = 2;
/** A set is bent by no more than this share of its energy: it turns by half a radian there, or is about to fold. */
const MOST_BENT: f64 = 0.1;
/** Limits are looked at once more by then. */
const LIMIT_PASSES: i32 = 10;
/** Of a set's energy: so much may the backend's joints add in a sub-step. */
const MOST_GAINED: f64 = 2e-3;

/** Finds out which sets touch something, and gives all others the velocities that keep their joints closed on a way that bends. */
export function bendWays(bodies: usize, touches: usize, count: i32, joints: usize): void {
  if (joints === 0) return;
  markTouching(touches, count, joints);
  for (let round = 0; round < ROUNDS; round++) {
    goAhead(joints);
    for (let i = 0; i < countOf(joints); i++) foresee(bodies, joints, jointAt(joints, i));
    const rows = rowsOf(joints);
    for (let begin = 0; begin < holdingOf(joints); ) {
      const set = setOfRow(rowAt(rows, begin));
      const end = endRowOf(set);
      if (goesFreely(set)) {
        comeBack(set);
        bend(rows, begin, end, set);
      }
      begin = end;
    }
  }
  for (let pass = 0; pass < LIMIT_PASSES; pass++) {
    if (stopAtLimits(joints) === 0) break;
  }
}

function markTouching(touches: usize, count: i32, joints: usize): void {
  const rows = rowsOf(joints);
  for (let begin = 0; begin < holdingOf(joints); begin = endRowOf(setOfRow(rowAt(rows, begin)))) {
    clearFlags(setOfRow(rowAt(rows, begin)), TIED_TOUCHES | TIED_CONTRARY);
  }
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    const a = setOf(touchA(touch));
    const b = setOf(touchB(touch));
    if (a !== 0) setFlag(a, TIED_TOUCHES);
    if (b !== 0) setFlag(b, TIED_TOUCHES);
  }
}

/** Nothing but its joints acts on the set. */
function goesFreely(set: usize): bool {
  return !hasFlag(set, TIED_DRIVEN | TIED_TOUCHES);
}

/** Puts bodies of free sets where their velocities bring them. */
function goAhead(joints: usize): void {
  const rows = rowsOf(joints);
  for (let begin = 0; begin < holdingOf(joints); begin = endRowOf(setOfRow(rowAt(rows, begin)))) {
    const set = setOfRow(rowAt(rows, begin));
    if (!goesFreely(set)) continue;
    for (let i: u32 = 0; i < sizeOf(set); i++) {
      const body = memberOf(set, i);
      memory.copy(body + MOVER_START_POSITION, body + MOVER_POSITION, 56);
      moveBody(body, load<f64>(body, MOVER_LEFT));
    }
  }
}

function comeBack(set: usize): void {
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const body = memberOf(set, i);
    memory.copy(body + MOVER_POSITION, body + MOVER_START_POSITION, 56);
    placeCentre(body);
  }
}

/** How fast a joint's rows have to close, so that they are open where bodies are by no more than where these were. */
function foresee(bodies: usize, joints: usize, joint: usize): void {
  const a = bodyA(bodies, joints, joint);
  const b = bodyB(bodies, joints, joint);
  const set = setOf(a) || setOf(b);
  if (set === 0 || !goesFreely(set)) return;
  const left = max(load<f64>(a, MOVER_LEFT), load<f64>(b, MOVER_LEFT));
  placeJoint(joint, a, b);
  const locked = load<u32>(joint, JOINT_LOCKED);
  let at = <i32>load<u32>(joint, JOINT_FIRST_ROW);
  for (let axis: u32 = 0; axis < <u32>MOST_JOINT_ROWS; axis++) {
    if (!(locked & (1 << axis))) continue;
    const row = rowAt(rowsOf(joints), at++);
    const opens = errorOf(joint, axis) - load<f64>(row, JOINT_ROW_ERROR);
    const missing = left > 0 ? -opens / left : 0;
    store<f64>(row, missing, JOINT_ROW_RIGHT);
    store<f64>(row, missing, JOINT_ROW_LOWER);
  }
}

function bend(rows: usize, begin: i32, end: i32, set: usize): void {
  let energy: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) energy += kineticEnergy(memberOf(set, i));
  solveRows(rows, begin, end);
  let given: f64 = 0;
  for (let i = begin; i < end; i++) {
    const row = rowAt(rows, i);
    given += load<f64>(row, JOINT_ROW_RIGHT) * load<f64>(row, JOINT_ROW_LOWER);
  }
  if (given > MOST_BENT * energy) return;
  for (let i = begin; i < end; i++) {
    const row = rowAt(rows, i);
    pushBetween(rowA(row), rowB(row), row, load<f64>(row, JOINT_ROW_RIGHT));
  }
}

/**
 * Tells the backend whom it moves. Bodies of sets that are the backend's to move go their ways at once, which are no velocities of theirs any more: the backend would
 * take them for such as joints do not allow. Until `keepEnergy` these are MOVER_HELD, and MOVER_PUSH is what velocity they have. Returns whether anybody was moved.
 */
export function goWays(bodies: usize, bodyCount: i32, pushed: bool): bool {
  let any = false;
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    const set = setOf(body);
    const isBent = set !== 0 && isOnItsOwn(set);
    store<u32>(body, isBent ? 1 : 0, MOVER_BENT);
    if (set === 0 || isBent || !isFree(body)) continue;
    const left = load<f64>(body, MOVER_LEFT);
    for (let k: usize = 0; k < 48; k += 8) {
      const at = body + k;
      const speed: f64 = pushed ? load<f64>(at, MOVER_PUSH) : 0;
      store<f64>(at, load<f64>(at, MOVER_LINEAR) - speed, MOVER_PUSH);
      store<f64>(at, speed, MOVER_LINEAR);
    }
    if (pushed) moveBody(body, left);
    memory.copy(body + MOVER_LINEAR, body + MOVER_PUSH, 48);
    store<u32>(body, 1, MOVER_HELD);
    any = true;
  }
  return any;
}

/** Joints that contradict each other would be work without end for the backend: those that can be obeyed are. */
function isOnItsOwn(set: usize): bool {
  return !hasFlag(set, TIED_DRIVEN) && (!hasFlag(set, TIED_TOUCHES) || hasFlag(set, TIED_CONTRARY));
}

/** After the backend's step: sets on which nothing acts but contacts and joints of ours have from it what adds next to no energy. */
export function keepEnergy(bodies: usize, bodyCount: i32): void {
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    const set = setOf(body);
    if (set === 0 || memberOf(set, 0) !== body) continue;
    if (!hasFlag(set, TIED_DRIVEN)) takeShare(set);
    for (let k: u32 = 0; k < sizeOf(set); k++) store<u32>(memberOf(set, k), 0, MOVER_HELD);
  }
}

/** Of velocities v + s d, with the largest share s up to 1 at which their energy is that of v and MOST_GAINED of it at the most. Who sleeps went no way, and is left out. */
function takeShare(set: usize): void {
  let along: f64 = 0;
  let energy: f64 = 0;
  let twice: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const body = memberOf(set, i);
    if (load<u32>(body, MOVER_HELD) === 0) continue;
    const v = body + MOVER_PUSH;
    for (let k: usize = 0; k < 48; k += 8) {
      const at = body + k;
      store<f64>(at, load<f64>(at, MOVER_LINEAR) - load<f64>(at, MOVER_PUSH), MOVER_LINEAR);
    }
    energy += product(body, v, v);
    along += product(body, v, body + MOVER_LINEAR);
    twice += product(body, body + MOVER_LINEAR, body + MOVER_LINEAR);
  }
  const share: f64 =
    twice > 0 ? min(1, (sqrt(along * along + twice * MOST_GAINED * energy) - along) / twice) : 1;
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const body = memberOf(set, i);
    if (load<u32>(body, MOVER_HELD) === 0) continue;
    for (let k: usize = 0; k < 48; k += 8) {
      const at = body + k;
      store<f64>(at, load<f64>(at, MOVER_PUSH) + share * load<f64>(at, MOVER_LINEAR), MOVER_LINEAR);
    }
  }
}

/** Of two velocities of a body, by its mass and inertia. */
function product(body: usize, p: usize, q: usize): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < 3; k++) sum += component(p, k) * component(q, k);
  sum *= load<f64>(body, MOVER_MASS);
  const x = component(q, 3);
  const y = component(q, 4);
  const z = component(q, 5);
  for (let k = 0; k < 3; k++) {
    sum += component(p, 3 + k) * timesSymmetric(body + MOVER_TURNED_INERTIA, k, x, y, z);
  }
  return sum;
}
