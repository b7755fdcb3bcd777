/**
 * Advance to the first contact of an island, resolve it, go on with what is left of the step: a bounded number
 * of events, and bodies that stay apart where the bound is reached.
 *
 * This stage is not there yet; this is its contract.
 */
export {};
