// Polynomials in t with integer coefficients, lowest degree first, no leading zeros: the zero polynomial is [].
import { signOf } from './dyadic.js';

export type Polynomial = readonly bigint[];

function trimmed(p: bigint[]): Polynomial {
  while (p.length > 0 && p[p.length - 1] === 0n) p.pop();
  return p;
}

export const polynomial = (...coefficients: bigint[]): Polynomial => trimmed(coefficients);

export const degree = (p: Polynomial): number => p.length - 1;

export function add(a: Polynomial, b: Polynomial): Polynomial {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  const sum = long.slice();
  for (let i = 0; i < short.length; i++) sum[i] += short[i];
  return trimmed(sum);
}

export const negate = (p: Polynomial): Polynomial => p.map((c) => -c);

export function subtract(a: Polynomial, b: Polynomial): Polynomial {
  const difference = a.slice();
  for (let i = 0; i < b.length; i++) difference[i] = (i < a.length ? a[i] : 0n) - b[i];
  return trimmed(difference);
}

export function multiply(a: Polynomial, b: Polynomial): Polynomial {
  if (a.length === 0 || b.length === 0) return [];
  const product: bigint[] = new Array(a.length + b.length - 1).fill(0n);
  for (let i = 0; i < a.length; i++) {
    if (a[i] === 0n) continue;
    for (let j = 0; j < b.length; j++) product[i + j] += a[i] * b[j];
  }
  return product;
}

export const square = (p: Polynomial): Polynomial => multiply(p, p);

export const scaled = (p: Polynomial, factor: bigint): Polynomial =>
  factor === 0n ? [] : p.map((c) => c * factor);

export function derivative(p: Polynomial): Polynomial {
  const result: bigint[] = [];
  for (let i = 1; i < p.length; i++) result.push(p[i] * BigInt(i));
  return result;
}

/** The sign of p at n / 2^k. */
export function signAtDyadic(p: Polynomial, n: bigint, k: number): number {
  const last = p.length - 1;
  if (last < 0) return 0;
  let value = p[last];
  for (let i = last - 1; i >= 0; i--) value = value * n + (p[i] << BigInt(k * (last - i)));
  return signOf(value);
}

/** The sign of p at num / den, den > 0. */
export function signAtRational(p: Polynomial, num: bigint, den: bigint): number {
  let value = 0n;
  let power = 1n;
  for (let i = p.length - 1; i >= 0; i--) {
    value = value * num + p[i] * power;
    power *= den;
  }
  return signOf(value);
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** p divided by the positive common divisor of its coefficients: the same sign everywhere. */
export function primitive(p: Polynomial): Polynomial {
  let divisor = 0n;
  for (const c of p) {
    divisor = commonDivisor(c, divisor);
    if (divisor === 1n) return p;
  }
  return divisor === 0n ? p : p.map((c) => c / divisor);
}

/** A positive multiple of a mod b (a pseudo-remainder whose multipliers are all positive). */
export function positiveRemainder(a: Polynomial, b: Polynomial): Polynomial {
  const lead = b[b.length - 1];
  const magnitude = lead < 0n ? -lead : lead;
  let rest: Polynomial = a;
  while (rest.length >= b.length) {
    const shift = rest.length - b.length;
    const top = lead < 0n ? -rest[rest.length - 1] : rest[rest.length - 1];
    const next: bigint[] = new Array(rest.length - 1);
    for (let i = 0; i < next.length; i++) {
      next[i] = rest[i] * magnitude - (i >= shift ? top * b[i - shift] : 0n);
    }
    rest = trimmed(next);
  }
  return rest;
}

/** Coefficients explode along a remainder sequence of high degree; low degrees are faster without the divisions. */
export const tamed = (p: Polynomial, startDegree: number): Polynomial => (startDegree > 3 ? primitive(p) : p);

/** The greatest common divisor, up to a constant factor. */
export function greatestCommonDivisor(a: Polynomial, b: Polynomial): Polynomial {
  const start = Math.min(degree(a), degree(b));
  let [x, y] = a.length >= b.length ? [a, b] : [b, a];
  while (y.length > 0) [x, y] = [y, tamed(positiveRemainder(x, y), start)];
  return x;
}

/** A constant multiple of a / b, for b that divides a. */
export function quotient(a: Polynomial, b: Polynomial): Polynomial {
  const lead = b[b.length - 1];
  const result: bigint[] = new Array(a.length - b.length + 1).fill(0n);
  const rest = a.slice();
  for (let shift = a.length - b.length; shift >= 0; shift--) {
    const top = rest[shift + b.length - 1];
    for (let i = 0; i < result.length; i++) result[i] *= lead;
    for (let i = 0; i < rest.length; i++) rest[i] *= lead;
    result[shift] += top;
    for (let i = 0; i < b.length; i++) rest[i + shift] -= top * b[i];
  }
  return primitive(trimmed(result));
}
