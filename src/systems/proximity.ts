/**
 * Pairs of features closer than a distance, with the direction between them, for resting contact (Mezger 3 to
 * 6).
 *
 * This stage is not there yet; this is its contract.
 */
export {};
