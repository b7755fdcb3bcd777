import {
  MOVER_ANGULAR,
  MOVER_ENERGY,
  MOVER_FIXED,
  MOVER_KIND,
  MOVER_LEFT,
  MOVER_LINEAR,
  MOVER_LOCKS,
  MOVER_MOMENTUM,
  MOVER_POSITION,
  MOVER_PUSH,
  MOVER_SPIN_OWED,
  MOVER_START_POSITION,
} from '../layout/bodies';
import { TOUCH_BYTES } from '../layout/contacts';
import {
  JOINT_FIRST_ROW,
  JOINT_LOCKED,
  JOINT_ROW_ERROR,
  JOINT_ROW_LOWER,
  JOINT_ROW_RIGHT,
  MOST_JOINT_ROWS,
  TIED_ANCHORED,
  TIED_CONTRARY,
  TIED_ENERGY,
  TIED_TOO_FAST,
  TIED_TOUCHES,
} from '../layout/joints';
import { ROW_OF_B } from '../layout/solver-rows';
import { component, lengthAt, setVector } from '../rigid/vector';
import { errorOf, placeJoint } from './joint-rows';
import { rowAt, solveRows } from './joint-system';
import { holdingOf, rowA, rowB, rowsOf, setOfRow, stopAtLimits } from './joints';
import { bodyA, bodyB, countOf, jointAt } from './lay-joints';
import { bodyA as touchA, bodyB as touchB } from './links-of-touches';
import {
  findMomentum,
  followsMomentum,
  kineticEnergy,
  momentumX,
  momentumY,
  momentumZ,
  moveBody,
  placeCentre,
  spinHalfway,
  spinHere,
} from './move';
import { pushBetween } from './rows';
import { clearFlags, endRowOf, goesFreely, isDynamic, memberOf, setFlag, setOf, sizeOf } from './tied-bodies';

// Sets of tied bodies on which nothing else acts go on their own, as RATTLE goes (Andersen 1983): impulses where the sub-step begins, by which joints are closed
// where it ends; the momenta that these leave are followed, each body's by itself, as free spins are (move.ts); and impulses where it ends (free-sets.ts), by which velocities
// are those that joints allow there. It is the same forwards and backwards in time, so that it keeps energy in the long run, and angular momentum to rounding,
// but for what free-sets.ts takes back where energy would grow.

/** How often impulses are mended, unless they came to so little before: a share of the energy, which is the square of a velocity's. */
const ROUNDS: i32 = 16;
const ENOUGH: f64 = 1e-18;
/** What needs more than this share of its energy is about to fold; and what was not found by the last round, but for so much, is not to be found. */
const MOST_BENT: f64 = 0.5;
const FOUND: f64 = 1e-8;
/** Radians in a sub-step. */
const FAR: f64 = 1.5;
/** Limits are looked at once more by then. */
const LIMIT_PASSES: i32 = 10;

/**
 * Finds out which sets touch something, and gives all others the velocities that keep their joints closed on a way that bends. Where these are not found,
 * as for what turns by more than half a radian, momenta stay as they were.
 */
export function bendWays(bodies: usize, touches: usize, count: i32, joints: usize): void {
  if (joints === 0) return;
  markTouching(touches, count, joints);
  const rows = rowsOf(joints);
  for (let begin = 0; begin < holdingOf(joints); begin = endRowOf(setOfRow(rowAt(rows, begin)))) {
    const set = setOfRow(rowAt(rows, begin));
    if (goesFreely(set)) beginWays(rows, begin, set);
  }
  for (let round = 1; round <= ROUNDS; round++) {
    if (!bendOnce(bodies, joints, round < ROUNDS ? MOST_BENT : FOUND)) break;
  }
  for (let begin = 0; begin < holdingOf(joints); begin = endRowOf(setOfRow(rowAt(rows, begin)))) {
    const set = setOfRow(rowAt(rows, begin));
    if (!goesFreely(set)) continue;
    followMomenta(set);
    if (turnsFar(set)) leave(set);
  }
  for (let pass = 0; pass < LIMIT_PASSES; pass++) {
    if (stopAtLimits(joints) === 0) break;
  }
}

function markTouching(touches: usize, count: i32, joints: usize): void {
  const rows = rowsOf(joints);
  for (let begin = 0; begin < holdingOf(joints); begin = endRowOf(setOfRow(rowAt(rows, begin)))) {
    clearFlags(setOfRow(rowAt(rows, begin)), TIED_TOUCHES | TIED_CONTRARY | TIED_TOO_FAST);
  }
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    const a = setOf(touchA(touch));
    const b = setOf(touchB(touch));
    if (a !== 0) setFlag(a, TIED_TOUCHES);
    if (b !== 0) setFlag(b, TIED_TOUCHES);
  }
}

/**
 * Notes what bodies of a set have before they are bent, in the place of a push, which comes later: linear velocities, and momenta or, of who is not followed, angular
 * velocities. And the energy of the set, which becomes no more, unless there is such a body, or one that holds the set and moves.
 */
function beginWays(rows: usize, begin: i32, set: usize): void {
  let energy: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const body = memberOf(set, i);
    memory.copy(body + MOVER_PUSH, body + MOVER_LINEAR, 48);
    // what may not go along an axis is held by the world
    if (load<u32>(body, MOVER_LOCKS) !== 0) setFlag(set, TIED_ANCHORED);
    if (!followsMomentum(body)) {
      energy = -Infinity;
      continue;
    }
    energy += load<f64>(body, MOVER_ENERGY) + load<f64>(body, MOVER_SPIN_OWED);
    findMomentum(body);
    setVector(body + MOVER_MOMENTUM, momentumX, momentumY, momentumZ);
    setVector(body + MOVER_PUSH + 24, momentumX, momentumY, momentumZ);
  }
  for (let i = begin; i < endRowOf(set); i++) {
    const row = rowAt(rows, i);
    const anchor = isDynamic(rowA(row)) ? rowB(row) : rowA(row);
    if (isDynamic(anchor)) continue;
    setFlag(set, TIED_ANCHORED);
    if (moves(anchor)) energy = -Infinity;
  }
  store<f64>(set, energy, TIED_ENERGY);
}

/** Whether one of a set's bodies turns so far that its joints may close the wrong way round. */
function turnsFar(set: usize): bool {
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const body = memberOf(set, i);
    if (load<f64>(body, MOVER_LEFT) * lengthAt(body + MOVER_ANGULAR) > FAR) return true;
  }
  return false;
}

/** Whether it is driven somewhere. */
function moves(anchor: usize): bool {
  return lengthAt(anchor + MOVER_LINEAR) > 0 || lengthAt(anchor + MOVER_ANGULAR) > 0;
}

/** Looks where velocities bring free sets, and mends what joints are open there, by up to a share of their energy. False where that was nothing to speak of. */
function bendOnce(bodies: usize, joints: usize, most: f64): bool {
  const rows = rowsOf(joints);
  for (let begin = 0; begin < holdingOf(joints); begin = endRowOf(setOfRow(rowAt(rows, begin)))) {
    const set = setOfRow(rowAt(rows, begin));
    if (goesFreely(set)) goAhead(set);
  }
  for (let i = 0; i < countOf(joints); i++) foresee(bodies, joints, jointAt(joints, i));
  let any = false;
  for (let begin = 0; begin < holdingOf(joints); begin = endRowOf(setOfRow(rowAt(rows, begin)))) {
    const set = setOfRow(rowAt(rows, begin));
    if (!goesFreely(set)) continue;
    for (let i: u32 = 0; i < sizeOf(set); i++) comeBack(memberOf(set, i));
    if (bend(rows, begin, endRowOf(set), set, most)) any = true;
  }
  return any;
}

function goAhead(set: usize): void {
  followMomenta(set);
  for (let i: u32 = 0; i < sizeOf(set); i++) goOn(memberOf(set, i));
}

function followMomenta(set: usize): void {
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const body = memberOf(set, i);
    if (followsMomentum(body)) spinHalfway(body, body + MOVER_MOMENTUM);
  }
}

function goOn(body: usize): void {
  memory.copy(body + MOVER_START_POSITION, body + MOVER_POSITION, 56);
  moveBody(body, load<f64>(body, MOVER_LEFT));
}

function comeBack(body: usize): void {
  memory.copy(body + MOVER_POSITION, body + MOVER_START_POSITION, 56);
  placeCentre(body);
}

/** How fast a joint's rows have to close, so that they are open where bodies are by no more than where these were. */
function foresee(bodies: usize, joints: usize, joint: usize): void {
  const a = bodyA(bodies, joints, joint);
  const b = bodyB(bodies, joints, joint);
  const set = setOf(a) || setOf(b);
  if (set === 0 || !goesFreely(set)) return;
  const anchor = isDynamic(a) ? b : a;
  const isDriven = !isDynamic(anchor) && load<u32>(anchor, MOVER_KIND) !== MOVER_FIXED;
  if (isDriven) goOn(anchor);
  placeJoint(joint, a, b);
  if (isDriven) comeBack(anchor);
  const left = max(load<f64>(a, MOVER_LEFT), load<f64>(b, MOVER_LEFT));
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

function bend(rows: usize, begin: i32, end: i32, set: usize, most: f64): bool {
  let energy: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) energy += kineticEnergy(memberOf(set, i));
  solveRows(rows, begin, end);
  let given: f64 = 0;
  for (let i = begin; i < end; i++) {
    const row = rowAt(rows, i);
    given += load<f64>(row, JOINT_ROW_RIGHT) * load<f64>(row, JOINT_ROW_LOWER);
  }
  if (!(given <= most * energy)) {
    leave(set);
    return false;
  }
  for (let i = begin; i < end; i++) {
    const row = rowAt(rows, i);
    const impulse = load<f64>(row, JOINT_ROW_RIGHT);
    pushBetween(rowA(row), rowB(row), row, impulse);
    turn(rowA(row), row, -impulse);
    turn(rowB(row), row + ROW_OF_B, impulse);
  }
  return given > ENOUGH * energy;
}

/** Nothing is bent: bodies have the momenta that they had, with inertias as they are turned where the sub-step begins. */
function leave(set: usize): void {
  setFlag(set, TIED_TOO_FAST);
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const body = memberOf(set, i);
    memory.copy(body + MOVER_LINEAR, body + MOVER_PUSH, 48);
    if (!followsMomentum(body)) continue;
    const l = body + MOVER_PUSH + 24;
    spinHere(body, component(l, 0), component(l, 1), component(l, 2));
  }
}

/** What an impulse adds to a body's momentum. */
function turn(body: usize, half: usize, impulse: f64): void {
  const l = body + MOVER_MOMENTUM;
  setVector(
    l,
    component(l, 0) + impulse * component(half, 3),
    component(l, 1) + impulse * component(half, 4),
    component(l, 2) + impulse * component(half, 5),
  );
}
