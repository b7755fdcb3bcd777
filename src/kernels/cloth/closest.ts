// The closest points of a vertex and a face, or of two edges, and the slab between the two features: of two pairs at once.
import {
  CLOSEST_ALONG,
  CLOSEST_DIRECTION,
  CLOSEST_LEAST_OF_FIRST,
  CLOSEST_MOST_OF_SECOND,
  CLOSEST_WEIGHTS,
  PAIR_EDGE_EDGE,
  PAIR_KIND,
} from '../layout/cloth';
import { alongAt, loadBoth, POINT_BYTES, storeBoth } from './world';

// The weights of both pairs, one in each lane.
let weights0: v128 = f64x2.splat(0);
let weights1: v128 = f64x2.splat(0);
let weights2: v128 = f64x2.splat(0);
let weights3: v128 = f64x2.splat(0);

export function vertexAt(pair: usize, points: usize, slot: usize): usize {
  return points + <usize>load<u32>(pair + (slot << 2)) * POINT_BYTES;
}

/** Of two pairs of the same kind: what is found of each (CLOSEST_...) is written to `ofA` and `ofB`. */
export function closestOfTwo(a: usize, b: usize, points: usize, ofA: usize, ofB: usize): void {
  const isOfEdges = load<u32>(a, PAIR_KIND) === PAIR_EDGE_EDGE;
  const a0 = vertexAt(a, points, 0);
  const a1 = vertexAt(a, points, 1);
  const a2 = vertexAt(a, points, 2);
  const a3 = vertexAt(a, points, 3);
  const b0 = vertexAt(b, points, 0);
  const b1 = vertexAt(b, points, 1);
  const b2 = vertexAt(b, points, 2);
  const b3 = vertexAt(b, points, 3);
  const x0 = loadBoth(a0, b0, 0);
  const y0 = loadBoth(a0, b0, 8);
  const z0 = loadBoth(a0, b0, 16);
  const x1 = loadBoth(a1, b1, 0);
  const y1 = loadBoth(a1, b1, 8);
  const z1 = loadBoth(a1, b1, 16);
  const x2 = loadBoth(a2, b2, 0);
  const y2 = loadBoth(a2, b2, 8);
  const z2 = loadBoth(a2, b2, 16);
  const x3 = loadBoth(a3, b3, 0);
  const y3 = loadBoth(a3, b3, 8);
  const z3 = loadBoth(a3, b3, 16);
  // Relative to one vertex, so that rounding is relative to the features and not to where they are.
  const ux = f64x2.sub(x1, x0);
  const uy = f64x2.sub(y1, y0);
  const uz = f64x2.sub(z1, z0);
  const vx = f64x2.sub(x2, x0);
  const vy = f64x2.sub(y2, y0);
  const vz = f64x2.sub(z2, z0);
  const wx = f64x2.sub(x3, x0);
  const wy = f64x2.sub(y3, y0);
  const wz = f64x2.sub(z3, z0);
  if (isOfEdges) weighEdges(ux, uy, uz, vx, vy, vz, wx, wy, wz);
  else weighFaces(ux, uy, uz, vx, vy, vz, wx, wy, wz);
  const x = mixed(ux, vx, wx);
  const y = mixed(uy, vy, wy);
  const z = mixed(uz, vz, wz);
  const squared = dot(x, y, z, x, y, z);
  const scale = f64x2.div(f64x2.splat(1), f64x2.sqrt(squared));
  const apart = f64x2.gt(squared, f64x2.splat(0));
  const nx = v128.and(f64x2.mul(x, scale), apart);
  const ny = v128.and(f64x2.mul(y, scale), apart);
  const nz = v128.and(f64x2.mul(z, scale), apart);
  const n0 = dot(x0, y0, z0, nx, ny, nz);
  const n1 = dot(x1, y1, z1, nx, ny, nz);
  const n2 = dot(x2, y2, z2, nx, ny, nz);
  const n3 = dot(x3, y3, z3, nx, ny, nz);
  const last = f64x2.pmax(n2, n3);
  storeBoth(weights0, ofA, ofB, CLOSEST_WEIGHTS);
  storeBoth(weights1, ofA, ofB, CLOSEST_WEIGHTS + 8);
  storeBoth(weights2, ofA, ofB, CLOSEST_WEIGHTS + 16);
  storeBoth(weights3, ofA, ofB, CLOSEST_WEIGHTS + 24);
  storeBoth(nx, ofA, ofB, CLOSEST_DIRECTION);
  storeBoth(ny, ofA, ofB, CLOSEST_DIRECTION + 8);
  storeBoth(nz, ofA, ofB, CLOSEST_DIRECTION + 16);
  storeBoth(n0, ofA, ofB, CLOSEST_ALONG);
  storeBoth(n1, ofA, ofB, CLOSEST_ALONG + 8);
  storeBoth(n2, ofA, ofB, CLOSEST_ALONG + 16);
  storeBoth(n3, ofA, ofB, CLOSEST_ALONG + 24);
  storeBoth(isOfEdges ? f64x2.pmin(n0, n1) : n0, ofA, ofB, CLOSEST_LEAST_OF_FIRST);
  storeBoth(isOfEdges ? last : f64x2.pmax(n1, last), ofA, ofB, CLOSEST_MOST_OF_SECOND);
}

export function weightOf(closest: usize, slot: usize): f64 {
  return load<f64>(closest + (slot << 3), CLOSEST_WEIGHTS);
}

/** Where a vertex lies along the direction. */
export function alongOf(closest: usize, slot: usize): f64 {
  return load<f64>(closest + (slot << 3), CLOSEST_ALONG);
}

/** How far apart the two are along the direction, every vertex projected: a lower bound of their distance. 0 where they touch. */
export function gapOf(closest: usize): f64 {
  return load<f64>(closest, CLOSEST_LEAST_OF_FIRST) - load<f64>(closest, CLOSEST_MOST_OF_SECOND);
}

/** Where a point lies along the direction. */
export function alongDirection(closest: usize, point: usize): f64 {
  const direction = closest + CLOSEST_DIRECTION;
  return alongAt(point, load<f64>(direction), load<f64>(direction, 8), load<f64>(direction, 16));
}

function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

/** The vector between the closest points, along an axis; its first vertex is the origin. */
function mixed(u: v128, v: v128, w: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(weights1, u), f64x2.mul(weights2, v)), f64x2.mul(weights3, w));
}

function clamp01(value: v128): v128 {
  return f64x2.pmax(f64x2.splat(0), f64x2.pmin(f64x2.splat(1), value));
}

/**
 * Edges from 0 to u and from v to w: s along the first, t along the second. After Ericson, Real-Time Collision Detection, 5.1.9, whose cases
 * are all gone through: nothing predicts which it is.
 */
function weighEdges(
  ux: v128,
  uy: v128,
  uz: v128,
  vx: v128,
  vy: v128,
  vz: v128,
  wx: v128,
  wy: v128,
  wz: v128,
): void {
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  const dx = f64x2.sub(wx, vx);
  const dy = f64x2.sub(wy, vy);
  const dz = f64x2.sub(wz, vz);
  const uu = dot(ux, uy, uz, ux, uy, uz);
  const dd = dot(dx, dy, dz, dx, dy, dz);
  const ud = dot(ux, uy, uz, dx, dy, dz);
  // from where the second begins to where the first does
  const ur = f64x2.neg(dot(ux, uy, uz, vx, vy, vz));
  const dr = f64x2.neg(dot(dx, dy, dz, vx, vy, vz));
  const area = f64x2.sub(f64x2.mul(uu, dd), f64x2.mul(ud, ud));
  const free = clamp01(f64x2.div(f64x2.sub(f64x2.mul(ud, dr), f64x2.mul(ur, dd)), area));
  const first = v128.and(free, f64x2.gt(area, zero));
  // the second may be a point: then the first has to come to it, and the first as well
  const second = v128.and(f64x2.div(f64x2.add(f64x2.mul(ud, first), dr), dd), f64x2.gt(dd, zero));
  const t = clamp01(second);
  const back = v128.and(clamp01(f64x2.div(f64x2.sub(f64x2.mul(ud, t), ur), uu)), f64x2.gt(uu, zero));
  const isInside = v128.and(f64x2.eq(t, second), f64x2.gt(dd, zero));
  const s = v128.bitselect(first, back, isInside);
  weights0 = f64x2.sub(one, s);
  weights1 = s;
  weights2 = f64x2.sub(t, one);
  weights3 = f64x2.neg(t);
}

/** The point 0 and the face u, v, w. After Ericson, Real-Time Collision Detection, 5.1.5; all cases are gone through, the last one wins. */
function weighFaces(
  ux: v128,
  uy: v128,
  uz: v128,
  vx: v128,
  vy: v128,
  vz: v128,
  wx: v128,
  wy: v128,
  wz: v128,
): void {
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  const bx = f64x2.sub(vx, ux);
  const by = f64x2.sub(vy, uy);
  const bz = f64x2.sub(vz, uz);
  const cx = f64x2.sub(wx, ux);
  const cy = f64x2.sub(wy, uy);
  const cz = f64x2.sub(wz, uz);
  const bc = dot(bx, by, bz, cx, cy, cz);
  const d1 = f64x2.neg(dot(bx, by, bz, ux, uy, uz));
  const d2 = f64x2.neg(dot(cx, cy, cz, ux, uy, uz));
  const d3 = f64x2.sub(d1, dot(bx, by, bz, bx, by, bz));
  const d4 = f64x2.sub(d2, bc);
  const d5 = f64x2.sub(d1, bc);
  const d6 = f64x2.sub(d2, dot(cx, cy, cz, cx, cy, cz));
  const va = f64x2.sub(f64x2.mul(d3, d6), f64x2.mul(d5, d4));
  const vb = f64x2.sub(f64x2.mul(d5, d2), f64x2.mul(d1, d6));
  const vc = f64x2.sub(f64x2.mul(d1, d4), f64x2.mul(d3, d2));
  const along = f64x2.sub(d4, d3);
  const against = f64x2.sub(d5, d6);
  // v and w as fractions of one divisor
  let partOfV = vb;
  let partOfW = vc;
  let whole = f64x2.add(f64x2.add(va, vb), vc);
  // the edge between the second and the third corner
  const onFar = v128.and(f64x2.le(va, zero), v128.and(f64x2.ge(along, zero), f64x2.ge(against, zero)));
  partOfW = v128.bitselect(along, partOfW, onFar);
  whole = v128.bitselect(f64x2.add(along, against), whole, onFar);
  const onThird = v128.and(f64x2.le(vb, zero), v128.and(f64x2.ge(d2, zero), f64x2.le(d6, zero)));
  let isFar = v128.andnot(onFar, onThird);
  partOfV = v128.andnot(partOfV, onThird);
  partOfW = v128.bitselect(d2, partOfW, onThird);
  whole = v128.bitselect(f64x2.sub(d2, d6), whole, onThird);
  const atThird = v128.and(f64x2.ge(d6, zero), f64x2.le(d5, d6));
  isFar = v128.andnot(isFar, atThird);
  partOfV = v128.andnot(partOfV, atThird);
  partOfW = v128.bitselect(one, partOfW, atThird);
  whole = v128.bitselect(one, whole, atThird);
  const onSecond = v128.and(f64x2.le(vc, zero), v128.and(f64x2.ge(d1, zero), f64x2.le(d3, zero)));
  isFar = v128.andnot(isFar, onSecond);
  partOfV = v128.bitselect(d1, partOfV, onSecond);
  partOfW = v128.andnot(partOfW, onSecond);
  whole = v128.bitselect(f64x2.sub(d1, d3), whole, onSecond);
  const atSecond = v128.and(f64x2.ge(d3, zero), f64x2.le(d4, d3));
  isFar = v128.andnot(isFar, atSecond);
  partOfV = v128.bitselect(one, partOfV, atSecond);
  partOfW = v128.andnot(partOfW, atSecond);
  whole = v128.bitselect(one, whole, atSecond);
  const atFirst = v128.and(f64x2.le(d1, zero), f64x2.le(d2, zero));
  isFar = v128.andnot(isFar, atFirst);
  whole = v128.bitselect(one, whole, atFirst);
  const w = v128.andnot(f64x2.div(partOfW, whole), atFirst);
  const v = v128.bitselect(f64x2.sub(one, w), v128.andnot(f64x2.div(partOfV, whole), atFirst), isFar);
  weights0 = one;
  weights1 = f64x2.sub(f64x2.add(v, w), one);
  weights2 = f64x2.neg(v);
  weights3 = f64x2.neg(w);
}
