import { NONE } from '../kernels/layout/meshes.js';
import { type BvhTopology, NO_CHILD } from './bvh-build.js';
import type { FlatRegions } from './flat-regions.js';

/**
 * The regions that have no changed triangle: whether one is a disk, and its contour, depend on its own triangles alone. Of the
 * others nothing is known without looking at the whole tree again. For edits that keep the number of triangles, and so
 * the tree. `leaves`: of the changed triangles, ascending.
 */
export function recutRegions(
  old: Pick<FlatRegions, 'nodes' | 'contourStart' | 'contours'>,
  tree: BvhTopology,
  changed: Uint32Array,
  leaves = leavesOf(tree, changed),
): FlatRegions {
  const kept: KeptRegion[] = [];
  old.nodes.forEach((node, region) => {
    if (node === NONE) return; // given up when the tree was split anew
    const first = tree.child[node];
    if (firstFrom(leaves, first) >= first + 2 * tree.meta[node] - 2) kept.push({ node, region });
  });
  if (kept.some(({ node }, i) => i > 0 && kept[i - 1].node > node)) kept.sort((a, b) => a.node - b.node);
  return keepRegions(old, kept, tree);
}

/** A region of before, and the node that it is now. */
export interface KeptRegion {
  readonly node: number;
  readonly region: number;
}

/** Some regions of before, as regions of a tree, in ascending order of its nodes; with new names of vertices where they have some. */
export function keepRegions(
  old: Pick<FlatRegions, 'contourStart' | 'contours'>,
  kept: readonly KeptRegion[],
  tree: BvhTopology,
  newVertex?: Uint32Array,
): FlatRegions {
  const contourStart = new Uint32Array(kept.length + 1);
  let longest = 0;
  kept.forEach(({ region }, i) => {
    const length = old.contourStart[region + 1] - old.contourStart[region];
    contourStart[i + 1] = contourStart[i] + length;
    longest = Math.max(longest, length);
  });
  const contours = new Uint32Array(contourStart[kept.length]);
  const isOuter = new Uint8Array(kept.length);
  const isCovered = new Uint8Array(tree.child.length);
  kept.forEach(({ node }, i) => {
    // a region that was in a dropped one may be in no other now
    isOuter[i] = 1 - isCovered[node];
    if (isOuter[i] === 1) isCovered.fill(1, tree.child[node], tree.child[node] + 2 * tree.meta[node] - 2);
  });
  // contours of regions that follow each other are copied at once
  for (let i = 0; i < kept.length; ) {
    const first = i++;
    while (i < kept.length && kept[i].region === kept[i - 1].region + 1) i++;
    const from = old.contourStart[kept[first].region];
    contours.set(old.contours.subarray(from, old.contourStart[kept[i - 1].region + 1]), contourStart[first]);
  }
  if (newVertex) for (let i = 0; i < contours.length; i++) contours[i] = newVertex[contours[i]];
  return { nodes: Uint32Array.from(kept, ({ node }) => node), isOuter, contourStart, contours, longest };
}

/** The leaves of some triangles, ascending. */
function leavesOf({ child, meta }: BvhTopology, triangles: Uint32Array): Uint32Array {
  const isNamed = new Uint8Array((child.length + 1) >> 1);
  for (const triangle of triangles) isNamed[triangle] = 1;
  const leaves: number[] = [];
  for (let node = 0; node < child.length; node++)
    if (child[node] === NO_CHILD && isNamed[meta[node]] === 1) leaves.push(node);
  return Uint32Array.from(leaves);
}

/** The first of ascending numbers that is not below `least`; what is behind all where there is none. */
export function firstFrom(ascending: Uint32Array, least: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low < ascending.length ? ascending[low] : Number.POSITIVE_INFINITY;
}
