import { NONE } from '../kernels/layout/meshes.js';
import {
  REGION_BYTES,
  REGION_CONTOUR,
  REGION_CONTOUR_COUNT,
  REGION_IS_OUTER,
  REGION_NODE,
} from '../kernels/layout/regions.js';
import { type BvhTopology, NO_CHILD, trianglesBelow } from './bvh-build.js';
import type { Connectivity } from './connectivity.js';
import { diskNodesInSteps } from './disk-nodes.js';
import { drain, inPieces, part, type Steps } from './steps.js';

/** Smaller regions have more contour than area: testing them costs what it can save (8 and 32 were no better). */
const FEWEST_FACES = 16;

/** Regions that may be free of contact as a whole: nodes that cover a disk, and the vertices around each. */
export interface FlatRegions {
  /** Ascending: a region comes before those inside it. */
  readonly nodes: Uint32Array;
  /** 1 for a region that no other contains. */
  readonly isOuter: Uint8Array;
  /** The contour of region i is `contours[contourStart[i]]` up to `contourStart[i + 1]`, in order along it. */
  readonly contourStart: Uint32Array;
  readonly contours: Uint32Array;
  readonly longest: number;
}

export function flatRegions(bvh: BvhTopology, triangles: Uint32Array, mesh: Connectivity): FlatRegions {
  return drain(flatRegionsInSteps(bvh, triangles, mesh));
}

/** The same, a piece at a time. */
export function* flatRegionsInSteps(
  bvh: BvhTopology,
  triangles: Uint32Array,
  mesh: Connectivity,
): Steps<FlatRegions> {
  const disks = yield* part(0, 0.8, diskNodesInSteps(bvh, triangles, mesh));
  const nodes: number[] = [];
  const isOuter: number[] = [];
  const covered = new Uint8Array(disks.length);
  const contourStart: number[] = [0];
  const contours: number[] = [];
  const following = new Uint32Array(mesh.vertexCount);
  const seen = new Uint32Array(mesh.edgeCount).fill(NONE);
  const takeNodes = inPieces(disks.length, (from, to) => {
    for (let node = from; node < to; node++) {
      if (disks[node] === 0 || bvh.child[node] === NO_CHILD || bvh.meta[node] < FEWEST_FACES) continue;
      nodes.push(node);
      isOuter.push(1 - covered[node]);
      covered.fill(1, bvh.child[node], bvh.child[node] + 2 * bvh.meta[node] - 2);
      appendContour(contours, trianglesBelow(bvh, node), triangles, mesh, node, seen, following);
      contourStart.push(contours.length);
    }
  });
  yield* part(0.8, 1, takeNodes);
  return {
    nodes: Uint32Array.from(nodes),
    isOuter: Uint8Array.from(isOuter),
    contourStart: Uint32Array.from(contourStart),
    contours: Uint32Array.from(contours),
    longest: nodes.reduce((most, _, i) => Math.max(most, contourStart[i + 1] - contourStart[i]), 0),
  };
}

/** Regions in the layout that the kernel reads (REGION_BYTES each), behind one that stands for the whole mesh. */
export function regionRecords({ nodes, isOuter, contourStart }: FlatRegions): Uint32Array {
  const words = REGION_BYTES / 4;
  const records = new Uint32Array((1 + nodes.length) * words);
  const bytes = new Uint8Array(records.buffer);
  nodes.forEach((node, i) => {
    const at = (1 + i) * words;
    records[at + REGION_NODE / 4] = node;
    records[at + REGION_CONTOUR / 4] = contourStart[i];
    records[at + REGION_CONTOUR_COUNT / 4] = contourStart[i + 1] - contourStart[i];
    bytes[4 * at + REGION_IS_OUTER] = isOuter[i];
  });
  return records;
}

/** A disk has one contour and passes each vertex of it once: every vertex has one that follows. */
function appendContour(
  contours: number[],
  faces: Uint32Array,
  triangles: Uint32Array,
  mesh: Connectivity,
  node: number,
  seen: Uint32Array,
  following: Uint32Array,
): void {
  // an edge that two of the faces have is met twice, and has been unmarked then
  for (const face of faces) {
    for (let k = 0; k < 3; k++) {
      const edge = mesh.triangleEdges[3 * face + k];
      seen[edge] = seen[edge] === node ? NONE : node;
    }
  }
  let first = NONE;
  for (const face of faces) {
    for (let k = 0; k < 3; k++) {
      if (seen[mesh.triangleEdges[3 * face + k]] !== node) continue;
      first = triangles[3 * face + k];
      following[first] = triangles[3 * face + ((k + 1) % 3)];
    }
  }
  let vertex = first;
  do {
    contours.push(vertex);
    vertex = following[vertex];
  } while (vertex !== first);
}
