// Polynomials of t in [0,1] as binary forms: sum of c_i x^i y^(n-i) with x = t, y = 1 - t. In z = x / y in [0, inf]
// they are ordinary polynomials, so that the roots in (0,1) are the positive ones, t = 1 is z = inf, and Descartes'
// rule needs no change of basis. A form is the address of n + 1 addresses of whole numbers.

import { difference } from './differences';
import { add, keep, mark, mul, negated, release, signOf, sub } from './limbs';
import { roomFor } from './scratch';

export function coefficient(form: usize, i: usize): usize {
  return load<u32>(form + (i << 2));
}

function setCoefficient(form: usize, i: usize, value: usize): void {
  store<u32>(form + (i << 2), value);
}

function newForm(degree: usize): usize {
  const form = roomFor((degree + 1) << 2);
  release(form + ((degree + 1) << 2));
  return form;
}

export function isZeroForm(form: usize, degree: usize): bool {
  for (let i: usize = 0; i <= degree; i++) if (signOf(coefficient(form, i)) !== 0) return false;
  return true;
}

/** Sign of a form of degree 0 to 3 at x : y = n : d, not negative. */
export function signOfForm(form: usize, degree: usize, n: usize, d: usize): i32 {
  const start = mark();
  let value = coefficient(form, degree);
  let power = d;
  for (let i = degree; i > 0; i--) {
    value = add(mul(value, n), mul(coefficient(form, i - 1), power));
    if (i > 1) power = mul(power, d);
  }
  release(start);
  return signOf(value);
}

/** One component of the cross product of two differences, over time: a quadratic form. */
export function crossForm(i: usize, j: usize, axis: usize): usize {
  const b: usize = axis === 2 ? 0 : axis + 1;
  const c: usize = b === 2 ? 0 : b + 1;
  const form = newForm(2);
  setCoefficient(form, 0, minor(i, j, b, c, 0, 0));
  const start = mark();
  setCoefficient(form, 1, keep(start, add(minor(i, j, b, c, 0, 1), minor(i, j, b, c, 1, 0))));
  setCoefficient(form, 2, minor(i, j, b, c, 1, 1));
  return form;
}

/** x_i,b(at endI) x_j,c(at endJ) - x_i,c x_j,b */
function minor(i: usize, j: usize, b: usize, c: usize, endI: usize, endJ: usize): usize {
  const start = mark();
  const left = mul(difference(i, b, endI), difference(j, c, endJ));
  return keep(start, sub(left, mul(difference(i, c, endI), difference(j, b, endJ))));
}

/** -(a + b + c), of quadratic forms. */
export function negatedSum(a: usize, b: usize, c: usize): usize {
  const form = newForm(2);
  for (let i: usize = 0; i < 3; i++) {
    const start = mark();
    const sum = add(add(coefficient(a, i), coefficient(b, i)), coefficient(c, i));
    setCoefficient(form, i, keep(start, negated(sum)));
  }
  return form;
}

export function negatedForm(a: usize): usize {
  const form = newForm(2);
  for (let i: usize = 0; i < 3; i++) setCoefficient(form, i, negated(coefficient(a, i)));
  return form;
}

/** det(x1, x2, x3) over time: a cubic form, from the three components of x2 x x3. */
export function determinantForm(crossX: usize, crossY: usize, crossZ: usize): usize {
  const form = newForm(3);
  for (let power: usize = 0; power < 4; power++) {
    const start = mark();
    let value = determinantPart(crossX, 0, power);
    value = add(value, determinantPart(crossY, 1, power));
    value = add(value, determinantPart(crossZ, 2, power));
    setCoefficient(form, power, keep(start, value));
  }
  return form;
}

/** The coefficient of x^power in (quadratic form) * (one component of x1). */
function determinantPart(cross: usize, axis: usize, power: usize): usize {
  if (power === 0) return mul(coefficient(cross, 0), difference(0, axis, 0));
  const fromEnd = mul(coefficient(cross, power - 1), difference(0, axis, 1));
  if (power === 3) return fromEnd;
  return add(mul(coefficient(cross, power), difference(0, axis, 0)), fromEnd);
}

/** (x_i - x_p) . (x_j - x_q) over time; NO_POINT for p or q leaves that difference as it is. */
export function dotForm(i: usize, p: usize, j: usize, q: usize): usize {
  const form = newForm(2);
  for (let power: usize = 0; power < 3; power++) {
    const start = mark();
    let value = dotPart(i, p, j, q, 0, power);
    value = add(value, dotPart(i, p, j, q, 1, power));
    value = add(value, dotPart(i, p, j, q, 2, power));
    setCoefficient(form, power, keep(start, value));
  }
  return form;
}

/** "Point 0": its difference is zero. */
export const NO_POINT: usize = 3;

function dotPart(i: usize, p: usize, j: usize, q: usize, axis: usize, power: usize): usize {
  const u0 = side(i, p, axis, 0);
  const u1 = side(i, p, axis, 1);
  const v0 = side(j, q, axis, 0);
  const v1 = side(j, q, axis, 1);
  if (power === 0) return mul(u0, v0);
  if (power === 2) return mul(u1, v1);
  return add(mul(u0, v1), mul(u1, v0));
}

function side(i: usize, p: usize, axis: usize, end: usize): usize {
  const x = difference(i, axis, end);
  return p === NO_POINT ? x : sub(x, difference(p, axis, end));
}
