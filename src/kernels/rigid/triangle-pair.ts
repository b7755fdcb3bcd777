import { larger, smaller } from '../extremes';
import { RIGID_TRIANGLE_BYTES, RIGID_TRIANGLES } from '../layout/rigid-meshes';
import {
  BODY_BYTES,
  BODY_MESH,
  PAIR_A,
  PAIR_B,
  PAIR_DISTANCE,
  PAIR_GAP,
  PAIR_NORMAL,
  PAIR_POINT_A,
  PAIR_POINT_B,
  RIGID_QUERY_A_TO_B,
  RIGID_QUERY_TRIANGLE_TESTS,
} from '../layout/rigid-queries';
import { areBeyond } from './glance';
import { closestOfTriangles } from './triangle-distance';
import { component, dotAt, length, setVector, transform } from './vector';

/** A direction from the closest points is kept where the corners confirm this share of the distance. */
const CONFIRMED: f64 = 0.999;

export function triangleOf(mesh: usize, slot: u32): usize {
  return mesh + load<u32>(mesh, RIGID_TRIANGLES) + <usize>slot * RIGID_TRIANGLE_BYTES;
}

/**
 * Closest points of two triangles at the query's time, and the largest gap along a direction that could be confirmed
 * by projecting all six corners: a lower bound of the distance whatever the closest points say. Negative or zero
 * where the triangles touch or cross, since then no direction separates them.
 */
export function measurePair(query: usize, slotA: u32, slotB: u32): void {
  placeCorners(query, slotA, slotB);
  measurePlaced(query);
}

/** The same where the triangles may be within `margin`. False where a glance shows that they are not: then nothing else is known. */
export function measureWithin(query: usize, slotA: u32, slotB: u32, margin: f64): bool {
  placeCorners(query, slotA, slotB);
  if (areBeyond(query, margin)) return false;
  measurePlaced(query);
  return true;
}

/** Corners of two triangles at the query's time. */
export function placeCorners(query: usize, slotA: u32, slotB: u32): void {
  const a = triangleOf(<usize>load<u32>(query, BODY_MESH), slotA);
  const b = triangleOf(<usize>load<u32>(query, BODY_BYTES + BODY_MESH), slotB);
  for (let i: usize = 0; i < 72; i += 24) {
    transform(query + PAIR_A + i, query + RIGID_QUERY_A_TO_B, a + i, query + RIGID_QUERY_A_TO_B + 72);
    store<v128>(query + PAIR_B + i, load<v128>(b + i));
    store<f64>(query + PAIR_B + i, load<f64>(b + i, 16), 16);
  }
}

/** `measurePair` of corners that are placed. */
export function measurePlaced(query: usize): void {
  store<u32>(query, load<u32>(query, RIGID_QUERY_TRIANGLE_TESTS) + 1, RIGID_QUERY_TRIANGLE_TESTS);
  closestOfTriangles(query);
  store<f64>(query, -Infinity, PAIR_GAP);
  const from = query + PAIR_POINT_A;
  const to = query + PAIR_POINT_B;
  const nx = component(to, 0) - component(from, 0);
  const ny = component(to, 1) - component(from, 1);
  const nz = component(to, 2) - component(from, 2);
  tryDirection(query, nx, ny, nz);
  if (load<f64>(query, PAIR_GAP) >= CONFIRMED * load<f64>(query, PAIR_DISTANCE)) return;
  searchDirections(query);
}

/** Takes the direction, or its opposite, if it separates the corners better than the best so far. */
function tryDirection(query: usize, x: f64, y: f64, z: f64): void {
  const size = length(x, y, z);
  if (!(size > 0)) return;
  const nx = x / size;
  const ny = y / size;
  const nz = z / size;
  const a = query + PAIR_A;
  const b = query + PAIR_B;
  const a0 = dotAt(a, nx, ny, nz);
  const a1 = dotAt(a + 24, nx, ny, nz);
  const a2 = dotAt(a + 48, nx, ny, nz);
  const b0 = dotAt(b, nx, ny, nz);
  const b1 = dotAt(b + 24, nx, ny, nz);
  const b2 = dotAt(b + 48, nx, ny, nz);
  const ahead = smaller(smaller(b0, b1), b2) - larger(larger(a0, a1), a2);
  const behind = smaller(smaller(a0, a1), a2) - larger(larger(b0, b1), b2);
  const gap = larger(ahead, behind);
  if (gap <= load<f64>(query, PAIR_GAP)) return;
  store<f64>(query, gap, PAIR_GAP);
  const sign: f64 = ahead >= behind ? 1 : -1;
  setVector(query + PAIR_NORMAL, sign * nx, sign * ny, sign * nz);
}

// The separating axes of two triangles: both normals, nine edge pairs, six in-plane edge normals for coplanar ones.
function searchDirections(query: usize): void {
  const a = query + PAIR_A;
  const b = query + PAIR_B;
  for (let i: usize = 0; i < 3; i++) {
    for (let j: usize = 0; j < 3; j++) crossDirection(query, a, i, b, j);
  }
  crossDirection(query, a, 0, a, 1);
  crossDirection(query, b, 0, b, 1);
  for (let i: usize = 0; i < 3; i++) {
    inPlaneDirection(query, a, i);
    inPlaneDirection(query, b, i);
  }
}

function edgeComponent(triangle: usize, edge: usize, i: usize): f64 {
  const end: usize = edge === 2 ? 0 : edge + 1;
  return component(triangle, 3 * end + i) - component(triangle, 3 * edge + i);
}

function crossDirection(query: usize, p: usize, i: usize, q: usize, j: usize): void {
  const ux = edgeComponent(p, i, 0);
  const uy = edgeComponent(p, i, 1);
  const uz = edgeComponent(p, i, 2);
  const vx = edgeComponent(q, j, 0);
  const vy = edgeComponent(q, j, 1);
  const vz = edgeComponent(q, j, 2);
  tryDirection(query, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

function inPlaneDirection(query: usize, triangle: usize, i: usize): void {
  const ux = edgeComponent(triangle, i, 0);
  const uy = edgeComponent(triangle, i, 1);
  const uz = edgeComponent(triangle, i, 2);
  const j: usize = i === 2 ? 0 : i + 1;
  const vx = edgeComponent(triangle, j, 0);
  const vy = edgeComponent(triangle, j, 1);
  const vz = edgeComponent(triangle, j, 2);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  tryDirection(query, uy * nz - uz * ny, uz * nx - ux * nz, ux * ny - uy * nx);
}
