// Brackets the time t = z / (1 + z) of an exactly known root. Floats only propose; exact signs decide.

import { coefficient } from './forms';
import { add, bitLength, mark, release, scaledToF64, shifted, signOf } from './limbs';
import {
  compareRoot,
  degreeOf,
  denominatorOf,
  formOf,
  isRational,
  leftSignOf,
  NO_BOUND,
  numeratorOf,
  rightDenominatorOf,
  rightNumeratorOf,
} from './roots';

/** Times are tried at multiples of 2^-48. */
const STEPS: i64 = 1 << 48;
const STEP: f64 = 1.0 / <f64>(1 << 48);
/** The bracket ends at most this many steps wide: 2^-30. */
const WIDEST: i64 = 1 << 18;
const FIRST_REACH: i64 = 4;
const REACH_GROWTH: i64 = 32;
const NEWTON_STEPS = 16;
// Quotients of truncated numbers are off by less than 8 u; 2^-1000 covers what falls below the range of f64.
const QUOTIENT_SLACK: f64 = 8.0 / <f64>(1 << 53);
const TINY_TIME: f64 = reinterpret<f64>((<u64>23) << 52);

export let bracketLow: f64 = 0;
export let bracketHigh: f64 = 0;

/** Sets bracketLow <= time of the root <= bracketHigh, at most 2^-30 apart. */
export function bracketTime(root: usize): void {
  const start = mark();
  if (isRational(root)) bracketFraction(numeratorOf(root), denominatorOf(root));
  else bracketIsolated(root);
  release(start);
}

function bracketFraction(n: usize, d: usize): void {
  if (signOf(n) === 0 || signOf(d) === 0) {
    bracketLow = signOf(n) === 0 ? 0 : 1;
    bracketHigh = bracketLow;
    return;
  }
  const t = approximateFraction(n, d);
  bracketLow = max(0, t * (1 - QUOTIENT_SLACK) - TINY_TIME);
  bracketHigh = min(1, t * (1 + QUOTIENT_SLACK) + TINY_TIME);
}

/** n / (n + d), to a relative error of 8 u or an absolute one of 2^-1000. */
function approximateFraction(n: usize, d: usize): f64 {
  const start = mark();
  const whole = add(n, d);
  const unit = bitLength(whole);
  const t = scaledToF64(n, unit) / scaledToF64(whole, unit);
  release(start);
  return t;
}

function bracketIsolated(root: usize): void {
  const guess = <i64>(approximateTime(root) * <f64>STEPS);
  let low = max<i64>(guess - FIRST_REACH, 0);
  let high = min<i64>(guess + FIRST_REACH, STEPS);
  let reach = FIRST_REACH;
  while (compareTime(root, low) < 0) {
    high = low;
    reach *= REACH_GROWTH;
    low = max<i64>(low - reach, 0);
  }
  while (compareTime(root, high) > 0) {
    low = high;
    reach *= REACH_GROWTH;
    high = min<i64>(high + reach, STEPS);
  }
  while (high - low > WIDEST) {
    const middle = (low + high) >> 1;
    if (compareTime(root, middle) < 0) high = middle;
    else low = middle;
  }
  bracketLow = <f64>low * STEP;
  bracketHigh = <f64>high * STEP;
}

/** Sign of the root's time minus step * 2^-48. */
function compareTime(root: usize, step: i64): i32 {
  const start = mark();
  const sign = compareRoot(root, shifted(step, 0, false), shifted(STEPS - step, 0, false));
  release(start);
  return sign;
}

/** A proposal: Newton's method in floats, kept between two times by the form's signs. */
function approximateTime(root: usize): f64 {
  const form = formOf(root);
  const degree = degreeOf(root);
  let unit = 0;
  for (let i: usize = 0; i <= degree; i++) unit = max(unit, bitLength(coefficient(form, i)));
  const c0 = scaledToF64(coefficient(form, 0), unit);
  const c1 = scaledToF64(coefficient(form, 1), unit);
  const c2 = scaledToF64(coefficient(form, 2), unit);
  const c3 = degree === 3 ? scaledToF64(coefficient(form, 3), unit) : 0;
  const left = <f64>leftSignOf(root);
  const leftN = numeratorOf(root);
  const rightN = rightNumeratorOf(root);
  let low = leftN === NO_BOUND ? 0.0 : approximateFraction(leftN, denominatorOf(root));
  let high = rightN === NO_BOUND ? 1.0 : approximateFraction(rightN, rightDenominatorOf(root));
  let t = 0.5 * (low + high);
  for (let i = 0; i < NEWTON_STEPS; i++) {
    const y = 1 - t;
    const value = degree === 3 ? cubic(c0, c1, c2, c3, t, y) : quadratic(c0, c1, c2, t, y);
    if (value * left > 0) low = t;
    else high = t;
    const slope =
      degree === 3
        ? quadratic(c1 - 3 * c0, 2 * (c2 - c1), 3 * c3 - c2, t, y)
        : (c1 - 2 * c0) * y + (2 * c2 - c1) * t;
    const next = t - value / slope;
    t = next > low && next < high ? next : 0.5 * (low + high);
  }
  return t;
}

function cubic(c0: f64, c1: f64, c2: f64, c3: f64, t: f64, y: f64): f64 {
  return (c0 * y + c1 * t) * y * y + (c2 * y + c3 * t) * t * t;
}

function quadratic(c0: f64, c1: f64, c2: f64, t: f64, y: f64): f64 {
  return (c0 * y + c1 * t) * y + c2 * t * t;
}
