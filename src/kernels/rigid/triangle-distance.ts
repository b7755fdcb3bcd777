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
import { component, dotAt, setVector } from './vector';

// Closest points of two triangles: nine pairs of edges, then six corners against faces. Nothing here is trusted for
// a certificate: the caller projects all six corners on the direction found and takes what is certain of it.

/** Fills the pair's closest points, distance and features. Points of crossing triangles are not asked for. */
export function closestOfTriangles(query: usize): void {
  store<f64>(query, Infinity, PAIR_DISTANCE);
  for (let i: usize = 0; i < 3; i++) {
    for (let j: usize = 0; j < 3; j++) {
      if (closestOfEdges(query, i, j)) return;
    }
  }
  for (let i: usize = 0; i < 3; i++) {
    cornerToFace(query, i, PAIR_A, PAIR_B, PAIR_POINT_A, PAIR_POINT_B, PAIR_FEATURE_A, PAIR_FEATURE_B);
    cornerToFace(query, i, PAIR_B, PAIR_A, PAIR_POINT_B, PAIR_POINT_A, PAIR_FEATURE_B, PAIR_FEATURE_A);
  }
  store<f64>(query, sqrt(load<f64>(query, PAIR_DISTANCE)), PAIR_DISTANCE);
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
  setVector(query + PAIR_POINT_A, ax, ay, az);
  setVector(query + PAIR_POINT_B, bx, by, bz);
  store<u32>(query, featureOf(i, s), PAIR_FEATURE_A);
  store<u32>(query, featureOf(j, t), PAIR_FEATURE_B);
  store<f64>(query, squared, PAIR_DISTANCE);
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
