import { NONE } from '../kernels/layout/meshes.js';
import { type BvhTopology, NO_CHILD } from './bvh-build.js';
import type { LocalConnectivity } from './connectivity.js';
import type { FlatRegions } from './flat-regions.js';
import type { Orphans } from './orphans.js';

/**
 * ICCD V-F: the node of the smallest region that has both features of an orphan, or NONE: where it is skipped, so are they.
 * Vertices with faces come first, then edges.
 */
export function orphanRegions(
  tree: BvhTopology,
  mesh: Pick<LocalConnectivity, 'edgeFaces' | 'vertexFaceStart' | 'vertexFaces'>,
  flat: Pick<FlatRegions, 'nodes'>,
  { vertexFace, edgeEdge }: Orphans,
): Uint32Array {
  const nest = new Nest(tree, flat.nodes);
  const found = new Uint32Array((vertexFace.length + edgeEdge.length) / 2);
  for (let i = 0; i < vertexFace.length; i += 2) {
    const start = mesh.vertexFaceStart[vertexFace[i]];
    const end = mesh.vertexFaceStart[vertexFace[i] + 1];
    found[i / 2] = nest.smallestWith([vertexFace[i + 1]], mesh.vertexFaces.subarray(start, end));
  }
  const facesAt = (edge: number) =>
    mesh.edgeFaces.subarray(2 * edge, mesh.edgeFaces[2 * edge + 1] === NONE ? 2 * edge + 1 : 2 * edge + 2);
  for (let i = 0; i < edgeEdge.length; i += 2) {
    found[(vertexFace.length + i) / 2] = nest.smallestWith(facesAt(edgeEdge[i]), facesAt(edgeEdge[i + 1]));
  }
  return found;
}

/** Regions inside regions: which has a triangle, and which is around it. */
class Nest {
  readonly #tree: BvhTopology;
  /** The smallest region at or above each node, and the one above each region's node. */
  readonly #around: Uint32Array;
  readonly #above: Uint32Array;
  readonly #leaf: Uint32Array;

  constructor(tree: BvhTopology, regions: Uint32Array) {
    const nodeCount = tree.child.length;
    this.#tree = tree;
    this.#around = new Uint32Array(nodeCount).fill(NONE);
    this.#above = new Uint32Array(nodeCount).fill(NONE);
    this.#leaf = new Uint32Array((nodeCount + 1) >> 1);
    const isRegion = new Uint8Array(nodeCount);
    for (const node of regions) isRegion[node] = 1;
    for (let node = 0; node < nodeCount; node++) {
      this.#above[node] = this.#around[node];
      if (isRegion[node] === 1) this.#around[node] = node;
      const child = tree.child[node];
      if (child === NO_CHILD) this.#leaf[tree.meta[node]] = node;
      else this.#around[child] = this.#around[child + 1] = this.#around[node];
    }
  }

  /** The smallest region with a face of the one list and a face of the other. */
  smallestWith(some: ArrayLike<number>, others: ArrayLike<number>): number {
    let smallest = NONE;
    for (let i = 0; i < some.length; i++) {
      let region = this.#around[this.#leaf[some[i]]];
      while (region !== NONE && !this.#hasOneOf(region, others)) region = this.#above[region];
      // children have higher indices: of two regions around the same feature pair, the higher is inside
      if (region !== NONE && (smallest === NONE || region > smallest)) smallest = region;
    }
    return smallest;
  }

  /** The descendants of a node are one range. */
  #hasOneOf(region: number, faces: ArrayLike<number>): boolean {
    const first = this.#tree.child[region];
    const end = first + 2 * this.#tree.meta[region] - 2;
    for (let i = 0; i < faces.length; i++) {
      const leaf = this.#leaf[faces[i]];
      if (leaf >= first && leaf < end) return true;
    }
    return false;
  }
}
