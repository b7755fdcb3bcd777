import {
  MOVER_ANGULAR,
  MOVER_ENERGY,
  MOVER_FIXED,
  MOVER_KIND,
  MOVER_LEFT,
  MOVER_LINEAR,
  MOVER_MOMENTUM,
  MOVER_POSITION,
  MOVER_PUSH,
  MOVER_SPIN_OWED,
  MOVER_START_POSITION,
} from '../layout/bodies';
import { TOUCH_BYTES } from '../layout/contacts';
import {
  JOINT_FIRST_ROW,
  JOINT_LIMITED,
  JOINT_LOCKED,
  JOINT_ROW_BEFORE,
  JOINT_ROW_ERROR,
  JOINT_ROW_LOWER,
  JOINT_ROW_RIGHT,
  MOST_JOINT_ROWS,
  NO_LIMIT,
  TIED_CONTRARY,
  TIED_ENERGY,
  TIED_MET,
  TIED_PUSHED,
  TIED_TOO_FAST,
  TIED_TOUCHES,
} from '../layout/joints';
import { ROW_OF_B } from '../layout/solver-rows';
import { component, lengthAt, setVector } from '../rigid/vector';
import { energyOf, findLimits, foreseeLimit } from './bent-limits';
import { errorOf, placeJoint } from './joint-rows';
import { rowA, rowAt, rowB, solveRows } from './joint-system';
import { rowsOf } from './joints';
import { bodyA, bodyB, countOf, jointAt } from './lay-joints';
import { limitAt, limitsOf } from './limits';
import { bodyA as touchA, bodyB as touchB } from './links-of-touches';
import {
  findMomentum,
  followsMomentum,
  momentumX,
  momentumY,
  momentumZ,
  moveBody,
  placeCentre,
  spinHalfway,
  spinHere,
} from './move';
import { pushBetween } from './rows';
import { driftOf, notableEnergyOf } from './set-energy';
import {
  clearFlags,
  endRowOf,
  firstRowOf,
  firstSet,
  goesFreely,
  isDynamic,
  memberOf,
  nextSet,
  setFlag,
  setOf,
  setOfRow,
  sizeOf,
} from './tied-bodies';

// Sets of tied bodies on which nothing else acts go on their own, as RATTLE goes (Andersen 1983): impulses where the sub-step begins, by which joints are closed
// where it ends; the momenta that these leave are followed, each body's by itself, as free spins are (move.ts); and impulses where it ends (free-sets.ts), by which velocities
// are those that joints allow there. It is the same forwards and backwards in time, so that it keeps energy in the long run, and angular momentum to rounding,
// but for what free-sets.ts takes back where energy would grow.

/** How often impulses are mended, unless they came to so little before: a share of the energy, which is the square of a velocity's. */
const ROUNDS: i32 = 32;
const ENOUGH: f64 = 1e-18;
/** What needs more than this share of its energy is about to fold; and what was not found by the last round, but for so much, is not to be found. */
const MOST_BENT: f64 = 0.5;
const FOUND: f64 = 1e-6;
/** What is found out of a set in each sub-step. */
const OF_SUB_STEP: u32 = TIED_TOUCHES | TIED_MET | TIED_PUSHED | TIED_CONTRARY | TIED_TOO_FAST;
/** Radians in a sub-step. */
const FAR: f64 = 1.5;

/**
 * Finds out which sets touch something, and gives all others the velocities that keep their joints closed on a way that bends. Where these are not found,
 * as for what turns by more than half a radian, momenta stay as they were.
 */
export function bendWays(bodies: usize, touches: usize, count: i32, joints: usize): void {
  if (joints === 0) return;
  markTouching(touches, count, joints);
  const rows = rowsOf(joints);
  for (let set = firstSet(joints); set !== 0; set = nextSet(joints, set)) {
    if (goesFreely(set)) beginWays(rows, set);
  }
  for (let round = 1; round <= ROUNDS; round++) {
    if (!bendOnce(bodies, joints, round < ROUNDS ? MOST_BENT : FOUND)) break;
  }
  for (let set = firstSet(joints); set !== 0; set = nextSet(joints, set)) {
    if (!goesFreely(set)) continue;
    followMomenta(set);
    if (turnsFar(set)) leave(set);
  }
}

function markTouching(touches: usize, count: i32, joints: usize): void {
  for (let set = firstSet(joints); set !== 0; set = nextSet(joints, set)) {
    clearFlags(set, OF_SUB_STEP);
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
 * velocities. And the energy of the set but for its drift, which becomes no more, unless there is such a body, or one that holds the set and moves.
 */
function beginWays(rows: usize, set: usize): void {
  let energy: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const body = memberOf(set, i);
    memory.copy(body + MOVER_PUSH, body + MOVER_LINEAR, 48);
    if (!followsMomentum(body)) {
      energy = -Infinity;
      continue;
    }
    energy += load<f64>(body, MOVER_ENERGY) + load<f64>(body, MOVER_SPIN_OWED);
    findMomentum(body);
    setVector(body + MOVER_MOMENTUM, momentumX, momentumY, momentumZ);
    setVector(body + MOVER_PUSH + 24, momentumX, momentumY, momentumZ);
  }
  for (let i = firstRowOf(set); i < endRowOf(set); i++) {
    const row = rowAt(rows, i);
    const anchor = isDynamic(rowA(row)) ? rowB(row) : rowA(row);
    if (!isDynamic(anchor) && moves(anchor)) energy = -Infinity;
  }
  store<f64>(set, energy < 0 ? energy : max(0, energy - driftOf(set)), TIED_ENERGY);
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
  for (let set = firstSet(joints); set !== 0; set = nextSet(joints, set)) {
    if (goesFreely(set)) goAhead(set);
  }
  let limits = 0;
  for (let i = 0; i < countOf(joints); i++) {
    const joint = jointAt(joints, i);
    const limit = load<u32>(joint, JOINT_LIMITED) !== NO_LIMIT ? limitAt(joints, limits++) : 0;
    foresee(bodies, joints, joint, limit);
  }
  let any = false;
  for (let set = firstSet(joints); set !== 0; set = nextSet(joints, set)) {
    if (!goesFreely(set)) continue;
    for (let i: u32 = 0; i < sizeOf(set); i++) comeBack(memberOf(set, i));
    if (bend(rows, set, most)) any = true;
  }
  return limits > 0 && bendAtLimits(joints, most) ? true : any;
}

/** Gives free sets the impulses of their limits, and those by which joints stay closed as they were. False where that was nothing to speak of. */
function bendAtLimits(joints: usize, most: f64): bool {
  findLimits(joints);
  let any = false;
  let isOver = true;
  for (let i = 0; i < limitsOf(joints); i++) {
    const row = limitAt(joints, i);
    const set = setOfRow(row);
    const given = energyOf(row);
    if (given === 0 || !goesFreely(set)) continue;
    any = true;
    const energy = notableEnergyOf(set);
    if (given > ENOUGH * energy) isOver = false;
    if (given > most * energy) leave(set);
    else give(row, load<f64>(row, JOINT_ROW_BEFORE));
  }
  if (!any) return false;
  const rows = rowsOf(joints);
  for (let set = firstSet(joints); set !== 0; set = nextSet(joints, set)) {
    if (!goesFreely(set)) continue;
    solveRows(rows, firstRowOf(set), endRowOf(set));
    giveFound(rows, set);
  }
  return !isOver;
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

/** How fast a joint's rows have to close, so that they are open where bodies are by no more than where these were; and its limit, or 0. */
function foresee(bodies: usize, joints: usize, joint: usize, limit: usize): void {
  const a = bodyA(bodies, joints, joint);
  const b = bodyB(bodies, joints, joint);
  const set = setOf(a) || setOf(b);
  if (set === 0 || !goesFreely(set)) return;
  const anchor = isDynamic(a) ? b : a;
  const isDriven = !isDynamic(anchor) && load<u32>(anchor, MOVER_KIND) !== MOVER_FIXED;
  if (isDriven) goOn(anchor);
  placeJoint(joint, a, b);
  if (isDriven) comeBack(anchor);
  if (limit !== 0) foreseeLimit(joint, limit);
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

function bend(rows: usize, set: usize, most: f64): bool {
  const begin = firstRowOf(set);
  const end = endRowOf(set);
  const energy = notableEnergyOf(set);
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
  giveFound(rows, set);
  return given > ENOUGH * energy;
}

/** Gives what a set's rows were solved for. */
function giveFound(rows: usize, set: usize): void {
  for (let i = firstRowOf(set); i < endRowOf(set); i++) {
    give(rowAt(rows, i), load<f64>(rowAt(rows, i), JOINT_ROW_RIGHT));
  }
}

/** An impulse along a row, to velocities and momenta. */
function give(row: usize, impulse: f64): void {
  pushBetween(rowA(row), rowB(row), row, impulse);
  turn(rowA(row), row, -impulse);
  turn(rowB(row), row + ROW_OF_B, impulse);
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
