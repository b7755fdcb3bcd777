import { NONE } from '../kernels/layout/meshes.js';
import { type BoundaryLoops, boundaryLoops } from './boundary-loops.js';
import { type Components, componentsByEdge, componentsByVertex } from './components.js';
import { type Connectivity, connect } from './connectivity.js';
import { pinchedVertices } from './fans.js';
import { drain, inPieces, part, type Steps } from './steps.js';
import type { MeshInput } from './types.js';
import { checkMesh } from './validate.js';
import { firstWindingClash } from './winding.js';

/** What a mesh's connections amount to. */
export interface TopologyFacts extends BoundaryLoops {
  /** Components of triangles that share a vertex. */
  readonly byVertex: Components;
  /** Components of triangles that share an edge. */
  readonly byEdge: Components;
  /** Edges with one face. */
  readonly boundaryEdgeCount: number;
  /** Edges with more than two. */
  readonly nonManifoldEdgeCount: number;
  /** No edge has only one face. */
  readonly isClosed: boolean;
  /** No edge has more than two faces. */
  readonly isManifoldEdges: boolean;
  /** No edge is run along twice in the same direction; never so where an edge has more than two faces. */
  readonly consistentOrientation: boolean;
  /** Vertices whose triangles form more than one fan. */
  readonly pinchedVertices: Uint32Array;
}

/** Edges, incident lists, and what they amount to. */
export interface MeshTopology extends Connectivity, TopologyFacts {}

/**
 * How a mesh is connected: its edges and who has them, where it ends, its components, and whether its triangles agree which side is
 * out. Soups are described too.
 *
 * @example
 * import { meshTopology } from 'first-contact';
 * const sheet = { positions: [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1], triangles: [0, 2, 1, 1, 2, 3] };
 * const { edgeCount, isClosed, loopStart, loopVertices } = meshTopology(sheet);
 * console.log(edgeCount, isClosed, loopVertices.slice(loopStart[0], loopStart[1]).join(' ')); // 5 false 0 2 3 1
 */
export function meshTopology(mesh: MeshInput): MeshTopology {
  const { positions, triangles } = checkMesh(mesh, 'rigid');
  return buildTopology(triangles, positions.length / 3);
}

/** All at once, for triangles that have been checked: indices in range, three different ones each. */
export function buildTopology(triangles: Uint32Array, vertexCount: number): MeshTopology {
  const connectivity = drain(connect(triangles, vertexCount));
  return { ...connectivity, ...drain(describeTopology(triangles, connectivity)) };
}

function* describeTopology(triangles: Uint32Array, mesh: Connectivity): Steps<TopologyFacts> {
  const byVertex = yield* part(0, 0.25, componentsByVertex(triangles, mesh));
  const byEdge = yield* part(0.25, 0.45, componentsByEdge(mesh));
  const { boundaryEdgeCount, nonManifoldEdgeCount } = yield* part(0.45, 0.5, countOddEdges(mesh));
  const clash = yield* part(0.5, 0.6, firstWindingClash(triangles, mesh));
  const pinched = yield* part(0.6, 0.9, pinchedVertices(triangles, mesh));
  const loops = yield* part(0.9, 1, boundaryLoops(triangles, mesh));
  return {
    byVertex,
    byEdge,
    boundaryEdgeCount,
    nonManifoldEdgeCount,
    isClosed: boundaryEdgeCount === 0,
    isManifoldEdges: nonManifoldEdgeCount === 0,
    consistentOrientation: clash === NONE,
    pinchedVertices: pinched,
    ...loops,
  };
}

function* countOddEdges({ edgeCount, edgeFaceCount }: Connectivity) {
  let boundaryEdgeCount = 0;
  let nonManifoldEdgeCount = 0;
  yield* inPieces(edgeCount, (from, to) => {
    for (let e = from; e < to; e++) {
      if (edgeFaceCount[e] === 1) boundaryEdgeCount++;
      else if (edgeFaceCount[e] > 2) nonManifoldEdgeCount++;
    }
  });
  return { boundaryEdgeCount, nonManifoldEdgeCount };
}
