/**
 * First time of contact of each pair of rigid bodies that is left, certified: the motion up to it is free (C2A,
 * and earliest-first advancement). Reads motions and tolerances; writes states and times.
 *
 * This stage is not there yet; this is its contract.
 */
export {};
