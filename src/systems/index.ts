import { createBroadPhase } from './broad-phase.js';
import type { StepContext, System } from './context.js';
import { createIngest } from './ingest.js';
import { createOcclusionCulling } from './occlusion-culling.js';
import { createPublish } from './publish.js';
import { createRefit } from './refit.js';
import { createTimeOfImpact } from './time-of-impact.js';

/** The stages of a step by name, each a system that can be run alone. */
export interface CollisionSystems {
  /** Takes in who came, changed or went. */
  readonly ingest: System;
  /** Boxes over the step. */
  readonly refit: System;
  /** Pairs of colliders whose boxes touch. */
  readonly broadPhase: System;
  /** Removes pairs that pictures prove apart. */
  readonly occlusionCulling: System;
  /** What is searched: pairs with deformables, and deformables without their flat regions. */
  readonly highLevelCulling: System;
  /** Pairs of triangles, then of features. */
  readonly lowLevelCulling: System;
  /** Decides them: `plugin.contacts`. */
  readonly elementaryTests: System;
  /** Takes forces and velocities to the backend's table. */
  readonly rigidIntegration: System;
  /** Times of contact of rigid pairs: `plugin.impacts`. */
  readonly timeOfImpact: System;
  /** Moves rigid bodies, from contact to contact. */
  readonly rigidLoop: System;
  /** Moves cloth. */
  readonly deformableLoop: System;
  /** Breaks what was pushed harder than it bears, and tears cloth. */
  readonly fracture: System;
  /** Tells each entity of its contacts. */
  readonly publish: System;
}

/** One step, in its order. */
export const STEP_ORDER = [
  'ingest',
  'refit',
  'broadPhase',
  'occlusionCulling',
  'highLevelCulling',
  'lowLevelCulling',
  'elementaryTests',
  'rigidIntegration',
  'timeOfImpact',
  'rigidLoop',
  'deformableLoop',
  'fracture',
  'publish',
] as const satisfies readonly (keyof CollisionSystems)[];

/** Stages of parts that are loaded when they are asked for; without them nothing is done in their place. */
export type PartStages = Partial<
  Pick<
    CollisionSystems,
    | 'highLevelCulling'
    | 'lowLevelCulling'
    | 'elementaryTests'
    | 'rigidIntegration'
    | 'rigidLoop'
    | 'deformableLoop'
    | 'fracture'
  >
>;

const nothing: System = (world) => world;

export function createSystems(context: StepContext, parts: PartStages): CollisionSystems {
  return {
    ingest: createIngest(context),
    refit: createRefit(context),
    broadPhase: createBroadPhase(context),
    occlusionCulling: createOcclusionCulling(context),
    highLevelCulling: parts.highLevelCulling ?? nothing,
    lowLevelCulling: parts.lowLevelCulling ?? nothing,
    elementaryTests: parts.elementaryTests ?? nothing,
    rigidIntegration: parts.rigidIntegration ?? nothing,
    timeOfImpact: createTimeOfImpact(context),
    rigidLoop: parts.rigidLoop ?? nothing,
    deformableLoop: parts.deformableLoop ?? nothing,
    fracture: parts.fracture ?? nothing,
    publish: createPublish(context),
  };
}
