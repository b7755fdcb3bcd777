// Closest points of corners, edges and faces in a query's own frame (see `query-frame`).
//
// Every candidate is a pair of points that do lie on the two features, so the smallest of them is never below the
// true distance by more than the rounding of points; and one candidate is always close to the true pair. Where a
// system is nearly singular (parallel edges at an angle a, flat faces), its solution may slide by u / a along the
// features, which changes the distance by u, and below a = sqrt(u) the candidates at ends and edges are as good.
// Ericson 5.1.9 computes the edges' denominator as a e - b b, which loses everything at a = sqrt(u); the cross
// product does not.
import { FEATURE_EDGE, FEATURE_FACE } from '../layout/elementary';

let least: f64 = 0;
let featureA: i32 = 0;
let featureB: i32 = 0;
let aX: f64 = 0;
let aY: f64 = 0;
let aZ: f64 = 0;
let bX: f64 = 0;
let bY: f64 = 0;
let bZ: f64 = 0;

/** Begins a search; then the `consider...` functions improve what the other functions return. */
export function forgetClosest(): void {
  least = Infinity;
}

export function closestSquared(): f64 {
  return least;
}
export function closestFeatureA(): i32 {
  return featureA;
}
export function closestFeatureB(): i32 {
  return featureB;
}
export function closestAX(): f64 {
  return aX;
}
export function closestAY(): f64 {
  return aY;
}
export function closestAZ(): f64 {
  return aZ;
}
export function closestBX(): f64 {
  return bX;
}
export function closestBY(): f64 {
  return bY;
}
export function closestBZ(): f64 {
  return bZ;
}

/** The other way round: what was searched as b against a is told as a against b. */
export function exchangeClosest(): void {
  const feature = featureA;
  const x = aX;
  const y = aY;
  const z = aZ;
  featureA = featureB;
  aX = bX;
  aY = bY;
  aZ = bZ;
  featureB = feature;
  bX = x;
  bY = y;
  bZ = z;
}

/** A point against a face with its border. */
export function considerPointAgainstFace(p: usize, a: usize, b: usize, c: usize): void {
  considerCornerEdge(p, a, b, 0, 0, 1);
  considerCornerEdge(p, b, c, 0, 1, 2);
  considerCornerEdge(p, c, a, 0, 2, 0);
  considerCornerFace(p, a, b, c, 0);
}

/** Two edges with their ends. */
export function considerEdgePair(p: usize, q: usize, r: usize, s: usize): void {
  considerCornerEdge(p, r, s, 0, 0, 1);
  considerCornerEdge(q, r, s, 1, 0, 1);
  considerEdgeCorner(p, q, r, 0, 1, 0);
  considerEdgeCorner(p, q, s, 0, 1, 1);
  considerEdges(p, q, r, s, 0, 0);
}

/** The corner p of a against the edge q r of b, ends included. `edge` counts from 0, as `corner` does. */
export function considerCornerEdge(p: usize, q: usize, r: usize, corner: i32, edge: i32, next: i32): void {
  const x = load<f64>(p);
  const y = load<f64>(p, 8);
  const z = load<f64>(p, 16);
  const t = alongEdge(x, y, z, q, r);
  const feature = t === 0 ? edge : t === 1 ? next : FEATURE_EDGE + edge;
  consider(x, y, z, between(q, r, t, 0), between(q, r, t, 8), between(q, r, t, 16), corner, feature);
}

/** The same with the edge in a and the corner in b. */
export function considerEdgeCorner(q: usize, r: usize, p: usize, edge: i32, next: i32, corner: i32): void {
  const x = load<f64>(p);
  const y = load<f64>(p, 8);
  const z = load<f64>(p, 16);
  const t = alongEdge(x, y, z, q, r);
  const feature = t === 0 ? edge : t === 1 ? next : FEATURE_EDGE + edge;
  consider(between(q, r, t, 0), between(q, r, t, 8), between(q, r, t, 16), x, y, z, feature, corner);
}

/** Inner points of the edges p q and r s. */
export function considerEdges(p: usize, q: usize, r: usize, s: usize, edgeA: i32, edgeB: i32): void {
  const ux = load<f64>(q) - load<f64>(p);
  const uy = load<f64>(q, 8) - load<f64>(p, 8);
  const uz = load<f64>(q, 16) - load<f64>(p, 16);
  const vx = load<f64>(s) - load<f64>(r);
  const vy = load<f64>(s, 8) - load<f64>(r, 8);
  const vz = load<f64>(s, 16) - load<f64>(r, 16);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (nn === 0) return;
  const wx = load<f64>(r) - load<f64>(p);
  const wy = load<f64>(r, 8) - load<f64>(p, 8);
  const wz = load<f64>(r, 16) - load<f64>(p, 16);
  const along = ((wy * vz - wz * vy) * nx + (wz * vx - wx * vz) * ny + (wx * vy - wy * vx) * nz) / nn;
  if (!(along > 0 && along < 1)) return;
  const t = alongEdge(between(p, q, along, 0), between(p, q, along, 8), between(p, q, along, 16), r, s);
  const x = between(r, s, t, 0);
  const y = between(r, s, t, 8);
  const z = between(r, s, t, 16);
  if (t === 0 || t === 1) return;
  const a = alongEdge(x, y, z, p, q);
  if (a === 0 || a === 1) return;
  const A = FEATURE_EDGE + edgeA;
  const B = FEATURE_EDGE + edgeB;
  consider(between(p, q, a, 0), between(p, q, a, 8), between(p, q, a, 16), x, y, z, A, B);
}

/** A corner of a against the inside of the face q r s of b. */
export function considerCornerFace(p: usize, q: usize, r: usize, s: usize, corner: i32): void {
  considerPointFace(load<f64>(p), load<f64>(p, 8), load<f64>(p, 16), q, r, s, corner);
}

/**
 * A point against the inside of a face: least squares by Gram-Schmidt, along the base first, so that a height that is
 * not quite orthogonal to it meets nothing long, and along the base again for what the height moved.
 */
export function considerPointFace(
  x: f64,
  y: f64,
  z: f64,
  origin: usize,
  r: usize,
  s: usize,
  feature: i32,
): void {
  const ox = load<f64>(origin);
  const oy = load<f64>(origin, 8);
  const oz = load<f64>(origin, 16);
  const ux = load<f64>(r) - ox;
  const uy = load<f64>(r, 8) - oy;
  const uz = load<f64>(r, 16) - oz;
  const vx = load<f64>(s) - ox;
  const vy = load<f64>(s, 8) - oy;
  const vz = load<f64>(s, 16) - oz;
  const uu = ux * ux + uy * uy + uz * uz;
  if (uu === 0) return;
  const share = (ux * vx + uy * vy + uz * vz) / uu;
  const hx = vx - share * ux;
  const hy = vy - share * uy;
  const hz = vz - share * uz;
  const hh = hx * hx + hy * hy + hz * hz;
  if (hh === 0) return;
  const px = x - ox;
  const py = y - oy;
  const pz = z - oz;
  let b: f64 = (px * ux + py * uy + pz * uz) / uu;
  const c = ((px - b * ux) * hx + (py - b * uy) * hy + (pz - b * uz) * hz) / hh;
  b += ((px - b * ux - c * vx) * ux + (py - b * uy - c * vy) * uy + (pz - b * uz - c * vz) * uz) / uu;
  if (!(b > 0 && c > 0 && b + c < 1)) return;
  const fx = ox + (b * ux + c * vx);
  const fy = oy + (b * uy + c * vy);
  const fz = oz + (b * uz + c * vz);
  consider(x, y, z, fx, fy, fz, feature, FEATURE_FACE);
}

function consider(ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64, a: i32, b: i32): void {
  const dx = ax - bx;
  const dy = ay - by;
  const dz = az - bz;
  const squared = dx * dx + dy * dy + dz * dz;
  if (!(squared < least)) return;
  least = squared;
  featureA = a;
  featureB = b;
  aX = ax;
  aY = ay;
  aZ = az;
  bX = bx;
  bY = by;
  bZ = bz;
}

/** Where on the edge the closest point to x y z is: 0 at its start, 1 at its end. */
function alongEdge(x: f64, y: f64, z: f64, start: usize, end: usize): f64 {
  const sx = load<f64>(start);
  const sy = load<f64>(start, 8);
  const sz = load<f64>(start, 16);
  const dx = load<f64>(end) - sx;
  const dy = load<f64>(end, 8) - sy;
  const dz = load<f64>(end, 16) - sz;
  const length = dx * dx + dy * dy + dz * dz;
  if (length === 0) return 0;
  const along = ((x - sx) * dx + (y - sy) * dy + (z - sz) * dz) / length;
  return max<f64>(0, min<f64>(1, along));
}

function between(start: usize, end: usize, t: f64, axis: usize): f64 {
  const from = load<f64>(start + axis);
  const to = load<f64>(end + axis);
  return t === 1 ? to : from + t * (to - from);
}
