import { type BvhTopology, NO_CHILD } from '../mesh/bvh-build.js';

/** A tree over faces with up to `order` children a node (Mezger 4.4); children come behind their parents. */
export interface FaceTree {
  /** The first child, and how many there are: side by side. A leaf has none. */
  readonly first: Uint32Array;
  readonly count: Uint32Array;
  /** The face of a leaf. */
  readonly face: Uint32Array;
}

/** A binary tree of which only every second level (order 4), every third (8) or every one (2) is kept. */
export function treeOfOrder({ child, meta }: BvhTopology, order: 2 | 4 | 8): FaceTree {
  const levels = { 2: 1, 4: 2, 8: 3 }[order];
  const first: number[] = [0];
  const count: number[] = [0];
  const face: number[] = [0];
  const old = [0];
  for (let node = 0; node < old.length; node++) {
    if (child[old[node]] === NO_CHILD) {
      face[node] = meta[old[node]];
      continue;
    }
    const children = below(child, old[node], levels);
    first[node] = old.length;
    count[node] = children.length;
    for (const each of children) {
      old.push(each);
      first.push(0);
      count.push(0);
      face.push(0);
    }
  }
  return { first: Uint32Array.from(first), count: Uint32Array.from(count), face: Uint32Array.from(face) };
}

function below(child: Uint32Array, node: number, levels: number): number[] {
  if (levels === 0 || child[node] === NO_CHILD) return [node];
  return [...below(child, child[node], levels - 1), ...below(child, child[node] + 1, levels - 1)];
}
