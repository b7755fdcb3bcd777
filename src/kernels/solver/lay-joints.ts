import {
  MOVER_BYTES,
  MOVER_FIRST_JOINT,
  MOVER_FIRST_ROW,
  MOVER_ISLAND,
  MOVER_LAST_JOINT,
  MOVER_LOCKS,
} from '../layout/bodies';
import {
  JOINT_A,
  JOINT_B,
  JOINT_BYTES,
  JOINT_DRIVEN,
  JOINT_FIRST_ROW,
  JOINT_LIMITED,
  JOINT_LOCKED,
  JOINT_NEXT,
  JOINT_ROW_FACTOR,
  JOINT_ROW_FIRST,
  JOINTS_COUNT,
  JOINTS_FACTOR,
  JOINTS_FIRST,
  JOINTS_HOLDING,
  JOINTS_LIMITS,
  JOINTS_ROWS,
  JOINTS_SETS,
  JOINTS_WORLD,
  NO_LIMIT,
  NO_MOVER,
  TIED_ANCHORED,
  TIED_DRIVEN,
  TIED_LIMITED,
} from '../layout/joints';
import { islandOf } from './contact-islands';
import { rowAt } from './joint-system';
import { meet } from './move';
import { beginSet, endSet, isDynamic, setFlag, setOf, takeIn, untie } from './tied-bodies';

// The order in which joints are solved: set by set, and in each as they were listed. Once a step.

/** Rows so far, and numbers of the factor. */
let rowsLaid: i32 = 0;
let entries: u32 = 0;

/**
 * Ties bodies together, and lays the rows out: how far back each reaches. Returns how many numbers the factor takes;
 * `placeFactor` is to be called when there is room for them. `joints` 0: there are none.
 */
export function layJoints(bodies: usize, bodyCount: i32, joints: usize): u32 {
  untie(bodies, bodyCount);
  if (joints === 0) return 0;
  rowsLaid = 0;
  entries = 0;
  let limits = 0;
  for (let i = 0; i < countOf(joints); i++) {
    const joint = jointAt(joints, i);
    const a = bodyA(bodies, joints, joint);
    const b = bodyB(bodies, joints, joint);
    meet(a);
    meet(b);
    if (isDynamic(a) && isDynamic(b)) store<u32>(islandOf(a), <u32>islandOf(b), MOVER_ISLAND);
    if (load<u32>(joint, JOINT_LIMITED) !== NO_LIMIT) limits++;
  }
  for (let i = 0; i < countOf(joints); i++) append(joints, i, ownerOf(bodies, joints, jointAt(joints, i)));
  let set = <usize>load<u32>(joints, JOINTS_SETS);
  for (let i = 0; i < countOf(joints); i++) {
    const owner = ownerOf(bodies, joints, jointAt(joints, i));
    if (owner !== 0 && setOf(owner) === 0) set = laySet(bodies, joints, set, owner);
  }
  store<u32>(joints, rowsLaid, JOINTS_HOLDING);
  store<u32>(joints, limits, JOINTS_LIMITS);
  return entries;
}

/** The body that stands for a joint's set; 0 where it holds nobody who could be moved. */
function ownerOf(bodies: usize, joints: usize, joint: usize): usize {
  const a = bodyA(bodies, joints, joint);
  if (isDynamic(a)) return islandOf(a);
  const b = bodyB(bodies, joints, joint);
  return isDynamic(b) ? islandOf(b) : 0;
}

/** Puts a joint behind the others of its set. */
function append(joints: usize, i: i32, owner: usize): void {
  store<u32>(jointAt(joints, i), 0, JOINT_NEXT);
  if (owner === 0) return;
  const last = load<u32>(owner, MOVER_LAST_JOINT);
  if (last === 0) store<u32>(owner, i + 1, MOVER_FIRST_JOINT);
  else store<u32>(jointAt(joints, last - 1), i + 1, JOINT_NEXT);
  store<u32>(owner, i + 1, MOVER_LAST_JOINT);
}

function laySet(bodies: usize, joints: usize, set: usize, owner: usize): usize {
  beginSet(set, rowsLaid);
  for (let place = load<u32>(owner, MOVER_FIRST_JOINT); place !== 0; ) {
    const joint = jointAt(joints, place - 1);
    const a = bodyA(bodies, joints, joint);
    const b = bodyB(bodies, joints, joint);
    takeIn(set, a);
    takeIn(set, b);
    if (load<u32>(joint, JOINT_DRIVEN) !== 0) setFlag(set, TIED_DRIVEN);
    if (isHeld(a) || isHeld(b)) setFlag(set, TIED_ANCHORED);
    if (load<u32>(joint, JOINT_LIMITED) !== NO_LIMIT) {
      store<u32>(set, load<u32>(set, TIED_LIMITED) + 1, TIED_LIMITED);
    }
    layRows(<usize>load<u32>(joints, JOINTS_ROWS), joint, min(earliestOf(a), earliestOf(b)));
    place = load<u32>(joint, JOINT_NEXT);
  }
  return endSet(set, rowsLaid);
}

/** It does not go where it is pushed, or not along every axis. */
function isHeld(body: usize): bool {
  return !isDynamic(body) || load<u32>(body, MOVER_LOCKS) !== 0;
}

function layRows(rows: usize, joint: usize, earliest: i32): void {
  store<u32>(joint, rowsLaid, JOINT_FIRST_ROW);
  for (let k = popcnt<i32>(load<u32>(joint, JOINT_LOCKED)); k > 0; k--) {
    const row = rowAt(rows, rowsLaid);
    store<u32>(row, earliest, JOINT_ROW_FIRST);
    store<u32>(row, entries << 3, JOINT_ROW_FACTOR);
    entries += rowsLaid - earliest;
    rowsLaid++;
  }
}

/** The first row that has something to do with a body, which is the next one where there was none. */
function earliestOf(body: usize): i32 {
  if (!isDynamic(body)) return rowsLaid;
  const known = load<u32>(body, MOVER_FIRST_ROW);
  if (known !== 0) return known - 1;
  store<u32>(body, rowsLaid + 1, MOVER_FIRST_ROW);
  return rowsLaid;
}

/** After `layJoints`, when there is room for the factor: where in it each row has its part. */
export function placeFactor(joints: usize): void {
  const rows = <usize>load<u32>(joints, JOINTS_ROWS);
  const factor = load<u32>(joints, JOINTS_FACTOR);
  for (let i = 0; i < <i32>load<u32>(joints, JOINTS_HOLDING); i++) {
    const row = rowAt(rows, i);
    store<u32>(row, factor + load<u32>(row, JOINT_ROW_FACTOR), JOINT_ROW_FACTOR);
  }
}

export function countOf(joints: usize): i32 {
  return <i32>load<u32>(joints, JOINTS_COUNT);
}

export function jointAt(joints: usize, i: i32): usize {
  return joints + JOINTS_FIRST + <usize>i * JOINT_BYTES;
}

export function bodyA(bodies: usize, joints: usize, joint: usize): usize {
  return bodyAt(bodies, joints, load<u32>(joint, JOINT_A));
}

export function bodyB(bodies: usize, joints: usize, joint: usize): usize {
  return bodyAt(bodies, joints, load<u32>(joint, JOINT_B));
}

function bodyAt(bodies: usize, joints: usize, place: u32): usize {
  return place === NO_MOVER ? joints + JOINTS_WORLD : bodies + <usize>place * MOVER_BYTES;
}
