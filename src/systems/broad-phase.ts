/**
 * Pairs of colliders whose swept boxes overlap and whose groups and masks agree, each pair once, in the order of
 * the colliders' creation (ICCD VI: the upper level of the two-level tree). Reads Bvh and CollisionSettings;
 * loses no pair.
 *
 * This stage is not there yet; this is its contract.
 */
export {};
