/** Rigid bodies and their contacts; the records are those of src/kernels/layout/bodies.ts and contacts.ts. */
export interface SolverKernels {
  /** Forces, gravity, damping and spin into the velocities of all free bodies, as means over `seconds`. */
  applyForces(bodies: number, count: number, seconds: number, gx: number, gy: number, gz: number): void;
  /** From the mean angular velocities of a sub-step to those at its end. */
  settleSpin(bodies: number, count: number): void;
  /** Moves every body that is neither fixed nor asleep by its velocities. */
  moveBodies(bodies: number, count: number, seconds: number): void;
}
