// DETECT: the pairs of features whose tubes come near each other, each with a bound of its distance, piece by piece (pieces.ts).

import { larger } from '../extremes';
import {
  CANDIDATE_BYTES,
  CLOTH_HORIZON,
  CLOTH_PAIR_BYTES,
  CLOTH_PIECES,
  CLOTH_SINCE,
  CLOTH_STRAY,
  CLOTH_STRAYED,
  CLOTH_TUBE_START,
  CLOTH_TUBE_VELOCITY,
  CLOTH_WIDE_RADIUS,
  CLOTH_X,
  PAIR_BOUND,
  PAIR_EDGE_EDGE,
  PAIR_KIND,
  PAIR_PUSH,
  PAIR_RATE,
  PAIR_WAIT,
  PIECE_A,
  PIECE_B,
  PIECE_BYTES,
  PIECE_NODE_A,
  PIECE_NODE_B,
  PIECE_OF_STRAYS,
  SCRATCH_BATCH,
  SCRATCH_LEAF_PAIRS,
  SCRATCH_TRAVERSAL_BYTES,
} from '../layout/cloth';
import { DOP_CHILD, DOP_META, DOP_NODE_BYTES } from '../layout/meshes';
import {
  NODE_PAIR_BYTES,
  TRAVERSAL_NEXT_NODE,
  TRAVERSAL_OPEN_BYTES,
  TRAVERSAL_STACK,
} from '../layout/search';
import { overlap } from '../overlap';
import { isTraversed, pairOf, traversePair, traverseSelf } from '../traverse';
import { alongDirection, gapOf, vertexAt } from './closest';
import { beginBatch, closestAt, endBatch, measureBatch, pairAt, wait, waiting } from './closest-batch';
import { markOf, nodesOf } from './detect';
import {
  addFeatures,
  beginFeatures,
  candidates,
  compareFeatures,
  dropCandidates,
  firstCandidate,
} from './near-features';
import { isOwn, waitOf } from './spoken-for';
import { leastOfBoth } from './thickness';
import { array, POINT_BYTES, squaredBetween } from './world';

/** Rounding of speeds and what is made of them, with room. */
const UPWARD: f64 = 1.000001;

let places: usize = 0;
let starts: usize = 0;
let velocities: usize = 0;
let radii: usize = 0;
let strayed: usize = 0;
/** Of tubes: now; and beside that, until when they hold. */
let since: f64 = 0;
let times: v128 = f64x2.splat(0);
/** Where the next pair goes, and where there is no more room; pairs behind that are counted only. */
let next: usize = 0;
let full: usize = 0;
let found: u32 = 0;
/**
 * The pairs of one piece of the search, to `out`, where there is room for `capacity` of them and one more. Returns how many there are:
 * where that is more than the capacity, those are of no use. Writes to `out` and to `scratch` alone, so that any thread may do it.
 */
export function clothSearchPiece(world: usize, piece: u32, out: usize, capacity: u32, scratch: usize): u32 {
  const at = array(world, CLOTH_PIECES) + <usize>piece * PIECE_BYTES;
  const ofStrays = load<u32>(at, PIECE_OF_STRAYS) !== 0;
  places = array(world, CLOTH_X);
  starts = array(world, CLOTH_TUBE_START);
  velocities = array(world, CLOTH_TUBE_VELOCITY);
  radii = array(world, CLOTH_WIDE_RADIUS);
  strayed = array(world, CLOTH_STRAYED);
  since = load<f64>(world, CLOTH_SINCE);
  times = f64x2.replace_lane(f64x2.splat(since), 1, load<f64>(world, CLOTH_HORIZON));
  next = out;
  full = out + <usize>capacity * CLOTH_PAIR_BYTES;
  found = 0;
  beginFeatures(world, ofStrays ? array(world, CLOTH_STRAY) : 0, scratch);
  beginBatch(scratch + SCRATCH_BATCH);
  const nodesA = nodesOf(world, load<u32>(at, PIECE_A));
  const nodesB = nodesOf(world, load<u32>(at, PIECE_B));
  const a = <usize>load<u32>(at, PIECE_NODE_A);
  const b = <usize>load<u32>(at, PIECE_NODE_B);
  if (ofStrays) searchMarked(world, nodesA, nodesB, a, b, scratch);
  else searchAll(world, nodesA, nodesB, a, b, scratch);
  compareFeatures();
  keepCandidates(world);
  return found;
}

/** All pairs of leaves below two nodes whose boxes overlap, or below one with each other. */
function searchAll(world: usize, nodesA: usize, nodesB: usize, a: usize, b: usize, scratch: usize): void {
  const leaves = scratch + SCRATCH_TRAVERSAL_BYTES;
  memory.fill(scratch, 0, TRAVERSAL_STACK);
  let first = a;
  let second = b;
  let endNode: u32 = 0;
  if (a === b) {
    // the descendants of a node are one range; its own children are open to begin with
    const child = load<u32>(a, DOP_CHILD);
    first = nodesA + <usize>child * DOP_NODE_BYTES;
    second = first + DOP_NODE_BYTES;
    endNode = child + 2 * load<u32>(a, DOP_META) - 2;
    store<u32>(scratch, child, TRAVERSAL_NEXT_NODE);
  } else store<u32>(scratch, 1, TRAVERSAL_NEXT_NODE);
  store<u64>(scratch + TRAVERSAL_STACK, pairOf(first, second));
  store<u32>(scratch, NODE_PAIR_BYTES, TRAVERSAL_OPEN_BYTES);
  do {
    const count =
      a === b
        ? traverseSelf(nodesA, endNode, 0, scratch, leaves, SCRATCH_LEAF_PAIRS)
        : traversePair(nodesA, nodesB, scratch, leaves, SCRATCH_LEAF_PAIRS);
    pairLeaves(world, leaves, leaves + <usize>count * NODE_PAIR_BYTES);
  } while (!isTraversed);
}

/**
 * The same, of those with a stray. As in traverse.ts no branch depends on boxes or marks: each pair of children is written to the open ones and to
 * the leaves, and one or none of them moves on.
 */
function searchMarked(world: usize, nodesA: usize, nodesB: usize, a: usize, b: usize, scratch: usize): void {
  const leaves = scratch + SCRATCH_TRAVERSAL_BYTES;
  const full = leaves + (SCRATCH_LEAF_PAIRS - 4) * NODE_PAIR_BYTES;
  let out = leaves;
  let top = scratch + NODE_PAIR_BYTES;
  store<u64>(scratch, pairOf(a, b));
  while (top > scratch) {
    top -= NODE_PAIR_BYTES;
    const i = <usize>load<u32>(top);
    const j = <usize>load<u32>(top, 4);
    const childI = <usize>load<u32>(i, DOP_CHILD);
    const childJ = <usize>load<u32>(j, DOP_CHILD);
    const i0 = select(nodesA + childI * DOP_NODE_BYTES, i, childI !== 0);
    const j0 = select(nodesB + childJ * DOP_NODE_BYTES, j, childJ !== 0);
    const manyI = select<usize>(NODE_PAIR_BYTES, 0, childI !== 0);
    const manyJ = select<usize>(NODE_PAIR_BYTES, 0, childJ !== 0);
    const i1 = i0 + manyI * (DOP_NODE_BYTES / NODE_PAIR_BYTES);
    const j1 = j0 + manyJ * (DOP_NODE_BYTES / NODE_PAIR_BYTES);
    if (i === j) {
      if (childI === 0 || load<u8>(markOf(world, i)) === 0) continue;
      store<u64>(top, pairOf(i0, i0));
      store<u64>(top, pairOf(i1, i1), NODE_PAIR_BYTES);
      top += 2 * NODE_PAIR_BYTES;
    }
    const isInner = i === j;
    const step00 = stepMarked(world, i0, j0, isInner ? 0 : NODE_PAIR_BYTES);
    store<u64>(top, pairOf(i0, j0));
    store<u64>(out, pairOf(i0, j0));
    top += step00 >> 16;
    out += step00 & 0xffff;
    const step10 = stepMarked(world, i1, j0, isInner ? 0 : manyI);
    store<u64>(top, pairOf(i1, j0));
    store<u64>(out, pairOf(i1, j0));
    top += step10 >> 16;
    out += step10 & 0xffff;
    const step01 = stepMarked(world, i0, j1, manyJ);
    store<u64>(top, pairOf(i0, j1));
    store<u64>(out, pairOf(i0, j1));
    top += step01 >> 16;
    out += step01 & 0xffff;
    const step11 = stepMarked(world, i1, j1, isInner ? 0 : manyI & manyJ);
    store<u64>(top, pairOf(i1, j1));
    store<u64>(out, pairOf(i1, j1));
    top += step11 >> 16;
    out += step11 & 0xffff;
    if (out > full) out = pairLeaves(world, leaves, out);
  }
  pairLeaves(world, leaves, out);
}

/** How far the open pairs move on (upper 16 bits) and the leaves (lower). */
function stepMarked(world: usize, a: usize, b: usize, size: usize): usize {
  const isOpen = (load<u32>(a, DOP_CHILD) | load<u32>(b, DOP_CHILD)) !== 0;
  const isMarked = u32((load<u8>(markOf(world, a)) | load<u8>(markOf(world, b))) !== 0);
  return select(select(size << 16, size, isOpen), 0, (isMarked & u32(overlap(a, b))) !== 0);
}

/** Returns where the next leaves go: where these were. */
function pairLeaves(world: usize, leaves: usize, end: usize): usize {
  for (let at = leaves; at < end; at += NODE_PAIR_BYTES) {
    pairTriangles(world, <usize>load<u32>(at), <usize>load<u32>(at, 4));
  }
  return leaves;
}

function pairTriangles(world: usize, leafA: usize, leafB: usize): void {
  if (addFeatures(leafA, leafB) && compareFeatures()) keepCandidates(world);
}

/** Puts the candidates whose tubes come near into the list, in their order. */
function keepCandidates(world: usize): void {
  for (let at = firstCandidate; at < candidates; at += CANDIDATE_BYTES) if (wait(at)) keepAll(world);
  keepAll(world);
  dropCandidates();
}

function keepAll(world: usize): void {
  measureBatch(places);
  for (let i: u32 = 0; i < waiting; i++) keep(world, pairAt(i), closestAt(i));
  endBatch();
}

/** Keeps the pair unless its tubes stay apart along its direction: at both ends, and so at all times in between. */
function keep(world: usize, candidate: usize, closest: usize): void {
  const isOfEdges = load<u32>(candidate, PAIR_KIND) === PAIR_EDGE_EDGE;
  if (areTubesApart(candidate, closest, isOfEdges)) return;
  // Behind the last pair there is room for one that only counts.
  const pair = next < full ? next : full;
  v128.store(pair, v128.load(candidate));
  store<u64>(pair, load<u64>(candidate, PAIR_KIND), PAIR_KIND);
  const rate = fastest(candidate, isOfEdges);
  store<f64>(pair, gapOf(closest) + rate * since + leastOfBoth(strayed, candidate), PAIR_BOUND);
  store<f64>(pair, rate, PAIR_RATE);
  // Contacts are looked for next, where things are now: what another pair speaks for need not be measured once more.
  store<f64>(
    pair,
    select<f64>(0, waitOf(world, candidate, rate * since, strayed), isOwn(candidate, closest)),
    PAIR_WAIT,
  );
  store<f64>(pair, 0, PAIR_PUSH);
  found++;
  next += pair === full ? 0 : CLOTH_PAIR_BYTES;
}

function areTubesApart(pair: usize, closest: usize, isOfEdges: bool): bool {
  const ofSecond = alongTube(pair, closest, 1, select<f64>(-1, 1, isOfEdges));
  const first = alongTube(pair, closest, 0, -1);
  const last = f64x2.pmax(alongTube(pair, closest, 2, 1), alongTube(pair, closest, 3, 1));
  const least = select<v128>(f64x2.pmin(first, ofSecond), first, isOfEdges);
  const most = select<v128>(last, f64x2.pmax(last, ofSecond), isOfEdges);
  return i64x2.all_true(f64x2.gt(least, most));
}

/** Where a vertex' tube ends along the direction, on the side that the sign says: now, and when it does not hold any more. */
function alongTube(pair: usize, closest: usize, slot: usize, side: f64): v128 {
  const vertex = <usize>load<u32>(pair + (slot << 2));
  const at = vertex * POINT_BYTES;
  const start = alongDirection(closest, starts + at);
  const speed = alongDirection(closest, velocities + at);
  const radius = side * load<f64>(radii + (vertex << 3));
  return f64x2.add(f64x2.splat(start + radius), f64x2.mul(f64x2.splat(speed), times));
}

/** How fast tubes of the first feature and of the second move against each other, at the most. */
function fastest(pair: usize, isOfEdges: bool): f64 {
  const v0 = vertexAt(pair, velocities, 0);
  const v1 = vertexAt(pair, velocities, 1);
  const v2 = vertexAt(pair, velocities, 2);
  const v3 = vertexAt(pair, velocities, 3);
  const first = larger(squaredBetween(v0, v2), squaredBetween(v0, v3));
  // The second vertex is of the first edge, or of the face.
  const second = larger(
    squaredBetween(v1, select(v2, v0, isOfEdges)),
    squaredBetween(v1, select(v3, v0, isOfEdges)),
  );
  return UPWARD * sqrt(larger(first, second));
}
