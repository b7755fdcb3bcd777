import { NONE } from '../kernels/layout/meshes.js';
import { type BvhTopology, NO_CHILD } from './bvh-build.js';
import type { LocalConnectivity } from './connectivity.js';
import type { FlatRegions } from './flat-regions.js';
import type { Orphans } from './orphans.js';

/** The leaf of a triangle. */
type LeafOf = (triangle: number) => number;

/**
 * ICCD V-F: the smallest region that has both features of an orphan, by its place in the list of all, or NONE: where it is skipped, so are they.
 * Vertices with faces come first, then edges.
 */
export function orphanRegions(
  tree: BvhTopology,
  mesh: Pick<LocalConnectivity, 'edgeFaces' | 'vertexFaceStart' | 'vertexFaces'>,
  flat: Pick<FlatRegions, 'nodes'>,
  { vertexFace, edgeEdge }: Orphans,
): Uint32Array {
  const nest = new Nest(tree, flat.nodes, leavesOf(tree));
  const found = new Uint32Array((vertexFace.length + edgeEdge.length) / 2);
  for (let i = 0; i < vertexFace.length; i += 2) {
    const start = mesh.vertexFaceStart[vertexFace[i]];
    const end = mesh.vertexFaceStart[vertexFace[i] + 1];
    found[i / 2] = nest.smallestWith([vertexFace[i + 1]], mesh.vertexFaces.subarray(start, end));
  }
  for (let i = 0; i < edgeEdge.length; i += 2) {
    const [one, other] = [facesAt(mesh, edgeEdge[i]), facesAt(mesh, edgeEdge[i + 1])];
    found[(vertexFace.length + i) / 2] = nest.smallestWith(one, other);
  }
  return found;
}

function facesAt({ edgeFaces }: Pick<LocalConnectivity, 'edgeFaces'>, edge: number): Uint32Array {
  return edgeFaces.subarray(2 * edge, edgeFaces[2 * edge + 1] === NONE ? 2 * edge + 1 : 2 * edge + 2);
}

function leavesOf({ child, meta }: BvhTopology): LeafOf {
  const leaf = new Uint32Array((child.length + 1) >> 1);
  for (let node = 0; node < child.length; node++) if (child[node] === NO_CHILD) leaf[meta[node]] = node;
  return (triangle) => leaf[triangle];
}

/** Regions inside regions: the descendants of each are one range of nodes, in which those of others are whole or not at all. */
class Nest {
  readonly #leafOf: LeafOf;
  /** In the order of their ranges: where each begins and ends, its place in the list, and the one around it or -1. */
  readonly #first: Uint32Array;
  readonly #end: Uint32Array;
  readonly #place: Uint32Array;
  readonly #above: Int32Array;

  constructor({ child, meta }: BvhTopology, nodes: Uint32Array, leafOf: LeafOf) {
    const count = nodes.length;
    this.#leafOf = leafOf;
    this.#first = new Uint32Array(count);
    this.#end = new Uint32Array(count);
    this.#place = new Uint32Array(count);
    this.#above = new Int32Array(count);
    for (let i = 0; i < count; i++) this.#place[i] = i;
    if (!nodes.every((node, i) => i === 0 || child[nodes[i - 1]] < child[node]))
      this.#place.sort((a, b) => child[nodes[a]] - child[nodes[b]]);
    let around = -1;
    for (let i = 0; i < count; i++) {
      const node = nodes[this.#place[i]];
      const first = child[node];
      while (around >= 0 && first >= this.#end[around]) around = this.#above[around];
      this.#first[i] = first;
      this.#end[i] = first + 2 * meta[node] - 2;
      this.#above[i] = around;
      around = i;
    }
  }

  /** The smallest region with a face of the one list and a face of the other. */
  smallestWith(some: ArrayLike<number>, others: ArrayLike<number>): number {
    let smallest = -1;
    for (let i = 0; i < some.length; i++) {
      let region = this.#around(this.#leafOf(some[i]));
      while (region >= 0 && !this.#hasOneOf(region, others)) region = this.#above[region];
      // of two around the same feature, the later one is inside
      smallest = Math.max(smallest, region);
    }
    return smallest < 0 ? NONE : this.#place[smallest];
  }

  /** The smallest one with a leaf. */
  #around(leaf: number): number {
    let low = 0;
    let high = this.#first.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#first[middle] <= leaf) low = middle + 1;
      else high = middle;
    }
    let region = low - 1;
    while (region >= 0 && leaf >= this.#end[region]) region = this.#above[region];
    return region;
  }

  #hasOneOf(region: number, faces: ArrayLike<number>): boolean {
    for (let i = 0; i < faces.length; i++) {
      const leaf = this.#leafOf(faces[i]);
      if (leaf >= this.#first[region] && leaf < this.#end[region]) return true;
    }
    return false;
  }
}
