import { NONE } from '../kernels/layout/meshes.js';
import { type BvhTopology, NO_CHILD, trianglesBelow } from './bvh-build.js';
import type { Connectivity } from './connectivity.js';
import { countingSort } from './counting-sort.js';
import { drain } from './steps.js';

/** A mesh and its tree, under other numbers for vertices and triangles. */
export interface ReorderedMesh {
  /** x0 x1 y0 y1 z0 z1 a vertex. */
  readonly swept: Float64Array;
  readonly triangles: Uint32Array;
  readonly connectivity: Connectivity;
  readonly tree: BvhTopology;
  /** The number that each vertex and each triangle was given with. */
  readonly givenVertices: Uint32Array;
  readonly givenTriangles: Uint32Array;
}

/**
 * Triangles in the order of the leaves that have them, vertices as those triangles first use them: what is compared with each
 * other lies side by side in memory. A step of cloth-ball takes an eighth less time. Edges keep their numbers and which of their
 * ends comes first, and triangles which of their corners, so that tests of features have the same bits.
 */
export function inTreeOrder(
  swept: Float64Array,
  triangles: Uint32Array,
  mesh: Connectivity,
  tree: BvhTopology,
): ReorderedMesh {
  const givenTriangles = trianglesBelow(tree, 0);
  const placeOfTriangle = inverseOf(givenTriangles);
  const givenVertices = verticesByUse(triangles, givenTriangles, mesh.vertexCount);
  return {
    swept: sweptInOrder(swept, givenVertices),
    ...renumbered(triangles, mesh, givenTriangles, inverseOf(givenVertices)),
    tree: {
      child: tree.child,
      meta: tree.meta.map((meta, node) => (tree.child[node] === NO_CHILD ? placeOfTriangle[meta] : meta)),
    },
    givenVertices,
    givenTriangles,
  };
}

/** The mesh with its triangles in another order, and with another number for each vertex. */
export function renumbered(
  triangles: Uint32Array,
  mesh: Connectivity,
  order: Uint32Array,
  numberOfVertex: Uint32Array,
): Pick<ReorderedMesh, 'triangles' | 'connectivity'> {
  const reordered = new Uint32Array(triangles.length);
  const triangleEdges = new Uint32Array(triangles.length);
  order.forEach((triangle, place) => {
    for (let k = 0; k < 3; k++) {
      reordered[3 * place + k] = numberOfVertex[triangles[3 * triangle + k]];
      triangleEdges[3 * place + k] = mesh.triangleEdges[3 * triangle + k];
    }
  });
  const corners = drain(countingSort(reordered, mesh.vertexCount));
  return {
    triangles: reordered,
    connectivity: {
      ...mesh,
      edges: mesh.edges.map((vertex) => numberOfVertex[vertex]),
      triangleEdges,
      edgeFaces: firstFaces(triangleEdges, mesh.edgeCount),
      vertexFaceStart: corners.start,
      vertexFaces: corners.order.map((corner) => Math.floor(corner / 3)),
    },
  };
}

/** Those that no triangle uses come last. */
function verticesByUse(triangles: Uint32Array, order: Uint32Array, vertexCount: number): Uint32Array {
  const isTaken = new Uint8Array(vertexCount);
  const found = new Uint32Array(vertexCount);
  let count = 0;
  const take = (vertex: number): void => {
    if (isTaken[vertex] === 1) return;
    isTaken[vertex] = 1;
    found[count++] = vertex;
  };
  for (const triangle of order) {
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) take(triangles[corner]);
  }
  for (let vertex = 0; vertex < vertexCount; vertex++) take(vertex);
  return found;
}

/** Where each number is in a list that has each of them once. */
export function inverseOf(given: Uint32Array): Uint32Array {
  const places = new Uint32Array(given.length);
  for (let place = 0; place < given.length; place++) places[given[place]] = place;
  return places;
}

/** Swept vertices, or their inner control points, in the order of the tree. */
export function sweptInOrder(swept: Float64Array, given: Uint32Array): Float64Array {
  const ordered = new Float64Array(swept.length);
  for (let place = 0; place < given.length; place++) {
    for (let k = 0; k < 6; k++) ordered[6 * place + k] = swept[6 * given[place] + k];
  }
  return ordered;
}

/** The first two faces at each edge, ascending. */
function firstFaces(triangleEdges: Uint32Array, edgeCount: number): Uint32Array {
  const faces = new Uint32Array(2 * edgeCount).fill(NONE);
  triangleEdges.forEach((edge, side) => {
    const at = faces[2 * edge] === NONE ? 2 * edge : 2 * edge + 1;
    if (faces[at] === NONE) faces[at] = Math.floor(side / 3);
  });
  return faces;
}
