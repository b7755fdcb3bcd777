import { MOVER_PUSH } from '../layout/bodies';
import { TOUCH_BYTES, TOUCH_MASS, TOUCH_MASS_1, TOUCH_MASS_2 } from '../layout/contacts';
import {
  JOINT_ROW_MASS,
  JOINT_ROW_RIGHT,
  JOINT_ROW_WIDE,
  JOINT_ROW_WIDE_COUNT,
  LIMITS_COUNT,
  LIMITS_MISSED,
  TIED_LIMITED,
  TIED_LIMITS,
  WIDE_BODY,
  WIDE_BYTES,
  WIDE_CHANGE,
  WIDEST,
} from '../layout/joints';
import {
  ROW_BYTES,
  ROW_CHANGE_A,
  ROW_CHANGE_B,
  ROW_OF_B,
  ROW_TANGENT_1,
  ROW_TANGENT_2,
  ROW_WIDE,
  ROW_WIDE_COUNT,
} from '../layout/solver-rows';
import { component, dotAt } from '../rigid/vector';
import { coupling, rowA, rowAt, rowB, solveRows } from './joint-system';
import { rowsOf } from './joints';
import {
  addLimit,
  blockBytes,
  blockOf,
  entryAt,
  countOf as limitCountOf,
  limitOf,
  rowOf,
} from './limit-blocks';
import { limitAt, limitsOf } from './limits';
import { bodyA, bodyB } from './links-of-touches';
import { freeYield, massOf } from './rows';
import { endRowOf, firstRowOf, firstSet, memberOf, nextSet, setOf, sizeOf } from './tied-bodies';

// A contact point of a body that joints hold moves all bodies that are tied to it. What it changes of each is found once, with
// the joints holding, so that contacts are solved as those of bodies with such masses: pass after pass no joint opens.

const DIRECTIONS: u32 = 3;
/** Sets that yield less than this share of what the contact's bodies would alone are hardly pushed: joints hold them. */
const LEAST_YIELD: f64 = 1e-3;
/** The same of limits. */
const LEAST_YIELD_OF_LIMIT: f64 = 1e-6;

/** How many bytes `widenRows` takes. */
export function wideBytes(touches: usize, count: i32, joints: usize): u32 {
  let bodies: u32 = 0;
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    bodies += DIRECTIONS * reachOf(bodyA(touch), bodyB(touch));
  }
  for (let i = 0; i < limitsOf(joints); i++) {
    const row = limitAt(joints, i);
    bodies += reachOf(rowA(row), rowB(row));
  }
  return bodies * WIDE_BYTES + bytesOfBlocks(joints);
}

/** How many bodies an impulse between two moves, if joints hold one of them and they are not too many. */
function reachOf(a: usize, b: usize): u32 {
  const setA = setOf(a);
  const setB = setOf(b);
  if (setA === 0 && setB === 0) return 0;
  const count = membersOf(setA) + (setA === setB ? 0 : membersOf(setB));
  return count > <u32>WIDEST ? 0 : count;
}

function membersOf(set: usize): u32 {
  return set === 0 ? 1 : sizeOf(set);
}

/** After joints are prepared: rows of limits and of contact points of bodies that joints hold, and effective masses to go with them. */
export function widenRows(touches: usize, rows: usize, count: i32, joints: usize, room: usize): void {
  let target = room;
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    const reach = reachOf(bodyA(touch), bodyB(touch));
    if (reach > 0) target = widenTouch(touch, rows + <usize>i * ROW_BYTES, joints, target, reach);
  }
  if (limitsOf(joints) > 0) target = layBlocks(joints, target);
  for (let i = 0; i < limitsOf(joints); i++) {
    const row = limitAt(joints, i);
    const reach = reachOf(rowA(row), rowB(row));
    store<u32>(row, reach > 0 ? <u32>target : 0, JOINT_ROW_WIDE);
    store<u32>(row, reach, JOINT_ROW_WIDE_COUNT);
    if (reach === 0) continue;
    const free = load<f64>(row, JOINT_ROW_MASS);
    const least = free > 0 ? LEAST_YIELD_OF_LIMIT / free : 0;
    store<f64>(row, massOf(widen(row, rowA(row), rowB(row), joints, target), least), JOINT_ROW_MASS);
    if (blockOf(row) !== 0) writeColumn(blockOf(row), row);
    target += <usize>reach * WIDE_BYTES;
  }
}

function bytesOfBlocks(joints: usize): u32 {
  let bytes: u32 = 0;
  if (limitsOf(joints) === 0) return 0;
  for (let set = firstSet(joints); set !== 0; set = nextSet(joints, set)) {
    const limited = limitedOf(set);
    if (limited > 0) bytes += blockBytes(limited);
  }
  return bytes;
}

/** How many of a set's limits are solved together: all, or none where too many bodies are tied, with what holds the set. */
function limitedOf(set: usize): u32 {
  return sizeOf(set) >= <u32>WIDEST ? 0 : load<u32>(set, TIED_LIMITED);
}

/** Begins a block for each set that has limits, with their rows. Returns where there is room behind them. */
function layBlocks(joints: usize, room: usize): usize {
  let target = room;
  for (let set = firstSet(joints); set !== 0; set = nextSet(joints, set)) {
    const limited = limitedOf(set);
    store<u32>(set, limited > 0 ? <u32>target : 0, TIED_LIMITS);
    if (limited === 0) continue;
    store<u32>(target, 0, LIMITS_COUNT);
    store<u32>(target, 0, LIMITS_MISSED);
    target += blockBytes(limited);
  }
  for (let i = 0; i < limitsOf(joints); i++) {
    const row = limitAt(joints, i);
    const block = blockOf(row);
    if (block !== 0) addLimit(block, row);
  }
  return target;
}

/** While a limit is widened: what it does to all limits of its set. */
function writeColumn(block: usize, row: usize): void {
  const n = limitCountOf(block);
  let column = 0;
  while (rowOf(limitOf(block, column)) !== row) column++;
  for (let i = 0; i < n; i++) {
    const other = rowOf(limitOf(block, i));
    store<f64>(entryAt(block, i, column), ofTied(other + ROW_OF_B, rowB(other)) - ofTied(other, rowA(other)));
  }
  // what is hardly pushed, since joints hold it, is not pushed by a lot: its mass says so
  const mass = load<f64>(row, JOINT_ROW_MASS);
  store<f64>(entryAt(block, column, column), mass > 0 ? 1 / mass : 0);
}

/** What is summed of a body that joints tie; what does not move has no such sum. */
function ofTied(half: usize, body: usize): f64 {
  return setOf(body) !== 0 ? along(half, body) : 0;
}

function widenTouch(touch: usize, row: usize, joints: usize, target: usize, reach: u32): usize {
  const a = bodyA(touch);
  const b = bodyB(touch);
  const least = LEAST_YIELD * (freeYield(a) + freeYield(b));
  const bytes = <usize>reach * WIDE_BYTES;
  store<u32>(row, <u32>target, ROW_WIDE);
  store<u32>(row, reach, ROW_WIDE_COUNT);
  store<f64>(touch, massOf(widen(row, a, b, joints, target), least), TOUCH_MASS);
  store<f64>(touch, massOf(widen(row + ROW_TANGENT_1, a, b, joints, target + bytes), least), TOUCH_MASS_1);
  store<f64>(
    touch,
    massOf(widen(row + ROW_TANGENT_2, a, b, joints, target + 2 * bytes), least),
    TOUCH_MASS_2,
  );
  return target + DIRECTIONS * bytes;
}

/** Returns what a unit of impulse along a row changes of the velocity along it, joints holding. */
function widen(row: usize, a: usize, b: usize, joints: usize, target: usize): f64 {
  const setA = setOf(a);
  const setB = setOf(b);
  forget(setA, a);
  forget(setB, b);
  add(a, row + ROW_CHANGE_A, -1);
  add(b, row + ROW_CHANGE_B, 1);
  if (setA !== 0) hold(joints, setA, row, a, b);
  if (setB !== 0 && setB !== setA) hold(joints, setB, row, a, b);
  const end = writeChanges(setA, a, target);
  if (setA === 0 || setA !== setB) writeChanges(setB, b, end);
  return along(row + ROW_OF_B, b) - along(row, a);
}

// Between two steps of the solver MOVER_PUSH is nobody's: what an impulse changes of a body is summed there.

function forget(set: usize, body: usize): void {
  if (set === 0) memory.fill(body + MOVER_PUSH, 0, 48);
  for (let i: u32 = 0; i < sizeOf(set); i++) memory.fill(memberOf(set, i) + MOVER_PUSH, 0, 48);
}

function add(body: usize, change: usize, share: f64): void {
  for (let k: usize = 0; k < 6; k++) {
    const at = body + MOVER_PUSH + (k << 3);
    store<f64>(at, load<f64>(at) + share * component(change, k));
  }
}

/** Adds what joints of a set have to do so that they hold. */
function hold(joints: usize, set: usize, row: usize, a: usize, b: usize): void {
  const rows = rowsOf(joints);
  const end = endRowOf(set);
  for (let i = firstRowOf(set); i < end; i++) {
    const joint = rowAt(rows, i);
    store<f64>(joint, -coupling(joint, row, <u32>a, <u32>b), JOINT_ROW_RIGHT);
  }
  solveRows(rows, firstRowOf(set), end);
  for (let i = firstRowOf(set); i < end; i++) {
    const joint = rowAt(rows, i);
    const impulse = load<f64>(joint, JOINT_ROW_RIGHT);
    add(rowA(joint), joint + ROW_CHANGE_A, -impulse);
    add(rowB(joint), joint + ROW_CHANGE_B, impulse);
  }
}

function writeChanges(set: usize, body: usize, target: usize): usize {
  if (set === 0) return writeChange(body, target);
  let at = target;
  for (let i: u32 = 0; i < sizeOf(set); i++) at = writeChange(memberOf(set, i), at);
  return at;
}

function writeChange(body: usize, target: usize): usize {
  store<u32>(target, <u32>body, WIDE_BODY);
  memory.copy(target + WIDE_CHANGE, body + MOVER_PUSH, 48);
  return target + WIDE_BYTES;
}

function along(half: usize, body: usize): f64 {
  const p = body + MOVER_PUSH;
  return (
    dotAt(half, component(p, 0), component(p, 1), component(p, 2)) +
    dotAt(half + 24, component(p, 3), component(p, 4), component(p, 5))
  );
}
