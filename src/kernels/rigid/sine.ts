const TWO_OVER_PI: f64 = 0.6366197723675814;
// pi / 2 in two parts; the first has 33 bits, so that its product with a small whole number is exact.
const HALF_PI_HIGH: f64 = 1.5707963267341256;
const HALF_PI_LOW: f64 = 6.077100506506192e-11;

/** Second result of `sineOf`. */
export let cosine: f64 = 1;

/**
 * Sine and cosine, the same bits in every engine. Taylor series on [-pi/4, pi/4]: the first neglected terms are below
 * 3e-18, so both are within 2 units in the last place of 1 (2.3e-16) for |angle| up to 1e5.
 */
export function sineOf(angle: f64): f64 {
  const quarter = nearest(angle * TWO_OVER_PI);
  const x = angle - quarter * HALF_PI_HIGH - quarter * HALF_PI_LOW;
  const s = sineSeries(x);
  const c = cosineSeries(x);
  const turn = <i32>quarter & 3;
  cosine = turn === 0 ? c : turn === 1 ? -s : turn === 2 ? -c : s;
  return turn === 0 ? s : turn === 1 ? c : turn === 2 ? -s : -c;
}

function sineSeries(x: f64): f64 {
  const y = x * x;
  const high = 1.0 / 6227020800 + y * (-1.0 / 1307674368000 + y * (1.0 / 355687428096000));
  const middle = -1.0 / 5040 + y * (1.0 / 362880 + y * (-1.0 / 39916800 + y * high));
  return x + x * y * (-1.0 / 6 + y * (1.0 / 120 + y * middle));
}

function cosineSeries(x: f64): f64 {
  const y = x * x;
  const high = 1.0 / 479001600 + y * (-1.0 / 87178291200 + y * (1.0 / 20922789888000));
  const middle = -1.0 / 720 + y * (1.0 / 40320 + y * (-1.0 / 3628800 + y * high));
  return 1 + y * (-0.5 + y * (1.0 / 24 + y * middle));
}
