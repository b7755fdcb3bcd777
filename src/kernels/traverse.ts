// Pairs of leaves whose boxes overlap: within one tree, or between two. Not recursive, and it can stop anywhere: when
// the output is full it returns, and the next call goes on.
import { featuresOfLeaf } from './features';
import { TRAVERSAL_FEATURES_A, TRAVERSAL_FEATURES_B } from './layout/ablations';
import { DOP_CHILD, DOP_NODE_BYTES, FEATURES_COUNTS } from './layout/meshes';
import { SKIPPED_BIT } from './layout/regions';
import {
  NODE_PAIR_BYTES,
  PAIRS_A_BATCH,
  TRAVERSAL_BATCH,
  TRAVERSAL_BATCH_BYTES,
  TRAVERSAL_BOX_TESTS,
  TRAVERSAL_NEXT_NODE,
  TRAVERSAL_OPEN_BYTES,
  TRAVERSAL_STACK,
} from './layout/search';
import { overlap } from './overlap';

// Where the next open pair goes, and the tests of this call.
let open: usize = 0;
let boxTests: u32 = 0;
// Features of both meshes where leaves are compared by them before their boxes are, or 0.
let featuresA: usize = 0;
let featuresB: usize = 0;

/** True when the last call ended because there was nothing left, and not because the output was full. */
export let isTraversed: bool = false;

/**
 * Pairs of leaves within one tree, each pair once: the pairs below two siblings, for all siblings whose parent is in
 * TRAVERSAL_NEXT_NODE .. endNode and has no SKIPPED_BIT in its mask (u32 a node; `masks` 0: none). Writes two node addresses a pair; returns how
 * many pairs.
 */
export function traverseSelf(
  nodes: usize,
  endNode: u32,
  masks: usize,
  state: usize,
  pairs: usize,
  capacity: u32,
): u32 {
  const full = resume(state, pairs, capacity);
  let next = load<u32>(state, TRAVERSAL_NEXT_NODE);
  let out = descendAny(nodes, nodes, state, pairs, full);
  while (next < endNode && out <= full) {
    const child = load<u32>(nodes + <usize>next * DOP_NODE_BYTES, DOP_CHILD);
    const skip = masks !== 0 && load<u32>(masks + ((<usize>next) << 2)) >> SKIPPED_BIT !== 0;
    next++;
    if (child === 0 || skip) continue;
    const first = nodes + <usize>child * DOP_NODE_BYTES;
    out = descendAny(nodes, nodes, state, openFirst(first, first + DOP_NODE_BYTES, out), full);
  }
  store<u32>(state, next, TRAVERSAL_NEXT_NODE);
  isTraversed = next >= endNode && open === state + TRAVERSAL_STACK;
  return suspend(state, pairs, out);
}

/** Pairs of leaves of two trees. TRAVERSAL_NEXT_NODE is 0 before the first call and 1 afterwards. */
export function traversePair(nodesA: usize, nodesB: usize, state: usize, pairs: usize, capacity: u32): u32 {
  const full = resume(state, pairs, capacity);
  let out = pairs;
  if (load<u32>(state, TRAVERSAL_NEXT_NODE) === 0) out = openFirst(nodesA, nodesB, out);
  store<u32>(state, 1, TRAVERSAL_NEXT_NODE);
  out = descendAny(nodesA, nodesB, state, out, full);
  isTraversed = open === state + TRAVERSAL_STACK;
  return suspend(state, pairs, out);
}

/** Takes up the open pairs; returns the last address from which a batch's finds still fit. */
export function resume(state: usize, pairs: usize, capacity: u32): usize {
  open = state + TRAVERSAL_STACK + load<u32>(state, TRAVERSAL_OPEN_BYTES);
  boxTests = 0;
  featuresA = <usize>load<u32>(state, TRAVERSAL_FEATURES_A);
  featuresB = <usize>load<u32>(state, TRAVERSAL_FEATURES_B);
  return pairs + <usize>(capacity - PAIRS_A_BATCH) * NODE_PAIR_BYTES;
}

export function suspend(state: usize, pairs: usize, out: usize): u32 {
  store<u32>(state, <u32>(open - state) - TRAVERSAL_STACK, TRAVERSAL_OPEN_BYTES);
  store<f64>(state, load<f64>(state, TRAVERSAL_BOX_TESTS) + <f64>boxTests, TRAVERSAL_BOX_TESTS);
  return <u32>(out - pairs) / NODE_PAIR_BYTES;
}

/** Compares two boxes, and opens their pair or puts it out. */
export function openFirst(a: usize, b: usize, out: usize): usize {
  store<u64>(open, pairOf(a, b));
  store<u64>(out, pairOf(a, b));
  const step = testPair(a, b);
  open += step >> 16;
  return out + (step & 0xffff);
}

/** Compares two boxes; 0 where they do not overlap or nothing comes of it, otherwise what `stepAfter` says. */
export function testPair(a: usize, b: usize): usize {
  boxTests++;
  return featuresA === 0 ? stepAfter<u32>(a, b, NODE_PAIR_BYTES) : stepAfter<bool>(a, b, NODE_PAIR_BYTES);
}

/** Takes up a pair that is known to overlap. */
export function openAgain(a: usize, b: usize, out: usize): usize {
  const isOpen = (load<u32>(a, DOP_CHILD) | load<u32>(b, DOP_CHILD)) !== 0;
  store<u64>(open, pairOf(a, b));
  store<u64>(out, pairOf(a, b));
  open += select<usize>(NODE_PAIR_BYTES, 0, isOpen);
  return out + select<usize>(0, NODE_PAIR_BYTES, isOpen);
}

/** No pair is open any more. */
export function closeAll(state: usize): void {
  open = state + TRAVERSAL_STACK;
}

export function noteTraversed(isOver: bool): void {
  isTraversed = isOver;
}

export function descendAny(nodesA: usize, nodesB: usize, state: usize, found: usize, full: usize): usize {
  return featuresA === 0
    ? descend<u32>(nodesA, nodesB, state, found, full)
    : descend<bool>(nodesA, nodesB, state, found, full);
}

/**
 * Works off the open pairs while the output has room. Returns where the next found pair goes.
 *
 * A pair of inner nodes is replaced by the pairs of their children; a leaf stands for both its children, and is not
 * counted twice. No branch depends on the boxes, which nothing predicts: a pair is written to the stack and to the
 * output each time, and one or none of them moves on. Open pairs are taken in batches, so that the next pair's boxes
 * are on their way from memory before this one's are compared: 40 ms against 90 ms one by one (92K triangles).
 *
 * `Rule` is bool where leaves must have compatible features: the compiler makes two loops of this one, so that nobody
 * else pays for the question.
 */
function descend<Rule>(nodesA: usize, nodesB: usize, state: usize, found: usize, full: usize): usize {
  const bottom = state + TRAVERSAL_STACK;
  const batch = state + TRAVERSAL_BATCH;
  let top = open;
  let out = found;
  let tests: u32 = 0;
  while (top > bottom && out <= full) {
    const taken = min<usize>(top - bottom, TRAVERSAL_BATCH_BYTES);
    top -= taken;
    memory.copy(batch, top, taken);
    for (let at = batch; at < batch + taken; at += NODE_PAIR_BYTES) {
      const a = <usize>load<u32>(at);
      const b = <usize>load<u32>(at, 4);
      const childA = <usize>load<u32>(a, DOP_CHILD);
      const childB = <usize>load<u32>(b, DOP_CHILD);
      const manyA = select<usize>(NODE_PAIR_BYTES, 0, childA !== 0);
      const manyB = select<usize>(NODE_PAIR_BYTES, 0, childB !== 0);
      const a0 = select(nodesA + childA * DOP_NODE_BYTES, a, childA !== 0);
      const b0 = select(nodesB + childB * DOP_NODE_BYTES, b, childB !== 0);
      const a1 = a0 + manyA * (DOP_NODE_BYTES / NODE_PAIR_BYTES);
      const b1 = b0 + manyB * (DOP_NODE_BYTES / NODE_PAIR_BYTES);
      tests += select<u32>(2, 1, childA !== 0) * select<u32>(2, 1, childB !== 0);
      const step00 = stepAfter<Rule>(a0, b0, NODE_PAIR_BYTES);
      const step10 = stepAfter<Rule>(a1, b0, manyA);
      const step01 = stepAfter<Rule>(a0, b1, manyB);
      const step11 = stepAfter<Rule>(a1, b1, manyA & manyB);
      store<u64>(top, pairOf(a0, b0));
      store<u64>(out, pairOf(a0, b0));
      top += step00 >> 16;
      out += step00 & 0xffff;
      store<u64>(top, pairOf(a1, b0));
      store<u64>(out, pairOf(a1, b0));
      top += step10 >> 16;
      out += step10 & 0xffff;
      store<u64>(top, pairOf(a0, b1));
      store<u64>(out, pairOf(a0, b1));
      top += step01 >> 16;
      out += step01 & 0xffff;
      store<u64>(top, pairOf(a1, b1));
      store<u64>(out, pairOf(a1, b1));
      top += step11 >> 16;
      out += step11 & 0xffff;
    }
  }
  open = top;
  boxTests += tests;
  return out;
}

/**
 * How far the stack moves on (upper 16 bits) and the output (lower): by `size` bytes where the boxes overlap, on the
 * stack if one of them has children, in the output if both are leaves.
 */
function stepAfter<Rule>(a: usize, b: usize, size: usize): usize {
  const isOpen = (load<u32>(a, DOP_CHILD) | load<u32>(b, DOP_CHILD)) !== 0;
  if (isBoolean<Rule>()) {
    if (!isOpen && !areCompatible(a, b)) {
      if (size !== 0) boxTests--;
      return 0;
    }
  }
  return select(select(size << 16, size, isOpen), 0, overlap(a, b));
}

export function pairOf(a: usize, b: usize): u64 {
  return <u64>a | ((<u64>b) << 32);
}

/**
 * R-Triangles 5.1: whether two leaves stand for features that an elementary test is about, a vertex of either or an edge of
 * both. It is asked before their boxes are compared.
 */
function areCompatible(a: usize, b: usize): bool {
  const ofA = load<u32>(featuresOfLeaf(featuresA, a), FEATURES_COUNTS);
  const ofB = load<u32>(featuresOfLeaf(featuresB, b), FEATURES_COUNTS);
  return ((ofA | ofB) & 3) !== 0 || (ofA >> 2 !== 0 && ofB >> 2 !== 0);
}
