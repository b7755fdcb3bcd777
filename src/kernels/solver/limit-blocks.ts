import {
  JOINT_ROW_LOWER,
  JOINT_ROW_MASS,
  JOINT_ROW_UPPER,
  JOINT_ROW_WIDE,
  JOINT_ROW_WIDE_COUNT,
  LIMIT_ADDED,
  LIMIT_BEFORE,
  LIMIT_BYTES,
  LIMIT_END,
  LIMIT_HIGH,
  LIMIT_LOW,
  LIMIT_PUSHING,
  LIMIT_RIGHT,
  LIMIT_ROW,
  LIMIT_SPEED,
  LIMIT_WANTED,
  LIMITS_COUNT,
  LIMITS_FIRST,
  LIMITS_MISSED,
  TIED_LIMITS,
} from '../layout/joints';
import { rowA, rowB } from './joint-system';
import { pushBetween, pushWide, speedBetween } from './rows';
import { setOfRow } from './tied-bodies';

// All limits of a set of tied bodies at once: which of them push is looked for by changing all that are wrong, and the first alone where that makes no fewer of them (block principal
// pivoting, Judice and Pires 1994), and what those push is found exactly. One after the other, five arms with a load ten times heavier than each passed their limits by half a radian.

/** A pivot below this share of what the limit alone has tells of one that others hold already. */
const HELD_ALREADY: f64 = 1e-6;
/** Velocities and impulses are wrong by more than this share of the largest. */
const WRONG: f64 = 1e-10;
/** So often all that are wrong are changed, with no fewer to show for it, before the first alone is. */
const PATIENCE: i32 = 3;
/** So many times, and as many more as there are limits; then the impulses stay as they were, and limits are solved one after the other until joints are prepared again. */
const CHANGES: i32 = 16;

export function blockBytes(count: u32): u32 {
  return LIMITS_FIRST + count * (LIMIT_BYTES + 16 * count);
}

/** The block that a limit's row is in, or 0. */
export function blockOf(row: usize): usize {
  const set = setOfRow(row);
  return set === 0 ? 0 : <usize>load<u32>(set, TIED_LIMITS);
}

/** Adds a limit's row. */
export function addLimit(block: usize, row: usize): void {
  const n = countOf(block);
  store<u32>(limitOf(block, n), <u32>row, LIMIT_ROW);
  store<u32>(block, n + 1, LIMITS_COUNT);
}

export function countOf(block: usize): i32 {
  return <i32>load<u32>(block, LIMITS_COUNT);
}

export function limitOf(block: usize, i: i32): usize {
  return block + LIMITS_FIRST + <usize>i * LIMIT_BYTES;
}

export function rowOf(limit: usize): usize {
  return <usize>load<u32>(limit, LIMIT_ROW);
}

/** What an impulse along limit `j` does to the velocity along limit `i`. */
export function entryAt(block: usize, i: i32, j: i32): usize {
  const n = countOf(block);
  return limitOf(block, n) + ((<usize>(i * n + j)) << 3);
}

/** An entry of the factor of those that push, by their places in the list of these. */
function factorAt(block: usize, i: i32, j: i32): usize {
  const n = countOf(block);
  return limitOf(block, n) + ((<usize>(n * n + i * n + j)) << 3);
}

/** Gives limits the impulses by which velocities along them stay between LOW and HIGH. Returns by how much one changed its own velocity at the most; -1 where none are found. */
export function solveBlock(block: usize): f64 {
  if (load<u32>(block, LIMITS_MISSED) !== 0) return -1;
  const n = countOf(block);
  let fastest: f64 = 0;
  for (let i = 0; i < n; i++) {
    const limit = limitOf(block, i);
    const row = rowOf(limit);
    const before = load<f64>(row, JOINT_ROW_LOWER) - load<f64>(row, JOINT_ROW_UPPER);
    const speed = speedBetween(rowA(row), rowB(row), row);
    store<f64>(limit, before, LIMIT_BEFORE);
    store<f64>(limit, speed, LIMIT_SPEED);
    store<i32>(limit, before > 0 ? 1 : before < 0 ? -1 : 0, LIMIT_END);
    fastest = max(fastest, abs(speed));
  }
  const slow = WRONG * fastest;
  let fewest = n + 1;
  let patience = PATIENCE;
  solvePushing(block);
  for (let changes = CHANGES + n; ; changes--) {
    const wrong = countWrong(block, slow);
    if (wrong === 0) break;
    if (changes === 0) {
      store<u32>(block, 1, LIMITS_MISSED);
      return -1;
    }
    if (wrong < fewest) {
      fewest = wrong;
      patience = PATIENCE;
    } else patience--;
    changeWrong(block, patience >= 0);
    solvePushing(block);
  }
  return giveAll(block);
}

/** With the ends that push as they are: what is added to impulses. */
function solvePushing(block: usize): void {
  const n = countOf(block);
  let pushing = 0;
  for (let i = 0; i < n; i++) {
    const limit = limitOf(block, i);
    if (load<i32>(limit, LIMIT_END) !== 0) store<u32>(limitOf(block, pushing++), i, LIMIT_PUSHING);
    else store<f64>(limit, -load<f64>(limit, LIMIT_BEFORE), LIMIT_ADDED);
  }
  for (let k = 0; k < pushing; k++) {
    const i = <i32>load<u32>(limitOf(block, k), LIMIT_PUSHING);
    const limit = limitOf(block, i);
    const isLow = load<i32>(limit, LIMIT_END) > 0;
    const bound = isLow ? load<f64>(limit, LIMIT_LOW) : load<f64>(limit, LIMIT_HIGH);
    let right = bound - load<f64>(limit, LIMIT_SPEED);
    for (let j = 0; j < n; j++) {
      const other = limitOf(block, j);
      if (load<i32>(other, LIMIT_END) === 0)
        right -= load<f64>(entryAt(block, i, j)) * load<f64>(other, LIMIT_ADDED);
    }
    factorRow(block, k, i);
    for (let l = 0; l < k; l++)
      right -= load<f64>(factorAt(block, k, l)) * load<f64>(limitOf(block, l), LIMIT_RIGHT);
    const pivot = load<f64>(factorAt(block, k, k));
    store<f64>(limitOf(block, k), pivot > 0 ? right / pivot : 0, LIMIT_RIGHT);
  }
  for (let k = pushing - 1; k >= 0; k--) {
    const pivot = load<f64>(factorAt(block, k, k));
    let right = load<f64>(limitOf(block, k), LIMIT_RIGHT);
    for (let l = k + 1; l < pushing; l++)
      right -= load<f64>(factorAt(block, l, k)) * load<f64>(limitOf(block, l), LIMIT_RIGHT);
    const found: f64 = pivot > 0 ? right / pivot : 0;
    store<f64>(limitOf(block, k), found, LIMIT_RIGHT);
    store<f64>(limitOf(block, <i32>load<u32>(limitOf(block, k), LIMIT_PUSHING)), found, LIMIT_ADDED);
  }
}

/** Row `k` of the factor (Cholesky's), which is of limit `i`. */
function factorRow(block: usize, k: i32, i: i32): void {
  const whole = load<f64>(entryAt(block, i, i));
  let pivot = whole;
  for (let l = 0; l < k; l++) {
    let sum = load<f64>(entryAt(block, i, <i32>load<u32>(limitOf(block, l), LIMIT_PUSHING)));
    for (let m = 0; m < l; m++) sum -= load<f64>(factorAt(block, k, m)) * load<f64>(factorAt(block, l, m));
    const divisor = load<f64>(factorAt(block, l, l));
    const entry: f64 = divisor > 0 ? sum / divisor : 0;
    store<f64>(factorAt(block, k, l), entry);
    pivot -= entry * entry;
  }
  store<f64>(factorAt(block, k, k), pivot > HELD_ALREADY * whole ? sqrt(pivot) : 0);
}

/** For how many limits the end that pushes is wrong; notes which one is to. */
function countWrong(block: usize, slow: f64): i32 {
  const n = countOf(block);
  let wrong = 0;
  for (let i = 0; i < n; i++) {
    const limit = limitOf(block, i);
    const wanted = wantedEnd(block, i, slow);
    store<i32>(limit, wanted, LIMIT_WANTED);
    if (wanted !== load<i32>(limit, LIMIT_END)) wrong++;
  }
  return wrong;
}

function wantedEnd(block: usize, i: i32, slow: f64): i32 {
  const limit = limitOf(block, i);
  const end = load<i32>(limit, LIMIT_END);
  if (end !== 0) {
    const impulse = load<f64>(limit, LIMIT_BEFORE) + load<f64>(limit, LIMIT_ADDED);
    return <f64>end * impulse * load<f64>(entryAt(block, i, i)) < -slow ? 0 : end;
  }
  let speed = load<f64>(limit, LIMIT_SPEED);
  for (let j = 0; j < countOf(block); j++) {
    speed += load<f64>(entryAt(block, i, j)) * load<f64>(limitOf(block, j), LIMIT_ADDED);
  }
  if (speed < load<f64>(limit, LIMIT_LOW) - slow) return 1;
  return speed > load<f64>(limit, LIMIT_HIGH) + slow ? -1 : 0;
}

/** Changes the ends that are wrong: all, or the first. */
function changeWrong(block: usize, all: bool): void {
  for (let i = 0; i < countOf(block); i++) {
    const limit = limitOf(block, i);
    const wanted = load<i32>(limit, LIMIT_WANTED);
    if (wanted === load<i32>(limit, LIMIT_END)) continue;
    store<i32>(limit, wanted, LIMIT_END);
    if (!all) return;
  }
}

function giveAll(block: usize): f64 {
  let change: f64 = 0;
  for (let i = 0; i < countOf(block); i++) {
    const limit = limitOf(block, i);
    const row = rowOf(limit);
    const added = load<f64>(limit, LIMIT_ADDED);
    if (added === 0) continue;
    const impulse = load<f64>(limit, LIMIT_BEFORE) + added;
    store<f64>(row, max(0, impulse), JOINT_ROW_LOWER);
    store<f64>(row, max(0, -impulse), JOINT_ROW_UPPER);
    pushAlong(row, added);
    const mass = load<f64>(row, JOINT_ROW_MASS);
    if (mass > 0) change = max(change, abs(added) / mass);
  }
  return change;
}

/** An impulse along a limit, joints holding, unless too many bodies are tied. */
export function pushAlong(row: usize, impulse: f64): void {
  const wide = <usize>load<u32>(row, JOINT_ROW_WIDE);
  if (wide === 0) pushBetween(rowA(row), rowB(row), row, impulse);
  else pushWide(wide, load<u32>(row, JOINT_ROW_WIDE_COUNT), impulse);
}
