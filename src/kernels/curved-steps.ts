// Steps on Bezier curves: a part of one, and a straight one beside curved ones.
import { between, control } from './curves';
import { SWEPT_VERTEX_BYTES } from './layout/meshes';

/**
 * Copies vertices on curves with their ways from the time `from` to the time `until`: ends to `swept`, inner control points
 * to `inner`. What is to hold the true motion must be wider by 2^-48 of the largest control coordinate.
 */
export function cutCurves(
  ends: usize,
  inner: usize,
  degree: i32,
  count: u32,
  from: f64,
  until: f64,
  swept: usize,
  cutInner: usize,
): void {
  for (let end = ends + <usize>count * SWEPT_VERTEX_BYTES; ends < end; ends += 16) {
    // control value k of the part has `until` k times among its arguments, and `from` otherwise
    store<f64>(swept, blossom(ends, inner, degree, from, from, from));
    store<f64>(swept, blossom(ends, inner, degree, until, until, until), 8);
    const second = blossom(ends, inner, degree, from, until, from);
    store<f64>(cutInner, second);
    store<f64>(cutInner, degree === 2 ? second : blossom(ends, inner, degree, from, until, until), 8);
    inner += 16;
    swept += 16;
    cutInner += 16;
  }
}

/** The polar form of a curve: linear in each of as many times as its degree; where all are alike it is the curve. */
function blossom(ends: usize, inner: usize, degree: i32, r: f64, s: f64, t: f64): f64 {
  const p0 = control(ends, inner, degree, 0);
  const p1 = control(ends, inner, degree, 1);
  const p2 = control(ends, inner, degree, 2);
  if (degree === 2) return ofTwo(p0, p1, p2, r, s);
  const p3 = control(ends, inner, degree, 3);
  return ofTwo(between(p0, p1, r), between(p1, p2, r), between(p2, p3, r), s, t);
}

function ofTwo(p0: f64, p1: f64, p2: f64, s: f64, t: f64): f64 {
  return between(between(p0, p1, s), between(p1, p2, s), t);
}

/**
 * Inner control points with which `count` vertices go the same way on curves of a higher degree, 2 or 3: what they had, straight or
 * quadratic, is rounded by 2^-51 of a coordinate.
 */
export function raisePaths(
  swept: usize,
  inner: usize,
  degree: i32,
  count: u32,
  raised: usize,
  higher: i32,
): void {
  const share = 1.0 / <f64>higher;
  for (let end = swept + <usize>count * SWEPT_VERTEX_BYTES; swept < end; swept += 16) {
    const from = load<f64>(swept);
    const to = load<f64>(swept, 8);
    // a quadratic curve's only inner point lies beside both ends, and a third is on its side
    const first = degree === 1 ? between(from, to, share) : between(load<f64>(inner), from, share);
    const last = degree === 1 ? between(to, from, share) : between(load<f64>(inner), to, share);
    store<f64>(raised, first);
    store<f64>(raised, last, 8);
    inner += 16;
    raised += 16;
  }
}
