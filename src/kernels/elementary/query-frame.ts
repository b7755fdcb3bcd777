// Points of a query in a frame of their own: the first point is the origin, the largest coordinate is in [1, 2). The
// scale is a power of two, so that answers scale with their input exactly and squares neither overflow nor vanish.
// Moving points come in groups, one a time or control index, and each group's first point is its origin: what all
// points do together costs no accuracy.

const EXPONENT_BIAS: i32 = 1023;
/** Twice this still has a reciprocal among the normal numbers. */
const LARGEST_EXPONENT: i32 = 1000;

let factor: f64 = 1;

/** Multiplies a length in the frame by this to have it in the caller's units. */
export function unitOfFrame(): f64 {
  return factor;
}

/** Writes `groups` times `size` points to `frame`, each rounded by at most 2^-53 of its own coordinates there. */
export function enterFrame(points: usize, size: i32, groups: i32, frame: usize): void {
  const groupBytes = <usize>size * 24;
  const end = points + groupBytes * <usize>groups;
  let largest: f64 = 0;
  let to = frame;
  for (let origin = points; origin < end; origin += groupBytes) {
    for (let from = origin; from < origin + groupBytes; from += 24, to += 24) {
      largest = max(largest, writeDifference(to, from, origin, 0));
      largest = max(largest, writeDifference(to, from, origin, 8));
      largest = max(largest, writeDifference(to, from, origin, 16));
    }
  }
  const exponent = exponentOf(largest);
  const scale = powerOfTwo(-exponent);
  factor = powerOfTwo(exponent);
  for (let at = frame; at < to; at += 8) store<f64>(at, load<f64>(at) * scale);
}

function writeDifference(to: usize, from: usize, origin: usize, axis: usize): f64 {
  const difference = load<f64>(from + axis) - load<f64>(origin + axis);
  store<f64>(to + axis, difference);
  return abs(difference);
}

function exponentOf(x: f64): i32 {
  if (x === 0) return 0;
  const exponent = <i32>(reinterpret<u64>(x) >> 52) - EXPONENT_BIAS;
  return max(-LARGEST_EXPONENT, min(LARGEST_EXPONENT, exponent));
}

function powerOfTwo(exponent: i32): f64 {
  return reinterpret<f64>((<u64>(exponent + EXPONENT_BIAS)) << 52);
}
