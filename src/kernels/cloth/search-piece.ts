// DETECT: the pairs of features whose tubes come near each other, each with a bound of its distance, piece by piece (pieces.ts).

import { larger } from '../extremes';
import {
  CANDIDATE_BYTES,
  CLOTH_HORIZON,
  CLOTH_OWNED,
  CLOTH_PAIR_BYTES,
  CLOTH_PIECES,
  CLOTH_SINCE,
  CLOTH_SLABS,
  CLOTH_STRAY,
  CLOTH_STRAYED,
  CLOTH_TRIANGLES,
  CLOTH_TUBE_START,
  CLOTH_TUBE_VELOCITY,
  CLOTH_WIDE_RADIUS,
  CLOTH_X,
  MANY_CANDIDATES,
  PAIR_BOUND,
  PAIR_EDGE_EDGE,
  PAIR_KIND,
  PAIR_OWNED,
  PAIR_PUSH,
  PAIR_RATE,
  PAIR_VERTEX_FACE,
  PAIR_WAIT,
  PIECE_A,
  PIECE_B,
  PIECE_BYTES,
  PIECE_NODE_A,
  PIECE_NODE_B,
  PIECE_OF_STRAYS,
  SCRATCH_BATCH,
  SCRATCH_CANDIDATES,
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
import { doEdgesOverlap, overlap } from '../overlap';
import { isTraversed, pairOf, traversePair, traverseSelf } from '../traverse';
import { directionX, directionY, directionZ, gap, vertexAt } from './closest';
import { beginBatch, endBatch, measureBatch, takeWaiting, wait, waiting } from './closest-batch';
import { markOf, nodesOf } from './detect';
import { leastOfBoth } from './thickness';
import { alongAt, array, POINT_BYTES, squaredBetween } from './world';

/** Rounding of speeds and what is made of them, with room. */
const UPWARD: f64 = 1.000001;
/** The bits of corners among those of what a triangle represents; edges are above them. */
const CORNERS: u32 = 7;

let slabs: usize = 0;
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
/** Candidates, pairs that are near by their boxes: where they begin, and where the next one goes. */
let firstCandidate: usize = 0;
let candidates: usize = 0;
/** Where only pairs with a stray vertex are kept: the vertices' flags; otherwise 0. */
let strays: usize = 0;

/**
 * The pairs of one piece of the search, to `out`, where there is room for `capacity` of them and one more. Returns how many there are:
 * where that is more than the capacity, those are of no use. Writes to `out` and to `scratch` alone, so that any thread may do it.
 */
export function clothSearchPiece(world: usize, piece: u32, out: usize, capacity: u32, scratch: usize): u32 {
  const at = array(world, CLOTH_PIECES) + <usize>piece * PIECE_BYTES;
  const ofStrays = load<u32>(at, PIECE_OF_STRAYS) !== 0;
  slabs = array(world, CLOTH_SLABS);
  places = array(world, CLOTH_X);
  starts = array(world, CLOTH_TUBE_START);
  velocities = array(world, CLOTH_TUBE_VELOCITY);
  radii = array(world, CLOTH_WIDE_RADIUS);
  strayed = array(world, CLOTH_STRAYED);
  since = load<f64>(world, CLOTH_SINCE);
  times = f64x2.replace_lane(f64x2.splat(since), 1, load<f64>(world, CLOTH_HORIZON));
  strays = ofStrays ? array(world, CLOTH_STRAY) : 0;
  next = out;
  full = out + <usize>capacity * CLOTH_PAIR_BYTES;
  found = 0;
  candidates = firstCandidate = scratch + SCRATCH_CANDIDATES;
  beginBatch(scratch + SCRATCH_BATCH);
  const nodesA = nodesOf(world, load<u32>(at, PIECE_A));
  const nodesB = nodesOf(world, load<u32>(at, PIECE_B));
  const a = <usize>load<u32>(at, PIECE_NODE_A);
  const b = <usize>load<u32>(at, PIECE_NODE_B);
  if (ofStrays) searchMarked(world, nodesA, nodesB, a, b, scratch);
  else searchAll(world, nodesA, nodesB, a, b, scratch);
  keepCandidates();
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

/** The features that the two triangles represent, against each other: each pair of features once in all. */
function pairTriangles(world: usize, nodeA: usize, nodeB: usize): void {
  const a = <usize>load<u32>(nodeA, DOP_META);
  const b = <usize>load<u32>(nodeB, DOP_META);
  const owned = array(world, CLOTH_OWNED);
  const ownedA = <u32>load<u8>(owned + a);
  const ownedB = <u32>load<u8>(owned + b);
  const cornersA = array(world, CLOTH_TRIANGLES) + a * 12;
  const cornersB = array(world, CLOTH_TRIANGLES) + b * 12;
  // Bit by bit of what is represented: half a corner and one and a half edges in the mean.
  for (let left = ownedA & CORNERS; left !== 0; left &= left - 1) {
    pairVertex(load<u32>(cornersA + ((<usize>ctz(left)) << 2)), cornersB, nodeB, ownedB);
  }
  for (let left = ownedB & CORNERS; left !== 0; left &= left - 1) {
    pairVertex(load<u32>(cornersB + ((<usize>ctz(left)) << 2)), cornersA, nodeA, ownedA);
  }
  for (let left = ownedA >> 3; left !== 0; left &= left - 1) {
    const i = <usize>ctz(left);
    const a0 = load<u32>(cornersA + (i << 2));
    const a1 = load<u32>(cornersA + (i === 2 ? 0 : (i + 1) << 2));
    for (let right = ownedB >> 3; right !== 0; right &= right - 1) {
      const j = <usize>ctz(right);
      pairEdges(a0, a1, load<u32>(cornersB + (j << 2)), load<u32>(cornersB + (j === 2 ? 0 : (j + 1) << 2)));
    }
  }
  if (candidates - firstCandidate >= <usize>MANY_CANDIDATES * CANDIDATE_BYTES) keepCandidates();
}

// Candidates are written each time, and stay where they are near: nothing predicts which are.

function pairVertex(vertex: u32, corners: usize, face: usize, owned: u32): void {
  const b0 = load<u32>(corners);
  const b1 = load<u32>(corners, 4);
  const b2 = load<u32>(corners, 8);
  if (vertex === b0 || vertex === b1 || vertex === b2) return;
  const isNear = overlap(slabs + <usize>vertex * DOP_NODE_BYTES, face);
  writeCandidate(vertex, b0, b1, b2, PAIR_VERTEX_FACE, owned);
  candidates += select(CANDIDATE_BYTES, 0, isNear && isSought(vertex, b0, b1, b2));
}

function pairEdges(a0: u32, a1: u32, b0: u32, b1: u32): void {
  if (a0 === b0 || a0 === b1 || a1 === b0 || a1 === b1) return;
  const isNear = doEdgesOverlap(
    slabs + <usize>a0 * DOP_NODE_BYTES,
    slabs + <usize>a1 * DOP_NODE_BYTES,
    slabs + <usize>b0 * DOP_NODE_BYTES,
    slabs + <usize>b1 * DOP_NODE_BYTES,
  );
  writeCandidate(a0, a1, b0, b1, PAIR_EDGE_EDGE, 0);
  candidates += select(CANDIDATE_BYTES, 0, isNear && isSought(a0, a1, b0, b1));
}

function writeCandidate(v0: u32, v1: u32, v2: u32, v3: u32, kind: u32, owned: u32): void {
  store<u32>(candidates, v0);
  store<u32>(candidates, v1, 4);
  store<u32>(candidates, v2, 8);
  store<u32>(candidates, v3, 12);
  store<u32>(candidates, kind, PAIR_KIND);
  store<u32>(candidates, owned, PAIR_OWNED);
}

function isSought(a: u32, b: u32, c: u32, d: u32): bool {
  if (strays === 0) return true;
  return (load<u8>(strays + a) | load<u8>(strays + b) | load<u8>(strays + c) | load<u8>(strays + d)) !== 0;
}

/** Puts the candidates whose tubes come near into the list, in their order. */
function keepCandidates(): void {
  for (let at = firstCandidate; at < candidates; at += CANDIDATE_BYTES) if (wait(at)) keepAll();
  keepAll();
  candidates = firstCandidate;
}

function keepAll(): void {
  measureBatch(places);
  for (let i: u32 = 0; i < waiting; i++) keep(takeWaiting(i));
  endBatch();
}

/** Keeps the pair unless its tubes stay apart along its direction: at both ends, and so at all times in between. */
function keep(candidate: usize): void {
  const kind = load<u32>(candidate, PAIR_KIND);
  if (areTubesApart(candidate, kind)) return;
  // Behind the last pair there is room for one that only counts.
  const pair = next < full ? next : full;
  v128.store(pair, v128.load(candidate));
  store<u64>(pair, load<u64>(candidate, PAIR_KIND), PAIR_KIND);
  const rate = fastest(pair, kind);
  store<f64>(pair, gap + rate * since + leastOfBoth(strayed, pair), PAIR_BOUND);
  store<f64>(pair, rate, PAIR_RATE);
  store<f64>(pair, 0, PAIR_WAIT);
  store<f64>(pair, 0, PAIR_PUSH);
  found++;
  next += pair === full ? 0 : CLOTH_PAIR_BYTES;
}

function areTubesApart(pair: usize, kind: u32): bool {
  const ofSecond = alongTube(pair, 1, kind === PAIR_EDGE_EDGE ? -1 : 1);
  const first = alongTube(pair, 0, -1);
  const least = kind === PAIR_EDGE_EDGE ? f64x2.pmin(first, ofSecond) : first;
  const last = f64x2.pmax(alongTube(pair, 2, 1), alongTube(pair, 3, 1));
  const most = kind === PAIR_EDGE_EDGE ? last : f64x2.pmax(last, ofSecond);
  return i64x2.all_true(f64x2.gt(least, most));
}

/** Where a vertex' tube ends along the direction, on the side that the sign says: now, and when it does not hold any more. */
function alongTube(pair: usize, slot: usize, side: f64): v128 {
  const vertex = <usize>load<u32>(pair + (slot << 2));
  const at = vertex * POINT_BYTES;
  const start = alongAt(starts + at, directionX, directionY, directionZ);
  const speed = alongAt(velocities + at, directionX, directionY, directionZ);
  const radius = side * load<f64>(radii + (vertex << 3));
  return f64x2.add(f64x2.splat(start + radius), f64x2.mul(f64x2.splat(speed), times));
}

/** How fast tubes of the first feature and of the second move against each other, at the most. */
function fastest(pair: usize, kind: u32): f64 {
  const first = <usize>(kind === PAIR_EDGE_EDGE ? 2 : 1);
  let squared: f64 = 0;
  for (let i: usize = 0; i < first; i++) {
    const velocity = vertexAt(pair, velocities, i);
    for (let j = first; j < 4; j++) {
      squared = larger(squared, squaredBetween(velocity, vertexAt(pair, velocities, j)));
    }
  }
  return UPWARD * sqrt(squared);
}
