import { readMeshBlock } from '../mesh/mesh-block.js';
import type { MeshId } from '../mesh/mesh-store.js';
import { contactPoint } from '../systems/contact-point.js';
import { type CollisionSystems, STEP_ORDER } from '../systems/index.js';
import type { CollisionPlugin } from './collision-plugin.js';
import { advancementLines } from './debug-advancement.js';
import { FeatureReader } from './debug-features.js';
import { islandLines } from './debug-islands.js';
import { DebugLines } from './debug-lines.js';
import { normalLines } from './debug-normals.js';
import { treeBoxes } from './debug-trees.js';
import { type Visible, visibleBoxes } from './debug-visibility.js';
import { insideOf, noPlugin } from './inside.js';

/** Two entities each. The first `count` are valid; the arrays may be others after the next step. */
export interface CandidatePairs {
  /** How many there are. */
  readonly count: number;
  /** Entities. */
  readonly a: Uint32Array;
  readonly b: Uint32Array;
}

/** What happens inside, to be looked at: reading it changes nothing. Lines are in the world, where things are now. */
export interface Inspection {
  /** Names of the stages in their order, and what each of them took in the last step. */
  readonly stages: readonly (keyof CollisionSystems)[];
  /** What each stage took. */
  readonly milliseconds: Float64Array;
  /** Pairs of colliders that the broad phase and the visibility backend left. */
  readonly pairs: CandidatePairs;
  /** A mesh's positions as they are tested: in f64, where readMesh() has what renderers take. */
  positions(mesh: MeshId): Float64Array;
  /** Boxes of a level of a collider's tree, 0 being the root. */
  treeBoxes(entity: number, level: number, lines: DebugLines): void;
  /**
   * From the middle of each box of a level of a deformable's tree: the directions, of 26, that agree with every normal of its
   * triangles during the whole of the last step.
   */
  normalDirections(entity: number, level: number, length: number, lines: DebugLines): void;
  /** Triangles in regions whose normal cones and contours showed that they cannot touch themselves. */
  skippedRegions(entity: number, lines: DebugLines): void;
  /** Pairs of features of a deformable that no pair of triangles stands for. */
  orphans(entity: number, lines: DebugLines): void;
  /** From each triangle of a deformable to the features that it represents. */
  representatives(entity: number, lines: DebugLines): void;
  /** From each rigid body to the middle of those that fall asleep and wake with it, as they touch or are joined. */
  islands(lines: DebugLines): void;
  /**
   * For each pair of rigid bodies: lines between where their centres are when the search for their first contact in the coming
   * step knows that they are free, after 1, 2, 4, ... of its steps.
   */
  advancement(lines: DebugLines): void;
  /**
   * Boxes of the clusters that the visibility backend found fully visible in its first pass, in its second, in both or in neither
   * (BFV, FFV, SFV and NFV of Quick-CULLIDE).
   */
  visible(found: Visible, lines: DebugLines): void;
  /** Where a contact of `plugin.contacts` is now: x, y, z into `out`. */
  contactPoint(contact: number, out: Float64Array): Float64Array;
}

export type { Visible };
export { DebugLines };

/** A look inside a plugin that createCollisionPlugin() gave. Pages that do not call it do not load it. */
export function inspect(plugin: CollisionPlugin): Inspection {
  const inside = insideOf(plugin);
  if (inside === undefined) throw noPlugin('What is to be inspected');
  const { context, milliseconds } = inside;
  inside.isTimed = true;
  const features = new FeatureReader(context);
  return {
    stages: STEP_ORDER,
    milliseconds,
    get pairs() {
      return context.pairs;
    },
    positions(mesh) {
      const { arena } = context.core;
      const block = arena.address(context.meshes.record(mesh).block);
      return readMeshBlock(arena.memory.buffer, block).positions.slice();
    },
    treeBoxes: (entity, level, lines) => treeBoxes(context, entity, level, lines),
    normalDirections: (entity, level, length, lines) => normalLines(context, entity, level, length, lines),
    skippedRegions: (entity, lines) => features.skipped(entity, lines),
    orphans: (entity, lines) => features.orphans(entity, lines),
    representatives: (entity, lines) => features.representatives(entity, lines),
    islands: (lines) => islandLines(context, lines),
    advancement: (lines) => advancementLines(context, lines),
    visible: (found, lines) => visibleBoxes(context, found, lines),
    contactPoint: (contact, out) => contactPoint(context, contact, out),
  };
}
