// The roots of a form in [0, inf], each either as a fraction or isolated between two fractions, without a root finder:
// a constant number of exact operations (docs/elementary-bounds.md, section 4).

import { coefficient, signOfForm } from './forms';
import { compare, keep, mark, mul, negated, release, shifted, signOf, sub, times } from './limbs';
import { roomFor } from './scratch';

// A root: what it is a root of, and where. RATIONAL: n / d, not negative, d = 0 is inf. Otherwise the only root of
// the form between `l` (0 where NONE) and `r` (inf where NONE), with the sign that the form has right of l.
const ROOT_BYTES: usize = 32;
const FORM: usize = 0;
const DEGREE: usize = 4;
const LEFT_SIGN: usize = 8; // 0 says rational
const L_NUMERATOR: usize = 12;
const L_DENOMINATOR: usize = 16;
const R_NUMERATOR: usize = 20;
const R_DENOMINATOR: usize = 24;
export const NO_BOUND: usize = 0;
const MOST_ROOTS: usize = 5;

let list: usize = 0;
let count: usize = 0;

/** Finds the roots of a form that is not zero; the number of them. Multiple roots count once. */
export function findRoots(form: usize, degree: usize): usize {
  newList();
  let low: usize = 0;
  let high = degree;
  while (signOf(coefficient(form, low)) === 0) low++;
  while (signOf(coefficient(form, high)) === 0) high--;
  if (low > 0) addRational(shifted(0, 0, false), shifted(1, 0, false));
  findPositiveRoots(form + (low << 2), high - low);
  if (high < degree) addRational(shifted(1, 0, false), shifted(0, 0, false));
  return count;
}

/** t = 0 as a list of one root. */
export function startAsRoot(): usize {
  newList();
  addRational(shifted(0, 0, false), shifted(1, 0, false));
  return count;
}

function newList(): void {
  list = roomFor(MOST_ROOTS * ROOT_BYTES);
  release(list + MOST_ROOTS * ROOT_BYTES);
  count = 0;
}

/** Of a form whose first and last coefficients are not zero. */
function findPositiveRoots(form: usize, degree: usize): void {
  const variations = signVariations(form, degree);
  if (variations === 0) return;
  const first = signOf(coefficient(form, 0));
  if (degree === 1) {
    addPositiveRational(negated(coefficient(form, 0)), coefficient(form, 1));
  } else if (variations === 1) {
    addIsolated(form, degree, first, NO_BOUND, NO_BOUND, NO_BOUND, NO_BOUND);
  } else if (degree === 2) {
    findTwoOfQuadratic(form, first);
  } else {
    findSeveralOfCubic(form, variations);
  }
}

/** Descartes: the number of positive roots is at most this, and as even or odd. */
function signVariations(form: usize, degree: usize): i32 {
  let variations = 0;
  let last = 0;
  for (let i: usize = 0; i <= degree; i++) {
    const sign = signOf(coefficient(form, i));
    if (sign === 0) continue;
    if (last !== 0 && sign !== last) variations++;
    last = sign;
  }
  return variations;
}

/** Both roots of c z^2 + b z + a are positive or none is real: -b / 2c lies between them. */
function findTwoOfQuadratic(form: usize, first: i32): void {
  const b = coefficient(form, 1);
  const discriminant = discriminantSign(coefficient(form, 0), b, coefficient(form, 2));
  if (discriminant < 0) return;
  const n = negated(b);
  const d = times(coefficient(form, 2), 2);
  if (discriminant === 0) {
    addPositiveRational(n, d);
    return;
  }
  const mn = positive(n);
  const md = positive(d);
  addIsolated(form, 2, first, NO_BOUND, NO_BOUND, mn, md);
  addIsolated(form, 2, -first, mn, md, NO_BOUND, NO_BOUND);
}

/** Sign of b^2 - 4 a c. */
function discriminantSign(a: usize, b: usize, c: usize): i32 {
  const start = mark();
  const sign = compare(mul(b, b), times(mul(a, c), 4));
  release(start);
  return sign;
}

/** a*b - c*d */
function minor(a: usize, b: usize, c: usize, d: usize): usize {
  const start = mark();
  return keep(start, sub(mul(a, b), mul(c, d)));
}

/** a z^3 + b z^2 + c z + d with two or three sign variations. The Hessian A z^2 + B z + C has -3 times its discriminant. */
function findSeveralOfCubic(form: usize, variations: i32): void {
  const d = coefficient(form, 0);
  const c = coefficient(form, 1);
  const b = coefficient(form, 2);
  const a = coefficient(form, 3);
  const hessianA = minor(b, b, times(a, 3), c);
  const hessianB = minor(b, c, times(a, 9), d);
  const hessianC = minor(c, c, times(b, 3), d);
  const discriminant = -discriminantSign(hessianA, hessianB, hessianC);
  if (discriminant < 0) {
    // one real root; by parity it is positive with three variations and negative with two
    if (variations === 3) addIsolated(form, 3, signOf(d), NO_BOUND, NO_BOUND, NO_BOUND, NO_BOUND);
  } else if (discriminant === 0) {
    findMultipleOfCubic(a, b, hessianA, hessianB);
  } else {
    separateThree(form, variations, negated(b), times(a, 3), negated(hessianB), times(hessianA, 2));
  }
}

/** A double root and a simple one, or a triple root: all rational. */
function findMultipleOfCubic(a: usize, b: usize, hessianA: usize, hessianB: usize): void {
  if (signOf(hessianA) === 0) {
    addPositiveRational(negated(b), times(a, 3));
    return;
  }
  addPositiveRational(negated(hessianB), times(hessianA, 2));
  // the roots' sum is -b / a: the simple one is -b / a + B / A
  addPositiveRational(minor(a, hessianB, b, hessianA), mul(a, hessianA));
}

/**
 * Three real roots, as many of them positive as there are variations. Their mean m = -b / 3a and p = -B / 2A separate
 * them strictly, or are both the middle one (docs/elementary-bounds.md, section 4). A > 0 here.
 */
function separateThree(form: usize, variations: i32, mn: usize, md: usize, pn: usize, pd: usize): void {
  const below = -signOf(coefficient(form, 3)); // the sign left of all three
  const order = compareFractions(mn, md, pn, pd);
  const lowN = order <= 0 ? mn : pn;
  const lowD = order <= 0 ? md : pd;
  const highN = order <= 0 ? pn : mn;
  const highD = order <= 0 ? pd : md;
  if (variations === 3) addIsolated(form, 3, below, NO_BOUND, NO_BOUND, positive(lowN), positive(lowD));
  // With two variations the smallest root is negative: between 0 and the upper separator there is one root only.
  const bounded = variations === 3;
  if (order === 0) addPositiveRational(mn, md);
  else {
    const leftN = bounded ? positive(lowN) : NO_BOUND;
    const leftD = bounded ? positive(lowD) : NO_BOUND;
    addIsolated(form, 3, -below, leftN, leftD, positive(highN), positive(highD));
  }
  addIsolated(form, 3, below, positive(highN), positive(highD), NO_BOUND, NO_BOUND);
}

/** Sign of n1 / d1 - n2 / d2, for denominators of any sign. */
function compareFractions(n1: usize, d1: usize, n2: usize, d2: usize): i32 {
  return compareProducts(n1, d2, n2, d1) * signOf(d1) * signOf(d2);
}

/** Fractions are stored with both parts positive. */
function positive(a: usize): usize {
  return signOf(a) < 0 ? negated(a) : a;
}

function addPositiveRational(n: usize, d: usize): void {
  if (signOf(n) * signOf(d) > 0) addRational(positive(n), positive(d));
}

function addRational(n: usize, d: usize): void {
  addIsolated(0, 0, 0, n, d, NO_BOUND, NO_BOUND);
}

function addIsolated(
  form: usize,
  degree: usize,
  leftSign: i32,
  ln: usize,
  ld: usize,
  rn: usize,
  rd: usize,
): void {
  const root = list + count * ROOT_BYTES;
  store<u32>(root, form, FORM);
  store<u32>(root, degree, DEGREE);
  store<i32>(root, leftSign, LEFT_SIGN);
  store<u32>(root, ln, L_NUMERATOR);
  store<u32>(root, ld, L_DENOMINATOR);
  store<u32>(root, rn, R_NUMERATOR);
  store<u32>(root, rd, R_DENOMINATOR);
  count++;
}

export function rootAt(index: usize): usize {
  return list + index * ROOT_BYTES;
}

export function isRational(root: usize): bool {
  return load<i32>(root, LEFT_SIGN) === 0;
}

/** Of a rational root; of an isolated one: of the bound left of it. */
export function numeratorOf(root: usize): usize {
  return load<u32>(root, L_NUMERATOR);
}

export function denominatorOf(root: usize): usize {
  return load<u32>(root, L_DENOMINATOR);
}

export function rightNumeratorOf(root: usize): usize {
  return load<u32>(root, R_NUMERATOR);
}

export function rightDenominatorOf(root: usize): usize {
  return load<u32>(root, R_DENOMINATOR);
}

export function formOf(root: usize): usize {
  return load<u32>(root, FORM);
}

export function degreeOf(root: usize): usize {
  return load<u32>(root, DEGREE);
}

export function leftSignOf(root: usize): i32 {
  return load<i32>(root, LEFT_SIGN);
}

/** Sign of root - n / d, for n / d >= 0 (d = 0 is inf). */
export function compareRoot(root: usize, n: usize, d: usize): i32 {
  const ln = numeratorOf(root);
  const ld = denominatorOf(root);
  if (isRational(root)) return compareProducts(ln, d, n, ld);
  if (signOf(n) === 0) return 1;
  if (signOf(d) === 0) return -1;
  if (ln !== NO_BOUND && compareProducts(n, ld, ln, d) <= 0) return 1;
  const rn = rightNumeratorOf(root);
  if (rn !== NO_BOUND && compareProducts(n, rightDenominatorOf(root), rn, d) >= 0) return -1;
  return signOfForm(formOf(root), degreeOf(root), n, d) * leftSignOf(root);
}

/** Sign of a*b - c*d. */
function compareProducts(a: usize, b: usize, c: usize, d: usize): i32 {
  const start = mark();
  const order = compare(mul(a, b), mul(c, d));
  release(start);
  return order;
}
