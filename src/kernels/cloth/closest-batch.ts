// Pairs that wait until closest points are found of all of them, of two of a kind at once; then they are taken in the order in which they came.
import { BATCH_PAIRS, BATCH_RESULTS, CLOSEST_BYTES, PAIR_EDGE_EDGE, PAIR_KIND } from '../layout/cloth';
import { closestOfTwo } from './closest';

let batch: usize = 0;
/** How many pairs wait. */
export let waiting: u32 = 0;

/** Before the first pair: where there is room for a batch. No pair waits. */
export function beginBatch(at: usize): void {
  batch = at;
  waiting = 0;
}

/** Puts a pair behind those that wait. True where there is no room for another one. */
export function wait(pair: usize): bool {
  return waitIf(pair, 1);
}

/** The same where it is to wait, 1, without a jump for it; where not, 0, the next one takes its place. */
export function waitIf(pair: usize, isSought: u32): bool {
  store<u32>(batch + ((<usize>waiting) << 2), <u32>pair);
  waiting += isSought;
  return waiting === <u32>BATCH_PAIRS;
}

/** Finds the closest points of those that wait. */
export function measureBatch(points: usize): void {
  let face = NONE;
  let edge = NONE;
  for (let i: u32 = 0; i < waiting; i++) {
    if (load<u32>(pairAt(i), PAIR_KIND) === PAIR_EDGE_EDGE) {
      if (edge !== NONE) measure(edge, i, points);
      edge = edge === NONE ? i : NONE;
    } else {
      if (face !== NONE) measure(face, i, points);
      face = face === NONE ? i : NONE;
    }
  }
  if (face !== NONE) measure(face, face, points);
  if (edge !== NONE) measure(edge, edge, points);
}

const NONE: u32 = BATCH_PAIRS;

/** After all were taken. */
export function endBatch(): void {
  waiting = 0;
}

function measure(i: u32, j: u32, points: usize): void {
  closestOfTwo(pairAt(i), pairAt(j), points, closestAt(i), closestAt(j));
}

/** A pair that waits, and what was found of it (CLOSEST_...). */
export function pairAt(i: u32): usize {
  return <usize>load<u32>(batch + ((<usize>i) << 2));
}

export function closestAt(i: u32): usize {
  return batch + BATCH_RESULTS + <usize>i * CLOSEST_BYTES;
}
