// What the sign theorem says about a whole interval of times. Lane 0 is the interval's start, lane 1 its end; the
// Bernstein coefficients of a component of u x v over it, doubled, are 2 u0 x v0, u0 x v1 + u1 x v0, 2 u1 x v1.

/** Neither of the two below is certain. */
export const MIXED = 0;
/** On some axis two side forms have strictly opposite signs all the time: no contact, whatever the determinant is. */
export const OPPOSITE = 1;
/** On some axis all side forms have strictly one sign all the time: contact whenever the points are in one plane. */
export const ALIKE = 2;

/** e1, e2, e3: bounds on the error of the doubled coefficients of x2 x x3, x3 x x1, x1 x x2; each also of its share of their sum's. */
export function sideSigns(
  x1x: v128,
  x1y: v128,
  x1z: v128,
  x2x: v128,
  x2y: v128,
  x2z: v128,
  x3x: v128,
  x3y: v128,
  x3z: v128,
  e1: v128,
  e2: v128,
  e3: v128,
  edges: bool,
): i32 {
  const x = axisSigns(x1y, x1z, x2y, x2z, x3y, x3z, e1, e2, e3, edges);
  if (x !== MIXED) return x;
  const y = axisSigns(x1z, x1x, x2z, x2x, x3z, x3x, e1, e2, e3, edges);
  if (y !== MIXED) return y;
  return axisSigns(x1x, x1y, x2x, x2y, x3x, x3y, e1, e2, e3, edges);
}

/** On the axis whose two others, in cyclic order, are b and c. */
function axisSigns(
  x1b: v128,
  x1c: v128,
  x2b: v128,
  x2c: v128,
  x3b: v128,
  x3c: v128,
  e1: v128,
  e2: v128,
  e3: v128,
  edges: bool,
): i32 {
  const ends1 = doubledEnds(x2b, x2c, x3b, x3c);
  const middle1 = middle(x2b, x2c, x3b, x3c);
  const ends2 = doubledEnds(x3b, x3c, x1b, x1c);
  const middle2 = middle(x3b, x3c, x1b, x1c);
  const ends3 = doubledEnds(x1b, x1c, x2b, x2c);
  const middle3 = middle(x1b, x1c, x2b, x2c);
  const margin1 = margins(ends1, middle1, e1);
  let margin2 = margins(ends2, middle2, e2);
  let margin3 = margins(ends3, middle3, e3);
  let highest = f64x2.pmax(margin1, margin2);
  if (edges) {
    // Q = { -(L1 + L2 + L3), L1, -L2, -L3 }
    margin2 = swapped(margin2);
    margin3 = swapped(margin3);
    const ends0 = f64x2.add(f64x2.add(ends1, ends2), ends3);
    const middle0 = f64x2.add(f64x2.add(middle1, middle2), middle3);
    const margin0 = swapped(margins(ends0, middle0, f64x2.add(f64x2.add(e1, e2), e3)));
    highest = f64x2.pmax(f64x2.pmax(margin0, margin1), f64x2.pmax(margin2, margin3));
    if (isPositiveInBoth(highest)) return OPPOSITE;
    return isPositiveInOne(f64x2.pmin(f64x2.pmin(margin0, margin1), f64x2.pmin(margin2, margin3)));
  }
  highest = f64x2.pmax(highest, margin3);
  if (isPositiveInBoth(highest)) return OPPOSITE;
  return isPositiveInOne(f64x2.pmin(f64x2.pmin(margin1, margin2), margin3));
}

function doubledEnds(ub: v128, uc: v128, vb: v128, vc: v128): v128 {
  const ends = f64x2.sub(f64x2.mul(ub, vc), f64x2.mul(uc, vb));
  return f64x2.add(ends, ends);
}

function middle(ub: v128, uc: v128, vb: v128, vc: v128): v128 {
  const half = f64x2.sub(f64x2.mul(ub, swapped(vc)), f64x2.mul(uc, swapped(vb)));
  return f64x2.add(half, swapped(half));
}

/** Lane 0: how far above 0 a form certainly stays; lane 1: how far below. */
function margins(ends: v128, middle: v128, error: v128): v128 {
  const low = f64x2.pmin(ends, middle);
  const high = f64x2.neg(f64x2.pmax(ends, middle));
  const first = v128.shuffle<f64>(low, high, 0, 2);
  const last = v128.shuffle<f64>(low, high, 1, 3);
  return f64x2.sub(f64x2.pmin(first, last), error);
}

function swapped(a: v128): v128 {
  return v128.shuffle<f64>(a, a, 1, 0);
}

function isPositiveInBoth(a: v128): bool {
  return i64x2.all_true(f64x2.gt(a, f64x2.splat(0)));
}

function isPositiveInOne(a: v128): i32 {
  return v128.any_true(f64x2.gt(a, f64x2.splat(0))) ? ALIKE : MIXED;
}
