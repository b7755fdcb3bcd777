import { NONE } from '../kernels/layout/meshes.js';
import { type BvhTopology, NO_CHILD } from './bvh-build.js';
import { type CentroidKeys, centroidKeys } from './centroids.js';
import type { TreeWithRegions } from './cut-tree.js';
import { type SweptTriangles, TreeLayout } from './tree-layout.js';

/** Up to so many triangles a subtree that gets more is split anew: no region is as small, and it stays balanced. */
const FEW = 16;
/** Searches have room for this and a third more: what is put in at one spot again and again makes a tree deep. */
const DEEPEST = 48;

/** What becomes of a tree's triangles. */
export interface LeafEdit {
  /** What each is called afterwards, NONE for those that are taken out. */
  readonly newFace: Uint32Array;
  /** Those that are put in, by their names afterwards. */
  readonly added: Uint32Array;
  readonly triangleCount: number;
}

/** Twice the centre of a node's box along an axis. */
export type NodeCentres = (node: number, axis: 0 | 1 | 2) => number;

/**
 * A tree without some leaves and with others: each new one goes down to where boxes are nearest, and where as many come as are there,
 * the subtree is split anew. Regions in which nothing changes stay regions. Undefined where the tree would be too deep.
 */
export function editTree(
  whole: TreeWithRegions,
  edit: LeafEdit,
  centres: NodeCentres,
  after: SweptTriangles,
): TreeWithRegions | undefined {
  const { tree, regions } = new TreeEdit(whole.tree, edit, centres, after).run();
  return depthOf(tree) > DEEPEST ? undefined : { tree, flat: regions(whole.flat) };
}

class TreeEdit {
  readonly #old: BvhTopology;
  readonly #edit: LeafEdit;
  readonly #centres: NodeCentres;
  readonly #after: SweptTriangles;
  readonly #keys: CentroidKeys;
  /** How many of the triangles below each node stay. */
  readonly #left: Uint32Array;
  readonly #layout: TreeLayout;

  constructor(old: BvhTopology, edit: LeafEdit, centres: NodeCentres, after: SweptTriangles) {
    this.#old = old;
    this.#edit = edit;
    this.#centres = centres;
    this.#after = after;
    this.#keys = centroidKeys(after.swept, after.triangles, edit.added);
    this.#left = leavesLeft(old, edit.newFace);
    this.#layout = new TreeLayout(old, edit.newFace, edit.triangleCount);
  }

  run(): { readonly tree: BvhTopology; readonly regions: TreeLayout['regions'] } {
    const layout = this.#layout;
    const all = Uint32Array.from(this.#edit.added.keys());
    if (this.#left[0] === 0) this.#split(0, 0, all);
    else this.#put(0, 0, all);
    return { tree: layout.tree, regions: (flat) => layout.regions(flat) };
  }

  /** What is left below a node, with some of those that are put in. */
  #put(node: number, to: number, added: Uint32Array): void {
    const { child, meta } = this.#old;
    const at = this.#withBothSides(node);
    const first = child[at];
    const left = this.#left[at];
    if (added.length === 0 && left === (first === NO_CHILD ? 1 : meta[at])) {
      this.#layout.take(at, to);
    } else if (added.length >= left || (added.length > 0 && added.length + left <= FEW)) {
      this.#split(at, to, added);
    } else {
      const nearFirst = added.filter((i) => this.#isNearFirst(first, i));
      const others = added.filter((i) => !this.#isNearFirst(first, i));
      const pair = this.#layout.open(to);
      this.#put(first, pair, nearFirst);
      this.#put(first + 1, pair + 1, others);
      this.#layout.close(to);
    }
  }

  /** Down to a leaf, or where something is left on both sides. */
  #withBothSides(node: number): number {
    const { child } = this.#old;
    let at = node;
    while (child[at] !== NO_CHILD) {
      const first = child[at];
      if (this.#left[first] > 0 && this.#left[first + 1] > 0) break;
      at = this.#left[first] > 0 ? first : first + 1;
    }
    return at;
  }

  #isNearFirst(first: number, i: number): boolean {
    return this.#distance(first, i) <= this.#distance(first + 1, i);
  }

  /** Squared, between the centres of a node's box and of the i-th triangle that is put in. */
  #distance(node: number, i: number): number {
    const { x, y, z } = this.#keys;
    const { swept } = this.#after;
    const squared = (axis: 0 | 1 | 2, key: number) => {
      const along = this.#centres(node, axis) - 2 * swept[2 * axis] - key;
      return along * along;
    };
    return squared(0, x[i]) + squared(1, y[i]) + squared(2, z[i]);
  }

  #split(at: number, to: number, added: Uint32Array): void {
    const faces = new Uint32Array(this.#left[at] + added.length);
    let filled = 0;
    const { child, meta } = this.#old;
    const takeLeaf = (leaf: number) => {
      const face = this.#edit.newFace[meta[leaf]];
      if (face !== NONE) faces[filled++] = face;
    };
    if (child[at] === NO_CHILD) takeLeaf(at);
    else {
      const end = child[at] + 2 * meta[at] - 2;
      for (let node = child[at]; node < end; node++) if (child[node] === NO_CHILD) takeLeaf(node);
    }
    for (const i of added) faces[filled++] = this.#edit.added[i];
    this.#layout.split(to, this.#after, faces);
  }
}

function leavesLeft({ child, meta }: BvhTopology, newFace: Uint32Array): Uint32Array {
  const left = new Uint32Array(child.length);
  for (let node = child.length - 1; node >= 0; node--) {
    const first = child[node];
    if (first === NO_CHILD) left[node] = newFace[meta[node]] === NONE ? 0 : 1;
    else left[node] = left[first] + left[first + 1];
  }
  return left;
}

function depthOf({ child }: BvhTopology): number {
  const depth = new Uint8Array(child.length);
  let deepest = 0;
  for (let node = 0; node < child.length; node++) {
    const first = child[node];
    if (first === NO_CHILD) continue;
    // a byte would begin anew beyond 255
    depth[first] = depth[first + 1] = Math.min(255, depth[node] + 1);
    deepest = Math.max(deepest, depth[first]);
  }
  return deepest;
}
