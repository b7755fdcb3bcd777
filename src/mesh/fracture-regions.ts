import { type BvhTopology, NO_CHILD } from './bvh-build.js';
import type { FlatRegions } from './flat-regions.js';

/**
 * The regions that have no changed triangle: whether one is a disk, and its contour, depend on its own triangles alone. Of the
 * others nothing is known without looking at the whole tree again. For edits that keep the number of triangles, and so
 * the tree.
 */
export function recutRegions(old: FlatRegions, tree: BvhTopology, changed: Uint32Array): FlatRegions {
  const before = changedLeavesBefore(tree, changed);
  const kept: KeptRegion[] = [];
  old.nodes.forEach((node, region) => {
    const first = tree.child[node];
    if (before[first] === before[first + 2 * tree.meta[node] - 2]) kept.push({ node, region });
  });
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
  kept.forEach(({ node, region }, i) => {
    let to = contourStart[i];
    for (let at = old.contourStart[region]; at < old.contourStart[region + 1]; at++) {
      contours[to++] = newVertex === undefined ? old.contours[at] : newVertex[old.contours[at]];
    }
    // a region that was in a dropped one may be in no other now
    isOuter[i] = 1 - isCovered[node];
    if (isOuter[i] === 1) isCovered.fill(1, tree.child[node], tree.child[node] + 2 * tree.meta[node] - 2);
  });
  return { nodes: Uint32Array.from(kept, ({ node }) => node), isOuter, contourStart, contours, longest };
}

/** How many leaves with a changed triangle come before each node: descendants are one range. */
function changedLeavesBefore({ child, meta }: BvhTopology, changed: Uint32Array): Uint32Array {
  const isChanged = new Uint8Array((child.length + 1) >> 1);
  for (const triangle of changed) isChanged[triangle] = 1;
  const before = new Uint32Array(child.length + 1);
  for (let node = 0; node < child.length; node++) {
    before[node + 1] = before[node] + (child[node] === NO_CHILD ? isChanged[meta[node]] : 0);
  }
  return before;
}
