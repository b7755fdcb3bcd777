// ICCD IV-C: whether a region's contour, seen along a fixed direction, stays free of self-contact during the step.
import { SWEPT_VERTEX_BYTES } from './layout/meshes';
import { EDGES_A_RUN, PLANE_BOX_BYTES, PLANE_POINT_BYTES } from './layout/regions';
import { areCurvesApart, areCurvesUnfolded, useCurves } from './plane-curves';
import { areApart, areUnfolded, useSize } from './plane-tests';

/** By how much boxes grow for the rounding of points, as a share of how far points may be from the origin. */
const BOX_MARGIN: f64 = 1.0 / <f64>((<u64>1) << 46);
/** The margin of products must be neither lost nor infinite. */
const LEAST_SIZE: f64 = 1e-140;
const MOST_SIZE: f64 = 1e140;

// The mesh in question: its vertices and their inner control points (0 on straight paths), the point that others are seen
// from, which moves with a vertex, and for each vertex its projected point and the line that it was projected along.
let swept: usize = 0;
let inner: usize = 0;
let originX: v128 = f64x2.splat(0);
let originY: v128 = f64x2.splat(0);
let originZ: v128 = f64x2.splat(0);
let points: usize = 0;
let pointBytes: usize = 0;
let lines: usize = 0;
/** From a point to its inner control points; 0 on straight paths. */
let toInner: usize = 0;
/** The largest coordinate so far, and a bound on all of points: two of them are added. */
let largest: v128 = f64x2.splat(0);
let size: f64 = 0;
/** Points are used again for other contours (ICCD IV-C, acceleration 2). */
let areKept: bool = false;

/** How many points were used again. */
export let reusedPoints: u32 = 0;
/** After a contour that is not simple: the edges that may meet, each from its first vertex to its second. */
export let crossedFrom: u32 = 0;
export let crossedTo: u32 = 0;
export let crossingFrom: u32 = 0;
export let crossingTo: u32 = 0;

/**
 * For the contours that follow, of one mesh in one step. `scratch` has CONTOUR_VERTEX_BYTES a vertex, and twice
 * PLANE_BOX_BYTES an edge of the longest contour.
 */
export function openContours(
  vertices: usize,
  vertexCount: u32,
  originVertex: u32,
  scratch: usize,
  innerPoints: usize,
  degree: i32,
  keepPoints: bool,
): usize {
  swept = vertices;
  inner = innerPoints;
  const origin = swept + <usize>originVertex * SWEPT_VERTEX_BYTES;
  originX = v128.load(origin);
  originY = v128.load(origin, 16);
  originZ = v128.load(origin, 32);
  points = scratch;
  toInner = inner === 0 ? 0 : PLANE_POINT_BYTES;
  pointBytes = <usize>PLANE_POINT_BYTES + toInner;
  lines = points + <usize>vertexCount * pointBytes;
  largest = f64x2.splat(0);
  areKept = keepPoints;
  reusedPoints = 0;
  memory.fill(lines, 0, vertexCount);
  useCurves(toInner, degree);
  return (lines + vertexCount + 15) & ~15;
}

/**
 * Whether the projection of a closed contour of `count` vertices along a line of the 26 directions certainly is simple at
 * all times.
 */
export function isSimple(contour: usize, count: u32, line: u32, boxes: usize): bool {
  if (!project(contour, count, line)) return false;
  for (let i: u32 = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : i + 1 - count;
    const k = i + 2 < count ? i + 2 : i + 2 - count;
    if (!stayUnfolded(pointOf(contour, i), pointOf(contour, j), pointOf(contour, k))) {
      return notSimple(contour, count, i, j);
    }
  }
  boundEdges(contour, count, boxes);
  return areRunsApart(contour, count, boxes, boxes + <usize>count * PLANE_BOX_BYTES);
}

/** The same for a contour that is alone. */
export function staysSimple(
  contour: usize,
  count: u32,
  vertices: usize,
  vertexCount: u32,
  line: u32,
  scratch: usize,
  innerPoints: usize,
  degree: i32,
): bool {
  const boxes = openContours(vertices, vertexCount, load<u32>(contour), scratch, innerPoints, degree, false);
  return isSimple(contour, count, line, boxes);
}

function notSimple(contour: usize, count: u32, p: u32, q: u32): bool {
  crossedFrom = vertexOf(contour, p);
  crossedTo = vertexOf(contour, p + 1 < count ? p + 1 : 0);
  crossingFrom = vertexOf(contour, q);
  crossingTo = vertexOf(contour, q + 1 < count ? q + 1 : 0);
  return false;
}

function vertexOf(contour: usize, i: u32): u32 {
  return load<u32>(contour + ((<usize>i) << 2));
}

function pointOf(contour: usize, i: u32): usize {
  return points + <usize>vertexOf(contour, i) * pointBytes;
}

/**
 * Points in the plane, as seen from the origin. Any two products with vectors across the line will do as coordinates: an
 * affine map changes neither who touches whom nor which side anything is on. Margins grow with how far points are.
 */
function project(contour: usize, count: u32, line: u32): bool {
  const mark = line + 1;
  for (let i: u32 = 0; i < count; i++) {
    const vertex = <usize>vertexOf(contour, i);
    if (areKept && load<u8>(lines + vertex) === mark) {
      reusedPoints++;
      continue;
    }
    store<u8>(lines + vertex, mark);
    const point = points + vertex * pointBytes;
    projectVertex(swept + vertex * SWEPT_VERTEX_BYTES, line, point);
    if (inner !== 0) projectVertex(inner + vertex * SWEPT_VERTEX_BYTES, line, point + toInner);
  }
  size = 2 * max(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1));
  useSize(size);
  return size > LEAST_SIZE && size < MOST_SIZE;
}

function projectVertex(vertex: usize, line: u32, point: usize): void {
  const x = f64x2.sub(v128.load(vertex), originX);
  const y = f64x2.sub(v128.load(vertex, 16), originY);
  const z = f64x2.sub(v128.load(vertex, 32), originZ);
  largest = f64x2.pmax(largest, f64x2.pmax(f64x2.abs(x), f64x2.pmax(f64x2.abs(y), f64x2.abs(z))));
  v128.store(point, firstAcross(line, x, y, z));
  v128.store(point, secondAcross(line, x, y, z), 16);
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
function boundEdges(contour: usize, count: u32, boxes: usize): void {
  const margin = f64x2.splat(size * BOX_MARGIN);
  const first = pointOf(contour, 0);
  let least = leastOf(first);
  let most = mostOf(first);
  let box = boxes;
  for (let i: u32 = 1; i <= count; i++) {
    const next = i === count ? first : pointOf(contour, i);
    const leastOfNext = leastOf(next);
    const mostOfNext = mostOf(next);
    v128.store(box, f64x2.sub(f64x2.pmin(least, leastOfNext), margin));
    v128.store(box, f64x2.add(f64x2.pmax(most, mostOfNext), margin), 16);
    least = leastOfNext;
    most = mostOfNext;
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

function areRunsApart(contour: usize, count: u32, boxes: usize, runs: usize): bool {
  const runCount = (count + EDGES_A_RUN - 1) / EDGES_A_RUN;
  for (let i: u32 = 0; i < runCount; i++) {
    for (let j = i; j < runCount; j++) {
      if (!boxesMeet(runs + <usize>i * PLANE_BOX_BYTES, runs + <usize>j * PLANE_BOX_BYTES)) continue;
      if (!areEdgesApart(contour, count, boxes, i * EDGES_A_RUN, j * EDGES_A_RUN)) return false;
    }
  }
  return true;
}

/** All pairs of an edge in the run from `i` and one in the run from `j`, neighbours excepted. */
function areEdgesApart(contour: usize, count: u32, boxes: usize, i: u32, j: u32): bool {
  const endI = min(i + EDGES_A_RUN, count);
  const endJ = min(j + EDGES_A_RUN, count);
  for (let p = i; p < endI; p++) {
    for (let q = max(j, p + 2); q < endJ; q++) {
      if (p === 0 && q === count - 1) continue;
      if (!boxesMeet(boxes + <usize>p * PLANE_BOX_BYTES, boxes + <usize>q * PLANE_BOX_BYTES)) continue;
      const d = pointOf(contour, q === count - 1 ? 0 : q + 1);
      if (!stayApart(pointOf(contour, p), pointOf(contour, p + 1), pointOf(contour, q), d)) {
        return notSimple(contour, count, p, q);
      }
    }
  }
  return true;
}
