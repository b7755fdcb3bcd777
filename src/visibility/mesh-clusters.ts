import { type BvhTopology, buildBvh, NO_CHILD, trianglesBelow } from '../mesh/bvh-build.js';
import { sweptVertices } from '../mesh/swept.js';
import { CLUSTER_TRIANGLES } from './swept-clusters.js';

/** A mesh's clusters: few triangles each, close together at rest. */
export interface MeshClusters {
  readonly count: number;
  /** Where each cluster's own begin, and where the last one's end. */
  readonly vertexStart: Uint32Array;
  readonly vertices: Uint32Array;
  readonly triangleStart: Uint32Array;
  readonly triangles: Uint32Array;
}

/** Cuts a mesh along its tree into clusters of at most so many triangles. */
export function clusterMesh(
  positions: Float64Array,
  triangles: Uint32Array,
  largest = CLUSTER_TRIANGLES,
): MeshClusters {
  const bvh = buildBvh(sweptVertices(positions, positions), triangles);
  const vertexStart = [0];
  const vertices: number[] = [];
  const triangleStart = [0];
  const chosen: number[] = [];
  for (const node of clusterRoots(bvh, largest)) {
    const own = trianglesBelow(bvh, node);
    chosen.push(...own);
    const corners = new Set<number>();
    for (const triangle of own) for (let c = 0; c < 3; c++) corners.add(triangles[triangle * 3 + c]);
    vertices.push(...corners);
    vertexStart.push(vertices.length);
    triangleStart.push(chosen.length);
  }
  return {
    count: triangleStart.length - 1,
    vertexStart: Uint32Array.from(vertexStart),
    vertices: Uint32Array.from(vertices),
    triangleStart: Uint32Array.from(triangleStart),
    triangles: Uint32Array.from(chosen),
  };
}

/** The highest nodes that have few enough triangles, from left to right. */
function clusterRoots({ child, meta }: BvhTopology, largest: number): number[] {
  const roots: number[] = [];
  const open = child.length > 0 ? [0] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (child[node] === NO_CHILD || meta[node] <= largest) roots.push(node);
    else open.push(child[node] + 1, child[node]);
  }
  return roots;
}
