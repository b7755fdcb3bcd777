import { MOVER_CENTRE_NOW, MOVER_CERTIFIED, MOVER_LINEAR, MOVER_REACH } from '../layout/bodies';
import {
  JOINT_FIRST_ROW,
  JOINT_LIMITED,
  JOINT_LOCKED,
  JOINT_ROW_ERROR,
  JOINT_ROW_PIVOT,
  JOINT_ROW_RIGHT,
  JOINTS_HOLDING,
  JOINTS_ROWS,
  MOST_JOINT_ROWS,
  NO_LIMIT,
  TIED_CLOSES_NONE,
  TIED_CLOSES_SOME,
  TIED_CONTRARY,
  TIED_CROWDS,
  TIED_PUSHED,
} from '../layout/joints';
import { component, dotAt, lengthAt } from '../rigid/vector';
import { placeJoint, writeAxis, writeLimit } from './joint-rows';
import { factorRows, isTurn, rowA, rowAt, rowB, solveRows } from './joint-system';
import { bodyA, bodyB, countOf, jointAt } from './lay-joints';
import { areWithin, comeBackWithin, markBeyond, stopAtLimits } from './limits';
import { pushBetween, speedBetween } from './rows';
import {
  clearFlags,
  endRowOf,
  firstRowOf,
  firstSet,
  hasFlag,
  isDynamic,
  memberOf,
  nextSet,
  setFlag,
  sizeOf,
} from './tied-bodies';

// Joints hold at once, all of them exactly: their impulses are found by one factored system, and none of them is kept.

/** A way is long beyond this many times of what is open. */
const FAR: f64 = 2;
/** Who was stopped before this share of the motion before may be kept from going by what closes joints: those that are open by less than so much of the bodies' sizes wait. */
const STUCK: f64 = 0.1;
const LITTLE: f64 = 0.01;
/** Of the same: what is open by less is closed without a change of momentum that would be worth giving back. */
const NOTHING: f64 = 1e-7;
/** What rounding of poses opens, as a share of how far bodies are from the origin. Where that is more than so much of their sizes, giving back what it takes would be noise. */
const ROUNDED: f64 = 1.2e-7;
const COARSE: f64 = 1e-3;
/** Of what joints are open, where closing all of it would bring bodies closer that are too close already. */
const SOME: f64 = 0.25;
/** Joints contradict each other that leave one of them open by more than this share of a body's size, whatever is done. */
const CONTRARY: f64 = 1e-3;

/** Sets joints up for the poses of now. Limits are for the time that bodies have left, or for `seconds`. */
export function prepareJoints(bodies: usize, joints: usize, seconds: f64): void {
  const rows = rowsOf(joints);
  const holding = holdingOf(joints);
  let limit = holding;
  for (let i = 0; i < countOf(joints); i++) {
    const joint = jointAt(joints, i);
    const a = bodyA(bodies, joints, joint);
    const b = bodyB(bodies, joints, joint);
    placeJoint(joint, a, b);
    if (load<u32>(joint, JOINT_LIMITED) !== NO_LIMIT) writeLimit(joint, rowAt(rows, limit++), a, b, seconds);
    if (!isDynamic(a) && !isDynamic(b)) continue;
    const locked = load<u32>(joint, JOINT_LOCKED);
    let row = <i32>load<u32>(joint, JOINT_FIRST_ROW);
    for (let axis: u32 = 0; axis < <u32>MOST_JOINT_ROWS; axis++) {
      if (locked & (1 << axis)) writeAxis(joint, axis, rowAt(rows, row++), a, b);
    }
  }
  factorRows(rows, holding);
}

/** Gives bodies the velocities that joints allow. Returns by how much a limit changed one at the most. */
export function holdJoints(joints: usize): f64 {
  if (joints === 0) return 0;
  solveFor(joints, false);
  return stopAtLimits(joints);
}

/** Gives bodies ways in the place of velocities, by which each set closes its share of what its joints are open. */
export function mendJoints(joints: usize): void {
  if (joints === 0) return;
  solveFor(joints, true);
  comeBackWithin(joints);
}

function shareOf(set: usize): f64 {
  if (hasFlag(set, TIED_CLOSES_NONE)) return 0;
  return hasFlag(set, TIED_CLOSES_SOME) ? SOME : 1;
}

/** Sets that crowd bodies close less than they did, and `atOnce` nothing; returns whether there are any. Each closes all again after `closeJointsAgain`. */
export function closeLess(joints: usize, atOnce: bool): bool {
  let any = false;
  for (let set = firstSet(joints); set !== 0; set = nextSet(joints, set)) {
    if (!hasFlag(set, TIED_CROWDS)) continue;
    clearFlags(set, TIED_CROWDS);
    setFlag(set, atOnce || hasFlag(set, TIED_CLOSES_SOME) ? TIED_CLOSES_NONE : TIED_CLOSES_SOME);
    any = true;
  }
  return any;
}

/** Whether what is open of it is closed, and not by nothing yet. */
export function maySetYield(set: usize): bool {
  return firstRowOf(set) !== endRowOf(set) && !hasFlag(set, TIED_CLOSES_NONE);
}

export function closeJointsAgain(joints: usize): void {
  for (let set = firstSet(joints); set !== 0; set = nextSet(joints, set)) {
    clearFlags(set, TIED_CROWDS | TIED_CLOSES_SOME | TIED_CLOSES_NONE);
  }
}

/**
 * Of bodies without velocities: sets that closing would move farther than all their joints are open stay as open as they are. They miss themselves, or are
 * about to fold, and what pulls at them is Rapier's.
 */
export function leaveFar(joints: usize): void {
  const rows = rowsOf(joints);
  markBeyond(joints);
  solveFor(joints, true);
  for (let set = firstSet(joints); set !== 0; set = nextSet(joints, set)) {
    const begin = firstRowOf(set);
    const end = endRowOf(set);
    if (staysOpen(rows, begin, end, set)) setFlag(set, TIED_CONTRARY);
    else clearFlags(set, TIED_CONTRARY);
    const open = openingOf(rows, begin, end, set);
    const far = FAR * open;
    const span = spanOf(set);
    if (open > NOTHING * span && ROUNDED * farOf(set) < COARSE * span) setFlag(set, TIED_PUSHED);
    const waits = open < LITTLE * span;
    for (let i: u32 = 0; i < sizeOf(set); i++) {
      const body = memberOf(set, i);
      const way = body + MOVER_LINEAR;
      const isFar = dotAt(way, component(way, 0), component(way, 1), component(way, 2)) > far * far;
      if (!isFar && !(waits && load<f64>(body, MOVER_CERTIFIED) < STUCK)) continue;
      for (let k = begin; k < end; k++) store<f64>(rowAt(rows, k), 0, JOINT_ROW_ERROR);
      break;
    }
  }
}

/** Whether a row that was left out, since others say what it says, is open by much where those are closed. */
function staysOpen(rows: usize, begin: i32, end: i32, set: usize): bool {
  const size = spanOf(set) / <f64>sizeOf(set);
  for (let i = begin; i < end; i++) {
    const row = rowAt(rows, i);
    if (load<f64>(row, JOINT_ROW_PIVOT) !== 0) continue;
    const open = abs(load<f64>(row, JOINT_ROW_ERROR) + speedBetween(rowA(row), rowB(row), row));
    if ((isTurn(row) ? size : 1) * open > CONTRARY * size) return true;
  }
  return false;
}

function spanOf(set: usize): f64 {
  let span: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) span += load<f64>(memberOf(set, i), MOVER_REACH);
  return span;
}

/** How far bodies of a set are from the origin, together. */
function farOf(set: usize): f64 {
  let far: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) far += lengthAt(memberOf(set, i) + MOVER_CENTRE_NOW);
  return far;
}

/** How far all rows of a set are open together, in metres. */
function openingOf(rows: usize, begin: i32, end: i32, set: usize): f64 {
  const span = spanOf(set);
  let open: f64 = 0;
  for (let i = begin; i < end; i++) {
    const row = rowAt(rows, i);
    open += (isTurn(row) ? span : 1) * abs(load<f64>(row, JOINT_ROW_ERROR));
  }
  return open;
}

/** Whether any joint is open, or beyond its limits. */
export function areOpen(joints: usize): bool {
  if (joints === 0) return false;
  if (!areWithin(joints)) return true;
  for (let i = 0; i < holdingOf(joints); i++) {
    if (load<f64>(rowAt(rowsOf(joints), i), JOINT_ROW_ERROR) !== 0) return true;
  }
  return false;
}

/** Brings velocities along all rows to none, or to what closes each set's share of what they are open. */
function solveFor(joints: usize, closing: bool): void {
  const rows = rowsOf(joints);
  const holding = holdingOf(joints);
  for (let set = firstSet(joints); set !== 0; set = nextSet(joints, set)) {
    const share: f64 = closing ? shareOf(set) : 0;
    for (let i = firstRowOf(set); i < endRowOf(set); i++) {
      const row = rowAt(rows, i);
      const missing = -share * load<f64>(row, JOINT_ROW_ERROR) - speedBetween(rowA(row), rowB(row), row);
      store<f64>(row, missing, JOINT_ROW_RIGHT);
    }
  }
  solveRows(rows, 0, holding);
  for (let i = 0; i < holding; i++) {
    const row = rowAt(rows, i);
    pushBetween(rowA(row), rowB(row), row, load<f64>(row, JOINT_ROW_RIGHT));
  }
}

export function rowsOf(joints: usize): usize {
  return <usize>load<u32>(joints, JOINTS_ROWS);
}

export function holdingOf(joints: usize): i32 {
  return <i32>load<u32>(joints, JOINTS_HOLDING);
}
