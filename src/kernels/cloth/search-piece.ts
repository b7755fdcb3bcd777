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
    for (let at = leaves, end = leaves + <usize>count * NODE_PAIR_BYTES; at < end; at += NODE_PAIR_BYTES) {
      pairTriangles(world, <usize>load<u32>(at), <usize>load<u32>(at, 4));
    }
  } while (!isTraversed);
}

let open: usize = 0;

function push(a: usize, b: usize): void {
  store<u64>(open, pairOf(a, b));
  open += NODE_PAIR_BYTES;
}

/** The same, of those with a stray. */
function searchMarked(world: usize, nodesA: usize, nodesB: usize, a: usize, b: usize, scratch: usize): void {
  open = scratch;
  push(a, b);
  while (open > scratch) {
    open -= NODE_PAIR_BYTES;
    const i = <usize>load<u32>(open);
    const j = <usize>load<u32>(open, 4);
    if ((load<u8>(markOf(world, i)) | load<u8>(markOf(world, j))) === 0) continue;
    const i0 = nodesA + <usize>load<u32>(i, DOP_CHILD) * DOP_NODE_BYTES;
    const j0 = nodesB + <usize>load<u32>(j, DOP_CHILD) * DOP_NODE_BYTES;
    const isLeafI = i0 === nodesA;
    const isLeafJ = j0 === nodesB;
    if (i === j) {
      if (isLeafI) continue;
      push(i0, i0);
      push(i0 + DOP_NODE_BYTES, i0 + DOP_NODE_BYTES);
      push(i0, i0 + DOP_NODE_BYTES);
    } else if (overlap(i, j)) {
      if (isLeafI && isLeafJ) pairTriangles(world, i, j);
      else if (isLeafI) {
        push(i, j0);
        push(i, j0 + DOP_NODE_BYTES);
      } else if (isLeafJ) {
        push(i0, j);
        push(i0 + DOP_NODE_BYTES, j);
      } else {
        push(i0, j0);
        push(i0 + DOP_NODE_BYTES, j0);
        push(i0, j0 + DOP_NODE_BYTES);
        push(i0 + DOP_NODE_BYTES, j0 + DOP_NODE_BYTES);
      }
    }
  }
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
