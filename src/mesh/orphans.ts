import { NONE } from '../kernels/layout/meshes.js';
import { areAdjacent, hasCorner } from './adjacency.js';
import { askedBySides, type Connectivity, type LocalConnectivity } from './connectivity.js';
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
  const search = new OrphanSearch(triangles, askedBySides(mesh));
  const atVertices = inPieces(mesh.vertexCount, (from, to) => {
    for (let vertex = from; vertex < to; vertex++) search.atVertex(vertex);
  });
  const atEdges = inPieces(mesh.edgeCount, (from, to) => {
    for (let edge = from; edge < to; edge++) search.atEdge(edge);
  });
  yield* part(0, 0.3, atVertices);
  yield* part(0.3, 1, atEdges);
  return { vertexFace: Uint32Array.from(search.vertexFace), edgeEdge: Uint32Array.from(search.edgeEdge) };
}

/** Looks for the orphans of one feature after the other. */
export class OrphanSearch {
  readonly vertexFace: number[] = [];
  readonly edgeEdge: number[] = [];

  readonly #triangles: Uint32Array;
  readonly #mesh: LocalConnectivity;
  readonly #ring: number[] = [];
  /** One more than which edge met each edge last, so that it meets it once. */
  readonly #edgeSeen: Uint32Array;

  constructor(triangles: Uint32Array, mesh: LocalConnectivity) {
    this.#triangles = triangles;
    this.#mesh = mesh;
    this.#edgeSeen = new Uint32Array(mesh.edgeCount);
  }

  /** Faces that are adjacent to every face at the vertex without having the vertex itself. */
  atVertex(vertex: number): void {
    const { vertexFaceStart, vertexFaces } = this.#mesh;
    const first = vertexFaceStart[vertex];
    const end = vertexFaceStart[vertex + 1];
    if (first === end) return;
    const found: number[] = [];
    for (const face of this.#ringOf(vertexFaces[first])) {
      if (hasCorner(this.#triangles, face, vertex)) continue;
      if (this.#isAdjacentToAll(face, first + 1, end)) found.push(face);
    }
    for (const face of found.sort((a, b) => a - b)) this.vertexFace.push(vertex, face);
  }

  /** Pairs with an edge of a higher index. */
  atEdge(edge: number): void {
    for (const other of this.#partners(edge, undefined)) this.edgeEdge.push(edge, other);
  }

  /**
   * Edges with no vertex in common, ascending, whose faces are all adjacent to all faces at the edge; without those with a smaller
   * number that are asked for themselves, as `areAsked` says: they find the pair.
   */
  partnersOf(edge: number, areAsked: Uint8Array): number[] {
    return this.#partners(edge, areAsked);
  }

  /** Where it is not said who is asked for, all are. */
  #partners(edge: number, areAsked: Uint8Array | undefined): number[] {
    const { edgeFaces, edgeOf } = this.#mesh;
    const found: number[] = [];
    for (const face of this.#ringOf(edgeFaces[2 * edge])) {
      for (let k = 0; k < 3; k++) {
        const other = edgeOf(3 * face + k);
        if (this.#edgeSeen[other] === edge + 1) continue;
        if (other < edge && (areAsked === undefined || areAsked[other] === 1)) continue;
        this.#edgeSeen[other] = edge + 1;
        if (!this.#shareVertex(edge, other) && this.#areAllAdjacent(edge, other)) found.push(other);
      }
    }
    return found.length > 1 ? found.sort((a, b) => a - b) : found;
  }

  /** All faces that share a vertex with a face, itself included. */
  #ringOf(face: number): readonly number[] {
    const { vertexFaceStart, vertexFaces } = this.#mesh;
    this.#ring.length = 0;
    for (let k = 0; k < 3; k++) {
      const corner = this.#triangles[3 * face + k];
      for (let i = vertexFaceStart[corner]; i < vertexFaceStart[corner + 1]; i++) {
        const near = vertexFaces[i];
        if (k > 0 && this.#hasEarlierCorner(near, face, k)) continue;
        this.#ring.push(near);
      }
    }
    return this.#ring;
  }

  #hasEarlierCorner(near: number, face: number, k: number): boolean {
    for (let j = 0; j < k; j++) {
      if (hasCorner(this.#triangles, near, this.#triangles[3 * face + j])) return true;
    }
    return false;
  }

  #isAdjacentToAll(face: number, from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      if (!areAdjacent(this.#triangles, face, this.#mesh.vertexFaces[i])) return false;
    }
    return true;
  }

  #shareVertex(edge: number, other: number): boolean {
    const { edges } = this.#mesh;
    const [a, b] = [edges[2 * edge], edges[2 * edge + 1]];
    const [c, d] = [edges[2 * other], edges[2 * other + 1]];
    return a === c || a === d || b === c || b === d;
  }

  #areAllAdjacent(edge: number, other: number): boolean {
    const { edgeFaces } = this.#mesh;
    for (let i = 0; i < 4; i++) {
      const s = edgeFaces[2 * edge + (i >> 1)];
      const t = edgeFaces[2 * other + (i & 1)];
      if (s !== NONE && t !== NONE && !areAdjacent(this.#triangles, s, t)) return false;
    }
    return true;
  }
}
