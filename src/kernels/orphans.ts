// ICCD V-D, V-E: feature pairs that no pair of non-adjacent triangles has, of a mesh that lies in a block. Whoever could be one is
// among the faces around one face of the feature.
import { edgeOf, representedEdges } from './features';
import {
  BLOCK_EDGE_FACES,
  BLOCK_EDGES,
  BLOCK_FEATURES,
  BLOCK_TRIANGLES,
  BLOCK_VERTEX_FACE_START,
  BLOCK_VERTEX_FACES,
  FEATURES_BYTES,
  NONE,
} from './layout/meshes';
import { putPair } from './sort-pairs';

const TRIANGLE_BYTES: usize = 12;

/** A section of a mesh's block. */
export function sectionOf(mesh: usize, field: usize): usize {
  return mesh + <usize>load<u32>(mesh + field);
}

/** A vertex with each face that is adjacent to all of its faces and has it not. Returns where the next pair goes: behind `end` none is written. */
export function orphansAtVertex(mesh: usize, vertex: u32, to: usize, end: usize): usize {
  const first = facesOf(mesh, vertex);
  return first === facesOf(mesh, vertex + 1) ? to : orphansAround(mesh, load<u32>(first), vertex, 0, to, end);
}

/**
 * Pairs of an edge and another without a vertex in common, whose faces are all adjacent to all of its faces, the smaller first. Of two
 * that have a mark, a byte an edge at `marks`, the smaller one finds the pair.
 */
export function orphansAtEdge(mesh: usize, edge: u32, marks: usize, to: usize, end: usize): usize {
  const faces = sectionOf(mesh, BLOCK_EDGE_FACES) + ((<usize>edge) << 3);
  return orphansAround(mesh, load<u32>(faces), edge, marks, to, end);
}

/** Of a vertex, where there are no marks, or of an edge: of what is around one of its faces. */
function orphansAround(mesh: usize, face: u32, feature: u32, marks: usize, to: usize, end: usize): usize {
  const corners = cornersOf(mesh, face);
  for (let k: usize = 0; k < 12; k += 4) {
    const corner = load<u32>(corners + k);
    const last = facesOf(mesh, corner + 1);
    for (let at = facesOf(mesh, corner); at < last; at += 4) {
      const near = load<u32>(at);
      if (hasOneOf(cornersOf(mesh, near), corners, k)) continue; // was around a corner before this one
      if (marks !== 0) to = partnersIn(mesh, near, feature, marks, to, end);
      else if (isOrphanFace(mesh, near, feature)) to = putPair(feature, near, to, end);
    }
  }
  return to;
}

/** Whether one of the corners before `until` of a face is a corner of another. */
function hasOneOf(other: usize, corners: usize, until: usize): bool {
  for (let k: usize = 0; k < until; k += 4) if (hasCorner(other, load<u32>(corners + k))) return true;
  return false;
}

function isOrphanFace(mesh: usize, face: u32, vertex: u32): bool {
  const corners = cornersOf(mesh, face);
  if (hasCorner(corners, vertex)) return false;
  const last = facesOf(mesh, vertex + 1);
  for (let at = facesOf(mesh, vertex); at < last; at += 4) {
    if (!areAdjacent(corners, cornersOf(mesh, load<u32>(at)))) return false;
  }
  return true;
}

/** Each edge is looked at in the first face that has it: where that is not adjacent to the first face of the other, they are none. */
function partnersIn(mesh: usize, face: u32, edge: u32, marks: usize, to: usize, end: usize): usize {
  const record = sectionOf(mesh, BLOCK_FEATURES) + <usize>face * FEATURES_BYTES;
  const count = representedEdges(record);
  for (let k: u32 = 0; k < count; k++) {
    const other = edgeOf(record, k);
    if (other < edge && load<u8>(marks + <usize>other) !== 0) continue;
    if (!shareVertex(mesh, edge, other) && areAllAdjacent(mesh, edge, other))
      to = putPair(min(edge, other), max(edge, other), to, end);
  }
  return to;
}

function shareVertex(mesh: usize, edge: u32, other: u32): bool {
  const edges = sectionOf(mesh, BLOCK_EDGES);
  const one = edges + ((<usize>edge) << 3);
  const a = load<u32>(one);
  const b = load<u32>(one, 4);
  const two = edges + ((<usize>other) << 3);
  const c = load<u32>(two);
  const d = load<u32>(two, 4);
  return a === c || a === d || b === c || b === d;
}

function areAllAdjacent(mesh: usize, edge: u32, other: u32): bool {
  const edgeFaces = sectionOf(mesh, BLOCK_EDGE_FACES);
  const some = edgeFaces + ((<usize>edge) << 3);
  const others = edgeFaces + ((<usize>other) << 3);
  for (let i: usize = 0; i < 8; i += 4) {
    for (let j: usize = 0; j < 8; j += 4) {
      const s = load<u32>(some + i);
      const t = load<u32>(others + j);
      if (s !== NONE && t !== NONE && !areAdjacent(cornersOf(mesh, s), cornersOf(mesh, t))) return false;
    }
  }
  return true;
}

/** Where the faces of a vertex begin, which is where those of the one before it end. */
export function facesOf(mesh: usize, vertex: u32): usize {
  const start = load<u32>(sectionOf(mesh, BLOCK_VERTEX_FACE_START) + ((<usize>vertex) << 2));
  return sectionOf(mesh, BLOCK_VERTEX_FACES) + ((<usize>start) << 2);
}

export function cornersOf(mesh: usize, face: u32): usize {
  return sectionOf(mesh, BLOCK_TRIANGLES) + <usize>face * TRIANGLE_BYTES;
}

export function hasCorner(corners: usize, vertex: u32): bool {
  return (
    load<u32>(corners) === vertex || load<u32>(corners, 4) === vertex || load<u32>(corners, 8) === vertex
  );
}

/** Whether two faces have a vertex in common. */
function areAdjacent(corners: usize, others: usize): bool {
  return hasOneOf(others, corners, TRIANGLE_BYTES);
}
