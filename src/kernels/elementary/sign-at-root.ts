// The sign of a quadratic form at a root of another form, exactly and without the root
// (docs/elementary-bounds.md, section 5).

import { coefficient, isZeroForm, signOfForm } from './forms';
import { mark, mul, negated, release, signOf, sub } from './limbs';
import { compareRoot, degreeOf, denominatorOf, formOf, isRational, numeratorOf } from './roots';

export function signAtRoot(quadratic: usize, root: usize): i32 {
  if (isRational(root)) return signOfForm(quadratic, 2, numeratorOf(root), denominatorOf(root));
  if (isZeroForm(quadratic, 2)) return 0;
  const alike = commonSign(quadratic);
  if (alike !== 0) return alike;
  const start = mark();
  const sign = degreeOf(root) === 2 ? atRootOfQuadratic(quadratic, root) : atRootOfCubic(quadratic, root);
  release(start);
  return sign;
}

/** The sign at every z in (0, inf) where all coefficients are weakly alike, not all zero; 0 where they are not. */
function commonSign(quadratic: usize): i32 {
  const s0 = signOf(coefficient(quadratic, 0));
  const s1 = signOf(coefficient(quadratic, 1));
  const s2 = signOf(coefficient(quadratic, 2));
  const low = min(min(s0, s1), s2);
  const high = max(max(s0, s1), s2);
  return low * high < 0 ? 0 : low + high > 0 ? 1 : -1;
}

/** g2 q - q2 g is linear, and g is 0 there. */
function atRootOfQuadratic(q: usize, root: usize): i32 {
  const g = formOf(root);
  const g2 = coefficient(g, 2);
  const q2 = coefficient(q, 2);
  const slope = minor(g2, coefficient(q, 1), q2, coefficient(g, 1));
  const constant = minor(g2, coefficient(q, 0), q2, coefficient(g, 0));
  return signOf(g2) * signOfLinear(slope, constant, root);
}

/** q2^2 g = q s + r with linear s and r, so that q s = -r at the root of g. */
function atRootOfCubic(q: usize, root: usize): i32 {
  const g = formOf(root);
  const g3 = coefficient(g, 3);
  const g2 = coefficient(g, 2);
  const g1 = coefficient(g, 1);
  const g0 = coefficient(g, 0);
  const q2 = coefficient(q, 2);
  const q1 = coefficient(q, 1);
  const q0 = coefficient(q, 0);
  if (signOf(q2) === 0) return signOfLinear(q1, q0, root);
  const sSlope = mul(q2, g3);
  const s0 = minor(q2, g2, q1, g3);
  const sign = signOfLinear(sSlope, s0, root);
  // s = 0 at the root: the root is a fraction
  if (sign === 0) return signOfForm(q, 2, absolute(s0), absolute(sSlope));
  const rSlope = minor(q2, minor(q2, g1, q0, g3), q1, s0);
  const r0 = minor(q2, mul(q2, g0), q0, s0);
  return -sign * signOfLinear(rSlope, r0, root);
}

/** a*b - c*d */
function minor(a: usize, b: usize, c: usize, d: usize): usize {
  return sub(mul(a, b), mul(c, d));
}

function absolute(a: usize): usize {
  return signOf(a) < 0 ? negated(a) : a;
}

/** Sign of slope * z + constant at a positive root. */
function signOfLinear(slope: usize, constant: usize, root: usize): i32 {
  const ss = signOf(slope);
  const sc = signOf(constant);
  if (ss * sc >= 0) return ss !== 0 ? ss : sc;
  const start = mark();
  const sign = ss * compareRoot(root, absolute(constant), absolute(slope));
  release(start);
  return sign;
}
