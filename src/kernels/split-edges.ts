// What a cut makes of edges, of a mesh in a block that has its triangles and the faces of its vertices. Edges are in the order of (larger,
// smaller) vertex, so that those at copies, which are the last vertices, come behind all that were there before.
import { edgeOf } from './features';
import {
  BLOCK_EDGE_COUNT,
  BLOCK_EDGE_FACES,
  BLOCK_EDGES,
  BLOCK_FEATURES,
  BLOCK_VERTEX_COUNT,
  FEATURES_BYTES,
  FEATURES_EDGES,
  NONE,
} from './layout/meshes';
import { cornersOf, facesOf, hasCorner, sectionOf } from './orphans';

const EDGE_BYTES: usize = 8;

/**
 * Edges and their faces, and to `shifts` by how much the number of each old one goes up; what is gone gets NONE. `marks`: a byte an old edge,
 * all 0, before and behind it. Returns how many edges there are.
 */
export function splitEdges(
  old: usize,
  mesh: usize,
  changed: usize,
  count: u32,
  shifts: usize,
  marks: usize,
): u32 {
  const oldCount = load<u32>(old, BLOCK_EDGE_COUNT);
  const features = sectionOf(old, BLOCK_FEATURES);
  for (let end = changed + ((<usize>count) << 2); changed < end; changed += 4) {
    const record = features + <usize>load<u32>(changed) * FEATURES_BYTES;
    for (let k: u32 = 0; k < 3; k++) store<u8>(marks + <usize>edgeOf(record, k), 1);
  }
  const edgeCount = takeOldEdges(old, mesh, oldCount, shifts, marks);
  memory.fill(marks, 0, <usize>oldCount);
  return addEdgesAtCopies(mesh, load<u32>(old, BLOCK_VERTEX_COUNT), edgeCount);
}

/** Runs of edges without a mark are copied; of the others faces are looked for again. */
function takeOldEdges(old: usize, mesh: usize, oldCount: u32, shifts: usize, marks: usize): u32 {
  let edgeCount: u32 = 0;
  for (let edge: u32 = 0; edge < oldCount; ) {
    const first = edge;
    while (edge < oldCount && load<u8>(marks + <usize>edge) === 0) edge++;
    copyEdges(old, mesh, BLOCK_EDGES, first, edgeCount, edge - first);
    copyEdges(old, mesh, BLOCK_EDGE_FACES, first, edgeCount, edge - first);
    const shift = edgeCount - first;
    for (let i = first; i < edge; i++) store<u32>(shifts + ((<usize>i) << 2), shift);
    edgeCount += edge - first;
    for (; edge < oldCount && load<u8>(marks + <usize>edge) !== 0; edge++) {
      copyEdges(old, mesh, BLOCK_EDGES, edge, edgeCount, 1);
      const isThere = findFaces(mesh, edgeCount);
      store<u32>(shifts + ((<usize>edge) << 2), (isThere ? edgeCount : NONE) - edge);
      if (isThere) edgeCount++;
    }
  }
  return edgeCount;
}

function copyEdges(old: usize, mesh: usize, field: usize, from: u32, to: u32, count: u32): void {
  memory.copy(
    sectionOf(mesh, field) + <usize>to * EDGE_BYTES,
    sectionOf(old, field) + <usize>from * EDGE_BYTES,
    <usize>count * EDGE_BYTES,
  );
}

/** Writes the first two faces at both ends of an edge. Returns whether there is one. */
function findFaces(mesh: usize, edge: u32): bool {
  const ends = sectionOf(mesh, BLOCK_EDGES) + <usize>edge * EDGE_BYTES;
  const faces = sectionOf(mesh, BLOCK_EDGE_FACES) + <usize>edge * EDGE_BYTES;
  const smaller = load<u32>(ends);
  const larger = load<u32>(ends, 4);
  const end = facesOf(mesh, smaller + 1);
  store<u32>(faces, NONE);
  store<u32>(faces, NONE, 4);
  let at = faces;
  for (let near = facesOf(mesh, smaller); near < end && at < faces + EDGE_BYTES; near += 4) {
    if (!hasCorner(cornersOf(mesh, load<u32>(near)), larger)) continue;
    store<u32>(at, load<u32>(near));
    at += 4;
  }
  return at !== faces;
}

/** From each copy to the smaller corners of its faces. */
function addEdgesAtCopies(mesh: usize, firstCopy: u32, edgeCount: u32): u32 {
  const vertexCount = load<u32>(mesh, BLOCK_VERTEX_COUNT);
  for (let copy = firstCopy; copy < vertexCount; copy++) {
    const first = edgeCount;
    const end = facesOf(mesh, copy + 1);
    for (let at = facesOf(mesh, copy); at < end; at += 4) {
      const corners = cornersOf(mesh, load<u32>(at));
      for (let k: usize = 0; k < 12; k += 4) {
        const corner = load<u32>(corners + k);
        if (corner < copy && putEdge(mesh, first, edgeCount, corner, copy)) edgeCount++;
      }
    }
    for (let edge = first; edge < edgeCount; edge++) findFaces(mesh, edge);
  }
  return edgeCount;
}

/** Puts an edge among those of a vertex in their order, unless it is there. */
function putEdge(mesh: usize, first: u32, end: u32, smaller: u32, larger: u32): bool {
  const edges = sectionOf(mesh, BLOCK_EDGES);
  const least = edges + <usize>first * EDGE_BYTES;
  let at = edges + <usize>end * EDGE_BYTES;
  for (; at > least && load<u32>(at - EDGE_BYTES) >= smaller; at -= EDGE_BYTES)
    if (load<u32>(at - EDGE_BYTES) === smaller) return false;
  memory.copy(at + EDGE_BYTES, at, edges + <usize>end * EDGE_BYTES - at);
  store<u32>(at, smaller);
  store<u32>(at, larger, 4);
  return true;
}

/** Names the edges at copies in the features of `count` changed triangles, which have the old ones in their places. */
export function nameSplitEdges(old: usize, mesh: usize, changed: usize, count: u32): void {
  const firstCopy = load<u32>(old, BLOCK_VERTEX_COUNT);
  for (let end = changed + ((<usize>count) << 2); changed < end; changed += 4) {
    const face = load<u32>(changed);
    const corners = cornersOf(mesh, face);
    for (let k: u32 = 0; k < 3; k++) {
      const a = load<u32>(corners + ((<usize>k) << 2));
      const b = load<u32>(corners + ((<usize>(k === 2 ? 0 : k + 1)) << 2));
      if (max(a, b) >= firstCopy)
        store<u32>(placeOfSide(old, mesh, face, k), edgeBetween(mesh, min(a, b), max(a, b)));
    }
  }
}

/** Where the features of a triangle name the edge from its corner k to the next: where they did before. */
function placeOfSide(old: usize, mesh: usize, face: u32, k: u32): usize {
  const corners = cornersOf(old, face);
  const a = load<u32>(corners + ((<usize>k) << 2));
  const b = load<u32>(corners + ((<usize>(k === 2 ? 0 : k + 1)) << 2));
  const record = <usize>face * FEATURES_BYTES;
  const before = sectionOf(old, BLOCK_FEATURES) + record;
  const edges = sectionOf(old, BLOCK_EDGES);
  let place: u32 = 0;
  for (; place < 2; place++) {
    const ends = edges + <usize>edgeOf(before, place) * EDGE_BYTES;
    if (load<u32>(ends) === min(a, b) && load<u32>(ends, 4) === max(a, b)) break;
  }
  return sectionOf(mesh, BLOCK_FEATURES) + record + FEATURES_EDGES + ((<usize>place) << 2);
}

/** The number of an edge that is there. */
function edgeBetween(mesh: usize, smaller: u32, larger: u32): u32 {
  const edges = sectionOf(mesh, BLOCK_EDGES);
  const key = ((<u64>larger) << 32) | smaller;
  let low: u32 = 0;
  let high = load<u32>(mesh, BLOCK_EDGE_COUNT);
  while (low < high) {
    const middle = (low + high) >> 1;
    // ends lie in memory as the smaller one and then the larger one
    if (load<u64>(edges + <usize>middle * EDGE_BYTES) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
