// ICCD IV-D: vertices on Bezier curves. Whatever is linear in the vertices lies in the hull of its control values, and a
// product of two such functions has Bernstein coefficients that are weighted means of products of theirs.
import { DOP_HI03, DOP_HI47, DOP_LO8, DOP_LO03, DOP_LO47, DOP_NODE_BYTES } from './layout/meshes';

/** C(d, i) C(d, j) / C(2 d, i + j): the share of control values i and j in coefficient i + j of a product. */
export function shareOf(degree: i32, i: i32, j: i32): f64 {
  return (choose(degree, i) * choose(degree, j)) / choose(2 * degree, i + j);
}

function choose(n: i32, k: i32): f64 {
  let result: f64 = 1;
  for (let i = 0; i < k; i++) result = (result * <f64>(n - i)) / <f64>(i + 1);
  return result;
}

/** Control value k of a coordinate: the ends are at `ends` and 8 behind, the inner ones at `inner` and 8 behind. */
export function control(ends: usize, inner: usize, degree: i32, k: i32): f64 {
  if (k === 0) return load<f64>(ends);
  if (k === degree) return load<f64>(ends, 8);
  return load<f64>(inner + ((<usize>(k - 1)) << 3));
}

/** Makes `count` boxes hold others, box by box: a curve is in the box around all its control points. */
export function mergeDops(dops: usize, others: usize, count: u32): void {
  for (let end = dops + <usize>count * DOP_NODE_BYTES; dops < end; dops += DOP_NODE_BYTES) {
    v128.store(dops, f32x4.pmin(v128.load(dops, DOP_LO03), v128.load(others, DOP_LO03)), DOP_LO03);
    v128.store(dops, f32x4.pmax(v128.load(dops, DOP_HI03), v128.load(others, DOP_HI03)), DOP_HI03);
    v128.store(dops, f32x4.pmin(v128.load(dops, DOP_LO47), v128.load(others, DOP_LO47)), DOP_LO47);
    v128.store(dops, f32x4.pmax(v128.load(dops, DOP_HI47), v128.load(others, DOP_HI47)), DOP_HI47);
    const last = f32x4.pmin(v128.load64_zero(dops, DOP_LO8), v128.load64_zero(others, DOP_LO8));
    v128.store64_lane(dops, last, 0, DOP_LO8);
    others += DOP_NODE_BYTES;
  }
}

/** Writes control point k of a vertex as three f64. */
export function writeControl(swept: usize, inner: usize, degree: i32, k: i32, point: usize): void {
  for (let axis: usize = 0; axis < 48; axis += 16) {
    store<f64>(point + (axis >> 1), control(swept + axis, inner + axis, degree, k));
  }
}

/**
 * Writes the straight path that touches a curve at a time, as a swept vertex: De Casteljau's last two points are the ends of one
 * that is there at the same time.
 */
export function writeTangent(swept: usize, inner: usize, degree: i32, time: f64, tangent: usize): void {
  for (let axis: usize = 0; axis < 48; axis += 16) {
    const start = load<f64>(swept + axis);
    const first = load<f64>(inner + axis);
    const last = load<f64>(inner + axis, 8);
    const end = load<f64>(swept + axis, 8);
    // of a quadratic curve there are no more than these two
    const before = between(start, first, time);
    const after = between(last, end, time);
    const middle = between(first, last, time);
    store<f64>(tangent + axis, degree === 2 ? before : between(before, middle, time));
    store<f64>(tangent + axis, degree === 2 ? after : between(middle, after, time), 8);
  }
}

/** A point on the line through two others: the first at 0, the second at 1. */
export function between(a: f64, b: f64, time: f64): f64 {
  return (1 - time) * a + time * b;
}
