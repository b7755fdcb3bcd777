/**
 * Sub-steps of the cloth solver with detection when a vertex leaves its tube; ends after a bounded number of
 * rounds, and tells where prescribed motion was held.
 *
 * This stage is not there yet; this is its contract.
 */
export {};
