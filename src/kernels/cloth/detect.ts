// DETECT: the pairs of features whose tubes come near each other, each with a bound of its distance.

import { projectVertices } from '../dop18';
import {
  CLOTH_HALF,
  CLOTH_HORIZON,
  CLOTH_LEAF_PAIR_CAPACITY,
  CLOTH_LEAF_PAIRS,
  CLOTH_NODES,
  CLOTH_OWNED,
  CLOTH_PAIR_BYTES,
  CLOTH_PAIR_CAPACITY,
  CLOTH_PAIRS,
  CLOTH_PART_COUNT,
  CLOTH_SEGMENT_COUNT,
  CLOTH_SEGMENTS,
  CLOTH_SINCE,
  CLOTH_SLABS,
  CLOTH_STRAYED,
  CLOTH_SWEPT,
  CLOTH_TRAVERSAL,
  CLOTH_TRIANGLES,
  CLOTH_TUBE_RADIUS,
  CLOTH_TUBE_START,
  CLOTH_TUBE_VELOCITY,
  CLOTH_VERTEX_COUNT,
  CLOTH_WIDE_RADIUS,
  CLOTH_X,
  PAIR_BOUND,
  PAIR_EDGE_EDGE,
  PAIR_KIND,
  PAIR_OWNED,
  PAIR_VERTEX_FACE,
  PAIR_WAIT,
  PART_BODY,
  PART_BYTES,
  PART_CLOTH,
  PART_FIRST_NODE,
  PART_FLAGS,
  PART_GOAL,
  PART_GROUP,
  PART_HALF,
  PART_KIND,
  PART_MASK,
  PART_MOVABLE,
  PART_NODE_COUNT,
  PART_POSE,
  PART_SELF,
  PART_STILL,
  PART_STRAYED,
  SEGMENT_A,
  SEGMENT_B,
  SEGMENT_BYTES,
  SEGMENT_DRIFT,
  SEGMENT_END,
  SEGMENT_FIRST,
  SEGMENT_LOST,
  SEGMENT_THICKNESS,
} from '../layout/cloth';
import { DOP_META, DOP_NODE_BYTES, SWEPT_VERTEX_BYTES } from '../layout/meshes';
import { NODE_PAIR_BYTES, TRAVERSAL_STACK } from '../layout/search';
import { doEdgesOverlap, overlap } from '../overlap';
import { refitTree } from '../refit';
import { isTraversed, traversePair, traverseSelf } from '../traverse';
import { closestOfPair, directionX, directionY, directionZ, gap, vertexAt } from './closest';
import { POSE_BYTES } from './pose';
import { floorOf } from './thickness';
import { alongAt, array, POINT_BYTES, partAt } from './world';

let slabs: usize = 0;
let places: usize = 0;
let starts: usize = 0;
let velocities: usize = 0;
let radii: usize = 0;
/** Of tubes: now, and until when they hold. */
let since: f64 = 0;
let horizon: f64 = 0;
/** Where the next pair goes, and where there is no more room; pairs behind that are counted only. */
let next: usize = 0;
let full: usize = 0;
let found: u32 = 0;
/** Where only pairs with a stray vertex are kept: the vertices' flags; otherwise 0. */
let strays: usize = 0;

/**
 * Fills CLOTH_PAIRS and CLOTH_SEGMENTS from the tubes. Returns how many pairs there are: where that is more than the capacity, the
 * list is of no use.
 */
export function clothDetect(world: usize): u32 {
  beginSearch(world, array(world, CLOTH_PAIRS), 0);
  const count = <usize>load<u32>(world, CLOTH_VERTEX_COUNT);
  for (let i: usize = 0; i < count; i++) boundTube(world, i);
  memory.fill(array(world, CLOTH_STRAYED), 0, count << 3);
  const parts = load<u32>(world, CLOTH_PART_COUNT);
  for (let part = partAt(world, 0), end = partAt(world, parts); part < end; part += PART_BYTES) {
    store<f64>(part, 0, PART_STRAYED);
    refitTree(nodesOf(world, part), load<u32>(part, PART_NODE_COUNT), slabs, array(world, CLOTH_TRIANGLES));
  }
  let segment = array(world, CLOTH_SEGMENTS);
  for (let i: u32 = 0; i < parts; i++) {
    for (let j = i; j < parts; j++) {
      if (!mayMeet(partAt(world, i), partAt(world, j))) continue;
      beginSegment(segment, partAt(world, i), partAt(world, j));
      searchParts(world, partAt(world, i), partAt(world, j));
      segment = endSegment(segment);
    }
  }
  store<u32>(world, <u32>(segment - array(world, CLOTH_SEGMENTS)) / SEGMENT_BYTES, CLOTH_SEGMENT_COUNT);
  return found;
}

/** A search that writes its pairs from `first` on, and of which `flags` says among which vertices, where it is not 0. */
export function beginSearch(world: usize, first: usize, flags: usize): void {
  slabs = array(world, CLOTH_SLABS);
  places = array(world, CLOTH_X);
  starts = array(world, CLOTH_TUBE_START);
  velocities = array(world, CLOTH_TUBE_VELOCITY);
  radii = array(world, CLOTH_WIDE_RADIUS);
  since = load<f64>(world, CLOTH_SINCE);
  horizon = load<f64>(world, CLOTH_HORIZON);
  const pairs = array(world, CLOTH_PAIRS);
  full = pairs + <usize>load<u32>(world, CLOTH_PAIR_CAPACITY) * CLOTH_PAIR_BYTES;
  next = first;
  found = <u32>(first - pairs) / CLOTH_PAIR_BYTES;
  strays = flags;
}

/** How many pairs there are in all, be there room or not. */
export function pairsFound(): u32 {
  return found;
}

/** A list of the pairs of two parts begins. */
export function beginSegment(segment: usize, a: usize, b: usize): void {
  store<u32>(segment, <u32>a, SEGMENT_A);
  store<u32>(segment, <u32>b, SEGMENT_B);
  store<u32>(segment, <u32>next, SEGMENT_FIRST);
  store<f64>(segment, load<f64>(a, PART_STRAYED) + load<f64>(b, PART_STRAYED), SEGMENT_LOST);
  store<f64>(segment, 0, SEGMENT_DRIFT);
  store<f64>(segment, load<f64>(a, PART_HALF) + load<f64>(b, PART_HALF), SEGMENT_THICKNESS);
}

/** It ends, and is kept if anything is in it. Returns where the next one goes. */
export function endSegment(segment: usize): usize {
  store<u32>(segment, <u32>next, SEGMENT_END);
  return load<u32>(segment, SEGMENT_END) > load<u32>(segment, SEGMENT_FIRST)
    ? segment + SEGMENT_BYTES
    : segment;
}

/** Two parts of which one at least may go somewhere, and one is cloth, as their groups say. */
export function mayMeet(a: usize, b: usize): bool {
  if (a === b) return (load<u32>(a, PART_FLAGS) & (PART_SELF | PART_STILL)) === PART_SELF;
  if ((load<u32>(a, PART_GROUP) & load<u32>(b, PART_MASK)) === 0) return false;
  if ((load<u32>(b, PART_GROUP) & load<u32>(a, PART_MASK)) === 0) return false;
  const isClothA = load<u32>(a, PART_KIND) === PART_CLOTH;
  const isClothB = load<u32>(b, PART_KIND) === PART_CLOTH;
  // Bodies and driven meshes are kept apart by others; cloth that stays where it is, is in their way.
  return (isClothA && goes(b)) || (isClothB && goes(a)) || (isClothA && goes(a)) || (isClothB && goes(b));
}

/** Whether any of it may be elsewhere at the end of the step. */
function goes(part: usize): bool {
  const kind = load<u32>(part, PART_KIND);
  const flags = load<u32>(part, PART_FLAGS);
  if (kind !== PART_BODY) return (flags & PART_STILL) === 0;
  return (flags & PART_MOVABLE) !== 0 || memory.compare(part + PART_POSE, part + PART_GOAL, POSE_BYTES) !== 0;
}

export function nodesOf(world: usize, part: usize): usize {
  return array(world, CLOTH_NODES) + <usize>load<u32>(part, PART_FIRST_NODE) * DOP_NODE_BYTES;
}

/** The box of a vertex' tube, from now to its end. */
export function boundTube(world: usize, i: usize): void {
  const at = i * POINT_BYTES;
  const out = array(world, CLOTH_SWEPT) + i * SWEPT_VERTEX_BYTES;
  sweep(out, load<f64>(starts + at), load<f64>(velocities + at));
  sweep(out + 16, load<f64>(starts + at, 8), load<f64>(velocities + at, 8));
  sweep(out + 32, load<f64>(starts + at, 16), load<f64>(velocities + at, 16));
  const half = load<f64>(array(world, CLOTH_HALF) + (i << 3));
  const radius = load<f64>(array(world, CLOTH_TUBE_RADIUS) + (i << 3)) + floorOf(world, half);
  store<f64>(radii + (i << 3), radius);
  projectVertices(out, 1, slabs + i * DOP_NODE_BYTES, radius);
}

function sweep(out: usize, start: f64, speed: f64): void {
  store<f64>(out, start + speed * since);
  store<f64>(out, start + speed * horizon, 8);
}

function searchParts(world: usize, a: usize, b: usize): void {
  const nodesA = nodesOf(world, a);
  const nodesB = nodesOf(world, b);
  const nodeCount = load<u32>(a, PART_NODE_COUNT);
  if (nodeCount === 0 || load<u32>(b, PART_NODE_COUNT) === 0 || !overlap(nodesA, nodesB)) return;
  const state = array(world, CLOTH_TRAVERSAL);
  const pairs = array(world, CLOTH_LEAF_PAIRS);
  const capacity = load<u32>(world, CLOTH_LEAF_PAIR_CAPACITY);
  memory.fill(state, 0, TRAVERSAL_STACK);
  do {
    const count =
      a === b
        ? traverseSelf(nodesA, nodeCount, 0, state, pairs, capacity)
        : traversePair(nodesA, nodesB, state, pairs, capacity);
    for (let at = pairs, end = pairs + <usize>count * NODE_PAIR_BYTES; at < end; at += NODE_PAIR_BYTES) {
      pairTriangles(world, <usize>load<u32>(at), <usize>load<u32>(at, 4));
    }
  } while (!isTraversed);
}

/** The features that the two triangles represent, against each other: each pair of features once in all. */
export function pairTriangles(world: usize, nodeA: usize, nodeB: usize): void {
  const a = <usize>load<u32>(nodeA, DOP_META);
  const b = <usize>load<u32>(nodeB, DOP_META);
  const owned = array(world, CLOTH_OWNED);
  const ownedA = <u32>load<u8>(owned + a);
  const ownedB = <u32>load<u8>(owned + b);
  const cornersA = array(world, CLOTH_TRIANGLES) + a * 12;
  const cornersB = array(world, CLOTH_TRIANGLES) + b * 12;
  for (let k: usize = 0; k < 3; k++) {
    if (((ownedA >> <u32>k) & 1) !== 0) pairVertex(load<u32>(cornersA + (k << 2)), cornersB, nodeB, ownedB);
    if (((ownedB >> <u32>k) & 1) !== 0) pairVertex(load<u32>(cornersB + (k << 2)), cornersA, nodeA, ownedA);
  }
  if (ownedA >> 3 === 0 || ownedB >> 3 === 0) return;
  for (let i: usize = 0; i < 3; i++) {
    if (((ownedA >> (3 + <u32>i)) & 1) === 0) continue;
    const a0 = load<u32>(cornersA + (i << 2));
    const a1 = load<u32>(cornersA + (i === 2 ? 0 : (i + 1) << 2));
    for (let j: usize = 0; j < 3; j++) {
      if (((ownedB >> (3 + <u32>j)) & 1) === 0) continue;
      pairEdges(a0, a1, load<u32>(cornersB + (j << 2)), load<u32>(cornersB + (j === 2 ? 0 : (j + 1) << 2)));
    }
  }
}

function pairVertex(vertex: u32, corners: usize, face: usize, owned: u32): void {
  const b0 = load<u32>(corners);
  const b1 = load<u32>(corners, 4);
  const b2 = load<u32>(corners, 8);
  if (vertex === b0 || vertex === b1 || vertex === b2) return;
  if (strays !== 0 && !isAnyStray(vertex, b0, b1, b2)) return;
  if (overlap(slabs + <usize>vertex * DOP_NODE_BYTES, face))
    keep(vertex, b0, b1, b2, PAIR_VERTEX_FACE, owned);
}

function pairEdges(a0: u32, a1: u32, b0: u32, b1: u32): void {
  if (a0 === b0 || a0 === b1 || a1 === b0 || a1 === b1) return;
  if (strays !== 0 && !isAnyStray(a0, a1, b0, b1)) return;
  const near = doEdgesOverlap(
    slabs + <usize>a0 * DOP_NODE_BYTES,
    slabs + <usize>a1 * DOP_NODE_BYTES,
    slabs + <usize>b0 * DOP_NODE_BYTES,
    slabs + <usize>b1 * DOP_NODE_BYTES,
  );
  if (near) keep(a0, a1, b0, b1, PAIR_EDGE_EDGE, 0);
}

function isAnyStray(a: u32, b: u32, c: u32, d: u32): bool {
  return (load<u8>(strays + a) | load<u8>(strays + b) | load<u8>(strays + c) | load<u8>(strays + d)) !== 0;
}

/** Keeps the pair unless its tubes stay apart along its direction: at both ends, and so at all times in between. */
function keep(v0: u32, v1: u32, v2: u32, v3: u32, kind: u32, owned: u32): void {
  // Behind the last pair there is room for one that only counts.
  const pair = next < full ? next : full;
  store<u32>(pair, v0);
  store<u32>(pair, v1, 4);
  store<u32>(pair, v2, 8);
  store<u32>(pair, v3, 12);
  store<u32>(pair, kind, PAIR_KIND);
  store<u32>(pair, owned, PAIR_OWNED);
  closestOfPair(pair, places);
  if (areTubesApart(pair, kind)) return;
  store<f64>(pair, gap, PAIR_BOUND);
  store<f64>(pair, 0, PAIR_WAIT);
  found++;
  next += pair === full ? 0 : CLOTH_PAIR_BYTES;
}

function areTubesApart(pair: usize, kind: u32): bool {
  const first = <usize>(kind === PAIR_EDGE_EDGE ? 2 : 1);
  let leastStart = Infinity;
  let leastEnd = Infinity;
  for (let slot: usize = 0; slot < first; slot++) {
    const radius = load<f64>(radii + ((<usize>load<u32>(pair + (slot << 2))) << 3));
    const s = alongAt(vertexAt(pair, starts, slot), directionX, directionY, directionZ) - radius;
    const u = alongAt(vertexAt(pair, velocities, slot), directionX, directionY, directionZ);
    leastStart = min(leastStart, s + u * since);
    leastEnd = min(leastEnd, s + u * horizon);
  }
  let mostStart = -Infinity;
  let mostEnd = -Infinity;
  for (let slot = first; slot < 4; slot++) {
    const radius = load<f64>(radii + ((<usize>load<u32>(pair + (slot << 2))) << 3));
    const s = alongAt(vertexAt(pair, starts, slot), directionX, directionY, directionZ) + radius;
    const u = alongAt(vertexAt(pair, velocities, slot), directionX, directionY, directionZ);
    mostStart = max(mostStart, s + u * since);
    mostEnd = max(mostEnd, s + u * horizon);
  }
  return leastStart > mostStart && leastEnd > mostEnd;
}
