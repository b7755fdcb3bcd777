// Stage B: the step in pieces, from left to right, in floats. Every answer is certain: the bounds are derived in
// docs/elementary-bounds.md, section 3.

import { ALIKE, OPPOSITE, sideSigns } from './side-signs';

const PIECES_UNKNOWN = 0;
export const PIECES_FREE = 1;
export const PIECES_CONTACT = 2;

/** After PIECES_CONTACT: the first contact lies in [pieceTime, pieceTime + pieceWidth]. */
export let pieceTime: f64 = 0;
export let pieceWidth: f64 = 0;

const U: f64 = 1.0 / <f64>(1 << 53);
const DEEPEST = 7;
const MOST_PIECES = 24;
const NEWTON_STEPS = 8;
/** Error of one evaluation by three levels of (1 - t) a + t b: 9 u, and 2 %, of the largest coefficient. */
const EVALUATION_SLACK: f64 = 9.2 * U;
/** Error of halving a piece: 3 u, and 3 %, of the largest coefficient. */
const HALVING_SLACK: f64 = 3.1 * U;
/** Slack of interpolated sides over that of the ends' (52 u against 28 u, here 54 against 30). */
const INTERPOLATED: f64 = 1.8;
/** A root less certain than this says nothing. */
const WIDEST_BRACKET: f64 = 0.0078125;
/** A contact is told only to this width; the exact stage narrows the others. */
const WIDEST_TIME: f64 = 1e-8;
/** How far a root's bracket reaches: this many times the evaluation's error, and a few ulps of the time. */
const REACH: f64 = 4;

let x1x: v128 = f64x2.splat(0);
let x1y: v128 = f64x2.splat(0);
let x1z: v128 = f64x2.splat(0);
let x2x: v128 = f64x2.splat(0);
let x2y: v128 = f64x2.splat(0);
let x2z: v128 = f64x2.splat(0);
let x3x: v128 = f64x2.splat(0);
let x3y: v128 = f64x2.splat(0);
let x3z: v128 = f64x2.splat(0);
let e1: v128 = f64x2.splat(0);
let e2: v128 = f64x2.splat(0);
let e3: v128 = f64x2.splat(0);
let areEdges: bool = false;
// three times the determinant's Bernstein coefficients over the step, and the error of evaluating it anywhere
let c0: f64 = 0;
let c1: f64 = 0;
let c2: f64 = 0;
let c3: f64 = 0;
let evaluationError: f64 = 0;
let piecesLeft = 0;

/** outer, inner: three times the Bernstein coefficients 0 and 3, 1 and 2, each known to `error`; e1.. as for the ends. */
export function decideByPieces(
  ax: v128,
  ay: v128,
  az: v128,
  bx: v128,
  by: v128,
  bz: v128,
  cx: v128,
  cy: v128,
  cz: v128,
  endError1: v128,
  endError2: v128,
  endError3: v128,
  outer: v128,
  inner: v128,
  error: v128,
  edges: bool,
): i32 {
  x1x = ax;
  x1y = ay;
  x1z = az;
  x2x = bx;
  x2y = by;
  x2z = bz;
  x3x = cx;
  x3y = cy;
  x3z = cz;
  const factor = f64x2.splat(INTERPOLATED);
  e1 = f64x2.mul(endError1, factor);
  e2 = f64x2.mul(endError2, factor);
  e3 = f64x2.mul(endError3, factor);
  areEdges = edges;
  c0 = f64x2.extract_lane(outer, 0);
  c1 = f64x2.extract_lane(inner, 0);
  c2 = f64x2.extract_lane(inner, 1);
  c3 = f64x2.extract_lane(outer, 1);
  const e = f64x2.extract_lane(error, 0);
  evaluationError = e + EVALUATION_SLACK * largestOf(c0, c1, c2, c3);
  piecesLeft = MOST_PIECES;
  return decidePiece(0, 1, c0, c1, c2, c3, e, 0);
}

function largestOf(a: f64, b: f64, c: f64, d: f64): f64 {
  return max(max(abs(a), abs(b)), max(abs(c), abs(d)));
}

/** The first contact in [l, r], where the determinant has the Bernstein coefficients b0..b3, each known to `error`. */
function decidePiece(l: f64, r: f64, b0: f64, b1: f64, b2: f64, b3: f64, error: f64, depth: i32): i32 {
  const s0 = certainSign(b0, error);
  const s1 = certainSign(b1, error);
  const s2 = certainSign(b2, error);
  const s3 = certainSign(b3, error);
  if (s0 !== 0 && s0 === s1 && s0 === s2 && s0 === s3) return PIECES_FREE;
  // Descartes: the ends differ, and three variations are impossible, so that there is one root exactly
  if (s0 * s3 < 0 && (s1 === s0 || s2 === s3)) {
    const atRoot = decideAtRoot(l, r, b0, b3, s0);
    if (atRoot !== ROOT_TOO_WIDE) return atRoot;
  }
  if (depth > 0 && sidesOver(l, r) === OPPOSITE) return PIECES_FREE;
  if (depth === DEEPEST || --piecesLeft < 0 || (s0 === 0 && s1 === 0 && s2 === 0 && s3 === 0))
    return PIECES_UNKNOWN;

  const middle = 0.5 * (l + r);
  const b01 = 0.5 * (b0 + b1);
  const b12 = 0.5 * (b1 + b2);
  const b23 = 0.5 * (b2 + b3);
  const b012 = 0.5 * (b01 + b12);
  const b123 = 0.5 * (b12 + b23);
  const b0123 = 0.5 * (b012 + b123);
  const halfError = error + HALVING_SLACK * largestOf(b0, b1, b2, b3);
  const left = decidePiece(l, middle, b0, b01, b012, b0123, halfError, depth + 1);
  if (left !== PIECES_FREE) return left;
  return decidePiece(middle, r, b0123, b123, b23, b3, halfError, depth + 1);
}

function certainSign(value: f64, error: f64): i32 {
  return i32(value > error) - i32(value < -error);
}

const ROOT_TOO_WIDE = 3;

/** The only root in (l, r) of the determinant, whose sign is `left` at l and the other at r. */
function decideAtRoot(l: f64, r: f64, atL: f64, atR: f64, left: i32): i32 {
  let t = l + (r - l) * (atL / (atL - atR));
  let slope: f64 = 0;
  for (let i = 0; i < NEWTON_STEPS; i++) {
    slope = slopeAt(t);
    const next = t - valueAt(t) / slope;
    if (!(next >= l && next <= r)) return ROOT_TOO_WIDE;
    const step = abs(next - t);
    t = next;
    if (step <= 4 * U) break;
  }
  const reach = (REACH * evaluationError) / abs(slope) + 8 * U;
  if (!(reach < WIDEST_BRACKET)) return ROOT_TOO_WIDE;
  const low = max(t - reach, l);
  const high = min(t + reach, r);
  const sign = <f64>left;
  if (low > l && !(valueAt(low) * sign > evaluationError)) return ROOT_TOO_WIDE;
  if (high < r && !(valueAt(high) * sign < -evaluationError)) return ROOT_TOO_WIDE;
  const sides = sidesOver(low, high);
  if (sides === OPPOSITE) return PIECES_FREE;
  const width = (high - low) * (1 + 4 * U);
  if (sides !== ALIKE || width > WIDEST_TIME) return PIECES_UNKNOWN;
  pieceTime = low;
  pieceWidth = width;
  return PIECES_CONTACT;
}

function valueAt(t: f64): f64 {
  const y = 1 - t;
  const c01 = y * c0 + t * c1;
  const c12 = y * c1 + t * c2;
  const c23 = y * c2 + t * c3;
  return y * (y * c01 + t * c12) + t * (y * c12 + t * c23);
}

function slopeAt(t: f64): f64 {
  const y = 1 - t;
  return 3 * (y * (y * (c1 - c0) + t * (c2 - c1)) + t * (y * (c2 - c1) + t * (c3 - c2)));
}

/** The side forms' signs over [l, r]. */
function sidesOver(l: f64, r: f64): i32 {
  const t = f64x2.replace_lane(f64x2.splat(l), 1, r);
  const y = f64x2.sub(f64x2.splat(1), t);
  return sideSigns(
    between(x1x, t, y),
    between(x1y, t, y),
    between(x1z, t, y),
    between(x2x, t, y),
    between(x2y, t, y),
    between(x2z, t, y),
    between(x3x, t, y),
    between(x3y, t, y),
    between(x3z, t, y),
    e1,
    e2,
    e3,
    areEdges,
  );
}

function between(x: v128, t: v128, y: v128): v128 {
  const start = v128.shuffle<f64>(x, x, 0, 0);
  const end = v128.shuffle<f64>(x, x, 1, 1);
  return f64x2.add(f64x2.mul(start, y), f64x2.mul(end, t));
}
