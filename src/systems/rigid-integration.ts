/**
 * Moves rigid bodies: speculative contacts from proximity, our contact solver, the rigid backend's step, and the
 * clamp at the certified time of contact along the motion that was really made.
 *
 * This stage is not there yet; this is its contract.
 */
export {};
