// A rigid body among deformables: where its vertices are at two times of the step.

/** f64 x y z of its origin, its rotation as a quaternion x y z w, how far the origin goes in the step, and by what
 * rotation vector the body turns about it in the step. */
export const OBSTACLE_POSITION = 0;
export const OBSTACLE_ROTATION = 24;
export const OBSTACLE_TRAVEL = 56;
export const OBSTACLE_TURN = 80;
/** Two poses, for the kernel: nine f64 of a rotation matrix by rows, and the origin. */
export const OBSTACLE_POSES = 104;
export const OBSTACLE_POSE_BYTES = 96;
export const OBSTACLE_BYTES = 320;
