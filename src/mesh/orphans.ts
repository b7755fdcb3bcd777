import { NONE } from '../kernels/layout/meshes.js';
import { areAdjacent, hasCorner } from './adjacency.js';
import { askedBySides, type Connectivity, type LocalConnectivity } from './connectivity.js';
import { edgeOf } from './side-edges.js';
import { drain, inPieces, part, type Steps } from './steps.js';

/** Feature pairs that no pair of non-adjacent triangles has: (vertex, face) and (smaller edge, larger edge). */
export interface Orphans {
  readonly vertexFace: Uint32Array;
  readonly edgeEdge: Uint32Array;
}

/**
 * ICCD V-D, V-E: the orphan set of a mesh. It depends on the connectivity alone. Every pair of features that are not
 * incident is either here, or has exactly one pair of representative triangles.
 */
export function findOrphans(triangles: Uint32Array, mesh: Connectivity): Orphans {
  return drain(findOrphansInSteps(triangles, mesh));
}

/** The same, a piece at a time. */
export function* findOrphansInSteps(triangles: Uint32Array, mesh: Connectivity): Steps<Orphans> {
  const search = orphanSearch(triangles, askedBySides(mesh));
  const atVertices = inPieces(mesh.vertexCount, (from, to) => {
    for (let vertex = from; vertex < to; vertex++) orphansAtVertex(search, vertex);
  });
  const atEdges = inPieces(mesh.edgeCount, (from, to) => {
    for (let edge = from; edge < to; edge++) orphansAtEdge(search, edge);
  });
  yield* part(0, 0.3, atVertices);
  yield* part(0.3, 1, atEdges);
  return { vertexFace: Uint32Array.from(search.vertexFace), edgeEdge: Uint32Array.from(search.edgeEdge) };
}

/** Looks for the orphans of one feature after the other. */
export interface OrphanSearch {
  readonly triangles: Uint32Array;
  readonly mesh: LocalConnectivity;
  readonly vertexFace: number[];
  readonly edgeEdge: number[];
  readonly ring: number[];
  /** One more than which edge met each edge last, so that it meets it once. */
  readonly edgeSeen: Uint32Array;
}

export function orphanSearch(triangles: Uint32Array, mesh: LocalConnectivity): OrphanSearch {
  const edgeSeen = new Uint32Array(mesh.edgeCount);
  return { triangles, mesh, vertexFace: [], edgeEdge: [], ring: [], edgeSeen };
}

/** Faces that are adjacent to every face at the vertex without having the vertex itself. */
export function orphansAtVertex(search: OrphanSearch, vertex: number): void {
  const { mesh, triangles, vertexFace } = search;
  const { vertexFaceStart, vertexFaces } = mesh;
  const first = vertexFaceStart[vertex];
  const end = vertexFaceStart[vertex + 1];
  if (first === end) return;
  const found: number[] = [];
  for (const face of ringOf(search, vertexFaces[first])) {
    if (hasCorner(triangles, face, vertex)) continue;
    if (isAdjacentToAll(triangles, vertexFaces, face, first + 1, end)) found.push(face);
  }
  for (const face of found.sort((a, b) => a - b)) vertexFace.push(vertex, face);
}

/** Pairs with an edge of a higher index. */
function orphansAtEdge(search: OrphanSearch, edge: number): void {
  for (const other of partnersOf(search, edge, undefined)) search.edgeEdge.push(edge, other);
}

/**
 * Edges with no vertex in common, ascending, whose faces are all adjacent to all faces at the edge; without those with a smaller
 * number that are asked for themselves, as `areAsked` says: they find the pair. Where it is not said who is asked for, all are.
 */
export function partnersOf(search: OrphanSearch, edge: number, areAsked: Uint8Array | undefined): number[] {
  const { edgeSeen, mesh, triangles } = search;
  const { edgeFaces, edges } = mesh;
  const found: number[] = [];
  for (const face of ringOf(search, edgeFaces[2 * edge])) {
    for (let k = 0; k < 3; k++) {
      const other = edgeOf(mesh, 3 * face + k);
      if (edgeSeen[other] === edge + 1) continue;
      if (other < edge && (areAsked === undefined || areAsked[other] === 1)) continue;
      edgeSeen[other] = edge + 1;
      if (!shareVertex(edges, edge, other) && areAllAdjacent(triangles, edgeFaces, edge, other))
        found.push(other);
    }
  }
  return found.length > 1 ? found.sort((a, b) => a - b) : found;
}

/** All faces that share a vertex with a face, itself included. */
function ringOf({ mesh, ring, triangles }: OrphanSearch, face: number): readonly number[] {
  const { vertexFaceStart, vertexFaces } = mesh;
  ring.length = 0;
  for (let k = 0; k < 3; k++) {
    const corner = triangles[3 * face + k];
    for (let i = vertexFaceStart[corner]; i < vertexFaceStart[corner + 1]; i++) {
      const near = vertexFaces[i];
      if (k > 0 && hasEarlierCorner(triangles, near, face, k)) continue;
      ring.push(near);
    }
  }
  return ring;
}

function hasEarlierCorner(triangles: Uint32Array, near: number, face: number, k: number): boolean {
  for (let j = 0; j < k; j++) {
    if (hasCorner(triangles, near, triangles[3 * face + j])) return true;
  }
  return false;
}

function isAdjacentToAll(
  triangles: Uint32Array,
  vertexFaces: Uint32Array,
  face: number,
  from: number,
  to: number,
): boolean {
  for (let i = from; i < to; i++) {
    if (!areAdjacent(triangles, face, vertexFaces[i])) return false;
  }
  return true;
}

function shareVertex(edges: Uint32Array, edge: number, other: number): boolean {
  const [a, b] = [edges[2 * edge], edges[2 * edge + 1]];
  const [c, d] = [edges[2 * other], edges[2 * other + 1]];
  return a === c || a === d || b === c || b === d;
}

function areAllAdjacent(
  triangles: Uint32Array,
  edgeFaces: Uint32Array,
  edge: number,
  other: number,
): boolean {
  for (let i = 0; i < 4; i++) {
    const s = edgeFaces[2 * edge + (i >> 1)];
    const t = edgeFaces[2 * other + (i & 1)];
    if (s !== NONE && t !== NONE && !areAdjacent(triangles, s, t)) return false;
  }
  return true;
}
