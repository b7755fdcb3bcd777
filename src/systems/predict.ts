/**
 * Where everything will be at the end of the step if nothing touches: rigid bodies by their velocities and
 * forces, deformables as their solver or their user says. Reads RigidBody, Deformable and the clock; writes the
 * ends of motions.
 *
 * This stage is not there yet; this is its contract.
 */
export {};
