// A rigid body among deformables: where its vertices are at two times of the step.

/**
 * f64 x y z of its origin, its rotation as a quaternion x y z w, how far its centre goes in the step, by what rotation
 * vector the body turns about it in the step, and where the centre is in the body's frame.
 */
export const OBSTACLE_POSITION = 0;
export const OBSTACLE_ROTATION = 24;
export const OBSTACLE_TRAVEL = 56;
export const OBSTACLE_TURN = 80;
export const OBSTACLE_CENTRE = 104;
/** Poses, for the kernel: nine f64 of a rotation matrix by rows, and the origin. At the start, and at two times. */
export const OBSTACLE_POSES = 128;
export const OBSTACLE_POSE_BYTES = 96;
export const OBSTACLE_BYTES = 448;
