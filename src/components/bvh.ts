/**
 * An entity's bounding volumes over the step. The nodes of a deformable's 18-DOP tree lie in the arena; the columns
 * hold their block, and for every collider the world box of everything it sweeps in the step.
 */
export interface Bvh {
  /** Block of the tree's nodes; 0 for rigid bodies, whose tree belongs to their mesh. */
  readonly nodes: Uint32Array;
  readonly nodeCount: Uint32Array;
  /** Summed size of the nodes right after the build, and its ratio now: 1 is as good as new, large is worn. */
  readonly freshSize: Float64Array;
  readonly wear: Float64Array;
  /** Summed size of the leaves right after the build. */
  readonly freshLeaves: Float64Array;
  /** Steps for which a tree that was just split anew is left alone. */
  readonly rest: Uint32Array;
  /** The world box of all that it sweeps in the step; of cloth, after it, of where it is. */
  readonly minX: Float64Array;
  readonly minY: Float64Array;
  readonly minZ: Float64Array;
  readonly maxX: Float64Array;
  readonly maxY: Float64Array;
  readonly maxZ: Float64Array;
}

export function createBvh(maxEntities: number): Bvh {
  const box = () => new Float64Array(maxEntities);
  return {
    nodes: new Uint32Array(maxEntities),
    nodeCount: new Uint32Array(maxEntities),
    freshSize: new Float64Array(maxEntities),
    wear: new Float64Array(maxEntities),
    freshLeaves: new Float64Array(maxEntities),
    rest: new Uint32Array(maxEntities),
    minX: box(),
    minY: box(),
    minZ: box(),
    maxX: box(),
    maxY: box(),
    maxZ: box(),
  };
}
