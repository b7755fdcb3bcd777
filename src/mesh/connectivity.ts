import { NONE } from '../kernels/layout/meshes.js';
import { countingSort } from './counting-sort.js';
import { NO_LIST, type SideEdges } from './side-edges.js';
import { inPieces, inTurn, part, type Steps } from './steps.js';

/** Which edges, faces and vertices touch. */
export interface Connectivity {
  /** How many there are of each. */
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly edgeCount: number;
  /** Two vertices an edge, the smaller first; edges are in the order of (larger, smaller). */
  readonly edges: Uint32Array;
  /** Three edges a triangle; edge k joins its corners k and (k + 1) % 3. */
  readonly triangleEdges: Uint32Array;
  /** The first two faces at an edge, in ascending order; NONE (0xffffffff) where there is no second. */
  readonly edgeFaces: Uint32Array;
  /** How many faces there are at an edge. */
  readonly edgeFaceCount: Uint32Array;
  /** The faces at vertex v, ascending: `vertexFaces[vertexFaceStart[v]]` up to `vertexFaceStart[v + 1]`. */
  readonly vertexFaceStart: Uint32Array;
  readonly vertexFaces: Uint32Array;
}

/**
 * The same where the edges of triangles are asked for one by one: what changes a mesh in a few places needs no list of all, which the
 * block of a mesh does not have.
 */
export interface LocalConnectivity extends Omit<Connectivity, 'triangleEdges' | 'edgeFaceCount'> {
  readonly sides: SideEdges;
}

export function askedBySides(mesh: Connectivity): LocalConnectivity {
  return localConnectivity(mesh, { listed: mesh.triangleEdges, triangles: NO_LIST, features: NO_LIST });
}

/** Always an object of one shape, as compiled code that cuts one mesh after the other is for one alone. */
export function localConnectivity(
  mesh: Omit<LocalConnectivity, 'sides'>,
  { features, listed, triangles }: SideEdges,
): LocalConnectivity {
  return {
    vertexCount: mesh.vertexCount,
    triangleCount: mesh.triangleCount,
    edgeCount: mesh.edgeCount,
    edges: mesh.edges,
    edgeFaces: mesh.edgeFaces,
    vertexFaceStart: mesh.vertexFaceStart,
    vertexFaces: mesh.vertexFaces,
    sides: { listed, triangles, features },
  };
}

/** The triangles must have been checked: indices in range, three different ones each. */
export function* connect(triangles: Uint32Array, vertexCount: number): Steps<Connectivity> {
  const corners = yield* part(0, 0.15, countingSort(triangles, vertexCount));
  const { triangleEdges, edgeCount } = yield* part(0.15, 0.8, numberEdges(triangles, vertexCount));

  const vertexFaces = corners.order;
  const edges = new Uint32Array(2 * edgeCount);
  const edgeFaces = new Uint32Array(2 * edgeCount).fill(NONE);
  const edgeFaceCount = new Uint32Array(edgeCount);
  yield* part(
    0.8,
    1,
    inTurn(
      inPieces(vertexFaces.length, (from, to) => {
        for (let i = from; i < to; i++) vertexFaces[i] = Math.floor(vertexFaces[i] / 3);
      }),
      inPieces(triangles.length / 3, (from, to) => {
        for (let t = from; t < to; t++) {
          for (let k = 0; k < 3; k++) {
            const a = triangles[3 * t + k];
            const b = triangles[3 * t + (k === 2 ? 0 : k + 1)];
            const edge = triangleEdges[3 * t + k];
            const earlier = edgeFaceCount[edge]++;
            if (earlier === 0) {
              edges[2 * edge] = Math.min(a, b);
              edges[2 * edge + 1] = Math.max(a, b);
            }
            if (earlier < 2) edgeFaces[2 * edge + earlier] = t;
          }
        }
      }),
    ),
  );
  return {
    vertexCount,
    triangleCount: triangles.length / 3,
    edgeCount,
    edges,
    triangleEdges,
    edgeFaces,
    edgeFaceCount,
    vertexFaceStart: corners.start,
    vertexFaces,
  };
}

interface NumberedEdges {
  readonly triangleEdges: Uint32Array;
  readonly edgeCount: number;
}

/** Sorts all sides of triangles by (larger, smaller) vertex; equal neighbours are one edge. */
function* numberEdges(triangles: Uint32Array, vertexCount: number): Steps<NumberedEdges> {
  const sideCount = triangles.length;
  const smaller = new Uint32Array(sideCount);
  const larger = new Uint32Array(sideCount);
  yield* part(
    0,
    0.1,
    inPieces(sideCount / 3, (from, to) => {
      for (let t = from; t < to; t++) {
        for (let k = 0; k < 3; k++) {
          const a = triangles[3 * t + k];
          const b = triangles[3 * t + (k === 2 ? 0 : k + 1)];
          smaller[3 * t + k] = Math.min(a, b);
          larger[3 * t + k] = Math.max(a, b);
        }
      }
    }),
  );
  const bySmaller = yield* part(0.1, 0.45, countingSort(smaller, vertexCount));
  const { order } = yield* part(0.45, 0.9, countingSort(larger, vertexCount, bySmaller.order));

  const triangleEdges = new Uint32Array(sideCount);
  let edgeCount = 0;
  let lastSmaller = NONE;
  let lastLarger = NONE;
  yield* part(
    0.9,
    1,
    inPieces(sideCount, (from, to) => {
      for (let i = from; i < to; i++) {
        const side = order[i];
        if (smaller[side] !== lastSmaller || larger[side] !== lastLarger) {
          lastSmaller = smaller[side];
          lastLarger = larger[side];
          edgeCount++;
        }
        triangleEdges[side] = edgeCount - 1;
      }
    }),
  );
  return { triangleEdges, edgeCount };
}
