/**
 * Decides each pair of features exactly and writes the contacts with their times, sorted by kind and features:
 * the same list whatever found them, and on any number of workers.
 *
 * This stage is not there yet; this is its contract.
 */
export {};
