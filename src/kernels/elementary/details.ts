// Where two features touch, and along which normal. A reported time is at or just before the touch, so the closest
// points at that time are meant: they exist for flat, short and coincident features as well.
//
// Not `closest-points`: that searches points, each rounded where it lies, and says on which features they are. Here weights
// are wanted, of features at a time between two ends and a small one beside a far one, so a pair is three weights of
// differences, and no point is ever made.

import { CONTACT_NORMAL_OFFSET } from '../layout/elementary';
import { clearScratch } from './scratch';
import { combined, component, cross, dot, reach, unit, vector } from './vectors';

/** Directions closer than this (sine of the angle) have no cross product to speak of. */
const PARALLEL: f64 = 1.0 / <f64>((<u64>1) << 46);
/** Points closer than this, of their features' size, have no direction from one to the other to speak of. */
const CLOSEST: f64 = 1.0 / <f64>((<u64>1) << 30);
/** 2^200: brings the smallest f64 to where products with weights lose nothing. */
const LIFT: f64 = reinterpret<f64>((<u64>(1023 + 200)) << 52);
/** 2^1000: a difference of two differences that large is finite. */
const LARGE: f64 = reinterpret<f64>((<u64>(1023 + 1000)) << 52);

/** Whether differences are taken times LIFT, or else a quarter of them. */
let lifted: bool = false;
// Points 1..3 minus point 0 at both ends of the step.
let starts1: usize = 0;
let starts2: usize = 0;
let starts3: usize = 0;
let ends1: usize = 0;
let ends2: usize = 0;
let ends3: usize = 0;

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
 * EE: of a0 and a1, of b0 and b1. The normal points from the second feature to the side that the first comes from; of
 * features that are still `apart`, along their closest points.
 */
export function contactDetails(
  p0: usize,
  p1: usize,
  p2: usize,
  p3: usize,
  edges: bool,
  time: f64,
  apart: bool,
  out: usize,
): void {
  clearScratch();
  lifted = true;
  let size = readDifferences(p0, p1, p2, p3);
  if (!(size < LARGE)) {
    lifted = false;
    size = readDifferences(p0, p1, p2, p3);
  }
  const scale = size > 0 ? 1 / size : 1;
  const after = time * scale;
  const before = (1 - time) * scale;
  x1 = combined(starts1, before, ends1, after);
  x2 = combined(starts2, before, ends2, after);
  x3 = combined(starts3, before, ends3, after);
  smallest = Infinity;
  if (edges) findClosestOfEdges();
  else findClosestInFace();
  writeWeights(out, edges);
  if (apart && smallest > CLOSEST * CLOSEST) {
    const separation = unit(combined(combined(x1, k1, x2, k2), 1, x3, k3));
    for (let axis: usize = 0; axis < 3; axis++) {
      store<f64>(out + (axis << 3), component(separation, axis) + 0, CONTACT_NORMAL_OFFSET);
    }
    return;
  }

  const motion1 = combined(ends1, k1 * scale, starts1, -k1 * scale);
  const motion2 = combined(ends2, k2 * scale, starts2, -k2 * scale);
  const motion3 = combined(ends3, k3 * scale, starts3, -k3 * scale);
  const motion = combined(combined(motion1, 1, motion2, 1), 1, motion3, 1);
  // sides as differences of their own ends: taken from x1, x2, x3 a small feature would lose what a far point needs
  const b = sideAt(p2, p3, before, after);
  const normal = edges
    ? edgeNormal(x1, b, motion)
    : faceNormal(sideAt(p1, p2, before, after), b, sideAt(p3, p1, before, after), motion);
  const side: f64 = dot(normal, motion) > 0 ? -1 : 1;
  for (let axis: usize = 0; axis < 3; axis++) {
    // + 0: no negative zeros
    store<f64>(out + (axis << 3), component(normal, axis) * side + 0, CONTACT_NORMAL_OFFSET);
  }
}

/** In units in which no difference overflows, and tiny ones times a weight keep all their bits. */
function differenceAt(to: usize, from: usize, end: usize): usize {
  return vector(
    differenceOf(load<f64>(to + end), load<f64>(from + end)),
    differenceOf(load<f64>(to + end, 16), load<f64>(from + end, 16)),
    differenceOf(load<f64>(to + end, 32), load<f64>(from + end, 32)),
  );
}

function differenceOf(to: f64, from: f64): f64 {
  return lifted ? (to - from) * LIFT : 0.25 * to - 0.25 * from;
}

/** The largest size of a component among them. */
function readDifferences(p0: usize, p1: usize, p2: usize, p3: usize): f64 {
  starts1 = differenceAt(p1, p0, 0);
  starts2 = differenceAt(p2, p0, 0);
  starts3 = differenceAt(p3, p0, 0);
  ends1 = differenceAt(p1, p0, 8);
  ends2 = differenceAt(p2, p0, 8);
  ends3 = differenceAt(p3, p0, 8);
  const ofStarts = max(max(reach(starts1), reach(starts2)), reach(starts3));
  return max(ofStarts, max(max(reach(ends1), reach(ends2)), reach(ends3)));
}

/** From one point to another at the asked time. */
function sideAt(from: usize, to: usize, before: f64, after: f64): usize {
  return combined(differenceAt(to, from, 0), before, differenceAt(to, from, 8), after);
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
  considerInside(combined(x2, 1, x1, -1), combined(x3, 1, x1, -1));
  const on12 = closestOnSegment(x1, x2);
  consider(on12 - 1, -on12, 0);
  const on23 = closestOnSegment(x2, x3);
  consider(0, on23 - 1, -on23);
  const on31 = closestOnSegment(x3, x1);
  consider(-on31, 0, on31 - 1);
}

/**
 * The inside of the face with the sides u and v from x1: by what is left of v across u, so that thin faces lose
 * nothing, and along u once more for what v moved.
 */
function considerInside(u: usize, v: usize): void {
  const uu = dot(u, u);
  if (uu === 0) return;
  const height = combined(v, 1, u, -dot(u, v) / uu);
  const hh = dot(height, height);
  if (hh === 0) return;
  let b = -dot(x1, u) / uu;
  const c = dot(combined(x1, -1, u, -b), height) / hh;
  b += dot(combined(combined(x1, -1, u, -b), 1, v, -c), u) / uu;
  if (b >= 0 && c >= 0 && b + c <= 1) consider(b + c - 1, -b, -c);
}

function findClosestOfEdges(): void {
  // Near-parallel lines leave little of a cross product, but its direction decides: points found along it are then
  // brought together by projecting each on the other's edge.
  const b = combined(x3, 1, x2, -1);
  const normal = cross(x1, b);
  const squared = dot(normal, normal);
  if (squared > 0) {
    const guess = dot(cross(x2, b), normal) / squared;
    if (guess >= 0 && guess <= 1) {
      const t = closestOnSegment(combined(x2, 1, x1, -guess), combined(x3, 1, x1, -guess));
      const onB = combined(x2, 1, b, t);
      const s = closestOnSegment(combined(onB, -1, onB, 0), combined(x1, 1, onB, -1));
      consider(s, t - 1, -t);
    }
  }
  // or an end of one edge is closest to the other
  const ofA0 = closestOnSegment(x2, x3);
  consider(0, ofA0 - 1, -ofA0);
  const ofA1 = closestOnSegment(combined(x2, 1, x1, -1), combined(x3, 1, x1, -1));
  consider(1, ofA1 - 1, -ofA1);
  const ofB0 = closestOnSegment(combined(x2, -1, x2, 0), combined(x1, 1, x2, -1));
  consider(ofB0, -1, 0);
  const ofB1 = closestOnSegment(combined(x3, -1, x3, 0), combined(x1, 1, x3, -1));
  consider(ofB1, 0, -1);
}

function edgeNormal(sideA: usize, sideB: usize, motion: usize): usize {
  const a = unit(sideA);
  const b = unit(sideB);
  const normal = cross(a, b);
  if (dot(normal, normal) > PARALLEL * PARALLEL) return unit(normal);
  return perpendicular(reach(a) > 0 ? a : b, motion);
}

function faceNormal(side12: usize, side23: usize, side31: usize, motion: usize): usize {
  const a = unit(side12);
  const b = unit(side23);
  const c = unit(side31);
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
