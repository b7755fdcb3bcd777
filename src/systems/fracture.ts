/**
 * Cuts edges and faces, and updates topology, representatives, orphans, contours and trees where they were cut
 * (ICCD V-E, VI); pieces become colliders of their own.
 *
 * This stage is not there yet; this is its contract.
 */
export {};
