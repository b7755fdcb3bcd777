import type { TreeRule } from '../mesh/mesh-blocks.js';
import type { StrategyName } from '../search/search-strategy.js';
import type { ContactMode, Instant, VolumeName } from './deformable-arguments.js';

/** How a `DeformableCollider` is built. */
export interface ColliderOptions {
  /** Keep boxes of all edges: 120 bytes more a triangle, searches about 5 % faster. */
  readonly storeEdgeBoxes?: boolean;
  /**
   * 'median' (by default) splits space, 'connected' merges neighbours: more regions that can be skipped whole, and more
   * box tests on folded cloth.
   */
  readonly tree?: TreeRule;
  /** What boxes are: '18-dop' (by default), '14-dop' or 'aabb'. Meshes that are searched together need the same. */
  readonly volume?: VolumeName;
  /**
   * Surfaces count as touching at this distance, two of them at the mean of theirs. 0, the default, decides touching
   * exactly; above it, times are certified: never late.
   */
  readonly thickness?: number;
  /** 1: searched by this thread alone, whatever `initGeometry` started. 2 by default: by all there are. */
  readonly workers?: number;
}

/** How contacts are searched. */
export interface ContactOptions {
  /** All contacts of the step, or the earliest alone, which is faster found. 'all' by default. */
  readonly mode?: ContactMode;
  /** How to search; every strategy finds the same contacts. 'all' by default. */
  readonly strategy?: StrategyName;
  /** Barycentric coordinates and normals as well: about a microsecond a contact. */
  readonly details?: boolean;
}

/** How intersections are searched. */
export interface IntersectionOptions {
  /** 'end' by default: where the last `update` put the mesh. */
  readonly at?: Instant;
  /** Whether edges have representatives and boxes; 'all' by default. */
  readonly strategy?: StrategyName;
}
