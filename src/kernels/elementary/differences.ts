// The three differences x1, x2, x3 = points 1..3 minus point 0, at the start and at the end, as whole numbers. Every
// axis has its own power-of-two unit: that changes no sign of a determinant, of one axis of a cross product, or of a
// dot product of parallel vectors, and nothing else is asked.

import { keep, mark, release, shifted, sub } from './limbs';
import { roomFor } from './scratch';

const MANTISSA: u64 = 0x000fffffffffffff;
const IMPLICIT: u64 = 0x0010000000000000;
const AXIS_BYTES: usize = 16;
const END_BYTES: usize = 8;

/** Where the differences are listed: 18 addresses, by difference 0..2, axis 0..2, end 0..1. */
let table: usize = 0;

export function difference(i: usize, axis: usize, end: usize): usize {
  return load<u32>(table + (((i * 3 + axis) * 2 + end) << 2));
}

/** Reads four swept vertices. */
export function readDifferences(p0: usize, p1: usize, p2: usize, p3: usize): void {
  table = roomFor(72);
  release(table + 72);
  for (let axis: usize = 0; axis < 3; axis++) {
    const at = axis * AXIS_BYTES;
    const unit = min(
      min(lowestBit(p0 + at), lowestBit(p1 + at)),
      min(lowestBit(p2 + at), lowestBit(p3 + at)),
    );
    for (let end: usize = 0; end < 2; end++) {
      const from = at + end * END_BYTES;
      put(0, axis, end, exactDifference(p1 + from, p0 + from, unit));
      put(1, axis, end, exactDifference(p2 + from, p0 + from, unit));
      put(2, axis, end, exactDifference(p3 + from, p0 + from, unit));
    }
  }
}

function put(i: usize, axis: usize, end: usize, value: usize): void {
  store<u32>(table + (((i * 3 + axis) * 2 + end) << 2), value);
}

/** The exponent field counts from 2^-1074, which subnormals share with the smallest normal numbers. */
function exponentOf(bits: u64): i32 {
  return max(<i32>((bits >> 52) & 0x7ff), 1);
}

function mantissaOf(bits: u64): u64 {
  return (bits & MANTISSA) | ((bits >> 52) & 0x7ff ? IMPLICIT : 0);
}

/** Position of the lowest bit that is set in a coordinate at the start or at the end. */
function lowestBit(address: usize): i32 {
  return min(lowestBitOf(load<u64>(address)), lowestBitOf(load<u64>(address, END_BYTES)));
}

function lowestBitOf(bits: u64): i32 {
  const mantissa = mantissaOf(bits);
  return mantissa === 0 ? i32.MAX_VALUE : exponentOf(bits) + <i32>ctz(mantissa);
}

function exactDifference(to: usize, from: usize, unit: i32): usize {
  const start = mark();
  return keep(start, sub(wholeNumber(load<u64>(to), unit), wholeNumber(load<u64>(from), unit)));
}

function wholeNumber(bits: u64, unit: i32): usize {
  const mantissa = mantissaOf(bits);
  const shift = mantissa === 0 ? 0 : exponentOf(bits) - unit;
  return shifted(shift < 0 ? mantissa >> <u64>-shift : mantissa, max(shift, 0), <i64>bits < 0);
}
