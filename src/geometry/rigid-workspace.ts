import { NEAR_BYTES } from '../kernels/layout.js';
import type { Core } from '../memory/open.js';
import { type RigidMotion, RigidQuery } from '../memory/rigid-query.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { type NearPair, readNearPairs } from './rigid-features.js';
import type { RigidMesh } from './rigid-mesh.js';
import { geometryCore } from './runtime.js';

/** A mesh and how it moves. */
export interface MovingMesh {
  readonly mesh: RigidMesh;
  readonly motion: RigidMotion;
}

/** The memory that all rigid queries of this face share: one at a time. */
export interface RigidWorkspace {
  readonly core: Core;
  readonly query: RigidQuery;
  readonly near: StepBuffer;
}

let opened: RigidWorkspace | undefined;

export function rigidWorkspace(): RigidWorkspace {
  const core = geometryCore();
  opened ??= { core, query: new RigidQuery(core.arena), near: new StepBuffer(core.arena) };
  return opened;
}

/** The feature pairs within a margin at a time of the motions that the query was last set up with. */
export function nearPairs(
  { core, query, near }: RigidWorkspace,
  a: RigidMesh,
  b: RigidMesh,
  time: number,
  margin: number,
): NearPair[] {
  const count = near.runUntilItFits(NEAR_BYTES, (address, capacity) =>
    core.kernels.nearFeatures(query.address, query.heap, time, margin, address, capacity),
  );
  return readNearPairs(core.arena, a.block, b.block, near.address, count);
}
