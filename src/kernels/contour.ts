// ICCD IV-C: whether a region's contour, seen along a fixed direction, stays free of self-contact during the step.
import { SWEPT_VERTEX_BYTES } from './layout/meshes';
import { EDGES_A_RUN, PLANE_BOX_BYTES, PLANE_POINT_BYTES } from './layout/regions';
import { areCurvesApart, areCurvesUnfolded, useCurves } from './plane-curves';
import { areApart, areUnfolded } from './plane-tests';

/** By how much boxes grow for the rounding of the points, which are at most 1 from the first. */
const BOX_MARGIN: f64 = 1.0 / <f64>((<u64>1) << 46);

/** From a point to its inner control points; 0 on straight paths. */
let toInner: usize = 0;
/** The largest coordinate so far. */
let largest: v128 = f64x2.splat(0);

/**
 * Whether the projection of a closed contour of `count` vertices (u32 indices of swept vertices) along a line of the 26
 * directions certainly is simple at all times. `scratch` has room for count points and 2 count boxes, and on curved paths
 * (`inner` not 0) for as many points again, those of the inner control points.
 */
export function staysSimple(
  contour: usize,
  count: u32,
  swept: usize,
  line: u32,
  scratch: usize,
  inner: usize,
  degree: i32,
): bool {
  const points = scratch;
  const end = points + <usize>count * PLANE_POINT_BYTES;
  toInner = inner === 0 ? 0 : end + 2 * <usize>count * PLANE_BOX_BYTES - points;
  useCurves(toInner, degree);
  if (!project(contour, count, swept, line, scratch, inner)) return false;
  const last = end - PLANE_POINT_BYTES;
  if (!stayUnfolded(last, points, points + PLANE_POINT_BYTES)) return false;
  if (!stayUnfolded(last - PLANE_POINT_BYTES, last, points)) return false;
  for (let at = points; at < last - PLANE_POINT_BYTES; at += PLANE_POINT_BYTES) {
    if (!stayUnfolded(at, at + PLANE_POINT_BYTES, at + 2 * PLANE_POINT_BYTES)) return false;
  }
  boundEdges(points, count, end);
  return areRunsApart(points, count, end, end + <usize>count * PLANE_BOX_BYTES);
}

/**
 * Points in the plane, relative to the first contour vertex and scaled so that none is further than 1 from it: the
 * contour's place and size cost no digits. Any two products with vectors across the line will do as coordinates: an
 * affine map changes neither who touches whom nor which side anything is on.
 */
function project(contour: usize, count: u32, swept: usize, line: u32, points: usize, inner: usize): bool {
  const origin = swept + <usize>load<u32>(contour) * SWEPT_VERTEX_BYTES;
  const ox = f64x2.splat(load<f64>(origin));
  const oy = f64x2.splat(load<f64>(origin, 16));
  const oz = f64x2.splat(load<f64>(origin, 32));
  largest = f64x2.splat(0);
  for (let i: usize = 0; i < count; i++) {
    const vertex = <usize>load<u32>(contour + (i << 2)) * SWEPT_VERTEX_BYTES;
    const point = points + i * PLANE_POINT_BYTES;
    projectVertex(swept + vertex, ox, oy, oz, line, point);
    if (inner !== 0) projectVertex(inner + vertex, ox, oy, oz, line, point + toInner);
  }
  const size = 2 * max(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1));
  if (!(size > 1e-290)) return false;
  const scale = f64x2.splat(1 / size);
  for (let at = points; at < points + <usize>count * PLANE_POINT_BYTES; at += PLANE_POINT_BYTES) {
    scalePoint(at, scale);
    if (inner !== 0) scalePoint(at + toInner, scale);
  }
  return true;
}

function projectVertex(vertex: usize, ox: v128, oy: v128, oz: v128, line: u32, point: usize): void {
  const x = f64x2.sub(v128.load(vertex), ox);
  const y = f64x2.sub(v128.load(vertex, 16), oy);
  const z = f64x2.sub(v128.load(vertex, 32), oz);
  largest = f64x2.pmax(largest, f64x2.pmax(f64x2.abs(x), f64x2.pmax(f64x2.abs(y), f64x2.abs(z))));
  v128.store(point, firstAcross(line, x, y, z));
  v128.store(point, secondAcross(line, x, y, z), 16);
}

function scalePoint(at: usize, scale: v128): void {
  v128.store(at, f64x2.mul(v128.load(at), scale));
  v128.store(at, f64x2.mul(v128.load(at, 16), scale), 16);
}

// The lines in the order of their bits: x y z x+y | x-y x+z x-z y+z | y-z x+y+z x+y-z x-y+z | -x+y+z.
function firstAcross(line: u32, x: v128, y: v128, z: v128): v128 {
  switch (line) {
    case 0:
      return y;
    case 1:
    case 2:
      return x;
    case 3:
    case 9:
    case 10:
      return f64x2.sub(x, y);
    case 4:
    case 11:
    case 12:
      return f64x2.add(x, y);
    case 5:
      return f64x2.sub(x, z);
    case 6:
      return f64x2.add(x, z);
    case 7:
      return f64x2.sub(y, z);
    default:
      return f64x2.add(y, z);
  }
}

function secondAcross(line: u32, x: v128, y: v128, z: v128): v128 {
  switch (line) {
    case 0:
    case 1:
    case 3:
    case 4:
      return z;
    case 2:
    case 5:
    case 6:
      return y;
    case 7:
    case 8:
      return x;
    case 9:
    case 12:
      return f64x2.sub(y, z);
    default:
      return f64x2.add(y, z);
  }
}

function stayUnfolded(a: usize, b: usize, c: usize): bool {
  return toInner === 0 ? areUnfolded(a, b, c) : areCurvesUnfolded(a, b, c);
}

function stayApart(a: usize, b: usize, c: usize, d: usize): bool {
  return toInner === 0 ? areApart(a, b, c, d) : areCurvesApart(a, b, c, d);
}

/** A box a swept edge, then a box a run of edges. */
function boundEdges(points: usize, count: u32, boxes: usize): void {
  const end = points + <usize>count * PLANE_POINT_BYTES;
  let box = boxes;
  for (let at = points; at < end; at += PLANE_POINT_BYTES) {
    const next = at + PLANE_POINT_BYTES === end ? points : at + PLANE_POINT_BYTES;
    const least = f64x2.pmin(leastOf(at), leastOf(next));
    const most = f64x2.pmax(mostOf(at), mostOf(next));
    v128.store(box, f64x2.sub(least, f64x2.splat(BOX_MARGIN)));
    v128.store(box, f64x2.add(most, f64x2.splat(BOX_MARGIN)), 16);
    box += PLANE_BOX_BYTES;
  }
  let run = box;
  for (let first = boxes; first < box; first += EDGES_A_RUN * PLANE_BOX_BYTES) {
    let least = v128.load(first);
    let most = v128.load(first, 16);
    const last = min(first + EDGES_A_RUN * PLANE_BOX_BYTES, box);
    for (let at = first + PLANE_BOX_BYTES; at < last; at += PLANE_BOX_BYTES) {
      least = f64x2.pmin(least, v128.load(at));
      most = f64x2.pmax(most, v128.load(at, 16));
    }
    v128.store(run, least);
    v128.store(run, most, 16);
    run += PLANE_BOX_BYTES;
  }
}

/** (u, w), the smaller of both times, or of all control points. */
function leastOf(point: usize): v128 {
  return toInner === 0 ? leastOfTwo(point) : f64x2.pmin(leastOfTwo(point), leastOfTwo(point + toInner));
}

function mostOf(point: usize): v128 {
  return toInner === 0 ? mostOfTwo(point) : f64x2.pmax(mostOfTwo(point), mostOfTwo(point + toInner));
}

function leastOfTwo(point: usize): v128 {
  const u = v128.load(point);
  const w = v128.load(point, 16);
  return f64x2.pmin(v128.shuffle<f64>(u, w, 0, 2), v128.shuffle<f64>(u, w, 1, 3));
}

function mostOfTwo(point: usize): v128 {
  const u = v128.load(point);
  const w = v128.load(point, 16);
  return f64x2.pmax(v128.shuffle<f64>(u, w, 0, 2), v128.shuffle<f64>(u, w, 1, 3));
}

function boxesMeet(a: usize, b: usize): bool {
  const gap = v128.or(f64x2.gt(v128.load(a), v128.load(b, 16)), f64x2.gt(v128.load(b), v128.load(a, 16)));
  return !v128.any_true(gap);
}

function areRunsApart(points: usize, count: u32, boxes: usize, runs: usize): bool {
  const runCount = (count + EDGES_A_RUN - 1) / EDGES_A_RUN;
  for (let i: u32 = 0; i < runCount; i++) {
    for (let j = i; j < runCount; j++) {
      if (!boxesMeet(runs + <usize>i * PLANE_BOX_BYTES, runs + <usize>j * PLANE_BOX_BYTES)) continue;
      if (!areEdgesApart(points, count, boxes, i * EDGES_A_RUN, j * EDGES_A_RUN)) return false;
    }
  }
  return true;
}

/** All pairs of an edge in the run from `i` and one in the run from `j`, neighbours excepted. */
function areEdgesApart(points: usize, count: u32, boxes: usize, i: u32, j: u32): bool {
  const endI = min(i + EDGES_A_RUN, count);
  const endJ = min(j + EDGES_A_RUN, count);
  for (let p = i; p < endI; p++) {
    for (let q = max(j, p + 2); q < endJ; q++) {
      if (p === 0 && q === count - 1) continue;
      if (!boxesMeet(boxes + <usize>p * PLANE_BOX_BYTES, boxes + <usize>q * PLANE_BOX_BYTES)) continue;
      const a = points + <usize>p * PLANE_POINT_BYTES;
      const c = points + <usize>q * PLANE_POINT_BYTES;
      const d = q === count - 1 ? points : c + PLANE_POINT_BYTES;
      if (!stayApart(a, a + PLANE_POINT_BYTES, c, d)) return false;
    }
  }
  return true;
}
