// The tests of plane-tests.ts for points on curves. Certificates only: "no" means "not shown". A point has f64 u0 u1 w0 w1
// at both ends of its curve, and its inner control points in the same form at a fixed distance from there.
import { control, shareOf } from './curves';
import { planeMargin } from './plane-tests';

let toInner: usize = 0;
let degree: i32 = 1;

/** For the tests that follow: how far inner control points are from a point, and the degree of its curve. */
export function useCurves(distance: usize, curveDegree: i32): void {
  toInner = distance;
  degree = curveDegree;
}

/** Whether the edges ab and cd, with no vertex in common, certainly do not touch at any time. */
export function areCurvesApart(a: usize, b: usize, c: usize, d: usize): bool {
  const sideA = side(a, c, d);
  const sideB = side(b, c, d);
  if (sideA * sideB > 0) return true;
  const sideC = side(c, a, b);
  const sideD = side(d, a, b);
  if (sideC * sideD > 0) return true;
  if (areApartAlongMiddles(a, b, c, d)) return true;
  // Apart at the start, and no end ever comes to the other edge
  if (!areApartAtStart(a, b, c, d)) return false;
  return (
    (sideA !== 0 || isOutside(a, c, d)) &&
    (sideB !== 0 || isOutside(b, c, d)) &&
    (sideC !== 0 || isOutside(c, a, b)) &&
    (sideD !== 0 || isOutside(d, a, b))
  );
}

/** Whether all of ab is certainly before all of cd along the line from one's middle to the other's, as it moves. */
function areApartAlongMiddles(a: usize, b: usize, c: usize, d: usize): bool {
  for (let k = 0; k <= 2 * degree; k++) {
    let least: f64 = Infinity;
    for (let pair = 0; pair < 4; pair++) {
      const p = (pair & 1) === 0 ? a : b;
      const q = (pair & 2) === 0 ? c : d;
      let sum: f64 = 0;
      for (let i = max(0, k - degree); i <= min(k, degree); i++) {
        const j = k - i;
        const gu = difference(c, a, 0, j) + difference(d, b, 0, j);
        const gw = difference(c, a, 16, j) + difference(d, b, 16, j);
        sum += shareOf(degree, i, j) * (difference(q, p, 0, i) * gu + difference(q, p, 16, i) * gw);
      }
      least = min(least, sum);
    }
    if (!(least > planeMargin)) return false;
  }
  return true;
}

/** Whether ab and bc certainly have b alone in common at all times. */
export function areCurvesUnfolded(a: usize, b: usize, c: usize): bool {
  return side(b, a, c) !== 0 || signOf(b, a, c, false) < 0;
}

/** 1 or -1 where p certainly is on one side of the line through q and r at all times, otherwise 0. */
function side(p: usize, q: usize, r: usize): i32 {
  return signOf(p, q, r, true);
}

/** Whether p certainly is outside the circle over q r at all times. */
function isOutside(p: usize, q: usize, r: usize): bool {
  return signOf(p, q, r, false) > 0;
}

function areApartAtStart(a: usize, b: usize, c: usize, d: usize): bool {
  const ofA = coefficient(a, c, d, 0, true);
  const ofB = coefficient(b, c, d, 0, true);
  if (min(ofA, ofB) > planeMargin || max(ofA, ofB) < -planeMargin) return true;
  const ofC = coefficient(c, a, b, 0, true);
  const ofD = coefficient(d, a, b, 0, true);
  return min(ofC, ofD) > planeMargin || max(ofC, ofD) < -planeMargin;
}

/** The common sign of all Bernstein coefficients of (q - p) x (r - p), or of (q - p) . (r - p). */
function signOf(p: usize, q: usize, r: usize, isCross: bool): i32 {
  let least: f64 = Infinity;
  let most: f64 = -Infinity;
  for (let k = 0; k <= 2 * degree; k++) {
    const value = coefficient(p, q, r, k, isCross);
    least = min(least, value);
    most = max(most, value);
  }
  return least > planeMargin ? 1 : most < -planeMargin ? -1 : 0;
}

function coefficient(p: usize, q: usize, r: usize, k: i32, isCross: bool): f64 {
  let sum: f64 = 0;
  for (let i = max(0, k - degree); i <= min(k, degree); i++) {
    const j = k - i;
    const qu = difference(q, p, 0, i);
    const qw = difference(q, p, 16, i);
    const ru = difference(r, p, 0, j);
    const rw = difference(r, p, 16, j);
    sum += shareOf(degree, i, j) * (isCross ? qu * rw - qw * ru : qu * ru + qw * rw);
  }
  return sum;
}

function difference(to: usize, from: usize, axis: usize, k: i32): f64 {
  return valueOf(to + axis, k) - valueOf(from + axis, k);
}

function valueOf(at: usize, k: i32): f64 {
  return control(at, at + toInner, degree, k);
}
