/**
 * From pairs of triangles to pairs of features, each once: procedural representative triangles, orphan sets
 * (ICCD V) and boxes of features (R-Triangles 4).
 *
 * This stage is not there yet; this is its contract.
 */
export {};
