import type { RigidMotion } from '../rigid/motion.js';
import { NearPoints } from '../rigid/near-points.js';
import { RigidQueries } from '../rigid/queries.js';
import type { RigidMesh } from './rigid-mesh.js';
import { geometryCore } from './runtime.js';

/** A mesh and how it moves. */
export interface MovingMesh {
  /** What `rigidMesh` made. */
  readonly mesh: RigidMesh;
  /** What it does in the step. */
  readonly motion: RigidMotion;
}

/** What all rigid queries of this face share: one at a time. */
interface RigidWorkspace {
  readonly queries: RigidQueries;
  readonly manifold: NearPoints;
}

let opened: RigidWorkspace | undefined;

export function rigidWorkspace(): RigidWorkspace {
  opened ??= { queries: new RigidQueries(geometryCore()), manifold: new NearPoints() };
  return opened;
}
