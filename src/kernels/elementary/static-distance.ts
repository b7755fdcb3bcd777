// Distance and closest points at one instant. Whether it is zero is decided exactly; the rest is rounded.
import {
  CLOSEST_DISTANCE,
  CLOSEST_ERROR,
  CLOSEST_FEATURE_A,
  CLOSEST_FEATURE_B,
  CLOSEST_POINT_A,
  CLOSEST_POINT_B,
  CLOSEST_SQUARED,
  FEATURE_EDGE,
} from '../layout/elementary';
import {
  closestAX,
  closestAY,
  closestAZ,
  closestBX,
  closestBY,
  closestBZ,
  closestFeatureA,
  closestFeatureB,
  closestSquared,
  considerCornerEdge,
  considerCornerFace,
  considerEdgeCorner,
  considerEdgePair,
  considerEdges,
  considerPointAgainstFace,
  considerPointFace,
  exchangeClosest,
  forgetClosest,
} from './closest-points';
import { edgeMeetsFace, edgesMeet } from './edge-face-static';
import { useExactSum } from './exact-sum';
import { enterFrame, unitOfFrame } from './query-frame';
import { trianglesMeet } from './triangle-pair-static';

const CROSSING_ROUNDS = 4;
const SMALLEST: f64 = 5e-324;
/** Of the largest coordinate, which is below 2 in the frame: 2^-48. See `closest-points` for what adds up to it. */
const ERROR: f64 = 3.552713678800501e-15;

/** Two triangles, six points. Returns 1 where they meet. */
export function staticTriangleDistance(points: usize, result: usize, exactSum: usize, frame: usize): i32 {
  useExactSum(exactSum);
  const meet = trianglesMeet(points, points + 24, points + 48, points + 72, points + 96, points + 120);
  enterFrame(points, 6, 1, frame);
  forgetClosest();
  if (meet) considerBestCrossing(frame, frame + 72);
  considerTriangles(frame, frame + 72);
  return writeClosest(points, result, meet);
}

/** A point and a face, four points. Returns 1 where they meet. */
export function staticPointFaceDistance(points: usize, result: usize, exactSum: usize, frame: usize): i32 {
  useExactSum(exactSum);
  const meet = edgeMeetsFace(points, points, points + 24, points + 48, points + 72);
  enterFrame(points, 4, 1, frame);
  forgetClosest();
  considerPointAgainstFace(frame, frame + 24, frame + 48, frame + 72);
  return writeClosest(points, result, meet);
}

/** Two edges, four points. Returns 1 where they meet. */
export function staticEdgeDistance(points: usize, result: usize, exactSum: usize, frame: usize): i32 {
  useExactSum(exactSum);
  const meet = edgesMeet(points, points + 24, points + 48, points + 72);
  enterFrame(points, 4, 1, frame);
  forgetClosest();
  considerEdgePair(frame, frame + 24, frame + 48, frame + 72);
  return writeClosest(points, result, meet);
}

function considerTriangles(a: usize, b: usize): void {
  for (let i = 0; i < 3; i++) {
    const p = cornerOf(a, i);
    const q = cornerOf(a, next(i));
    for (let j = 0; j < 3; j++) {
      const r = cornerOf(b, j);
      const s = cornerOf(b, next(j));
      considerCornerEdge(p, r, s, i, j, next(j));
      considerEdgeCorner(p, q, r, i, next(i), j);
      considerEdges(p, q, r, s, i, j);
    }
    considerCornerFace(p, b, b + 24, b + 48, i);
  }
  exchangeClosest();
  for (let j = 0; j < 3; j++) considerCornerFace(cornerOf(b, j), a, a + 24, a + 48, j);
  exchangeClosest();
}

/** The best of the places where an edge of triangles that meet passes through the other one. Begins the search anew. */
function considerBestCrossing(a: usize, b: usize): void {
  let best = -1;
  let least: f64 = Infinity;
  for (let edge = 0; edge < 6; edge++) {
    forgetClosest();
    considerCrossingOf(edge, a, b);
    if (!(closestSquared() < least)) continue;
    least = closestSquared();
    best = edge;
  }
  forgetClosest();
  if (best >= 0) considerCrossingOf(best, a, b);
}

/** Edges 0..2 are those of a, 3..5 those of b. */
function considerCrossingOf(edge: i32, a: usize, b: usize): void {
  if (edge < 3) {
    considerCrossing(cornerOf(a, edge), cornerOf(a, next(edge)), b, FEATURE_EDGE + edge);
    return;
  }
  considerCrossing(cornerOf(b, edge - 3), cornerOf(b, next(edge - 3)), a, edge);
  exchangeClosest();
}

/** Newton: what is left between the edge's point and the face, along the normal, moves the point on. */
function considerCrossing(p: usize, q: usize, face: usize, feature: i32): void {
  const ox = load<f64>(face);
  const oy = load<f64>(face, 8);
  const oz = load<f64>(face, 16);
  const ux = load<f64>(face, 24) - ox;
  const uy = load<f64>(face, 32) - oy;
  const uz = load<f64>(face, 40) - oz;
  const vx = load<f64>(face, 48) - ox;
  const vy = load<f64>(face, 56) - oy;
  const vz = load<f64>(face, 64) - oz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const px = load<f64>(p);
  const py = load<f64>(p, 8);
  const pz = load<f64>(p, 16);
  const dx = load<f64>(q) - px;
  const dy = load<f64>(q, 8) - py;
  const dz = load<f64>(q, 16) - pz;
  const speed = nx * dx + ny * dy + nz * dz;
  if (speed === 0) return;
  let t = (nx * (ox - px) + ny * (oy - py) + nz * (oz - pz)) / speed;
  for (let round = 0; round < CROSSING_ROUNDS; round++) {
    t = max<f64>(0, min<f64>(1, t));
    const before = closestSquared();
    considerPointFace(px + t * dx, py + t * dy, pz + t * dz, face, face + 24, face + 48, feature);
    if (!(closestSquared() < before)) return;
    const left =
      nx * (closestBX() - closestAX()) + ny * (closestBY() - closestAY()) + nz * (closestBZ() - closestAZ());
    t += left / speed;
  }
}

/**
 * In the caller's coordinates. Zero exactly where the exact test says so, and then both points are one, and what lay
 * between the two that were found is part of the stated error: thin needles that cross at a tiny angle leave a gap.
 */
function writeClosest(points: usize, result: usize, meet: bool): i32 {
  const unit = unitOfFrame();
  const gap = sqrt(closestSquared()) * unit;
  const distance = meet ? 0 : max(SMALLEST, gap);
  const squared = meet ? 0 : max(SMALLEST, distance * distance);
  store<f64>(result, distance, CLOSEST_DISTANCE);
  store<f64>(result, squared, CLOSEST_SQUARED);
  store<f64>(result, max(SMALLEST, ERROR * unit) + (meet ? gap : 0), CLOSEST_ERROR);
  const x = load<f64>(points);
  const y = load<f64>(points, 8);
  const z = load<f64>(points, 16);
  writePoint(
    result + CLOSEST_POINT_A,
    x + closestAX() * unit,
    y + closestAY() * unit,
    z + closestAZ() * unit,
  );
  if (meet) memory.copy(result + CLOSEST_POINT_B, result + CLOSEST_POINT_A, 24);
  else
    writePoint(
      result + CLOSEST_POINT_B,
      x + closestBX() * unit,
      y + closestBY() * unit,
      z + closestBZ() * unit,
    );
  store<f64>(result, <f64>closestFeatureA(), CLOSEST_FEATURE_A);
  store<f64>(result, <f64>closestFeatureB(), CLOSEST_FEATURE_B);
  return meet ? 1 : 0;
}

function writePoint(at: usize, x: f64, y: f64, z: f64): void {
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, z, 16);
}

function cornerOf(triangle: usize, i: i32): usize {
  return triangle + <usize>i * 24;
}

function next(i: i32): i32 {
  return i === 2 ? 0 : i + 1;
}
