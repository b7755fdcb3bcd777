// min and max of f64 without a branch: what the language has asks for NaN and signs of zero first, and comes to jumps that nothing predicts.

/** `a` where either is NaN. */
export function smaller(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0);
}

/** `a` where either is NaN. */
export function larger(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0);
}
