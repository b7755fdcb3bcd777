// A sum of products of three doubles, kept exactly: one long fixed-point number (Kulisch). It covers three times the
// exponent range of f64, so that nothing overflows, underflows or is rounded, whatever finite numbers come in.
// A digit has 32 bits and sits in an i64: carries wait until the sign is asked for.
import { EXACT_SUM_BYTES } from '../layout/elementary';

const EXPONENT_MASK: u64 = 0x7ff;
const FRACTION_BITS: u64 = 52;
const FRACTION_MASK: u64 = 0xfffffffffffff;
const IMPLICIT_ONE: u64 = 0x10000000000000;
const DIGIT_MASK: u64 = 0xffffffff;
const LAST_DIGIT: i32 = (EXACT_SUM_BYTES >> 3) - 1;

let digits: usize = 0;
let lowest: i32 = 0;
let highest: i32 = 0;

/** Where the sum lives: EXACT_SUM_BYTES that belong to this instance alone. Contents do not matter. */
export function useExactSum(address: usize): void {
  digits = address;
}

export function clearSum(): void {
  memory.fill(digits, 0, EXACT_SUM_BYTES);
  lowest = LAST_DIGIT;
  highest = 0;
}

/** Adds a b c, or subtracts it. At most 2^30 calls after a `clearSum`. */
export function addProduct(a: f64, b: f64, c: f64, subtract: bool): void {
  if (a === 0 || b === 0 || c === 0) return;
  const ea = exponent(a);
  const eb = exponent(b);
  const ec = exponent(c);
  const ma = fraction(a, ea);
  const mb = fraction(b, eb);
  const mc = fraction(c, ec);
  // Subnormal numbers share the exponent of the smallest normal one.
  const shift = place(ea) + place(eb) + place(ec);
  const negative =
    ((reinterpret<u64>(a) ^ reinterpret<u64>(b) ^ reinterpret<u64>(c)) >> 63 !== 0) !== subtract;

  const a0 = ma & DIGIT_MASK;
  const a1 = ma >> 32;
  const b0 = mb & DIGIT_MASK;
  const b1 = mb >> 32;
  let t = a0 * b0;
  const p0 = t & DIGIT_MASK;
  t = a1 * b0 + (t >> 32);
  const middle = a0 * b1 + (t & DIGIT_MASK);
  const p1 = middle & DIGIT_MASK;
  t = a1 * b1 + (t >> 32) + (middle >> 32);
  const p2 = t & DIGIT_MASK;
  const p3 = t >> 32;

  const c0 = mc & DIGIT_MASK;
  const c1 = mc >> 32;
  t = p0 * c0;
  const r0 = t & DIGIT_MASK;
  t = p1 * c0 + (t >> 32);
  let r1 = t & DIGIT_MASK;
  t = p2 * c0 + (t >> 32);
  let r2 = t & DIGIT_MASK;
  t = p3 * c0 + (t >> 32);
  let r3 = t & DIGIT_MASK;
  let r4 = t >> 32;
  t = p0 * c1 + r1;
  r1 = t & DIGIT_MASK;
  t = p1 * c1 + r2 + (t >> 32);
  r2 = t & DIGIT_MASK;
  t = p2 * c1 + r3 + (t >> 32);
  r3 = t & DIGIT_MASK;
  t = p3 * c1 + r4 + (t >> 32);
  r4 = t;

  const first = shift >> 5;
  const bits = <u64>(shift & 31);
  if (first < lowest) lowest = first;
  if (first + 5 > highest) highest = first + 5;
  const at = digits + ((<usize>first) << 3);
  let carried = addDigit(at, r0 << bits, 0, negative);
  carried = addDigit(at + 8, r1 << bits, carried, negative);
  carried = addDigit(at + 16, r2 << bits, carried, negative);
  carried = addDigit(at + 24, r3 << bits, carried, negative);
  carried = addDigit(at + 32, r4 << bits, carried, negative);
  addDigit(at + 40, 0, carried, negative);
}

/** -1, 0 or 1. Carries are settled on the way, so this ends the sum. */
export function signOfSum(): i32 {
  let carry: i64 = 0;
  let anything: i64 = 0;
  for (let i = lowest; i <= highest; i++) {
    const digit = load<i64>(digits + ((<usize>i) << 3)) + carry;
    anything |= digit & <i64>DIGIT_MASK;
    carry = digit >> 32;
  }
  if (carry < 0) return -1;
  return carry > 0 || anything !== 0 ? 1 : 0;
}

function exponent(x: f64): i32 {
  return <i32>((reinterpret<u64>(x) >> FRACTION_BITS) & EXPONENT_MASK);
}

function fraction(x: f64, exponent: i32): u64 {
  const bits = reinterpret<u64>(x) & FRACTION_MASK;
  return exponent === 0 ? bits : bits | IMPLICIT_ONE;
}

function place(exponent: i32): i32 {
  return exponent === 0 ? 0 : exponent - 1;
}

function addDigit(at: usize, shifted: u64, carried: u64, negative: bool): u64 {
  const digit = <i64>((shifted & DIGIT_MASK) + carried);
  store<i64>(at, load<i64>(at) + (negative ? -digit : digit));
  return shifted >> 32;
}
