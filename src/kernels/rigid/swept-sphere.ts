import {
  SWEPT_AXIS_1,
  SWEPT_AXIS_2,
  SWEPT_BYTES,
  SWEPT_CENTRE,
  SWEPT_HALF_1,
  SWEPT_HALF_2,
  SWEPT_RADIUS,
  WIDE_BASE,
} from '../layout/rigid-meshes';
import {
  RIGID_QUERY_A_TO_B,
  RIGID_QUERY_SWEPT,
  RIGID_QUERY_SWEPT_A,
  RIGID_QUERY_SWEPT_B,
  RIGID_QUERY_SWEPT_NORMAL,
  RIGID_QUERY_SWEPT_POINT_A,
  RIGID_QUERY_SWEPT_POINT_B,
} from '../layout/rigid-queries';
import { meshOf } from './pose';
import { closestOnSegments, onFirst, onSecond } from './segments';
import { wideOf } from './side';
import { component, dotAt, length, rowTimes, setVector } from './vector';

const AXES: usize = 24;
const HALVES: usize = 72;
const RADIUS: usize = 88;
/** Closest points are right when the direction between them confirms their distance to this share: axes are f32. */
const EXACT: f64 = 1 - 1e-6;

/** Puts a box's swept sphere into B's mesh frame, as f64. */
export function placeSwept(query: usize, body: usize, box: u32): void {
  const wide = wideOf(meshOf(query, body), box);
  const swept = <usize>load<u32>(query + 4 * body, RIGID_QUERY_SWEPT) + <usize>box * SWEPT_BYTES;
  const target = query + (body ? RIGID_QUERY_SWEPT_B : RIGID_QUERY_SWEPT_A);
  const x = component(wide + WIDE_BASE, 0) + <f64>load<f32>(swept, SWEPT_CENTRE);
  const y = component(wide + WIDE_BASE, 1) + <f64>load<f32>(swept, SWEPT_CENTRE + 4);
  const z = component(wide + WIDE_BASE, 2) + <f64>load<f32>(swept, SWEPT_CENTRE + 8);
  placeVector(query, body, target, x, y, z);
  if (!body) {
    for (let i: usize = 0; i < 24; i += 8) {
      store<f64>(target + i, load<f64>(target + i) + load<f64>(query + i, RIGID_QUERY_A_TO_B + 72));
    }
  }
  placeAxis(query, body, target + AXES, swept + SWEPT_AXIS_1);
  placeAxis(query, body, target + AXES + 24, swept + SWEPT_AXIS_2);
  store<f64>(target + HALVES, <f64>load<f32>(swept, SWEPT_HALF_1));
  store<f64>(target + HALVES, <f64>load<f32>(swept, SWEPT_HALF_2), 8);
  store<f64>(target + RADIUS, <f64>load<f32>(swept, SWEPT_RADIUS));
}

function placeAxis(query: usize, body: usize, target: usize, axis: usize): void {
  placeVector(query, body, target, <f64>load<f32>(axis), <f64>load<f32>(axis, 4), <f64>load<f32>(axis, 8));
}

function placeVector(query: usize, body: usize, target: usize, x: f64, y: f64, z: f64): void {
  const toB = query + RIGID_QUERY_A_TO_B;
  if (body) setVector(target, x, y, z);
  else setVector(target, rowTimes(toB, 0, x, y, z), rowTimes(toB, 1, x, y, z), rowTimes(toB, 2, x, y, z));
}

/**
 * The distance of the two placed volumes, 0 where they meet, and the direction from A to B. Rectangles, lines and
 * points alike: their generators' closest points by projecting to and fro, which is right for most; otherwise every
 * corner against the other rectangle and every two edges. What is returned is the gap along the direction between
 * them, which is never more than the distance.
 */
export function sweptDistance(query: usize): f64 {
  const a = query + RIGID_QUERY_SWEPT_A;
  const b = query + RIGID_QUERY_SWEPT_B;
  const radii = load<f64>(a + RADIUS) + load<f64>(b + RADIUS);
  nearestOn(a, b, query + RIGID_QUERY_SWEPT_POINT_A);
  nearestOn(b, query + RIGID_QUERY_SWEPT_POINT_A, query + RIGID_QUERY_SWEPT_POINT_B);
  nearestOn(a, query + RIGID_QUERY_SWEPT_POINT_B, query + RIGID_QUERY_SWEPT_POINT_A);
  nearestOn(b, query + RIGID_QUERY_SWEPT_POINT_A, query + RIGID_QUERY_SWEPT_POINT_B);
  const reached = distanceOfPoints(query);
  if (reached === 0) return 0;
  const gap = gapAlong(query);
  if (gap >= reached * EXACT) return max(0, gap - radii);
  if (!searchGenerators(query, reached)) return 0;
  return max(0, gapAlong(query) - radii);
}

/** The point of a generator that is nearest to a point. */
function nearestOn(swept: usize, point: usize, target: usize): void {
  const x = component(point, 0) - component(swept, 0);
  const y = component(point, 1) - component(swept, 1);
  const z = component(point, 2) - component(swept, 2);
  const u = clampTo(load<f64>(swept + HALVES), dotAt(swept + AXES, x, y, z));
  const v = clampTo(load<f64>(swept + HALVES, 8), dotAt(swept + AXES + 24, x, y, z));
  pointOf(swept, u, v, target);
}

function clampTo(half: f64, x: f64): f64 {
  return x < -half ? -half : x > half ? half : x;
}

function pointOf(swept: usize, u: f64, v: f64, target: usize): void {
  for (let i: usize = 0; i < 3; i++) {
    const along = u * component(swept + AXES, i) + v * component(swept + AXES + 24, i);
    store<f64>(target + (i << 3), component(swept, i) + along);
  }
}

// Distance of the two points; sets the direction between them.
function distanceOfPoints(query: usize): f64 {
  const p = query + RIGID_QUERY_SWEPT_POINT_A;
  const q = query + RIGID_QUERY_SWEPT_POINT_B;
  const x = component(q, 0) - component(p, 0);
  const y = component(q, 1) - component(p, 1);
  const z = component(q, 2) - component(p, 2);
  const size = length(x, y, z);
  if (size > 0) setVector(query + RIGID_QUERY_SWEPT_NORMAL, x / size, y / size, z / size);
  return size;
}

/** How far the generators are apart along the direction: never more than their distance. */
function gapAlong(query: usize): f64 {
  const a = query + RIGID_QUERY_SWEPT_A;
  const b = query + RIGID_QUERY_SWEPT_B;
  const n = query + RIGID_QUERY_SWEPT_NORMAL;
  const x = component(n, 0);
  const y = component(n, 1);
  const z = component(n, 2);
  const between = dotAt(
    n,
    component(b, 0) - component(a, 0),
    component(b, 1) - component(a, 1),
    component(b, 2) - component(a, 2),
  );
  return between - supportOf(a, x, y, z) - supportOf(b, x, y, z);
}

function supportOf(swept: usize, x: f64, y: f64, z: f64): f64 {
  const first = abs(dotAt(swept + AXES, x, y, z)) * load<f64>(swept + HALVES);
  return first + abs(dotAt(swept + AXES + 24, x, y, z)) * load<f64>(swept + HALVES, 8);
}

// Candidates are tried in place of the points; the direction of the best stays. False where the generators meet.
function searchGenerators(query: usize, reached: f64): bool {
  const a = query + RIGID_QUERY_SWEPT_A;
  const b = query + RIGID_QUERY_SWEPT_B;
  if (pierces(a, b) || pierces(b, a)) return false;
  let best = reached;
  for (let k: u32 = 0; k < 8; k++) {
    const own = k < 4 ? a : b;
    const ownPoint = query + (k < 4 ? RIGID_QUERY_SWEPT_POINT_A : RIGID_QUERY_SWEPT_POINT_B);
    const otherPoint = query + (k < 4 ? RIGID_QUERY_SWEPT_POINT_B : RIGID_QUERY_SWEPT_POINT_A);
    pointOf(own, signed(k, load<f64>(own + HALVES)), signed(k >> 1, load<f64>(own + HALVES, 8)), ownPoint);
    nearestOn(k < 4 ? b : a, ownPoint, otherPoint);
    best = keepBetter(query, best);
  }
  for (let i: u32 = 0; i < 4; i++) {
    for (let j: u32 = 0; j < 4; j++) {
      edgesNearest(query, a, i, b, j);
      best = keepBetter(query, best);
    }
  }
  return best > 0;
}

function signed(bit: u32, x: f64): f64 {
  return bit & 1 ? x : -x;
}

function keepBetter(query: usize, best: f64): f64 {
  const n = query + RIGID_QUERY_SWEPT_NORMAL;
  const x = component(n, 0);
  const y = component(n, 1);
  const z = component(n, 2);
  const reached = distanceOfPoints(query);
  if (reached < best) return reached;
  setVector(n, x, y, z);
  return best;
}

// Edge k of a rectangle runs along axis k & 1 at the end of the other axis that k >> 1 says.
function edgesNearest(query: usize, a: usize, i: u32, b: usize, j: u32): void {
  const p = query + RIGID_QUERY_SWEPT_POINT_A;
  const q = query + RIGID_QUERY_SWEPT_POINT_B;
  startOfEdge(a, i, p);
  startOfEdge(b, j, q);
  const u = a + AXES + 24 * <usize>(i & 1);
  const v = b + AXES + 24 * <usize>(j & 1);
  const uLength = 2 * load<f64>(a + HALVES + 8 * <usize>(i & 1));
  const vLength = 2 * load<f64>(b + HALVES + 8 * <usize>(j & 1));
  const x = component(p, 0) - component(q, 0);
  const y = component(p, 1) - component(q, 1);
  const z = component(p, 2) - component(q, 2);
  const uv = dotAt(u, component(v, 0), component(v, 1), component(v, 2)) * uLength * vLength;
  const ur = dotAt(u, x, y, z) * uLength;
  const vr = dotAt(v, x, y, z) * vLength;
  closestOnSegments(uLength * uLength, vLength * vLength, uv, ur, vr);
  advance(p, u, onFirst * uLength);
  advance(q, v, onSecond * vLength);
}

function startOfEdge(swept: usize, k: u32, target: usize): void {
  const first = load<f64>(swept + HALVES);
  const second = load<f64>(swept + HALVES, 8);
  if (k & 1) pointOf(swept, signed(k >> 1, first), -second, target);
  else pointOf(swept, -first, signed(k >> 1, second), target);
}

function advance(point: usize, along: usize, by: f64): void {
  for (let i: usize = 0; i < 24; i += 8) {
    store<f64>(point + i, load<f64>(point + i) + by * load<f64>(along + i));
  }
}

/** Whether an edge of one rectangle passes through the inside of the other. */
function pierces(edges: usize, face: usize): bool {
  const ux = component(face + AXES, 0);
  const uy = component(face + AXES, 1);
  const uz = component(face + AXES, 2);
  const vx = component(face + AXES, 3);
  const vy = component(face + AXES, 4);
  const vz = component(face + AXES, 5);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const cx = component(edges, 0) - component(face, 0);
  const cy = component(edges, 1) - component(face, 1);
  const cz = component(edges, 2) - component(face, 2);
  for (let k: u32 = 0; k < 4; k++) {
    const along = edges + AXES + 24 * <usize>(k & 1);
    const across = edges + AXES + 24 * <usize>(1 - (k & 1));
    const half = load<f64>(edges + HALVES + 8 * <usize>(k & 1));
    const shift = signed(k >> 1, load<f64>(edges + HALVES + 8 * <usize>(1 - (k & 1))));
    const mx = cx + shift * component(across, 0);
    const my = cy + shift * component(across, 1);
    const mz = cz + shift * component(across, 2);
    const height = mx * nx + my * ny + mz * nz;
    const climb = half * dotAt(along, nx, ny, nz);
    if (!(abs(height) <= abs(climb)) || climb === 0) continue;
    const s = (-height / climb) * half;
    const x = mx + s * component(along, 0);
    const y = my + s * component(along, 1);
    const z = mz + s * component(along, 2);
    const inside = abs(x * ux + y * uy + z * uz) <= load<f64>(face + HALVES);
    if (inside && abs(x * vx + y * vy + z * vz) <= load<f64>(face + HALVES, 8)) return true;
  }
  return false;
}
