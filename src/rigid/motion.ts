type Vector = ArrayLike<number>;

/** Where a body is: position and unit quaternion x, y, z, w. */
export interface RigidPose {
  /** x, y, z of the origin of its frame. */
  readonly position: Vector;
  /** A unit quaternion x, y, z, w. */
  readonly rotation: Vector;
}

/**
 * How a body moves in a step: its centre of rotation, given in the body's frame, goes straight and evenly while the
 * body turns about it evenly, either to an end pose by the shorter way or with given velocities a step.
 */
export type RigidMotion =
  | { readonly start: RigidPose; readonly end: RigidPose; readonly pivot?: Vector }
  | { readonly start: RigidPose; readonly linear: Vector; readonly angular: Vector; readonly pivot?: Vector };

/** A motion with velocities that is written again and again: what stages hand to queries. */
export class BodyMotion {
  readonly start = { position: new Float64Array(3), rotation: new Float64Array(4) } as const;
  /** How long it lasts, as one number: in a typed array, so that nobody makes an object of it. */
  readonly seconds = new Float64Array(1);
  /** Along and around the world's axes, in that time and not a second. */
  readonly linear = new Float64Array(3);
  readonly angular = new Float64Array(3);
  /** The centre of rotation in the body's frame. */
  readonly pivot = new Float64Array(3);
}
