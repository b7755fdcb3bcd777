// Triangles that a plane keeps apart during the whole step. Along a fixed direction every difference of two vertices is
// linear in time: of one sign at both ends of the step, it is of that sign at all times. Layers of cloth that lie upon each
// other are apart along no axis, and along the normal of either triangle.
import { DOP_HI03, DOP_LO03 } from './layout/meshes';
import { MESH_UNTIL } from './layout/motion';
import { MESH_NODES, WORK_GAP, WORK_MESH_A, WORK_MESH_B } from './layout/search';

/**
 * A projection is a sum of three products of differences of coordinates, rounded six times: with coordinates up to `reach`
 * and a direction n it is wrong by less than 2^-49 reach |n|. Two are compared.
 */
const ROUNDING: f64 = 7.105427357601002e-15; // 2^-47
const ROUNDED_UP: f64 = 1 + 2.220446049250313e-15; // 2^-48.7, for the gap times the rounded length of n
/** Squares of shorter normals are not certain: they may be rounded to nothing. */
const LEAST_SQUARE: f64 = 1e-280;

/** How far apart projections must be, for a direction of length 1. */
let least: f64 = 0;

/** Before the triangles of the work's two meshes. */
export function useReach(work: usize): void {
  const reach = max(
    reachOf(<usize>load<u32>(work, WORK_MESH_A)),
    reachOf(<usize>load<u32>(work, WORK_MESH_B)),
  );
  least = load<f64>(work, WORK_GAP) * ROUNDED_UP + reach * ROUNDING;
}

/** No coordinate of the mesh in the step is larger: one that goes on after its boxes end goes as straight as before. */
function reachOf(mesh: usize): f64 {
  const root = <usize>load<u32>(mesh, MESH_NODES);
  const until = load<f64>(mesh, MESH_UNTIL);
  const bounds = f32x4.max(f32x4.abs(v128.load(root, DOP_LO03)), f32x4.abs(v128.load(root, DOP_HI03)));
  const most = max(
    f32x4.extract_lane(bounds, 0),
    max(f32x4.extract_lane(bounds, 1), f32x4.extract_lane(bounds, 2)),
  );
  return until < 1 ? <f64>most * (1 + 2 / until) : <f64>most;
}

/** Whether triangles p q r and a b c are apart along the normal that p q r has at half of the step. */
export function areApartAlongNormal(p: usize, q: usize, r: usize, a: usize, b: usize, c: usize): bool {
  const px = v128.load(p);
  const py = v128.load(p, 16);
  const pz = v128.load(p, 32);
  const qx = f64x2.sub(v128.load(q), px);
  const qy = f64x2.sub(v128.load(q, 16), py);
  const qz = f64x2.sub(v128.load(q, 32), pz);
  const rx = f64x2.sub(v128.load(r), px);
  const ry = f64x2.sub(v128.load(r, 16), py);
  const rz = f64x2.sub(v128.load(r, 32), pz);
  const ux = twiceAtHalf(qx);
  const uy = twiceAtHalf(qy);
  const uz = twiceAtHalf(qz);
  const wx = twiceAtHalf(rx);
  const wy = twiceAtHalf(ry);
  const wz = twiceAtHalf(rz);
  const nx = f64x2.sub(f64x2.mul(uy, wz), f64x2.mul(uz, wy));
  const ny = f64x2.sub(f64x2.mul(uz, wx), f64x2.mul(ux, wz));
  const nz = f64x2.sub(f64x2.mul(ux, wy), f64x2.mul(uy, wx));
  const square = dot(nx, ny, nz, nx, ny, nz);
  const atQ = dot(qx, qy, qz, nx, ny, nz);
  const atR = dot(rx, ry, rz, nx, ny, nz);
  const atA = project(a, px, py, pz, nx, ny, nz);
  const atB = project(b, px, py, pz, nx, ny, nz);
  const atC = project(c, px, py, pz, nx, ny, nz);
  const zero = f64x2.splat(0); // where p is
  const apart = f64x2.mul(f64x2.sqrt(square), f64x2.splat(least));
  const above = f64x2.sub(f64x2.pmin(f64x2.pmin(atA, atB), atC), f64x2.pmax(f64x2.pmax(atQ, atR), zero));
  const below = f64x2.sub(f64x2.pmin(f64x2.pmin(atQ, atR), zero), f64x2.pmax(f64x2.pmax(atA, atB), atC));
  return (
    ((i32(i64x2.all_true(f64x2.gt(above, apart))) | i32(i64x2.all_true(f64x2.gt(below, apart)))) &
      i32(i64x2.all_true(f64x2.gt(square, f64x2.splat(LEAST_SQUARE))))) !==
    0
  );
}

/** The sum of both ends, in both lanes. */
function twiceAtHalf(v: v128): v128 {
  return f64x2.add(v, v128.shuffle<f64>(v, v, 1, 0));
}

function project(vertex: usize, px: v128, py: v128, pz: v128, nx: v128, ny: v128, nz: v128): v128 {
  return dot(
    f64x2.sub(v128.load(vertex), px),
    f64x2.sub(v128.load(vertex, 16), py),
    f64x2.sub(v128.load(vertex, 32), pz),
    nx,
    ny,
    nz,
  );
}

function dot(x: v128, y: v128, z: v128, nx: v128, ny: v128, nz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(x, nx), f64x2.mul(y, ny)), f64x2.mul(z, nz));
}
