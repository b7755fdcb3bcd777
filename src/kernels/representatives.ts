// ICCD V-B: procedural representative triangles. A pair of features is tested for the first pair of non-adjacent
// triangles that have them, in a fixed order, and for no other.

import {
  acrossOf,
  areAdjacent,
  cornerOf,
  edgeOf,
  hasCorner,
  representedCorners,
  representedEdges,
} from './features';
import {
  FEATURE_PAIR_BYTES,
  FEATURES_BYTES,
  MESH_EDGE_FACES,
  MESH_FEATURES,
  MESH_VERTEX_FACE_START,
  MESH_VERTEX_FACES,
  NONE,
} from './layout';

/**
 * Writes (vertex, leaf) for the corners that triangle `a` represents against the triangle in `leafB`; `triangleA` is
 * its index. The triangles are not adjacent. Returns the end of what it wrote.
 */
export function representCorners(
  mesh: usize,
  a: usize,
  triangleA: u32,
  b: usize,
  leafB: usize,
  found: usize,
): usize {
  const sure = representedCorners(a);
  let out = found;
  for (let k: u32 = 0; k < 3; k++) {
    const vertex = cornerOf(a, k);
    if (k >= sure && !isFirstApart(mesh, vertex, triangleA, b)) continue;
    store<u32>(out, vertex);
    store<u32>(out, <u32>leafB, 4);
    out += FEATURE_PAIR_BYTES;
  }
  return out;
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

/** Writes (edge, edge) for the pairs of edges that the two triangles represent; they are not adjacent. */
export function representEdges(
  mesh: usize,
  a: usize,
  triangleA: u32,
  b: usize,
  triangleB: u32,
  found: usize,
): usize {
  const sureA = representedEdges(a);
  const sureB = representedEdges(b);
  let out = found;
  for (let i: u32 = 0; i < 3; i++) {
    const touchesB = i >= sureA && hasCorner(b, acrossOf(a, i));
    for (let j: u32 = 0; j < 3; j++) {
      if (i >= sureA || j >= sureB) {
        // The greedy assignment's two triangles are one of these and one across an edge, or both across: where those
        // are not adjacent, they have the pair. They can only share what lies across.
        const touches =
          touchesB ||
          (j >= sureB && hasCorner(a, acrossOf(b, j))) ||
          (i >= sureA && j >= sureB && acrossOf(a, i) === acrossOf(b, j));
        if (!touches || !areFirstApart(mesh, edgeOf(a, i), triangleA, edgeOf(b, j), triangleB)) continue;
      }
      store<u32>(out, edgeOf(a, i));
      store<u32>(out, edgeOf(b, j), 4);
      out += FEATURE_PAIR_BYTES;
    }
  }
  return out;
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
