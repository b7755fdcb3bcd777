// DETECT for strays alone: their pairs leave the list, and the pairs that their new tubes come near are put behind it. Trees are
// descended only to where a stray is below one of two nodes.
import {
  CLOTH_FIRST_SEGMENT,
  CLOTH_PAIR_BYTES,
  CLOTH_PAIR_COUNT,
  CLOTH_PAIRS,
  CLOTH_SEGMENT_COUNT,
  CLOTH_SEGMENTS,
  CLOTH_SLABS,
  CLOTH_STRAY,
  CLOTH_TRIANGLES,
  PAIR_PUSH,
  PART_BYTES,
  PART_NODE_COUNT,
  PART_STRAYS,
  SEGMENT_BYTES,
  SEGMENT_END,
  SEGMENT_FIRST,
} from '../layout/cloth';
import { DOP_CHILD, DOP_META, DOP_NODE_BYTES } from '../layout/meshes';
import { refitNode } from '../refit';
import { boundTube, markOf, nodesOf } from './detect';
import { array, endVertex, firstVertex, isAnyMarked, partAt, partsEnd } from './world';

/** Before the pairs of strays are looked for: they are no more in the list, and boxes are around the tubes that they have now. */
export function clothBeginStrays(world: usize): void {
  const flags = array(world, CLOTH_STRAY);
  dropPairs(world, flags);
  store<u32>(world, load<u32>(world, CLOTH_SEGMENT_COUNT), CLOTH_FIRST_SEGMENT);
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    const nodes = nodesOf(world, part);
    if (load<u32>(part, PART_STRAYS) !== 0) updateTree(world, part, flags);
    else memory.fill(markOf(world, nodes), 0, load<u32>(part, PART_NODE_COUNT));
  }
}

/** Takes the pairs of strays out of the list. */
function dropPairs(world: usize, flags: usize): void {
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
  const count = <u32>(out - array(world, CLOTH_PAIRS)) / CLOTH_PAIR_BYTES;
  store<u32>(world, count, CLOTH_PAIR_COUNT);
}

function movePair(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  store<f64>(to, load<f64>(from, PAIR_PUSH), PAIR_PUSH);
}

/** Which nodes of a part have strays below them, and the boxes of these. */
function updateTree(world: usize, part: usize, flags: usize): void {
  for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
    if (load<u8>(flags + i) !== 0) boundTube(world, i);
  }
  const triangles = array(world, CLOTH_TRIANGLES);
  const slabs = array(world, CLOTH_SLABS);
  const nodes = nodesOf(world, part);
  const marks = markOf(world, nodes);
  for (let node = <usize>load<u32>(part, PART_NODE_COUNT); node > 0; ) {
    node--;
    const at = nodes + node * DOP_NODE_BYTES;
    const child = marks + <usize>load<u32>(at, DOP_CHILD);
    const isMarked = child !== marks ? load<u8>(child) | load<u8>(child, 1) : isOfStray(at, triangles, flags);
    store<u8>(marks + node, isMarked);
    if (isMarked !== 0) refitNode(nodes, at, slabs, triangles);
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
