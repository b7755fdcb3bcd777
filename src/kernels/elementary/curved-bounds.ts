// ICCD III-B: vertices on polynomial paths of degree n. What Bernstein coefficients prove about a vertex and a face, or
// two edges, over one piece of time: no contact, contact, or nothing.
//
// With x1, x2, x3 the points 1..3 relative to point 0, they are coplanar where f = det(x1, x2, x3), of degree 3 n, is 0;
// and the affine dependence of coplanar points has the coefficients L1 = x2 x x3, L2 = x3 x x1, L3 = x1 x x2 and
// L0 = -(L1 + L2 + L3) along any axis (degree 2 n). There is contact exactly where those of the one side have one
// weak sign and those of the other the opposite one (Radon): all of Q alike, Q = {L1, L2, L3} for a vertex and a face,
// {L0, L1, -L2, -L3} for edges.
//
// Coefficients carry their binomial factor, so that products are convolutions; bounds are multiplied by it instead.

const U: f64 = 1.1102230246251565e-16;
/** Above all that underflow can add: coordinates are below 2. */
const TINY: f64 = 1e-300;
/** Bytes of a control point group: four points. */
const GROUP: usize = 96;

const NOTHING_PROVEN = 0;
export const NO_CONTACT = 1;
export const SURE_CONTACT = 2;

/** Scratch: nine scaled coordinate functions, nine of L, f. */
const X: usize = 0;
const X_STRIDE: usize = 32;
const L: usize = 288;
const L_STRIDE: usize = 56;
const F: usize = 792;
export const CURVED_WORK_BYTES: usize = 872;

let work: usize = 0;
let degree: i32 = 0;
let largest1: f64 = 0;
let largest2: f64 = 0;
let largest3: f64 = 0;

/** Remembers the sizes of the whole curves, which bound what subdivision has rounded. */
export function beginCurves(node: usize, curveDegree: i32, scratch: usize): void {
  degree = curveDegree;
  work = scratch;
  largest1 = largestOf(node, 1);
  largest2 = largestOf(node, 2);
  largest3 = largestOf(node, 3);
}

/** `first` of the four points are on one side. The piece came from the whole by so many cuts. */
export function provenOnPiece(node: usize, cuts: i32, first: i32): i32 {
  // Each cut is `degree` rounds of averages, one rounding each, and three at the first cut, whose weights are not powers
  // of two; entering the frame was another.
  const drift = <f64>(1 + degree * (cuts + 2)) * U;
  const d1 = drift * largest1;
  const d2 = drift * largest2;
  const d3 = drift * largest3;
  if (separatedOnAxis(node, first, 2 * (d1 + d2 + d3) + TINY)) return NO_CONTACT;
  const a1 = largestOf(node, 1) + d1;
  const a2 = largestOf(node, 2) + d2;
  const a3 = largestOf(node, 3) + d3;
  scaleCoordinates(node);
  const slack1 = crossSlack(a2, d2, a3, d3);
  const slack2 = crossSlack(a3, d3, a1, d1);
  const slack3 = crossSlack(a1, d1, a2, d2);
  cross(0, 1, 2);
  cross(1, 2, 0);
  cross(2, 0, 1);
  // Of a1 a2 a3: 12 u of scaled coordinates and products; sums grow to 2, 4 and 6 in 3, 4 and 4 roundings, 46 u; three
  // L bring 51 u: 109 u in all. What came in is amplified by 6 at most.
  const slackF = 128 * U * a1 * a2 * a3 + 6.2 * (d1 * a2 * a3 + a1 * d2 * a3 + a1 * a2 * d3) + TINY;
  determinant();
  const signF = signBeyond(work + F, 3 * degree, slackF);
  if (signF !== 0) return NO_CONTACT;
  let alike = false;
  for (let axis: usize = 0; axis < 3; axis++) {
    const s1 = signBeyond(lOf(0, axis), 2 * degree, slack1);
    const s2 = signBeyond(lOf(1, axis), 2 * degree, slack2);
    const s3 = signBeyond(lOf(2, axis), 2 * degree, slack3);
    const s0 = first === 1 ? s1 : signOfNegatedSum(axis, 1.02 * (slack1 + slack2 + slack3));
    const q2 = first === 1 ? s2 : -s2;
    const q3 = first === 1 ? s3 : -s3;
    const anyPlus = s0 > 0 || s1 > 0 || q2 > 0 || q3 > 0;
    const anyMinus = s0 < 0 || s1 < 0 || q2 < 0 || q3 < 0;
    if (anyPlus && anyMinus) return NO_CONTACT;
    if (s0 !== 0 && s0 === s1 && s1 === q2 && q2 === q3) alike = true;
  }
  if (!alike) return NOTHING_PROVEN;
  const start = load<f64>(work + F);
  const end = load<f64>(work + F + ((<usize>(3 * degree)) << 3));
  const changes = (start > slackF && end < -slackF) || (start < -slackF && end > slackF);
  return changes ? SURE_CONTACT : NOTHING_PROVEN;
}

/** Every point of one side is beyond every point of the other, along an axis, all the time. */
function separatedOnAxis(node: usize, first: i32, slack: f64): bool {
  for (let axis: usize = 0; axis < 24; axis += 8) {
    let least: f64 = Infinity;
    let most: f64 = -Infinity;
    for (let k = 0; k <= degree; k++) {
      const at = node + <usize>k * GROUP + axis;
      const x1 = load<f64>(at, 24);
      const x2 = load<f64>(at, 48);
      const x3 = load<f64>(at, 72);
      // The other side's points relative to each of this side's: x1 belongs to that, or to this.
      const low = first === 1 ? min(x1, min(x2, x3)) : min(x2, x3) - max<f64>(0, x1);
      const high = first === 1 ? max(x1, max(x2, x3)) : max(x2, x3) - min<f64>(0, x1);
      least = min(least, low);
      most = max(most, high);
    }
    // The subtraction above rounds numbers below 4 by less than what subdivision is allowed.
    if (least > slack || most < -slack) return true;
  }
  return false;
}

/**
 * A component of a cross product, of a b: two products with 3 u each of scaled coordinates and their product, then sums
 * that grow to 1 in 3 roundings and to 2 in 4 more: 17 u.
 */
function crossSlack(a: f64, da: f64, b: f64, db: f64): f64 {
  return 24 * U * a * b + 2.1 * (da * b + a * db) + TINY;
}

function scaleCoordinates(node: usize): void {
  for (let k = 0; k <= degree; k++) {
    const factor = binomial(degree, k);
    for (let i: usize = 0; i < 9; i++) {
      const value = load<f64>(node + <usize>k * GROUP + 24 + (i << 3));
      store<f64>(work + X + i * X_STRIDE + ((<usize>k) << 3), factor * value);
    }
  }
}

/** L of index `to` from the curves a and b, all from 0. */
function cross(to: usize, a: usize, b: usize): void {
  for (let axis: usize = 0; axis < 3; axis++) {
    const next: usize = axis === 2 ? 0 : axis + 1;
    const last: usize = axis === 0 ? 2 : axis - 1;
    const out = lOf(to, axis);
    memory.fill(out, 0, L_STRIDE);
    addProductOf(out, xOf(a, next), degree, xOf(b, last), degree, 1);
    addProductOf(out, xOf(a, last), degree, xOf(b, next), degree, -1);
  }
}

function determinant(): void {
  memory.fill(work + F, 0, 80);
  for (let axis: usize = 0; axis < 3; axis++) {
    addProductOf(work + F, xOf(0, axis), degree, lOf(0, axis), 2 * degree, 1);
  }
}

function addProductOf(to: usize, a: usize, degreeA: i32, b: usize, degreeB: i32, sign: f64): void {
  for (let i = 0; i <= degreeA; i++) {
    const factor = sign * load<f64>(a + ((<usize>i) << 3));
    for (let j = 0; j <= degreeB; j++) {
      const at = to + ((<usize>(i + j)) << 3);
      store<f64>(at, load<f64>(at) + factor * load<f64>(b + ((<usize>j) << 3)));
    }
  }
}

/** 1 or -1 where all coefficients are beyond the slack on one side. */
function signBeyond(coefficients: usize, count: i32, slack: f64): i32 {
  let plus = true;
  let minus = true;
  for (let k = 0; k <= count; k++) {
    const value = load<f64>(coefficients + ((<usize>k) << 3));
    const bound = slack * binomial(count, k);
    plus = plus && value > bound;
    minus = minus && value < -bound;
  }
  return plus ? 1 : minus ? -1 : 0;
}

function signOfNegatedSum(axis: usize, slack: f64): i32 {
  const count = 2 * degree;
  let plus = true;
  let minus = true;
  for (let k = 0; k <= count; k++) {
    const at = (<usize>k) << 3;
    const sum = load<f64>(lOf(0, axis) + at) + load<f64>(lOf(1, axis) + at) + load<f64>(lOf(2, axis) + at);
    const bound = slack * binomial(count, k);
    plus = plus && -sum > bound;
    minus = minus && -sum < -bound;
  }
  return plus ? 1 : minus ? -1 : 0;
}

function largestOf(node: usize, point: i32): f64 {
  let largest: f64 = 0;
  for (let k = 0; k <= degree; k++) {
    const at = node + <usize>k * GROUP + <usize>point * 24;
    largest = max(largest, max(abs(load<f64>(at)), max(abs(load<f64>(at, 8)), abs(load<f64>(at, 16)))));
  }
  return largest;
}

function xOf(point: usize, axis: usize): usize {
  return work + X + (point * 3 + axis) * X_STRIDE;
}

function lOf(index: usize, axis: usize): usize {
  return work + L + (index * 3 + axis) * L_STRIDE;
}

/** Exact: n is at most 9. */
function binomial(n: i32, k: i32): f64 {
  const small = min(k, n - k);
  const m = <f64>n;
  if (small === 0) return 1;
  if (small === 1) return m;
  if (small === 2) return (m * (m - 1)) / 2;
  if (small === 3) return (m * (m - 1) * (m - 2)) / 6;
  return (m * (m - 1) * (m - 2) * (m - 3)) / 24;
}
