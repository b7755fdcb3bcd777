/**
 * Descends the trees of the pairs that are left and finds pairs of triangles whose swept 18-DOPs overlap; skips
 * a region of a deformable where its normal cone and its contour prove that it cannot touch itself (ICCD IV).
 *
 * This stage is not there yet; this is its contract.
 */
export {};
