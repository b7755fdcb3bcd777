// Whole numbers of any size: a signed count of 32-bit limbs (its sign is the number's, 0 is zero), then the limbs,
// lowest first. Every operation puts its result on top of the scratch stack and returns its address.

import { clearScratch, mark, release, roomFor } from './scratch';

export { clearScratch, mark, release };

const HEAD: usize = 4;

export function signOf(a: usize): i32 {
  const count = load<i32>(a);
  return i32(count > 0) - i32(count < 0);
}

function limbCount(a: usize): i32 {
  return abs<i32>(load<i32>(a));
}

/** Moves `a`, computed since `from` was the top, down to `from` and gives back everything else since. */
export function keep(from: usize, a: usize): usize {
  const bytes = HEAD + ((<usize>limbCount(a)) << 2);
  // memory.copy is a call out of WebAssembly, slower than this for the usual handful of limbs
  for (let i: usize = 0; i < bytes; i += 4) store<u32>(from + i, load<u32>(a + i));
  release(from + bytes);
  return from;
}

/** Writes the head of a number whose limbs were stored at `r`: leading zeros do not count. */
function finish(r: usize, limbs: i32, negative: bool): usize {
  let count = limbs;
  while (count > 0 && load<u32>(r + ((<usize>count) << 2)) === 0) count--;
  store<i32>(r, negative ? -count : count);
  release(r + HEAD + ((<usize>count) << 2));
  return r;
}

/** (-1)^negative * magnitude * 2^shift. */
export function shifted(magnitude: u64, shift: u32, negative: bool): usize {
  const zeros = <i32>(shift >> 5);
  const r = roomFor(HEAD + ((<usize>zeros + 3) << 2));
  const at = r + HEAD + ((<usize>zeros) << 2);
  for (let i = r + HEAD; i < at; i += 4) store<u32>(i, 0);
  const bit = <u64>(shift & 31);
  const low = magnitude << bit;
  store<u64>(at, low);
  store<u32>(at, <u32>(bit === 0 ? 0 : magnitude >> (64 - bit)), 8);
  return finish(r, zeros + 3, negative);
}

export function negated(a: usize): usize {
  return times(a, -1);
}

export function absolute(a: usize): usize {
  return signOf(a) < 0 ? negated(a) : a;
}

/** a * factor, for small factors. */
export function times(a: usize, factor: i32): usize {
  const head = load<i32>(a);
  const count = abs<i32>(head);
  const size = <u64>abs<i32>(factor);
  const r = roomFor(HEAD + ((<usize>count + 1) << 2));
  let carry: u64 = 0;
  const end = (<usize>count) << 2;
  for (let i: usize = 0; i < end; i += 4) {
    carry += <u64>load<u32>(a + i, 4) * size;
    store<u32>(r + i, <u32>carry, 4);
    carry >>= 32;
  }
  store<u32>(r + end, <u32>carry, 4);
  return finish(r, count + 1, (head ^ factor) < 0);
}

export function mul(a: usize, b: usize): usize {
  const headA = load<i32>(a);
  const headB = load<i32>(b);
  const countA = abs<i32>(headA);
  const countB = abs<i32>(headB);
  const r = roomFor(HEAD + ((<usize>(countA + countB)) << 2));
  if (countA === 0 || countB === 0) return finish(r, 0, false);
  const endA = (<usize>countA) << 2;
  const endB = (<usize>countB) << 2;
  // whole numbers in tiny units end in zeros
  const startA = lowZeros(a);
  const startB = lowZeros(b);
  for (let i: usize = 0; i < startA + startB; i += 4) store<u32>(r + i, 0, 4);
  const lowest = <u64>load<u32>(b + startB, 4);
  let carry: u64 = 0;
  for (let j = startA; j < endA; j += 4) {
    carry += <u64>load<u32>(a + j, 4) * lowest;
    store<u32>(r + startB + j, <u32>carry, 4);
    carry >>= 32;
  }
  store<u32>(r + startB + endA, <u32>carry, 4);
  for (let i = startB + 4; i < endB; i += 4) {
    const factor = <u64>load<u32>(b + i, 4);
    const row = r + i;
    carry = 0;
    for (let j = startA; j < endA; j += 4) {
      // (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1: no overflow.
      carry += <u64>load<u32>(a + j, 4) * factor + <u64>load<u32>(row + j, 4);
      store<u32>(row + j, <u32>carry, 4);
      carry >>= 32;
    }
    store<u32>(row + endA, <u32>carry, 4);
  }
  return finish(r, countA + countB, (headA ^ headB) < 0);
}

/** Bytes of the lowest limbs that are zero, of a number that is not. */
function lowZeros(a: usize): usize {
  let bytes: usize = 0;
  while (load<u32>(a + bytes, 4) === 0) bytes += 4;
  return bytes;
}

export function add(a: usize, b: usize): usize {
  return sum(a, b, load<i32>(b));
}

export function sub(a: usize, b: usize): usize {
  return sum(a, b, -load<i32>(b));
}

/** a + b, where b is read with the sign of `headB`. */
function sum(a: usize, b: usize, headB: i32): usize {
  const headA = load<i32>(a);
  if ((headA ^ headB) >= 0) return sumOfMagnitudes(a, b, (headA | headB) < 0);
  const order = compareMagnitudes(a, b);
  if (order >= 0) return differenceOfMagnitudes(a, b, headA < 0);
  return differenceOfMagnitudes(b, a, headB < 0);
}

/** a*b - c*d */
export function minor(a: usize, b: usize, c: usize, d: usize): usize {
  const start = mark();
  return keep(start, sub(mul(a, b), mul(c, d)));
}

function sumOfMagnitudes(a: usize, b: usize, negative: bool): usize {
  const swap = limbCount(a) < limbCount(b);
  const long = swap ? b : a;
  const short = swap ? a : b;
  const count = limbCount(long);
  const end = (<usize>count) << 2;
  const both = (<usize>limbCount(short)) << 2;
  const r = roomFor(HEAD + end + 4);
  let carry: u64 = 0;
  let i: usize = 0;
  for (; i < both; i += 4) {
    carry += <u64>load<u32>(long + i, 4) + <u64>load<u32>(short + i, 4);
    store<u32>(r + i, <u32>carry, 4);
    carry >>= 32;
  }
  for (; i < end; i += 4) {
    carry += <u64>load<u32>(long + i, 4);
    store<u32>(r + i, <u32>carry, 4);
    carry >>= 32;
  }
  store<u32>(r + end, <u32>carry, 4);
  return finish(r, count + 1, negative);
}

/** |a| - |b|, not negative, with a given sign. */
function differenceOfMagnitudes(a: usize, b: usize, negative: bool): usize {
  const count = limbCount(a);
  const end = (<usize>count) << 2;
  const both = (<usize>limbCount(b)) << 2;
  const r = roomFor(HEAD + end);
  let borrow: i64 = 0;
  let i: usize = 0;
  for (; i < both; i += 4) {
    borrow += <i64>load<u32>(a + i, 4) - <i64>load<u32>(b + i, 4);
    store<u32>(r + i, <u32>borrow, 4);
    borrow >>= 32;
  }
  for (; i < end; i += 4) {
    borrow += <i64>load<u32>(a + i, 4);
    store<u32>(r + i, <u32>borrow, 4);
    borrow >>= 32;
  }
  return finish(r, count, negative);
}

function compareMagnitudes(a: usize, b: usize): i32 {
  const count = limbCount(a);
  const other = limbCount(b);
  if (count !== other) return count > other ? 1 : -1;
  for (let i = (<usize>count) << 2; i > 0; i -= 4) {
    const limbA = load<u32>(a + i);
    const limbB = load<u32>(b + i);
    if (limbA !== limbB) return limbA > limbB ? 1 : -1;
  }
  return 0;
}

/** Sign of a - b. */
export function compare(a: usize, b: usize): i32 {
  const sa = signOf(a);
  const sb = signOf(b);
  if (sa !== sb) return sa > sb ? 1 : -1;
  return sa * compareMagnitudes(a, b);
}

export function bitLength(a: usize): i32 {
  const count = limbCount(a);
  if (count === 0) return 0;
  return (count << 5) - clz<i32>(load<i32>(a + ((<usize>count) << 2)));
}

/** a * 2^-exponent, cut off behind its three highest limbs: relative error below 2^-52. Tiny results become 0. */
export function scaledToF64(a: usize, exponent: i32): f64 {
  const count = limbCount(a);
  let value: f64 = 0;
  for (let i = count; i > 0 && i > count - 3; i--) {
    value = value * 4294967296.0 + <f64>load<u32>(a + ((<usize>i) << 2));
  }
  const cut = count > 3 ? (count - 3) << 5 : 0;
  return scalbn(load<i32>(a) < 0 ? -value : value, cut - exponent);
}

/** value * 2^exponent, one rounding at most. */
function scalbn(value: f64, exponent: i32): f64 {
  let scaled = value;
  let left = exponent;
  while (left > 1023) {
    scaled *= reinterpret<f64>((<u64>2046) << 52);
    left -= 1023;
  }
  while (left < -1022) {
    scaled *= reinterpret<f64>((<u64>1) << 52);
    left += 1022;
  }
  return scaled * reinterpret<f64>((<u64>(left + 1023)) << 52);
}
