import {
  MOVER_BENT,
  MOVER_BYTES,
  MOVER_DYNAMIC,
  MOVER_FIRST_JOINT,
  MOVER_FIRST_ROW,
  MOVER_ISLAND,
  MOVER_KIND,
  MOVER_TIED,
} from '../layout/bodies';
import {
  JOINTS_HOLDING,
  JOINTS_SETS,
  TIED_BODIES,
  TIED_COUNT,
  TIED_DRIVEN,
  TIED_END_ROW,
  TIED_ENERGY,
  TIED_FIRST_ROW,
  TIED_FLAGS,
  TIED_LIMITED,
  TIED_LIMITS,
  TIED_TOO_FAST,
  TIED_TOUCHES,
} from '../layout/joints';
import { rowA, rowB } from './joint-system';

// Dynamic bodies that joints tie together, directly or not: a record for each set of them, with its rows and its bodies.

/** The record of a body's set; 0 where no joint holds it. */
export function setOf(body: usize): usize {
  return <usize>load<u32>(body, MOVER_TIED);
}

/** The set that the row of a joint is in. */
export function setOfRow(row: usize): usize {
  return setOf(rowA(row)) || setOf(rowB(row));
}

export function sizeOf(set: usize): u32 {
  return set === 0 ? 0 : load<u32>(set, TIED_COUNT);
}

export function memberOf(set: usize, i: u32): usize {
  return <usize>load<u32>(set + TIED_BODIES + ((<usize>i) << 2));
}

export function firstRowOf(set: usize): i32 {
  return <i32>load<u32>(set, TIED_FIRST_ROW);
}

export function endRowOf(set: usize): i32 {
  return <i32>load<u32>(set, TIED_END_ROW);
}

/** Nobody is tied to anybody. */
export function untie(bodies: usize, bodyCount: i32): void {
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    store<u32>(body, 0, MOVER_TIED);
    store<u32>(body, 0, MOVER_BENT);
    store<u32>(body, <u32>body, MOVER_ISLAND);
    store<u64>(body, 0, MOVER_FIRST_JOINT);
    store<u64>(body, 0, MOVER_FIRST_ROW);
  }
}

/** Begins a set at `set`, which has no bodies yet. */
export function beginSet(set: usize, firstRow: i32): void {
  store<u32>(set, firstRow, TIED_FIRST_ROW);
  store<u32>(set, 0, TIED_COUNT);
  store<u32>(set, 0, TIED_FLAGS);
  store<u32>(set, 0, TIED_LIMITED);
  store<u32>(set, 0, TIED_LIMITS);
  store<f64>(set, -1, TIED_ENERGY);
}

/** Nothing but its joints acts on the set, and where these let it go has been found, if it was looked for. */
export function goesFreely(set: usize): bool {
  return !hasFlag(set, TIED_DRIVEN | TIED_TOUCHES | TIED_TOO_FAST);
}

export function hasFlag(set: usize, flags: u32): bool {
  return (load<u32>(set, TIED_FLAGS) & flags) !== 0;
}

export function setFlag(set: usize, flag: u32): void {
  store<u32>(set, load<u32>(set, TIED_FLAGS) | flag, TIED_FLAGS);
}

export function clearFlags(set: usize, flags: u32): void {
  store<u32>(set, load<u32>(set, TIED_FLAGS) & ~flags, TIED_FLAGS);
}

/** Takes a body into a set, once. */
export function takeIn(set: usize, body: usize): void {
  if (!isDynamic(body) || setOf(body) !== 0) return;
  const count = sizeOf(set);
  store<u32>(body, <u32>set, MOVER_TIED);
  store<u32>(set + TIED_BODIES + ((<usize>count) << 2), <u32>body);
  store<u32>(set, count + 1, TIED_COUNT);
}

/** Returns where the next set may begin. */
export function endSet(set: usize, endRow: i32): usize {
  store<u32>(set, endRow, TIED_END_ROW);
  return behind(set);
}

function behind(set: usize): usize {
  return set + TIED_BODIES + ((<usize>sizeOf(set)) << 2);
}

/** The first of all sets, which have their rows in this order, or 0. */
export function firstSet(joints: usize): usize {
  return load<u32>(joints, JOINTS_HOLDING) > 0 ? <usize>load<u32>(joints, JOINTS_SETS) : 0;
}

/** The set after another one, or 0. */
export function nextSet(joints: usize, set: usize): usize {
  return load<u32>(set, TIED_END_ROW) < load<u32>(joints, JOINTS_HOLDING) ? behind(set) : 0;
}

export function isDynamic(body: usize): bool {
  return load<u32>(body, MOVER_KIND) === MOVER_DYNAMIC;
}
