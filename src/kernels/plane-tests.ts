// Whether two swept edges in a plane certainly stay apart. Certificates only: "no" means "not shown".

/** What products must exceed, for coordinates of at most 1: rounding of coordinates, of products, and of their means. */
const MARGIN: f64 = 1.0 / <f64>((<u64>1) << 44);

/** The same for coordinates of the size at hand. */
export let planeMargin: f64 = MARGIN;

/** For the tests that follow: no coordinate is larger. */
export function useSize(size: f64): void {
  planeMargin = size * size * MARGIN;
}

/** Whether the edges ab and cd, with no vertex in common, certainly do not touch at any time (ICCD IV-C). */
export function areApart(a: usize, b: usize, c: usize, d: usize): bool {
  const sideA = side(a, c, d);
  const sideB = side(b, c, d);
  if (sideA * sideB > 0) return true; // ab stays on one side of the line cd
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
  const gu = f64x2.sub(f64x2.add(v128.load(c), v128.load(d)), f64x2.add(v128.load(a), v128.load(b)));
  const gw = f64x2.sub(
    f64x2.add(v128.load(c, 16), v128.load(d, 16)),
    f64x2.add(v128.load(a, 16), v128.load(b, 16)),
  );
  return isAlong(a, c, gu, gw) && isAlong(a, d, gu, gw) && isAlong(b, c, gu, gw) && isAlong(b, d, gu, gw);
}

/** Whether (q - p) . g is certainly positive at all times. */
function isAlong(p: usize, q: usize, gu: v128, gw: v128): bool {
  const qu = f64x2.sub(v128.load(q), v128.load(p));
  const qw = f64x2.sub(v128.load(q, 16), v128.load(p, 16));
  return dotSignOf(qu, qw, gu, gw) > 0;
}

/** Whether ab and bc certainly have b alone in common at all times. */
export function areUnfolded(a: usize, b: usize, c: usize): bool {
  return side(b, a, c) !== 0 || isBetween(a, b, c);
}

/** 1 or -1 where p certainly is on one side of the line through q and r at all times, otherwise 0. */
function side(p: usize, q: usize, r: usize): i32 {
  const qu = f64x2.sub(v128.load(q), v128.load(p));
  const qw = f64x2.sub(v128.load(q, 16), v128.load(p, 16));
  const ru = f64x2.sub(v128.load(r), v128.load(p));
  const rw = f64x2.sub(v128.load(r, 16), v128.load(p, 16));
  const ends = f64x2.sub(f64x2.mul(qu, rw), f64x2.mul(qw, ru));
  const mixed = f64x2.sub(f64x2.mul(qu, swapped(rw)), f64x2.mul(qw, swapped(ru)));
  return sign(ends, mixed);
}

/** Whether p certainly is outside the circle over q r at all times, and so not on the edge between them. */
function isOutside(p: usize, q: usize, r: usize): bool {
  return dotSign(p, q, r) > 0;
}

/** Whether b certainly sees a and c in directions more than a right angle apart at all times. */
function isBetween(a: usize, b: usize, c: usize): bool {
  return dotSign(b, a, c) < 0;
}

/** The sign of (q - p) . (r - p) where it is certain for all times, otherwise 0. */
function dotSign(p: usize, q: usize, r: usize): i32 {
  const qu = f64x2.sub(v128.load(q), v128.load(p));
  const qw = f64x2.sub(v128.load(q, 16), v128.load(p, 16));
  const ru = f64x2.sub(v128.load(r), v128.load(p));
  const rw = f64x2.sub(v128.load(r, 16), v128.load(p, 16));
  return dotSignOf(qu, qw, ru, rw);
}

function dotSignOf(qu: v128, qw: v128, ru: v128, rw: v128): i32 {
  const ends = f64x2.add(f64x2.mul(qu, ru), f64x2.mul(qw, rw));
  const mixed = f64x2.add(f64x2.mul(qu, swapped(ru)), f64x2.mul(qw, swapped(rw)));
  return sign(ends, mixed);
}

/** The common sign of the three Bernstein coefficients: both ends, and the mean of the mixed products. */
function sign(ends: v128, mixed: v128): i32 {
  const middle = f64x2.mul(f64x2.splat(0.5), f64x2.add(mixed, swapped(mixed)));
  if (i64x2.all_true(f64x2.gt(f64x2.pmin(ends, middle), f64x2.splat(planeMargin)))) return 1;
  if (i64x2.all_true(f64x2.lt(f64x2.pmax(ends, middle), f64x2.splat(-planeMargin)))) return -1;
  return 0;
}

/** Whether both ends of one edge are on one side of the other's line at t = 0. */
function areApartAtStart(a: usize, b: usize, c: usize, d: usize): bool {
  const ofA = sideAtStart(a, c, d);
  const ofB = sideAtStart(b, c, d);
  if (min(ofA, ofB) > planeMargin || max(ofA, ofB) < -planeMargin) return true;
  const ofC = sideAtStart(c, a, b);
  const ofD = sideAtStart(d, a, b);
  return min(ofC, ofD) > planeMargin || max(ofC, ofD) < -planeMargin;
}

function sideAtStart(p: usize, q: usize, r: usize): f64 {
  const qu = load<f64>(q) - load<f64>(p);
  const qw = load<f64>(q, 16) - load<f64>(p, 16);
  const ru = load<f64>(r) - load<f64>(p);
  const rw = load<f64>(r, 16) - load<f64>(p, 16);
  return qu * rw - qw * ru;
}

function swapped(a: v128): v128 {
  return v128.shuffle<f64>(a, a, 1, 0);
}
