// DETECT, taken apart: each piece is searched by itself, by whichever thread, and the pairs of all pieces are put in their order.
import {
  CLOTH_FIRST_SEGMENT,
  CLOTH_PAIR_BYTES,
  CLOTH_PAIR_COUNT,
  CLOTH_PAIRS,
  CLOTH_PART_COUNT,
  CLOTH_PIECE_CAPACITY,
  CLOTH_PIECES,
  CLOTH_SCRATCH,
  CLOTH_SEGMENT_CAPACITY,
  CLOTH_SEGMENT_COUNT,
  CLOTH_SEGMENTS,
  PART_HALF,
  PART_NODE_COUNT,
  PART_STRAYS,
  PIECE_A,
  PIECE_B,
  PIECE_BYTES,
  PIECE_NODE_A,
  PIECE_NODE_B,
  PIECE_OF_STRAYS,
  SEGMENT_A,
  SEGMENT_B,
  SEGMENT_BYTES,
  SEGMENT_END,
  SEGMENT_FIRST,
  SEGMENT_THICKNESS,
} from '../layout/cloth';
import { DOP_CHILD, DOP_META, DOP_NODE_BYTES } from '../layout/meshes';
import { NODE_PAIR_BYTES } from '../layout/search';
import { overlap } from '../overlap';
import { markOf, mayMeet, nodesOf } from './detect';
import { array, partAt } from './world';

/** A node of more triangles is taken apart, so that a piece takes some tens of microseconds. */
const LARGE: u32 = 256;

let next: usize = 0;
let full: usize = 0;
let count: u32 = 0;

/**
 * Takes the search apart: into pairs of nodes, or a node with itself, of parts that may meet; those with a stray alone where it is about
 * strays. Returns how many pieces there are; where that is more than the capacity, run it again with more.
 */
export function clothPieces(world: usize, ofStrays: bool): u32 {
  next = array(world, CLOTH_PIECES);
  full = next + <usize>load<u32>(world, CLOTH_PIECE_CAPACITY) * PIECE_BYTES;
  count = 0;
  const parts = load<u32>(world, CLOTH_PART_COUNT);
  for (let i: u32 = 0; i < parts; i++) {
    const a = partAt(world, i);
    if (load<u32>(a, PART_NODE_COUNT) === 0) continue;
    for (let j = i; j < parts; j++) {
      const b = partAt(world, j);
      if (load<u32>(b, PART_NODE_COUNT) === 0 || !mayMeet(a, b)) continue;
      if (!ofStrays || (load<u32>(a, PART_STRAYS) | load<u32>(b, PART_STRAYS)) !== 0) {
        takeApart(world, a, b, ofStrays);
      }
    }
  }
  return count;
}

let open: usize = 0;

function push(a: usize, b: usize): void {
  store<u32>(open, <u32>a);
  store<u32>(open, <u32>b, 4);
  open += NODE_PAIR_BYTES;
}

function takeApart(world: usize, a: usize, b: usize, ofStrays: bool): void {
  const nodesA = nodesOf(world, a);
  const nodesB = nodesOf(world, b);
  const bottom = array(world, CLOTH_SCRATCH);
  open = bottom;
  push(nodesA, nodesB);
  while (open > bottom) {
    open -= NODE_PAIR_BYTES;
    const i = <usize>load<u32>(open);
    const j = <usize>load<u32>(open, 4);
    if (ofStrays && (load<u8>(markOf(world, i)) | load<u8>(markOf(world, j))) === 0) continue;
    const isInner = i === j;
    if (!isInner && !overlap(i, j)) continue;
    const sizeI = sizeOf(i);
    const sizeJ = sizeOf(j);
    if (max(sizeI, sizeJ) <= LARGE) {
      if (!isInner || sizeI > 1) add(a, b, i, j, ofStrays);
      continue;
    }
    const i0 = nodesA + <usize>load<u32>(i, DOP_CHILD) * DOP_NODE_BYTES;
    const j0 = nodesB + <usize>load<u32>(j, DOP_CHILD) * DOP_NODE_BYTES;
    if (isInner) {
      push(i0 + DOP_NODE_BYTES, i0 + DOP_NODE_BYTES);
      push(i0, i0 + DOP_NODE_BYTES);
      push(i0, i0);
    } else if (sizeI >= sizeJ) {
      push(i0 + DOP_NODE_BYTES, j);
      push(i0, j);
    } else {
      push(i, j0 + DOP_NODE_BYTES);
      push(i, j0);
    }
  }
}

function sizeOf(node: usize): u32 {
  return load<u32>(node, DOP_CHILD) === 0 ? 1 : load<u32>(node, DOP_META);
}

function add(a: usize, b: usize, i: usize, j: usize, ofStrays: bool): void {
  count++;
  if (next === full) return;
  store<u32>(next, <u32>a, PIECE_A);
  store<u32>(next, <u32>b, PIECE_B);
  store<u32>(next, <u32>i, PIECE_NODE_A);
  store<u32>(next, <u32>j, PIECE_NODE_B);
  store<u32>(next, ofStrays ? 1 : 0, PIECE_OF_STRAYS);
  next += PIECE_BYTES;
}

/**
 * Takes so many pairs of a piece, which lie behind the list, into the list, and among those of their parts. False where there is no
 * room for the pairs of parts, and all is to be detected anew.
 */
export function clothTakePairs(world: usize, piece: u32, pairs: u32): bool {
  const from = array(world, CLOTH_PIECES) + <usize>piece * PIECE_BYTES;
  const a = <usize>load<u32>(from, PIECE_A);
  const b = <usize>load<u32>(from, PIECE_B);
  const before = load<u32>(world, CLOTH_PAIR_COUNT);
  const segments = array(world, CLOTH_SEGMENTS);
  const known = load<u32>(world, CLOTH_SEGMENT_COUNT);
  const end = array(world, CLOTH_PAIRS) + <usize>(before + pairs) * CLOTH_PAIR_BYTES;
  let segment = segments + <usize>known * SEGMENT_BYTES;
  const isFirst = known === load<u32>(world, CLOTH_FIRST_SEGMENT);
  if (!isFirst && areOf(segment - SEGMENT_BYTES, a, b)) segment -= SEGMENT_BYTES;
  else {
    if (known === load<u32>(world, CLOTH_SEGMENT_CAPACITY)) return false;
    store<u32>(segment, <u32>a, SEGMENT_A);
    store<u32>(segment, <u32>b, SEGMENT_B);
    store<u32>(segment, <u32>(end - <usize>pairs * CLOTH_PAIR_BYTES), SEGMENT_FIRST);
    store<f64>(segment, load<f64>(a, PART_HALF) + load<f64>(b, PART_HALF), SEGMENT_THICKNESS);
    store<u32>(world, known + 1, CLOTH_SEGMENT_COUNT);
  }
  store<u32>(segment, <u32>end, SEGMENT_END);
  store<u32>(world, before + pairs, CLOTH_PAIR_COUNT);
  return true;
}

function areOf(segment: usize, a: usize, b: usize): bool {
  return load<u32>(segment, SEGMENT_A) === <u32>a && load<u32>(segment, SEGMENT_B) === <u32>b;
}
