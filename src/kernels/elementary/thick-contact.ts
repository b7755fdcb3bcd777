// When does the distance of a vertex and a face, or of two edges, fall to a thickness? Conservative advancement with
// directional bounds: for a fixed direction n, the gap along n between moving points has the degree of their paths, and the
// least gap over all pairs of points never exceeds the distance. So from the time t, the earliest time at which any pair's
// gap falls to the thickness is certified, whatever n is; the closest points only suggest a good n.
import {
  CONTACT_DISTANCE,
  CONTACT_FOUND,
  CONTACT_FREE,
  CONTACT_TIME,
  CONTACT_TOLERANCE,
  CONTACT_UNDECIDED,
  FEATURE_EDGE,
  FEATURE_FACE,
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
  considerEdgePair,
  considerPointAgainstFace,
  forgetClosest,
} from './closest-points';
import { enterFrame, unitOfFrame } from './query-frame';

const POINT: usize = 24;
/** Four points: a group a control index. Curves have four groups, quadratic ones are raised to cubic ones. */
const GROUP: usize = 96;
/** The four points at the time under test. */
const NOW: usize = 384;
/**
 * Steps shrink by a factor where features turn while they approach: 0.8 in hard cases. Where they pass each other a little farther away
 * than the thickness and its tolerance, steps are as short all along: of 116,746 contacts 256 steps left ten undecided, up to 1.12 thicknesses
 * apart, 600 one, 1,024 none, in the same time.
 */
const MOST_STEPS = 4096;

/**
 * Coordinates in the frame are below 2 and u is 2^-53. A projection on n has 5 roundings of at most sqrt(3) 2, the
 * points themselves one more: 21 u, twice for a gap, with its subtraction 50 u; a gap is at most 7 and |n| at most
 * 1 + 4 u: 28 u; the value at a time, from a difference of up to 14: 35 u. Together 113 u; 2^-46 is 128 u.
 *
 * A distance itself may be wrong by as much: see `static-distance`; that covers positions at a time as well.
 */
const SLACK: f64 = 1.4210854715202004e-14;
/**
 * On curves, raising the degree adds 6 u to a coordinate, so that a gap has 97 u; three rounds of means of numbers up to 7 add
 * 63 u, and a time rounded by u at a rate of up to 42 another 42 u: 202 u of 256 u. Positions: 90 u more than on lines.
 */
const CURVED_SLACK: f64 = 2.842170943040401e-14; // 2^-45
/** Roundings of a thickness plus slack, and of a quotient of differences: a few u, relatively. */
const ABOVE: f64 = 1 + 8.881784197001252e-16;
const BELOW: f64 = 1 - 8.881784197001252e-16;
/** Contact is reported at distances up to the thickness and this share of it: smaller costs steps in grazing cases. */
const TOLERANCE_SHARE: f64 = 0.0009765625; // 2^-10
/** At least this much, of the largest coordinate: far above the slack, so that a step is possible beyond it. */
const TOLERANCE_FLOOR: f64 = 9.094947017729282e-13; // 2^-40
/** A crossing on a control polygon has less than 8 roundings, its place in the step two more. */
const WELL_BELOW: f64 = 1 - 1.7763568394002505e-15; // 2^-49

let isCurved: bool = false;
let directionX: f64 = 0;
let directionY: f64 = 0;
let directionZ: f64 = 0;

/** `points`: v, f0, f1, f2 for each of the degree + 1 control points in turn. */
export function thickVertexFace(
  points: usize,
  degree: i32,
  thickness: f64,
  result: usize,
  frame: usize,
): i32 {
  return advance(points, degree, thickness, result, frame, 1);
}

/** `points`: a0, a1, b0, b1 likewise. */
export function thickEdgeEdge(points: usize, degree: i32, thickness: f64, result: usize, frame: usize): i32 {
  return advance(points, degree, thickness, result, frame, 2);
}

/** `first` of the four points are on one side, the others on the other. */
function advance(points: usize, degree: i32, thickness: f64, result: usize, frame: usize, first: i32): i32 {
  enterFrame(points, 4, degree + 1, frame);
  isCurved = degree > 1;
  if (degree === 2) raiseToCubic(frame);
  const unit = unitOfFrame();
  const wanted = thickness / unit;
  const tolerance = max(wanted * TOLERANCE_SHARE, TOLERANCE_FLOOR);
  const slack = isCurved ? CURVED_SLACK : SLACK;
  store<f64>(result, (tolerance + slack) * unit, CONTACT_TOLERANCE);
  const barrier = (wanted + slack) * ABOVE;
  let time: f64 = 0;
  let state = CONTACT_UNDECIDED;
  for (let step = 0; step < MOST_STEPS; step++) {
    const distance = distanceAt(time, frame, first);
    store<f64>(result, distance * unit, CONTACT_DISTANCE);
    if (distance <= wanted + tolerance) {
      state = CONTACT_FOUND;
      break;
    }
    const next = certifiedTime(time, barrier, frame, first, distance);
    if (next > 1) return CONTACT_FREE;
    if (!(next > time)) break;
    time = next;
  }
  store<f64>(result, time, CONTACT_TIME);
  return state;
}

/** The same curve with one control point more: the inner ones lie at a third of the way from and to the old one. */
function raiseToCubic(frame: usize): void {
  for (let at = frame; at < frame + GROUP; at += 8) {
    const middle = 2 * load<f64>(at, GROUP);
    const end = load<f64>(at, 2 * GROUP);
    store<f64>(at, (load<f64>(at) + middle) / 3, GROUP);
    store<f64>(at, (middle + end) / 3, 2 * GROUP);
    store<f64>(at, end, 3 * GROUP);
  }
}

function distanceAt(time: f64, frame: usize, first: i32): f64 {
  for (let at = frame; at < frame + GROUP; at += 8) {
    const p0 = load<f64>(at);
    const p1 = load<f64>(at, GROUP);
    if (isCurved) cutAt(time, p0, p1, load<f64>(at, 2 * GROUP), load<f64>(at, 3 * GROUP));
    store<f64>(at, isCurved ? rest0 : p0 + time * (p1 - p0), NOW);
  }
  const now = frame + NOW;
  forgetClosest();
  if (first === 1) considerPointAgainstFace(now, now + POINT, now + 2 * POINT, now + 3 * POINT);
  else considerEdgePair(now, now + POINT, now + 2 * POINT, now + 3 * POINT);
  return sqrt(closestSquared());
}

/**
 * Up to when contact is excluded, from `time` on, by the better of two directions that the last `distanceAt` suggests.
 * Close together, the closest points' difference is inaccurate; the normal of the features that it belongs to is not.
 */
function certifiedTime(time: f64, barrier: f64, frame: usize, first: i32, distance: f64): f64 {
  directionX = (closestAX() - closestBX()) / distance;
  directionY = (closestAY() - closestBY()) / distance;
  directionZ = (closestAZ() - closestBZ()) / distance;
  const along = timeAlongDirection(time, barrier, frame, first);
  if (along > 1 || !takeFeatureNormal(frame + NOW, first)) return along;
  return max(along, timeAlongDirection(time, barrier, frame, first));
}

/** Replaces the direction by the normal of a face, or of two edges, on the same side. False where there is none. */
function takeFeatureNormal(now: usize, first: i32): bool {
  const inside =
    first === 1
      ? closestFeatureB() === FEATURE_FACE
      : min(closestFeatureA(), closestFeatureB()) >= FEATURE_EDGE;
  if (!inside) return false;
  const p = first === 1 ? now + POINT : now;
  const q = first === 1 ? now + 2 * POINT : now + POINT;
  const r = first === 1 ? p : now + 2 * POINT;
  const s = now + 3 * POINT;
  const ux = load<f64>(q) - load<f64>(p);
  const uy = load<f64>(q, 8) - load<f64>(p, 8);
  const uz = load<f64>(q, 16) - load<f64>(p, 16);
  const vx = load<f64>(s) - load<f64>(r);
  const vy = load<f64>(s, 8) - load<f64>(r, 8);
  const vz = load<f64>(s, 16) - load<f64>(r, 16);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const length = sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0)) return false;
  const same = nx * directionX + ny * directionY + nz * directionZ > 0;
  const scale = same ? length : -length;
  directionX = nx / scale;
  directionY = ny / scale;
  directionZ = nz / scale;
  return true;
}

/** Infinite where no pair's gap along the direction falls to the barrier again. */
function timeAlongDirection(time: f64, barrier: f64, frame: usize, first: i32): f64 {
  let earliest: f64 = Infinity;
  for (let i = 0; i < first; i++) {
    for (let j = first; j < 4; j++) {
      const g0 = gapAt(frame, i, j);
      const g1 = gapAt(frame + GROUP, i, j);
      if (isCurved) cutAt(time, g0, g1, gapAt(frame + 2 * GROUP, i, j), gapAt(frame + 3 * GROUP, i, j));
      earliest = min(earliest, isCurved ? timeOfRest(time, barrier) : timeOfPair(time, barrier, g0, g1));
    }
  }
  return earliest;
}

function timeOfPair(time: f64, barrier: f64, start: f64, end: f64): f64 {
  if (end >= barrier) {
    return start >= barrier || start + time * (end - start) >= barrier ? Infinity : time;
  }
  if (start < barrier) return time;
  return max(time, ((start - barrier) / (start - end)) * BELOW);
}

// Control values of what is left of a cubic behind a time.
let rest0: f64 = 0;
let rest1: f64 = 0;
let rest2: f64 = 0;
let rest3: f64 = 0;

/** De Casteljau. */
function cutAt(time: f64, p0: f64, p1: f64, p2: f64, p3: f64): void {
  const before = 1 - time;
  const middle = before * p1 + time * p2;
  const first = before * (before * p0 + time * p1) + time * middle;
  rest3 = p3;
  rest2 = before * p2 + time * p3;
  rest1 = before * middle + time * rest2;
  rest0 = before * first + time * rest1;
}

/** A cubic lies in the hull of its control polygon: where that first falls to the barrier, the cubic has not before. */
function timeOfRest(time: f64, barrier: f64): f64 {
  if (rest0 < barrier) return time;
  let share = min(crossing(rest0, rest1, 0, 1, barrier), crossing(rest0, rest2, 0, 2, barrier));
  share = min(share, crossing(rest0, rest3, 0, 3, barrier));
  share = min(share, min(crossing(rest1, rest2, 1, 1, barrier), crossing(rest1, rest3, 1, 2, barrier)));
  share = min(share, crossing(rest2, rest3, 2, 1, barrier));
  return max(time, time + (1 - time) * share * WELL_BELOW);
}

/** Where the line from one control value to the one `steps` behind it falls below the barrier; Infinity: it does not. */
function crossing(from: f64, to: f64, at: f64, steps: f64, barrier: f64): f64 {
  return from >= barrier && to < barrier ? (at + (steps * (from - barrier)) / (from - to)) / 3 : Infinity;
}

function gapAt(group: usize, i: i32, j: i32): f64 {
  return projected(group, i) - projected(group, j);
}

function projected(group: usize, point: i32): f64 {
  const at = group + <usize>point * POINT;
  return directionX * load<f64>(at) + directionY * load<f64>(at, 8) + directionZ * load<f64>(at, 16);
}
