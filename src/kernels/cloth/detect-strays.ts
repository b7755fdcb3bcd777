// DETECT for strays alone: their pairs leave the list, and the pairs that their new tubes come near are put behind it. Trees are
// descended only to where a stray is below one of two nodes.
import {
  CLOTH_MARKED,
  CLOTH_NODES,
  CLOTH_PAIR_BYTES,
  CLOTH_PAIR_CAPACITY,
  CLOTH_PAIRS,
  CLOTH_PART_COUNT,
  CLOTH_SEGMENT_CAPACITY,
  CLOTH_SEGMENT_COUNT,
  CLOTH_SEGMENTS,
  CLOTH_SLABS,
  CLOTH_STRAY,
  CLOTH_TRAVERSAL,
  CLOTH_TRIANGLES,
  PART_BYTES,
  PART_NODE_COUNT,
  PART_STRAYS,
  SEGMENT_BYTES,
  SEGMENT_END,
  SEGMENT_FIRST,
} from '../layout/cloth';
import { DOP_CHILD, DOP_META, DOP_NODE_BYTES, NONE } from '../layout/meshes';
import { overlap } from '../overlap';
import { refitTree } from '../refit';
import {
  beginSearch,
  beginSegment,
  boundTube,
  endSegment,
  mayMeet,
  nodesOf,
  pairsFound,
  pairTriangles,
} from './detect';
import { array, endVertex, firstVertex, isAnyMarked, partAt } from './world';

/**
 * Returns how many pairs there are in all: where that is more than the capacity, run it again with more, and with what the list held.
 * NONE: there is no room for the pairs of parts, and all is to be detected anew.
 */
export function clothDetectStrays(world: usize): u32 {
  const flags = array(world, CLOTH_STRAY);
  beginSearch(world, dropPairs(world, flags), flags);
  const parts = load<u32>(world, CLOTH_PART_COUNT);
  for (let part = partAt(world, 0), end = partAt(world, parts); part < end; part += PART_BYTES) {
    if (load<u32>(part, PART_STRAYS) !== 0) updateTree(world, part, flags);
  }
  const segments = array(world, CLOTH_SEGMENTS);
  const full = segments + <usize>load<u32>(world, CLOTH_SEGMENT_CAPACITY) * SEGMENT_BYTES;
  let segment = segments + <usize>load<u32>(world, CLOTH_SEGMENT_COUNT) * SEGMENT_BYTES;
  for (let i: u32 = 0; i < parts; i++) {
    const a = partAt(world, i);
    for (let j = i; j < parts; j++) {
      const b = partAt(world, j);
      if ((load<u32>(a, PART_STRAYS) | load<u32>(b, PART_STRAYS)) === 0 || !mayMeet(a, b)) continue;
      if (segment === full) return NONE;
      beginSegment(segment, a, b);
      searchMarked(world, a, b);
      segment = endSegment(segment);
    }
  }
  if (pairsFound() <= load<u32>(world, CLOTH_PAIR_CAPACITY)) {
    store<u32>(world, <u32>(segment - segments) / SEGMENT_BYTES, CLOTH_SEGMENT_COUNT);
  }
  return pairsFound();
}

/** Takes the pairs of strays out of the list; returns where it ends then. */
function dropPairs(world: usize, flags: usize): usize {
  let out = array(world, CLOTH_PAIRS);
  const segments = array(world, CLOTH_SEGMENTS);
  const end = segments + <usize>load<u32>(world, CLOTH_SEGMENT_COUNT) * SEGMENT_BYTES;
  for (let segment = segments; segment < end; segment += SEGMENT_BYTES) {
    const first = <usize>load<u32>(segment, SEGMENT_FIRST);
    const last = <usize>load<u32>(segment, SEGMENT_END);
    store<u32>(segment, <u32>out, SEGMENT_FIRST);
    for (let pair = first; pair < last; pair += CLOTH_PAIR_BYTES) {
      if (isAnyMarked(flags, pair)) continue;
      if (out !== pair) movePair(out, pair);
      out += CLOTH_PAIR_BYTES;
    }
    store<u32>(segment, <u32>out, SEGMENT_END);
  }
  return out;
}

function movePair(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  store<u64>(to, load<u64>(from, 32), 32);
}

/** The boxes of a part with strays, and which of its nodes have some below them. */
function updateTree(world: usize, part: usize, flags: usize): void {
  for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
    if (load<u8>(flags + i) !== 0) boundTube(world, i);
  }
  const triangles = array(world, CLOTH_TRIANGLES);
  const nodes = nodesOf(world, part);
  const count = load<u32>(part, PART_NODE_COUNT);
  refitTree(nodes, count, array(world, CLOTH_SLABS), triangles);
  const marks = marksOf(world, nodes);
  for (let node = <usize>count; node > 0; ) {
    node--;
    const at = nodes + node * DOP_NODE_BYTES;
    const child = marks + <usize>load<u32>(at, DOP_CHILD);
    const isMarked = child !== marks ? load<u8>(child) | load<u8>(child, 1) : isOfStray(at, triangles, flags);
    store<u8>(marks + node, isMarked);
  }
}

function isOfStray(leaf: usize, triangles: usize, flags: usize): u8 {
  const corners = triangles + <usize>load<u32>(leaf, DOP_META) * 12;
  return (
    load<u8>(flags + load<u32>(corners)) |
    load<u8>(flags + load<u32>(corners, 4)) |
    load<u8>(flags + load<u32>(corners, 8))
  );
}

/** A byte for each node of the part whose nodes these are. */
function marksOf(world: usize, nodes: usize): usize {
  return array(world, CLOTH_MARKED) + (nodes - array(world, CLOTH_NODES)) / DOP_NODE_BYTES;
}

/** Two indices of nodes. */
const OPEN_BYTES: usize = 8;

let open: usize = 0;

function push(a: u32, b: u32): void {
  store<u32>(open, a);
  store<u32>(open, b, 4);
  open += OPEN_BYTES;
}

/** All pairs of leaves whose boxes overlap, one of them of a stray. */
function searchMarked(world: usize, a: usize, b: usize): void {
  if (load<u32>(a, PART_NODE_COUNT) === 0 || load<u32>(b, PART_NODE_COUNT) === 0) return;
  const nodesA = nodesOf(world, a);
  const nodesB = nodesOf(world, b);
  // Parts without strays have no marks of their own.
  const marksA = load<u32>(a, PART_STRAYS) !== 0 ? marksOf(world, nodesA) : 0;
  const marksB = load<u32>(b, PART_STRAYS) !== 0 ? marksOf(world, nodesB) : 0;
  const isSelf = a === b;
  const bottom = array(world, CLOTH_TRAVERSAL);
  open = bottom;
  push(0, 0);
  while (open > bottom) {
    open -= OPEN_BYTES;
    const i = load<u32>(open);
    const j = load<u32>(open, 4);
    const nodeA = nodesA + <usize>i * DOP_NODE_BYTES;
    const nodeB = nodesB + <usize>j * DOP_NODE_BYTES;
    const isMarked =
      (marksA !== 0 && load<u8>(marksA + i) !== 0) || (marksB !== 0 && load<u8>(marksB + j) !== 0);
    if (!isMarked) continue;
    const childA = load<u32>(nodeA, DOP_CHILD);
    const childB = load<u32>(nodeB, DOP_CHILD);
    if (isSelf && i === j) {
      if (childA === 0) continue;
      push(childA, childA);
      push(childA + 1, childA + 1);
      push(childA, childA + 1);
    } else if (overlap(nodeA, nodeB)) {
      if ((childA | childB) === 0) pairTriangles(world, nodeA, nodeB);
      else if (childA !== 0 && childB !== 0) {
        push(childA, childB);
        push(childA + 1, childB);
        push(childA, childB + 1);
        push(childA + 1, childB + 1);
      } else if (childA !== 0) {
        push(childA, j);
        push(childA + 1, j);
      } else {
        push(i, childB);
        push(i, childB + 1);
      }
    }
  }
}
