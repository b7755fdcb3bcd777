import {
  JOINT_ROW_A,
  JOINT_ROW_B,
  JOINT_ROW_BYTES,
  JOINT_ROW_FACTOR,
  JOINT_ROW_FIRST,
  JOINT_ROW_PIVOT,
  JOINT_ROW_RIGHT,
} from '../layout/joints';
import { ROW_CHANGE_A, ROW_CHANGE_B, ROW_OF_B } from '../layout/solver-rows';
import { component, dotAt } from '../rigid/vector';

// What impulses along rows do to the velocities along all rows: a symmetric matrix, as L D L^T within its envelope, row by row. A row
// begins at the first one with which it shares a body: in chains and trees that are listed from joint to joint the envelope is narrow.

/**
 * A pivot below this share of what the row alone has tells of a row that says what others say already, but for how exactly a loop was made: it
 * is left out. Obeyed, hinges 0.1 mm beside one line would let nothing turn, and a gap across a loop be closed by a way 1,000 times as long.
 */
const SAID_ALREADY: f64 = 1e-5;

/** Factors the matrix of so many rows. */
export function factorRows(rows: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const row = rowAt(rows, i);
    const first = <i32>load<u32>(row, JOINT_ROW_FIRST);
    const own = entriesOf(row);
    const whole = couplingOf(row, row);
    let pivot = whole;
    for (let j = first; j < i; j++) {
      const other = rowAt(rows, j);
      const begin = max(first, <i32>load<u32>(other, JOINT_ROW_FIRST));
      const theirs = entriesOf(other);
      let sum = couplingOf(row, other);
      for (let k = begin; k < j; k++) sum -= entry(theirs, k) * entry(own, k);
      store<f64>(own + ((<usize>j) << 3), sum);
    }
    for (let j = first; j < i; j++) {
      const before = entry(own, j);
      const factor = before * load<f64>(rowAt(rows, j), JOINT_ROW_PIVOT);
      store<f64>(own + ((<usize>j) << 3), factor);
      pivot -= before * factor;
    }
    store<f64>(row, pivot > SAID_ALREADY * whole ? 1 / pivot : 0, JOINT_ROW_PIVOT);
  }
}

/** Solves for what JOINT_ROW_RIGHT of each row of whole sets has, and writes the solution there. */
export function solveRows(rows: usize, begin: i32, end: i32): void {
  for (let i = begin; i < end; i++) {
    const row = rowAt(rows, i);
    const own = entriesOf(row);
    let sum = load<f64>(row, JOINT_ROW_RIGHT);
    for (let j = <i32>load<u32>(row, JOINT_ROW_FIRST); j < i; j++) {
      sum -= entry(own, j) * load<f64>(rowAt(rows, j), JOINT_ROW_RIGHT);
    }
    store<f64>(row, sum, JOINT_ROW_RIGHT);
  }
  for (let i = begin; i < end; i++) {
    const row = rowAt(rows, i);
    store<f64>(row, load<f64>(row, JOINT_ROW_RIGHT) * load<f64>(row, JOINT_ROW_PIVOT), JOINT_ROW_RIGHT);
  }
  for (let i = end - 1; i > begin; i--) {
    const row = rowAt(rows, i);
    const own = entriesOf(row);
    const found = load<f64>(row, JOINT_ROW_RIGHT);
    for (let j = <i32>load<u32>(row, JOINT_ROW_FIRST); j < i; j++) {
      const other = rowAt(rows, j);
      store<f64>(other, load<f64>(other, JOINT_ROW_RIGHT) - entry(own, j) * found, JOINT_ROW_RIGHT);
    }
  }
}

export function rowAt(rows: usize, i: i32): usize {
  return rows + <usize>i * JOINT_ROW_BYTES;
}

export function rowA(row: usize): usize {
  return <usize>load<u32>(row, JOINT_ROW_A);
}

export function rowB(row: usize): usize {
  return <usize>load<u32>(row, JOINT_ROW_B);
}

/** Whether a row holds how bodies turn, and not where they are. */
export function isTurn(row: usize): bool {
  return dotAt(row, component(row, 0), component(row, 1), component(row, 2)) === 0;
}

/** Where a row's entry of column 0 would be. */
function entriesOf(row: usize): usize {
  return <usize>load<u32>(row, JOINT_ROW_FACTOR) - ((<usize>load<u32>(row, JOINT_ROW_FIRST)) << 3);
}

function entry(entries: usize, column: i32): f64 {
  return load<f64>(entries + ((<usize>column) << 3));
}

function couplingOf(row: usize, other: usize): f64 {
  return coupling(row, other, load<u32>(other, JOINT_ROW_A), load<u32>(other, JOINT_ROW_B));
}

/** What a unit of impulse along another row, between two bodies, changes of the velocity along a joint's. */
export function coupling(row: usize, other: usize, otherA: u32, otherB: u32): f64 {
  const a = load<u32>(row, JOINT_ROW_A);
  const b = load<u32>(row, JOINT_ROW_B);
  let sum: f64 = 0;
  if (a === otherA) sum += product(row, other + ROW_CHANGE_A);
  if (b === otherB) sum += product(row + ROW_OF_B, other + ROW_CHANGE_B);
  if (a === otherB) sum -= product(row, other + ROW_CHANGE_B);
  if (b === otherA) sum -= product(row + ROW_OF_B, other + ROW_CHANGE_A);
  return sum;
}

function product(p: usize, q: usize): f64 {
  return (
    dotAt(p, load<f64>(q), load<f64>(q, 8), load<f64>(q, 16)) +
    dotAt(p + 24, load<f64>(q, 24), load<f64>(q, 32), load<f64>(q, 40))
  );
}
