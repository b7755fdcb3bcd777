import {
  MOVER_ANGULAR,
  MOVER_ASLEEP,
  MOVER_BENT,
  MOVER_CENTRE,
  MOVER_INERTIA,
  MOVER_KIND,
  MOVER_LINEAR,
  MOVER_LOCKS,
  MOVER_MASS,
  MOVER_POSITION,
  MOVER_ROTATION,
} from '../kernels/layout/bodies.js';

/** Where body i of a `RigidBodyTable` has what, in `numbers` from i * stride on: for backends of your own. */
export const BODY_NUMBERS = {
  /** The mesh's origin. */
  position: MOVER_POSITION / 8,
  /** Unit quaternion x y z w. */
  rotation: MOVER_ROTATION / 8,
  /** Velocity of the centre of mass. */
  linear: MOVER_LINEAR / 8,
  angular: MOVER_ANGULAR / 8,
  /** The centre of mass in the mesh's frame, and the inertia about it: xx yy zz xy xz yz. */
  centre: MOVER_CENTRE / 8,
  inertia: MOVER_INERTIA / 8,
  mass: MOVER_MASS / 8,
} as const;

/** The same in `words`, from i * 2 * stride on. */
export const BODY_WORDS = {
  /** MOTION_DYNAMIC, MOTION_KINEMATIC or MOTION_FIXED. */
  kind: MOVER_KIND / 4,
  /** LOCK_* bits. */
  locks: MOVER_LOCKS / 4,
  /** 1 where the body sleeps: it is not moved. */
  asleep: MOVER_ASLEEP / 4,
  /** 1 where joints hold the body, and it goes by its velocities all the same. */
  bent: MOVER_BENT / 4,
} as const;
