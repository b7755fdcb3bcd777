import { NONE } from '../kernels/layout/meshes.js';
import type { Connectivity } from './connectivity.js';
import { DisjointSets } from './disjoint-sets.js';
import { inPieces, inTurn, part, type Steps } from './steps.js';

/** The connected pieces of a mesh, numbered by their first triangle. */
export interface Components {
  /** How many there are. */
  readonly count: number;
  /** The component of each triangle. */
  readonly ofTriangle: Uint32Array;
  /** Vertices - edges + faces of each; a vertex where two components meet counts in both. */
  readonly eulerCharacteristic: Int32Array;
}

/** Triangles that share a vertex belong together. */
export function* componentsByVertex(triangles: Uint32Array, mesh: Connectivity): Steps<Components> {
  const sets = new DisjointSets(mesh.vertexCount);
  yield* part(
    0,
    0.4,
    inPieces(mesh.triangleCount, (from, to) => {
      for (let t = from; t < to; t++) {
        sets.unite(triangles[3 * t], triangles[3 * t + 1]);
        sets.unite(triangles[3 * t], triangles[3 * t + 2]);
      }
    }),
  );
  const setOf = (t: number) => sets.smallestWith(triangles[3 * t]);
  return yield* part(0.4, 1, numberComponents(mesh, mesh.vertexCount, setOf));
}

/** Triangles that share an edge belong together, also where more than two do. */
export function* componentsByEdge(mesh: Connectivity): Steps<Components> {
  const sets = new DisjointSets(mesh.triangleCount);
  const { triangleEdges, edgeFaces } = mesh;
  yield* part(
    0,
    0.4,
    inPieces(3 * mesh.triangleCount, (from, to) => {
      for (let side = from; side < to; side++) {
        sets.unite(Math.floor(side / 3), edgeFaces[2 * triangleEdges[side]]);
      }
    }),
  );
  const setOf = (t: number) => sets.smallestWith(t);
  return yield* part(0.4, 1, numberComponents(mesh, mesh.triangleCount, setOf));
}

function* numberComponents(
  mesh: Connectivity,
  setCount: number,
  setOf: (triangle: number) => number,
): Steps<Components> {
  const ofTriangle = new Uint32Array(mesh.triangleCount);
  const idOfSet = new Uint32Array(setCount).fill(NONE);
  let count = 0;
  yield* part(
    0,
    0.4,
    inPieces(mesh.triangleCount, (from, to) => {
      for (let t = from; t < to; t++) {
        const set = setOf(t);
        if (idOfSet[set] === NONE) idOfSet[set] = count++;
        ofTriangle[t] = idOfSet[set];
      }
    }),
  );
  const eulerCharacteristic = yield* part(0.4, 1, eulerOf(mesh, ofTriangle, count));
  return { count, ofTriangle, eulerCharacteristic };
}

function* eulerOf(mesh: Connectivity, ofTriangle: Uint32Array, count: number): Steps<Int32Array> {
  const { edgeFaces, vertexFaceStart, vertexFaces } = mesh;
  const euler = new Int32Array(count);
  const lastVertex = new Uint32Array(count).fill(NONE);
  yield* inTurn(
    inPieces(mesh.triangleCount, (from, to) => {
      for (let t = from; t < to; t++) euler[ofTriangle[t]]++;
    }),
    inPieces(mesh.edgeCount, (from, to) => {
      for (let e = from; e < to; e++) euler[ofTriangle[edgeFaces[2 * e]]]--;
    }),
    inPieces(mesh.vertexCount, (from, to) => {
      for (let v = from; v < to; v++) {
        for (let i = vertexFaceStart[v]; i < vertexFaceStart[v + 1]; i++) {
          const component = ofTriangle[vertexFaces[i]];
          if (lastVertex[component] === v) continue;
          lastVertex[component] = v;
          euler[component]++;
        }
      }
    }),
  );
  return euler;
}
