import { type BvhTopology, bvhNodeCount, NO_CHILD, splitBelow } from './bvh-build.js';
import type { FlatRegions } from './flat-regions.js';
import { type KeptRegion, keepRegions } from './fracture-regions.js';

/** Where triangles are, for subtrees that are split anew. */
export interface SweptTriangles {
  /** x0 x1 y0 y1 z0 z1 a vertex. */
  readonly swept: Float64Array;
  readonly triangles: Uint32Array;
}

/**
 * A tree put together of subtrees of another one, depth first, so that the descendants of each node are one range. Regions of subtrees
 * that are taken over whole stay regions. `newFace`: what triangles are called in the new one.
 */
export class TreeLayout {
  readonly tree: BvhTopology;
  readonly #old: BvhTopology;
  readonly #newFace: Uint32Array;
  /** Subtrees that were taken over, and where they begin now. */
  readonly #taken: { readonly node: number; readonly to: number }[] = [];
  #free = 1;

  constructor(old: BvhTopology, newFace: Uint32Array, triangleCount: number) {
    const nodeCount = bvhNodeCount(triangleCount);
    this.#old = old;
    this.#newFace = newFace;
    this.tree = { child: new Uint32Array(nodeCount), meta: new Uint32Array(nodeCount) };
  }

  /** A node with two children, which are to be filled before anything else is; returns the first of them. */
  open(to: number): number {
    const pair = this.#free;
    this.#free += 2;
    this.tree.child[to] = pair;
    return pair;
  }

  /** Counts what is below a node both of whose children are filled. */
  close(to: number): void {
    const pair = this.tree.child[to];
    this.tree.meta[to] = countOf(this.tree, pair) + countOf(this.tree, pair + 1);
  }

  /** A leaf, or a whole subtree: its descendants are one range, and stay one. */
  take(node: number, to: number): void {
    const { child, meta } = this.#old;
    const first = child[node];
    if (first === NO_CHILD) {
      this.tree.meta[to] = this.#newFace[meta[node]];
      return;
    }
    const free = this.#free;
    const count = 2 * meta[node] - 2;
    this.tree.child[to] = free;
    this.tree.meta[to] = meta[node];
    for (let i = 0; i < count; i++) {
      const below = child[first + i];
      this.tree.child[free + i] = below === NO_CHILD ? NO_CHILD : below - first + free;
      this.tree.meta[free + i] = below === NO_CHILD ? this.#newFace[meta[first + i]] : meta[first + i];
    }
    this.#free += count;
    this.#taken.push({ node, to });
  }

  /** A subtree over triangles by their new names. */
  split(to: number, { swept, triangles }: SweptTriangles, faces: Uint32Array): void {
    splitBelow(this.tree, to, this.#free, swept, triangles, faces);
    this.#free += 2 * faces.length - 2;
  }

  /** Regions at or below what was taken over; with new names of vertices where they have some. */
  regions(flat: FlatRegions, newVertex?: Uint32Array): FlatRegions {
    const { child, meta } = this.#old;
    const taken = this.#taken.sort((a, b) => child[a.node] - child[b.node]);
    const firsts = taken.map(({ node }) => child[node]);
    const kept: KeptRegion[] = [];
    flat.nodes.forEach((node, region) => {
      const root = lastNotAbove(firsts, child[node]);
      if (root < 0) return;
      const { node: above, to } = taken[root];
      if (node === above) kept.push({ node: to, region });
      else if (node >= firsts[root] && node < firsts[root] + 2 * meta[above] - 2)
        kept.push({ node: this.tree.child[to] + node - firsts[root], region });
    });
    kept.sort((a, b) => a.node - b.node);
    return keepRegions(flat, kept, this.tree, newVertex);
  }
}

function countOf({ child, meta }: BvhTopology, node: number): number {
  return child[node] === NO_CHILD ? 1 : meta[node];
}

/** The index of the last of ascending numbers that is not above `value`; -1 where all are. */
function lastNotAbove(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
