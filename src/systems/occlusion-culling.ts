/**
 * Removes pairs of the broad phase that the visibility backend has shown to be apart (Quick-CULLIDE 4). It only
 * removes, and only on facts of this step, or of padded volumes that nothing has left: no fact means that
 * nothing is removed.
 *
 * This stage is not there yet; this is its contract.
 */
export {};
