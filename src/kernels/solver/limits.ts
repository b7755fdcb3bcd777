import { MOVER_REACH } from '../layout/bodies';
import {
  JOINT_ROW_ABOVE,
  JOINT_ROW_DRIFT,
  JOINT_ROW_ERROR,
  JOINT_ROW_LOWER,
  JOINT_ROW_MASS,
  JOINT_ROW_SECONDS,
  JOINT_ROW_UPPER,
  JOINTS_HOLDING,
  JOINTS_LIMITS,
  JOINTS_ROWS,
  LIMIT_HIGH,
  LIMIT_LOW,
  TIED_PUSHED,
} from '../layout/joints';
import { isTurn, rowA, rowAt, rowB } from './joint-system';
import { blockOf, countOf, limitOf, pushAlong, rowOf, solveBlock } from './limit-blocks';
import { speedBetween } from './rows';
import { goesFreely, isDynamic, setFlag, setOfRow } from './tied-bodies';

// Limits of joints push one way only, each at its lower or its upper end.

/** Of how far a joint is beyond its limits: by this share it comes back in a sub-step, and by so many radians a second, or sizes of the smaller body, at the most. */
const BACK: f64 = 0.3;
const FASTEST_BACK: f64 = 3;
/** Faster than anything. */
const ANY: f64 = 1e30;

/** Keeps limits from being passed. Returns by how much one changed a velocity at the most. */
export function stopAtLimits(joints: usize): f64 {
  return stop(joints, false, false);
}

/** The same of sets that go on their own, and whose limits are solved together. */
export function stopAtFreeLimits(joints: usize): f64 {
  return stop(joints, true, false);
}

/** Of bodies with ways in the place of velocities: none passes a limit, and those that are beyond one come back by a share. */
export function comeBackWithin(joints: usize): void {
  stop(joints, false, true);
}

function stop(joints: usize, freeAlone: bool, ways: bool): f64 {
  let change: f64 = 0;
  for (let i = 0; i < limitsOf(joints); i++) {
    const row = limitAt(joints, i);
    const set = setOfRow(row);
    if (set === 0 || (freeAlone && !goesFreely(set))) continue;
    const block = blockOf(row);
    if (block === 0) {
      // ways of one limit alone would open joints that have just been closed, and velocities those that are looked for
      if (!freeAlone && !ways) change = max(change, stopAtEnds(row, ways));
    } else if (rowOf(limitOf(block, 0)) === row) change = max(change, stopAll(block, ways));
  }
  return change;
}

function stopAll(block: usize, ways: bool): f64 {
  for (let i = 0; i < countOf(block); i++) {
    const limit = limitOf(block, i);
    store<f64>(limit, lowest(rowOf(limit), ways), LIMIT_LOW);
    store<f64>(limit, highest(rowOf(limit), ways), LIMIT_HIGH);
  }
  const change = solveBlock(block);
  for (let i = 0; change < 0 && i < countOf(block); i++) stopAtEnds(rowOf(limitOf(block, i)), ways);
  return max(0, change);
}

/** One limit alone. */
function stopAtEnds(row: usize, ways: bool): f64 {
  const change = pushAtEnd(row, JOINT_ROW_LOWER, lowest(row, ways), 1);
  return max(change, pushAtEnd(row, JOINT_ROW_UPPER, highest(row, ways), -1));
}

function lowest(row: usize, ways: bool): f64 {
  const way = load<f64>(row, JOINT_ROW_ERROR);
  return ways ? back(way, row) : load<f64>(row, JOINT_ROW_DRIFT) + speedTo(way, row);
}

function highest(row: usize, ways: bool): f64 {
  const way = -load<f64>(row, JOINT_ROW_ABOVE);
  return ways ? -back(way, row) : load<f64>(row, JOINT_ROW_DRIFT) - speedTo(way, row);
}

/** The velocity that makes so long a way to an end, which is less than 0, and any such where no time is left; none where the end is passed. */
function speedTo(way: f64, row: usize): f64 {
  if (way >= 0) return 0;
  const seconds = load<f64>(row, JOINT_ROW_SECONDS);
  return seconds > 0 ? way / seconds : -ANY;
}

/** Before ways are looked for by which joints come back: none has been pushed. */
export function forgetPushes(joints: usize): void {
  for (let i = 0; joints !== 0 && i < limitsOf(joints); i++) {
    const row = limitAt(joints, i);
    store<f64>(row, 0, JOINT_ROW_LOWER);
    store<f64>(row, 0, JOINT_ROW_UPPER);
  }
}

/** The least way along a limit away from an end that has been passed by so much, or is so far away. */
function back(passed: f64, row: usize): f64 {
  if (passed <= 0) return passed;
  const size = isTurn(row) ? 1 : min(reachOf(rowA(row)), reachOf(rowB(row)));
  return min(BACK * passed, FASTEST_BACK * size * load<f64>(row, JOINT_ROW_SECONDS));
}

function reachOf(body: usize): f64 {
  return isDynamic(body) ? load<f64>(body, MOVER_REACH) : Infinity;
}

/** Whether no joint is beyond its limits. */
export function areWithin(joints: usize): bool {
  for (let i = 0; i < limitsOf(joints); i++) {
    if (isBeyond(limitAt(joints, i))) return false;
  }
  return true;
}

/** Notes the sets that come back within limits by a push. */
export function markBeyond(joints: usize): void {
  for (let i = 0; i < limitsOf(joints); i++) {
    const row = limitAt(joints, i);
    if (blockOf(row) !== 0 && isBeyond(row)) setFlag(setOfRow(row), TIED_PUSHED);
  }
}

function isBeyond(row: usize): bool {
  return load<f64>(row, JOINT_ROW_ERROR) > 0 || load<f64>(row, JOINT_ROW_ABOVE) < 0;
}

/** Keeps a velocity along a limit from being less than the lowest (1), or more than the highest (-1). */
function pushAtEnd(row: usize, end: usize, bound: f64, side: f64): f64 {
  const mass = load<f64>(row, JOINT_ROW_MASS);
  const missing = side * (bound - speedBetween(rowA(row), rowB(row), row));
  const before = load<f64>(row + end);
  const after = max(0, before + mass * missing);
  if (after === before) return 0;
  store<f64>(row + end, after);
  pushAlong(row, side * (after - before));
  return abs(after - before) / mass;
}

export function limitsOf(joints: usize): i32 {
  return <i32>load<u32>(joints, JOINTS_LIMITS);
}

/** Rows of limits are behind all others. */
export function limitAt(joints: usize, i: i32): usize {
  const rows = <usize>load<u32>(joints, JOINTS_ROWS);
  return rowAt(rows, <i32>load<u32>(joints, JOINTS_HOLDING) + i);
}
