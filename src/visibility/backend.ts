import type { ClusterPairs } from './cluster-pairs.js';
import type { SweptClusters } from './swept-clusters.js';
import type { View } from './view.js';

/** Commands of a pass, three words each: what, the first footprint, how many. */
export const DRAW = 0;
export const ASK = 1;
export const COMMAND_WORDS = 3;

/**
 * One pass over an empty depth buffer, its commands in order. DRAW writes footprints at their near depths and keeps the
 * nearest. ASK writes nothing and asks whether any pixel of the footprints, at their far depths, is as far as what was
 * drawn before, or farther.
 */
export interface VisibilityPass {
  /** COMMAND_WORDS each: DRAW or ASK, the first footprint, how many. */
  readonly commands: Uint32Array;
  /** How many commands there are, and how many of them are ASKs. */
  readonly commandCount: number;
  readonly askCount: number;
}

/** What is asked together: the passes of all views, over one list of footprints. */
export interface VisibilityBatch {
  /** FOOTPRINT_WORDS each. */
  readonly footprints: Int32Array;
  /** How many there are. */
  readonly footprintCount: number;
  /** One after the other, each over an empty depth buffer. */
  readonly passes: readonly VisibilityPass[];
}

/** `seen` has a byte an ASK, numbered through the passes: 0 where no pixel was as far. */
export type VisibilityAnswer =
  | { readonly state: 'answered'; readonly seen: Uint8Array; readonly encodeMs: number }
  | { readonly state: 'unknown'; readonly reason: string };

/**
 * The papers' own ways of culling, for comparison. LOSSY: contacts are missed, more of them the fewer pixels there are. All
 * off by default.
 */
export interface LossyModes {
  /**
   * Pairs are removed by the triangles themselves, where they are at the end of the step, at the centres of pixels along the
   * axes (Quick-CULLIDE 4). Misses what touches between the centres, and what has touched before the end.
   */
  readonly rawTriangles?: boolean;
  /**
   * Deformables are searched with themselves only among triangles that are in front of no other, and behind none, in some
   * view (Quick-CULLIDE 3.2). Misses the same, and what only touches.
   */
  readonly selfCollision?: boolean;
}

/** Where sweep and prune is done; 'automatic' tries both and keeps what took less time. */
export type SweepPlace = 'processor' | 'gpu' | 'automatic';

/**
 * Who draws footprints and counts pixels, for the stage occlusion-culling. Everything that it draws is decided in whole
 * numbers, so all backends give the same answers. It never throws while it answers: whatever goes wrong is `unknown`,
 * and nothing is culled.
 */
export interface VisibilityBackend {
  /** For messages: 'webgl2', 'webgpu', 'none'. */
  readonly name: string;
  /** Pixels along a side of the square that it draws to; 0 where it draws nothing. */
  readonly size: number;
  /** Directions that it is asked to look along; DEFAULT_VIEWS where it does not say. */
  readonly views?: readonly View[];
  /** The papers' own ways of culling, where they are asked for: contacts are missed. */
  readonly lossy?: LossyModes;
  /** Who sweeps clusters' boxes for pairs that may touch; the processor where it does not say. */
  readonly sweep?: SweepPlace;
  /**
   * Fills `pairs` with the pairs of clusters of different objects whose boxes touch: those of sweep and prune on the processor, in
   * its order. False where it cannot now. Never rejects.
   */
  readonly findPairs?: (clusters: SweptClusters, pairs: ClusterPairs) => Promise<boolean>;
  /** Called once, by the plugin that it was handed to. */
  open(): void | Promise<void>;
  /** Frees what `open` made. */
  close(): void;
  /** Never rejects. The batch may be written again once this has returned. */
  ask(batch: VisibilityBatch): Promise<VisibilityAnswer>;
}
