// ICCD V-B: procedural representative triangles. A pair of features is tested for the first pair of non-adjacent
// triangles that have them, in a fixed order, and for no other.

import { areAdjacent, cornerOf, edgeOf, equalToAny, representedEdges } from './features';
import {
  FEATURES_ACROSS,
  FEATURES_BYTES,
  FEATURES_CORNERS,
  FEATURES_FIRST_FACES,
  NONE,
} from './layout/meshes';
import {
  FEATURE_PAIR_BYTES,
  MESH_EDGE_FACES,
  MESH_FEATURES,
  MESH_VERTEX_FACE_START,
  MESH_VERTEX_FACES,
} from './layout/search';

/**
 * Whether the greedy assignment also holds for the corners of `a` against the face of `b`: where the triangles that it
 * names are not adjacent to `b` either, they have those corners.
 */
export function areCornersApart(features: usize, a: usize, b: usize): bool {
  const ofB = v128.load(b, FEATURES_CORNERS);
  const same = v128.or(
    v128.or(equalToAny(cornersOfFirst(features, a, 0), ofB), equalToAny(cornersOfFirst(features, a, 4), ofB)),
    equalToAny(cornersOfFirst(features, a, 8), ofB),
  );
  return !v128.any_true(v128.and(same, i32x4(-1, -1, -1, 0)));
}

function cornersOfFirst(features: usize, record: usize, offset: usize): v128 {
  const face = load<u32>(record + offset, FEATURES_FIRST_FACES);
  return v128.load(features + <usize>face * FEATURES_BYTES, FEATURES_CORNERS);
}

/**
 * Writes (vertex, leaf) for the corners that triangle `a` has from another triangle, because that one is adjacent to
 * the face `b` in `leafB`. `triangleA` is its index. Returns the end of what it wrote.
 */
export function inheritCorners(
  mesh: usize,
  a: usize,
  triangleA: u32,
  b: usize,
  leafB: u32,
  found: usize,
): usize {
  const features = <usize>load<u32>(mesh, MESH_FEATURES);
  const ofB = v128.load(b, FEATURES_CORNERS);
  let doubtful =
    touches(cornersOfFirst(features, a, 0), ofB, 1) |
    touches(cornersOfFirst(features, a, 4), ofB, 2) |
    touches(cornersOfFirst(features, a, 8), ofB, 4);
  let out = found;
  for (; doubtful !== 0; doubtful &= doubtful - 1) {
    const vertex = cornerOf(a, ctz(doubtful));
    if (isFirstApart(mesh, vertex, triangleA, b)) out = write(out, vertex, leafB);
  }
  return out;
}

function touches(a: v128, b: v128, bit: u32): u32 {
  return select<u32>(bit, 0, (i32x4.bitmask(equalToAny(a, b)) & 7) !== 0);
}

/** ICCD V-B, Algorithm 1: whether the triangle is the first at the vertex that is not adjacent to the face `b`. */
function isFirstApart(mesh: usize, vertex: u32, triangle: u32, b: usize): bool {
  const features = <usize>load<u32>(mesh, MESH_FEATURES);
  const start = <usize>load<u32>(mesh, MESH_VERTEX_FACE_START) + ((<usize>vertex) << 2);
  let at = <usize>load<u32>(mesh, MESH_VERTEX_FACES) + ((<usize>load<u32>(start)) << 2);
  let face = load<u32>(at);
  while (face !== triangle) {
    if (!areAdjacent(features + <usize>face * FEATURES_BYTES, b)) return false;
    at += 4;
    face = load<u32>(at);
  }
  return true;
}

/**
 * Whether the greedy assignment also holds for the edges of two triangles that are not adjacent. A pair of edges comes
 * to them otherwise only if a triangle across an edge of one is adjacent to the other, and of that triangle only the
 * corner across the edge can be a corner of the other: so it is enough to compare those.
 */
export function areEdgesApart(a: usize, b: usize): bool {
  // lanes where a triangle represents the edge itself have nothing across, which is no corner
  const inB = equalToAny(v128.load(a, FEATURES_ACROSS), v128.load(b, FEATURES_CORNERS));
  const inA = equalToAny(v128.load(b, FEATURES_ACROSS), v128.load(a, FEATURES_CORNERS));
  return !v128.any_true(v128.and(v128.or(inB, inA), i32x4(-1, -1, -1, 0)));
}

/**
 * Writes (edge, edge) for the pairs of edges that two triangles have from others, because those are adjacent. Only
 * where the corner across one edge is a corner of the other triangle can that be.
 */
export function inheritEdges(
  mesh: usize,
  a: usize,
  triangleA: u32,
  b: usize,
  triangleB: u32,
  found: usize,
): usize {
  const ofA = v128.load(a, FEATURES_CORNERS);
  const ofB = v128.load(b, FEATURES_CORNERS);
  const inB = i32x4.bitmask(equalToAny(v128.load(a, FEATURES_ACROSS), ofB));
  const inA = i32x4.bitmask(equalToAny(v128.load(b, FEATURES_ACROSS), ofA)) & 7;
  const sureA = representedEdges(a);
  const sureB = ~((<u32>-1) << representedEdges(b));
  // row i, column j: edge i of `a` and edge j of `b`
  let doubtful: u32 = 0;
  for (let i: u32 = 0; i < 3; i++) {
    const row = inA | select<u32>(7, 0, ((inB >> i) & 1) !== 0);
    doubtful |= (row & ~select<u32>(sureB, 0, i < sureA)) << (3 * i);
  }
  let out = found;
  for (; doubtful !== 0; doubtful &= doubtful - 1) {
    const place = ctz(doubtful);
    const i = (place * 11) >> 5;
    const edgeA = edgeOf(a, i);
    const edgeB = edgeOf(b, place - 3 * i);
    if (areFirstApart(mesh, edgeA, triangleA, edgeB, triangleB)) out = write(out, edgeA, edgeB);
  }
  return out;
}

function write(out: usize, first: u32, second: u32): usize {
  store<u32>(out, first);
  store<u32>(out, second, 4);
  return out + FEATURE_PAIR_BYTES;
}

/** ICCD V-B, Algorithm 2: whether these are the first two faces at the edges that are not adjacent. */
function areFirstApart(mesh: usize, edgeA: u32, triangleA: u32, edgeB: u32, triangleB: u32): bool {
  const features = <usize>load<u32>(mesh, MESH_FEATURES);
  const edgeFaces = <usize>load<u32>(mesh, MESH_EDGE_FACES);
  const isInOrder = edgeA < edgeB;
  const smaller = edgeFaces + ((<usize>(isInOrder ? edgeA : edgeB)) << 3);
  const larger = edgeFaces + ((<usize>(isInOrder ? edgeB : edgeA)) << 3);
  const mine = isInOrder ? triangleA : triangleB;
  const other = isInOrder ? triangleB : triangleA;
  for (let i: usize = 0; i < 8; i += 4) {
    const s = load<u32>(smaller + i);
    if (s === NONE) break;
    for (let j: usize = 0; j < 8; j += 4) {
      const t = load<u32>(larger + j);
      if (t === NONE) break;
      if (s === mine && t === other) return true;
      if (!areAdjacent(features + <usize>s * FEATURES_BYTES, features + <usize>t * FEATURES_BYTES))
        return false;
    }
  }
  return false;
}
