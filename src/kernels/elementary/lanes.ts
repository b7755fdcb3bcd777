// Two f64 at a time: lane 0 is about the start of an interval of times, lane 1 about its end.

const BOTH_LANES = 3;

export function swapped(a: v128): v128 {
  return v128.shuffle<f64>(a, a, 1, 0);
}

/** Whether the comparison whose result `mask` is holds in both lanes. */
export function inBoth(mask: v128): bool {
  return i64x2.bitmask(mask) === BOTH_LANES;
}

export function inOne(mask: v128): bool {
  return i64x2.bitmask(mask) !== 0;
}
