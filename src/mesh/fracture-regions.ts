import { type BvhTopology, NO_CHILD } from './bvh-build.js';
import type { FlatRegions } from './flat-regions.js';

/**
 * The regions that have no changed triangle: whether one is a disk, and its contour, depend on its own triangles alone. Of the
 * others nothing is known without looking at the whole tree again. For edits that keep the number of triangles, and so
 * the tree.
 */
export function recutRegions(old: FlatRegions, tree: BvhTopology, changed: Uint32Array): FlatRegions {
  const before = changedLeavesBefore(tree, changed);
  const nodes: number[] = [];
  const contourStart = [0];
  const contours: number[] = [];
  let longest = 0;
  for (let i = 0; i < old.nodes.length; i++) {
    const node = old.nodes[i];
    const first = tree.child[node];
    const end = first + 2 * tree.meta[node] - 2;
    if (before[first] !== before[end]) continue;
    nodes.push(node);
    for (let at = old.contourStart[i]; at < old.contourStart[i + 1]; at++) contours.push(old.contours[at]);
    longest = Math.max(longest, contours.length - contourStart[contourStart.length - 1]);
    contourStart.push(contours.length);
  }
  // a region that was in a dropped one may be in no other now
  const isOuter = new Uint8Array(nodes.length);
  const isCovered = new Uint8Array(tree.child.length);
  nodes.forEach((node, i) => {
    isOuter[i] = 1 - isCovered[node];
    if (isOuter[i] === 1) isCovered.fill(1, tree.child[node], tree.child[node] + 2 * tree.meta[node] - 2);
  });
  return {
    nodes: Uint32Array.from(nodes),
    isOuter,
    contourStart: Uint32Array.from(contourStart),
    contours: Uint32Array.from(contours),
    longest,
  };
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
