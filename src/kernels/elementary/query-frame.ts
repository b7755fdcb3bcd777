// Points of a query in a frame of their own: the first point is the origin, the largest coordinate is in [1, 2). The
// scale is a power of two, so that answers scale with their input exactly and squares neither overflow nor vanish.

const EXPONENT_BIAS: i32 = 1023;
/** Twice this still has a reciprocal among the normal numbers. */
const LARGEST_EXPONENT: i32 = 1000;

let factor: f64 = 1;

/** Multiplies a length in the frame by this to have it in the caller's units. */
export function unitOfFrame(): f64 {
  return factor;
}

/** Writes `count` points to `frame`, each rounded by at most 2^-53 of its own coordinates there. */
export function enterFrame(points: usize, count: i32, frame: usize): void {
  const x = load<f64>(points);
  const y = load<f64>(points, 8);
  const z = load<f64>(points, 16);
  const end = points + <usize>count * 24;
  let largest: f64 = 0;
  let to = frame;
  for (let from = points; from < end; from += 24, to += 24) {
    const dx = load<f64>(from) - x;
    const dy = load<f64>(from, 8) - y;
    const dz = load<f64>(from, 16) - z;
    largest = max(largest, max(abs(dx), max(abs(dy), abs(dz))));
    store<f64>(to, dx);
    store<f64>(to, dy, 8);
    store<f64>(to, dz, 16);
  }
  const exponent = exponentOf(largest);
  const scale = powerOfTwo(-exponent);
  factor = powerOfTwo(exponent);
  for (let at = frame; at < to; at += 8) store<f64>(at, load<f64>(at) * scale);
}

function exponentOf(x: f64): i32 {
  if (x === 0) return 0;
  const exponent = <i32>(reinterpret<u64>(x) >> 52) - EXPONENT_BIAS;
  return max(-LARGEST_EXPONENT, min(LARGEST_EXPONENT, exponent));
}

function powerOfTwo(exponent: i32): f64 {
  return reinterpret<f64>((<u64>(exponent + EXPONENT_BIAS)) << 52);
}
