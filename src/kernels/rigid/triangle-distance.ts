import { FEATURE_EDGE, FEATURE_FACE } from '../layout/elementary';
import {
  PAIR_A,
  PAIR_B,
  PAIR_DISTANCE,
  PAIR_FEATURE_A,
  PAIR_FEATURE_B,
  PAIR_POINT_A,
  PAIR_POINT_B,
} from '../layout/rigid-queries';
import { closestOnSegments, onFirst, onSecond } from './segments';
import { component, dotAt, dotOfTwo, setVector } from './vector';

// Closest points of two triangles: nine pairs of edges, then six corners against faces. Nothing here is trusted for
// a certificate: the caller projects all six corners on the direction found and takes what is certain of it.

/** Fills the pair's closest points, distance and features. Points of crossing triangles are not asked for. */
export function closestOfTriangles(query: usize): void {
  store<f64>(query, Infinity, PAIR_DISTANCE);
  useTwoEdges(query + PAIR_B);
  for (let i: usize = 0; i < 3; i++) {
    if (closestOfTwo(query, i) || closestOfEdges(query, i, 2)) return;
  }
  for (let i: usize = 0; i < 3; i++) {
    cornerToFace(query, i, PAIR_A, PAIR_B, PAIR_POINT_A, PAIR_POINT_B, PAIR_FEATURE_A, PAIR_FEATURE_B);
    cornerToFace(query, i, PAIR_B, PAIR_A, PAIR_POINT_B, PAIR_POINT_A, PAIR_FEATURE_B, PAIR_FEATURE_A);
  }
  store<f64>(query, sqrt(load<f64>(query, PAIR_DISTANCE)), PAIR_DISTANCE);
}

// The first two edges of B, a lane each: where they begin, how they go, and their squared lengths.
let qx: v128 = f64x2.splat(0);
let qy: v128 = f64x2.splat(0);
let qz: v128 = f64x2.splat(0);
let vx: v128 = f64x2.splat(0);
let vy: v128 = f64x2.splat(0);
let vz: v128 = f64x2.splat(0);
let vv: v128 = f64x2.splat(0);

function useTwoEdges(triangle: usize): void {
  qx = twoOf(triangle, 0);
  qy = twoOf(triangle, 1);
  qz = twoOf(triangle, 2);
  vx = f64x2.sub(twoOf(triangle, 3), qx);
  vy = f64x2.sub(twoOf(triangle, 4), qy);
  vz = f64x2.sub(twoOf(triangle, 5), qz);
  vv = dotOfTwo(vx, vy, vz, vx, vy, vz);
}

/** A coordinate of two corners that follow each other. */
function twoOf(triangle: usize, i: usize): v128 {
  return f64x2.replace_lane(f64x2.splat(component(triangle, i)), 1, component(triangle, i + 3));
}

function clampTwo(x: v128): v128 {
  return f64x2.pmin(f64x2.pmax(x, f64x2.splat(0)), f64x2.splat(1));
}

/** `closestOfEdges` of edge i of A and the first two of B, by the same arithmetic: divisions of both take the time of one. */
function closestOfTwo(query: usize, i: usize): bool {
  const p = query + PAIR_A + 24 * i;
  const end = query + PAIR_A + 24 * nextCorner(i);
  const zero = f64x2.splat(0);
  const px = f64x2.splat(component(p, 0));
  const py = f64x2.splat(component(p, 1));
  const pz = f64x2.splat(component(p, 2));
  const ux = f64x2.splat(component(end, 0) - component(p, 0));
  const uy = f64x2.splat(component(end, 1) - component(p, 1));
  const uz = f64x2.splat(component(end, 2) - component(p, 2));
  const rx = f64x2.sub(px, qx);
  const ry = f64x2.sub(py, qy);
  const rz = f64x2.sub(pz, qz);
  const uu = dotOfTwo(ux, uy, uz, ux, uy, uz);
  const uv = dotOfTwo(ux, uy, uz, vx, vy, vz);
  const ur = dotOfTwo(ux, uy, uz, rx, ry, rz);
  const vr = dotOfTwo(vx, vy, vz, rx, ry, rz);
  // closestOnSegments
  const area = f64x2.sub(f64x2.mul(uu, vv), f64x2.mul(uv, uv));
  const along = clampTwo(f64x2.div(f64x2.sub(f64x2.mul(uv, vr), f64x2.mul(ur, vv)), area));
  let s = v128.bitselect(along, zero, f64x2.gt(area, zero));
  const hasLength = f64x2.gt(vv, zero);
  const onLine = f64x2.div(f64x2.add(f64x2.mul(uv, s), vr), vv);
  let t = v128.bitselect(onLine, zero, hasLength);
  const inside = v128.and(v128.and(f64x2.ge(t, zero), f64x2.le(t, f64x2.splat(1))), hasLength);
  t = v128.bitselect(t, clampTwo(t), inside);
  const back = clampTwo(f64x2.div(f64x2.sub(f64x2.mul(uv, t), ur), uu));
  s = v128.bitselect(s, v128.bitselect(back, zero, f64x2.gt(uu, zero)), inside);
  const ax = f64x2.add(px, f64x2.mul(s, ux));
  const ay = f64x2.add(py, f64x2.mul(s, uy));
  const az = f64x2.add(pz, f64x2.mul(s, uz));
  const bx = f64x2.add(qx, f64x2.mul(t, vx));
  const by = f64x2.add(qy, f64x2.mul(t, vy));
  const bz = f64x2.add(qz, f64x2.mul(t, vz));
  const nx = f64x2.sub(bx, ax);
  const ny = f64x2.sub(by, ay);
  const nz = f64x2.sub(bz, az);
  const squared = dotOfTwo(nx, ny, nz, nx, ny, nz);
  if (
    f64x2.extract_lane(squared, 0) < load<f64>(query, PAIR_DISTANCE) &&
    takesEdges(
      query,
      i,
      0,
      f64x2.extract_lane(s, 0),
      f64x2.extract_lane(t, 0),
      f64x2.extract_lane(ax, 0),
      f64x2.extract_lane(ay, 0),
      f64x2.extract_lane(az, 0),
      f64x2.extract_lane(bx, 0),
      f64x2.extract_lane(by, 0),
      f64x2.extract_lane(bz, 0),
      f64x2.extract_lane(squared, 0),
    )
  )
    return true;
  if (!(f64x2.extract_lane(squared, 1) < load<f64>(query, PAIR_DISTANCE))) return false;
  return takesEdges(
    query,
    i,
    1,
    f64x2.extract_lane(s, 1),
    f64x2.extract_lane(t, 1),
    f64x2.extract_lane(ax, 1),
    f64x2.extract_lane(ay, 1),
    f64x2.extract_lane(az, 1),
    f64x2.extract_lane(bx, 1),
    f64x2.extract_lane(by, 1),
    f64x2.extract_lane(bz, 1),
    f64x2.extract_lane(squared, 1),
  );
}

function nextCorner(i: usize): usize {
  return i === 2 ? 0 : i + 1;
}

function featureOf(edge: usize, at: f64): u32 {
  if (at <= 0) return <u32>edge;
  return at >= 1 ? <u32>nextCorner(edge) : FEATURE_EDGE + <u32>edge;
}

/**
 * Edge i of A against edge j of B: kept if closer than the pair's distance, which is squared until all is done. True
 * where both third corners lie behind the slab between the closest points, so that nothing can be closer.
 */
export function closestOfEdges(query: usize, i: usize, j: usize): bool {
  const p = query + PAIR_A + 24 * i;
  const q = query + PAIR_B + 24 * j;
  const pEnd = query + PAIR_A + 24 * nextCorner(i);
  const qEnd = query + PAIR_B + 24 * nextCorner(j);
  const ux = component(pEnd, 0) - component(p, 0);
  const uy = component(pEnd, 1) - component(p, 1);
  const uz = component(pEnd, 2) - component(p, 2);
  const vx = component(qEnd, 0) - component(q, 0);
  const vy = component(qEnd, 1) - component(q, 1);
  const vz = component(qEnd, 2) - component(q, 2);
  const rx = component(p, 0) - component(q, 0);
  const ry = component(p, 1) - component(q, 1);
  const rz = component(p, 2) - component(q, 2);
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  closestOnSegments(uu, vv, uv, ux * rx + uy * ry + uz * rz, vx * rx + vy * ry + vz * rz);
  const s = onFirst;
  const t = onSecond;
  const ax = component(p, 0) + s * ux;
  const ay = component(p, 1) + s * uy;
  const az = component(p, 2) + s * uz;
  const bx = component(q, 0) + t * vx;
  const by = component(q, 1) + t * vy;
  const bz = component(q, 2) + t * vz;
  const nx = bx - ax;
  const ny = by - ay;
  const nz = bz - az;
  const squared = nx * nx + ny * ny + nz * nz;
  if (!(squared < load<f64>(query, PAIR_DISTANCE))) return false;
  return takesEdges(query, i, j, s, t, ax, ay, az, bx, by, bz, squared);
}

/** Two edges' closest points, a and b, become the pair's. True where nothing can be closer. */
function takesEdges(
  query: usize,
  i: usize,
  j: usize,
  s: f64,
  t: f64,
  ax: f64,
  ay: f64,
  az: f64,
  bx: f64,
  by: f64,
  bz: f64,
  squared: f64,
): bool {
  setVector(query + PAIR_POINT_A, ax, ay, az);
  setVector(query + PAIR_POINT_B, bx, by, bz);
  store<u32>(query, featureOf(i, s), PAIR_FEATURE_A);
  store<u32>(query, featureOf(j, t), PAIR_FEATURE_B);
  store<f64>(query, squared, PAIR_DISTANCE);
  const nx = bx - ax;
  const ny = by - ay;
  const nz = bz - az;
  const thirdA = query + PAIR_A + 24 * nextCorner(nextCorner(i));
  const thirdB = query + PAIR_B + 24 * nextCorner(nextCorner(j));
  const beyondA = dotAt(thirdA, nx, ny, nz) - (ax * nx + ay * ny + az * nz);
  const beyondB = dotAt(thirdB, nx, ny, nz) - (bx * nx + by * ny + bz * nz);
  if (beyondA > 0 || beyondB < 0) return false;
  store<f64>(query, sqrt(squared), PAIR_DISTANCE);
  return true;
}

/** Corner i of triangle `own` against the inside of triangle `other`, kept if closer. */
export function cornerToFace(
  query: usize,
  i: usize,
  own: usize,
  other: usize,
  ownPoint: usize,
  otherPoint: usize,
  ownFeature: usize,
  otherFeature: usize,
): void {
  const corner = query + own + 24 * i;
  const face = query + other;
  const px = component(corner, 0);
  const py = component(corner, 1);
  const pz = component(corner, 2);
  const ex = component(face, 3) - component(face, 0);
  const ey = component(face, 4) - component(face, 1);
  const ez = component(face, 5) - component(face, 2);
  const fx = component(face, 6) - component(face, 0);
  const fy = component(face, 7) - component(face, 1);
  const fz = component(face, 8) - component(face, 2);
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > 0)) return;
  const dx = px - component(face, 0);
  const dy = py - component(face, 1);
  const dz = pz - component(face, 2);
  const height = dx * nx + dy * ny + dz * nz;
  const squared = (height / nn) * height;
  if (!(squared < load<f64>(query, PAIR_DISTANCE))) return;
  // barycentric: (e x d) . n and (d x f) . n
  const first = (ey * dz - ez * dy) * nx + (ez * dx - ex * dz) * ny + (ex * dy - ey * dx) * nz;
  const second = (dy * fz - dz * fy) * nx + (dz * fx - dx * fz) * ny + (dx * fy - dy * fx) * nz;
  if (first < 0 || second < 0 || first + second > nn) return;
  const drop = height / nn;
  setVector(query + ownPoint, px, py, pz);
  setVector(query + otherPoint, px - drop * nx, py - drop * ny, pz - drop * nz);
  store<u32>(query + ownFeature, <u32>i);
  store<u32>(query + otherFeature, FEATURE_FACE);
  store<f64>(query, squared, PAIR_DISTANCE);
}
