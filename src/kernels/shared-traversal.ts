// A traversal in parts that two threads take in turn. What is found, and how many boxes are tested, does not depend on who
// takes what: a part is what one thread alone would have opened, too.
import { DOP_CHILD, DOP_META, DOP_NODE_BYTES } from './layout/meshes';
import { SKIPPED_BIT } from './layout/regions';
import { NODE_PAIR_BYTES, TRAVERSAL_NEXT_NODE, TRAVERSAL_OPEN_BYTES, TRAVERSAL_STACK } from './layout/search';
import {
  FRONT_PARTS,
  TRAVERSAL_DONE_NODES,
  TRAVERSAL_END_NODE,
  TRAVERSAL_FRONT,
  TRAVERSAL_FRONT_COUNT,
  TRAVERSAL_MASKS,
  TRAVERSAL_NODES_A,
  TRAVERSAL_NODES_B,
  TRAVERSAL_TAKEN,
} from './layout/shared-traversal';
import {
  closeAll,
  descendAny,
  noteTraversed,
  openAgain,
  openFirst,
  pairOf,
  resume,
  suspend,
  testPair,
} from './traverse';

/** A part is split while a node of it has more triangles than one in so many of its tree's, and more than LEAST. */
const SHARE: u32 = 256;
const LEAST: u32 = 32;

/**
 * Takes what is left of a traversal apart: its open pairs, and the nodes from TRAVERSAL_NEXT_NODE on whose children have not
 * met. Writes at most FRONT_PARTS parts, and TRAVERSAL_FRONT_COUNT; nothing is left open.
 */
export function openFront(state: usize): void {
  resume(state, 0, 0);
  const nodesA = <usize>load<u32>(state, TRAVERSAL_NODES_A);
  const nodesB = <usize>load<u32>(state, TRAVERSAL_NODES_B);
  const masks = <usize>load<u32>(state, TRAVERSAL_MASKS);
  const front = <usize>load<u32>(state, TRAVERSAL_FRONT);
  const last = front + (FRONT_PARTS - 5) * NODE_PAIR_BYTES;
  const done = load<u32>(state, TRAVERSAL_NEXT_NODE);
  const openBytes = load<u32>(state, TRAVERSAL_OPEN_BYTES);
  memory.copy(front, state + TRAVERSAL_STACK, openBytes);
  let to = front + openBytes;
  if (nodesA === nodesB) {
    store<u64>(to, pairOf(nodesA, nodesA));
    to += NODE_PAIR_BYTES;
  }
  const largeA = max(load<u32>(nodesA, DOP_META) / SHARE, LEAST);
  const largeB = max(load<u32>(nodesB, DOP_META) / SHARE, LEAST);
  let kept = front;
  let at = front;
  for (; at < to && to < last; at += NODE_PAIR_BYTES) {
    const a = <usize>load<u32>(at);
    const b = <usize>load<u32>(at, 4);
    if (!isLarge(a, largeA) && !isLarge(b, largeB)) {
      store<u64>(kept, pairOf(a, b));
      kept += NODE_PAIR_BYTES;
      continue;
    }
    const childA = <usize>load<u32>(a, DOP_CHILD);
    const a0 = select(nodesA + childA * DOP_NODE_BYTES, a, childA !== 0);
    const a1 = a0 + DOP_NODE_BYTES;
    if (a === b) {
      to = keepInner(a0, to);
      to = keepInner(a1, to);
      const node = <u32>((a - nodesA) / DOP_NODE_BYTES);
      if (node >= done && !isSkipped(masks, node)) to = openInto(a0, a1, to);
      continue;
    }
    const childB = <usize>load<u32>(b, DOP_CHILD);
    const b0 = select(nodesB + childB * DOP_NODE_BYTES, b, childB !== 0);
    const b1 = b0 + DOP_NODE_BYTES;
    to = openInto(a0, b0, to);
    if (childA !== 0) to = openInto(a1, b0, to);
    if (childB !== 0) to = openInto(a0, b1, to);
    if (childA !== 0 && childB !== 0) to = openInto(a1, b1, to);
  }
  memory.copy(kept, at, to - at); // no room to split these
  kept += to - at;
  store<u32>(state, <u32>(kept - front) / NODE_PAIR_BYTES, TRAVERSAL_FRONT_COUNT);
  store<u32>(state, done, TRAVERSAL_DONE_NODES);
  store<u32>(state, 0, TRAVERSAL_NEXT_NODE);
  store<u32>(state, 0, TRAVERSAL_END_NODE);
  closeAll(state);
  suspend(state, 0, 0);
}

function isLarge(node: usize, large: u32): bool {
  return load<u32>(node, DOP_CHILD) !== 0 && load<u32>(node, DOP_META) > large;
}

/** All that is below a node, as a part. */
function keepInner(node: usize, to: usize): usize {
  store<u64>(to, pairOf(node, node));
  return to + select<usize>(NODE_PAIR_BYTES, 0, load<u32>(node, DOP_CHILD) !== 0);
}

function openInto(a: usize, b: usize, to: usize): usize {
  store<u64>(to, pairOf(a, b));
  return to + select<usize>(NODE_PAIR_BYTES, 0, testPair(a, b) !== 0);
}

function isSkipped(masks: usize, node: u32): bool {
  return masks !== 0 && load<u32>(masks + ((<usize>node) << 2)) >> SKIPPED_BIT !== 0;
}

/** The children of a node meet each other. */
function openChildren(nodes: usize, node: u32, masks: usize, out: usize): usize {
  const child = load<u32>(nodes + <usize>node * DOP_NODE_BYTES, DOP_CHILD);
  if (child === 0 || isSkipped(masks, node)) return out;
  const first = nodes + <usize>child * DOP_NODE_BYTES;
  return openFirst(first, first + DOP_NODE_BYTES, out);
}

/** Pairs of leaves from the parts that this thread takes: like `traverseSelf` it can stop anywhere, and goes on when called again. */
export function traverseFront(state: usize, pairs: usize, capacity: u32): u32 {
  const full = resume(state, pairs, capacity);
  const nodesA = <usize>load<u32>(state, TRAVERSAL_NODES_A);
  const nodesB = <usize>load<u32>(state, TRAVERSAL_NODES_B);
  const masks = <usize>load<u32>(state, TRAVERSAL_MASKS);
  const front = <usize>load<u32>(state, TRAVERSAL_FRONT);
  const count = load<u32>(state, TRAVERSAL_FRONT_COUNT);
  const taken = <usize>load<u32>(state, TRAVERSAL_TAKEN);
  const done = load<u32>(state, TRAVERSAL_DONE_NODES);
  let next = load<u32>(state, TRAVERSAL_NEXT_NODE);
  let end = load<u32>(state, TRAVERSAL_END_NODE);
  let out = descendAny(nodesA, nodesB, state, pairs, full);
  let isOver = false;
  while (out <= full) {
    if (next < end) {
      out = openChildren(nodesA, next++, masks, out);
    } else {
      const part = atomic.add<u32>(taken, 1);
      isOver = part >= count;
      if (isOver) break;
      const both = load<u64>(front + <usize>part * NODE_PAIR_BYTES);
      const a = <usize>(<u32>both);
      const b = <usize>(both >> 32);
      const child = load<u32>(a, DOP_CHILD);
      if (a !== b) {
        out = openAgain(a, b, out);
      } else if (child !== 0) {
        const node = <u32>((a - nodesA) / DOP_NODE_BYTES);
        next = max(child, done);
        end = child + 2 * load<u32>(a, DOP_META) - 2; // the descendants of a node are one range
        if (node >= done) out = openChildren(nodesA, node, masks, out);
      }
    }
    out = descendAny(nodesA, nodesB, state, out, full);
  }
  store<u32>(state, next, TRAVERSAL_NEXT_NODE);
  store<u32>(state, end, TRAVERSAL_END_NODE);
  noteTraversed(isOver);
  return suspend(state, pairs, out);
}
