// Where two features touch, and along which normal. A reported time is at or just before the touch, so the closest
// points at that time are meant: they exist for flat, short and coincident features as well.

import { CONTACT_NORMAL_OFFSET } from '../layout';
import { clearScratch } from './scratch';
import { combined, component, cross, dot, reach, unit, vector } from './vectors';

/** Directions closer than this (sine of the angle) have no cross product to speak of. */
const PARALLEL: f64 = 1.0 / <f64>((<u64>1) << 46);

// Points 1..3 minus point 0 at the asked time, scaled to a size of about 1.
let x1: usize = 0;
let x2: usize = 0;
let x3: usize = 0;
// The closest points' separation is k1 x1 + k2 x2 + k3 x3.
let k1: f64 = 0;
let k2: f64 = 0;
let k3: f64 = 0;
let smallest: f64 = Infinity;

/**
 * Writes four weights, by point, and a unit normal at `out`. VF: 1 for v, then the barycentric coordinates in the face.
 * EE: of a0 and a1, of b0 and b1. The normal points from the second feature to the side that the first comes from.
 */
export function contactDetails(
  p0: usize,
  p1: usize,
  p2: usize,
  p3: usize,
  edges: bool,
  time: f64,
  out: usize,
): void {
  clearScratch();
  const starts1 = differenceAt(p1, p0, 0);
  const starts2 = differenceAt(p2, p0, 0);
  const starts3 = differenceAt(p3, p0, 0);
  const ends1 = differenceAt(p1, p0, 8);
  const ends2 = differenceAt(p2, p0, 8);
  const ends3 = differenceAt(p3, p0, 8);
  const size = max(
    max(max(reach(starts1), reach(starts2)), max(reach(starts3), reach(ends1))),
    max(reach(ends2), reach(ends3)),
  );
  const scale = size > 0 ? 1 / max(size, 1e-300) : 1;
  const after = time * scale;
  const before = (1 - time) * scale;
  x1 = combined(starts1, before, ends1, after);
  x2 = combined(starts2, before, ends2, after);
  x3 = combined(starts3, before, ends3, after);
  smallest = Infinity;
  if (edges) findClosestOfEdges();
  else findClosestInFace();
  writeWeights(out, edges);

  const motion1 = combined(ends1, k1 * scale, starts1, -k1 * scale);
  const motion2 = combined(ends2, k2 * scale, starts2, -k2 * scale);
  const motion3 = combined(ends3, k3 * scale, starts3, -k3 * scale);
  const motion = combined(combined(motion1, 1, motion2, 1), 1, motion3, 1);
  const normal = edges ? edgeNormal(motion) : faceNormal(motion);
  const side: f64 = dot(normal, motion) > 0 ? -1 : 1;
  for (let axis: usize = 0; axis < 3; axis++) {
    // + 0: no negative zeros
    store<f64>(out + (axis << 3), component(normal, axis) * side + 0, CONTACT_NORMAL_OFFSET);
  }
}

/** A quarter of the difference: no overflow for any finite coordinates. */
function differenceAt(to: usize, from: usize, end: usize): usize {
  return vector(
    0.25 * load<f64>(to + end) - 0.25 * load<f64>(from + end),
    0.25 * load<f64>(to + end, 16) - 0.25 * load<f64>(from + end, 16),
    0.25 * load<f64>(to + end, 32) - 0.25 * load<f64>(from + end, 32),
  );
}

function writeWeights(out: usize, edges: bool): void {
  store<f64>(out, edges ? 1 - k1 : 1);
  store<f64>(out, edges ? k1 : 0 - k1, 8);
  store<f64>(out, 0 - k2, 16);
  store<f64>(out, 0 - k3, 24);
}

/** Keeps the pair of points whose separation is a x1 + b x2 + c x3 if it is the closest so far. */
function consider(a: f64, b: f64, c: f64): void {
  const separation = combined(combined(x1, a, x2, b), 1, x3, c);
  const squared = dot(separation, separation);
  if (!(squared < smallest)) return;
  smallest = squared;
  k1 = a;
  k2 = b;
  k3 = c;
}

/** Where on the segment from u to v the point closest to the origin is: 0 at u, 1 at v. */
function closestOnSegment(u: usize, v: usize): f64 {
  const d = combined(v, 1, u, -1);
  const squared = dot(d, d);
  return squared > 0 ? min(max(-dot(u, d) / squared, 0), 1) : 0;
}

function findClosestInFace(): void {
  const normal = cross(combined(x2, 1, x1, -1), combined(x3, 1, x1, -1));
  const w1 = dot(cross(x2, x3), normal);
  const w2 = dot(cross(x3, x1), normal);
  const w3 = dot(cross(x1, x2), normal);
  const sum = w1 + w2 + w3;
  if (w1 >= 0 && w2 >= 0 && w3 >= 0 && sum > 0) consider(-w1 / sum, -w2 / sum, -w3 / sum);
  const on12 = closestOnSegment(x1, x2);
  consider(on12 - 1, -on12, 0);
  const on23 = closestOnSegment(x2, x3);
  consider(0, on23 - 1, -on23);
  const on31 = closestOnSegment(x3, x1);
  consider(-on31, 0, on31 - 1);
}

function findClosestOfEdges(): void {
  // Ericson, Real-Time Collision Detection, 5.1.9: the closest points of the two lines
  const d2 = combined(x3, 1, x2, -1);
  const a = dot(x1, x1);
  const b = dot(x1, d2);
  const c = -dot(x1, x2);
  const e = dot(d2, d2);
  const f = -dot(d2, x2);
  const denominator = a * e - b * b;
  if (denominator > 0) {
    const s = (b * f - c * e) / denominator;
    const t = (a * f - b * c) / denominator;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) consider(s, t - 1, -t);
  }
  // else an end of one edge is closest to the other
  const ofA0 = closestOnSegment(x2, x3);
  consider(0, ofA0 - 1, -ofA0);
  const ofA1 = closestOnSegment(combined(x2, 1, x1, -1), combined(x3, 1, x1, -1));
  consider(1, ofA1 - 1, -ofA1);
  const ofB0 = closestOnSegment(combined(x2, -1, x2, 0), combined(x1, 1, x2, -1));
  consider(ofB0, -1, 0);
  const ofB1 = closestOnSegment(combined(x3, -1, x3, 0), combined(x1, 1, x3, -1));
  consider(ofB1, 0, -1);
}

function edgeNormal(motion: usize): usize {
  const a = unit(x1);
  const b = unit(combined(x3, 1, x2, -1));
  const normal = cross(a, b);
  if (dot(normal, normal) > PARALLEL * PARALLEL) return unit(normal);
  return perpendicular(reach(a) > 0 ? a : b, motion);
}

function faceNormal(motion: usize): usize {
  const a = unit(combined(x2, 1, x1, -1));
  const b = unit(combined(x3, 1, x2, -1));
  const c = unit(combined(x1, 1, x3, -1));
  // of the three corners the one with the largest sine
  let normal = cross(a, b);
  const atCorner3 = cross(b, c);
  const atCorner1 = cross(c, a);
  if (dot(atCorner3, atCorner3) > dot(normal, normal)) normal = atCorner3;
  if (dot(atCorner1, atCorner1) > dot(normal, normal)) normal = atCorner1;
  if (dot(normal, normal) > PARALLEL * PARALLEL) return unit(normal);
  return perpendicular(reach(a) > 0 ? a : b, motion);
}

/** For features that lie on one line or point: against the motion, across `line` (a unit vector, or zero). */
function perpendicular(line: usize, motion: usize): usize {
  const against = acrossLine(unit(motion), line);
  if (dot(against, against) > PARALLEL * PARALLEL) return unit(against);
  const x = abs(component(line, 0));
  const y = abs(component(line, 1));
  const z = abs(component(line, 2));
  const axis = z <= x && z <= y ? vector(0, 0, 1) : y <= x ? vector(0, 1, 0) : vector(1, 0, 0);
  return unit(acrossLine(axis, line));
}

function acrossLine(direction: usize, line: usize): usize {
  return combined(direction, 1, line, -dot(direction, line));
}
