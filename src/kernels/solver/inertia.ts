import {
  MOVER_ANGULAR,
  MOVER_DYNAMIC,
  MOVER_INERTIA,
  MOVER_INVERSE_INERTIA,
  MOVER_KIND,
  MOVER_LOCKS,
  MOVER_TURNED_INERTIA,
} from '../layout/bodies';
import { component, setVector } from '../rigid/vector';

// Symmetric 3 x 3 matrices are six f64: xx yy zz xy xz yz.

/** One instance, one matrix at a time: columns of the rotation that `turnInertia` uses. */
let r00: f64 = 1;
let r10: f64 = 0;
let r20: f64 = 0;
let r01: f64 = 0;
let r11: f64 = 1;
let r21: f64 = 0;
let r02: f64 = 0;
let r12: f64 = 0;
let r22: f64 = 1;

/** Keeps the matrix of a quaternion for `turnInertia` and `turnedComponent`. */
export function useRotation(x: f64, y: f64, z: f64, w: f64): void {
  r00 = 1 - 2 * (y * y + z * z);
  r10 = 2 * (x * y + z * w);
  r20 = 2 * (x * z - y * w);
  r01 = 2 * (x * y - z * w);
  r11 = 1 - 2 * (x * x + z * z);
  r21 = 2 * (y * z + x * w);
  r02 = 2 * (x * z + y * w);
  r12 = 2 * (y * z - x * w);
  r22 = 1 - 2 * (x * x + y * y);
}

export function turnedX(x: f64, y: f64, z: f64): f64 {
  return r00 * x + r01 * y + r02 * z;
}

export function turnedY(x: f64, y: f64, z: f64): f64 {
  return r10 * x + r11 * y + r12 * z;
}

export function turnedZ(x: f64, y: f64, z: f64): f64 {
  return r20 * x + r21 * y + r22 * z;
}

/** The way back: from the world to the body. */
export function turnedBackX(x: f64, y: f64, z: f64): f64 {
  return r00 * x + r10 * y + r20 * z;
}

export function turnedBackY(x: f64, y: f64, z: f64): f64 {
  return r01 * x + r11 * y + r21 * z;
}

export function turnedBackZ(x: f64, y: f64, z: f64): f64 {
  return r02 * x + r12 * y + r22 * z;
}

/** Component i of a symmetric matrix times a vector. */
export function timesSymmetric(matrix: usize, i: usize, x: f64, y: f64, z: f64): f64 {
  if (i === 0) return component(matrix, 0) * x + component(matrix, 3) * y + component(matrix, 4) * z;
  if (i === 1) return component(matrix, 3) * x + component(matrix, 1) * y + component(matrix, 5) * z;
  return component(matrix, 4) * x + component(matrix, 5) * y + component(matrix, 2) * z;
}

/** What `solveSymmetric` found. */
export let solvedX: f64 = 0;
export let solvedY: f64 = 0;
export let solvedZ: f64 = 0;

/** The vector that a matrix with these entries takes to x, y, z; false where there is none. */
export function solveSymmetric(
  xx: f64,
  yy: f64,
  zz: f64,
  xy: f64,
  xz: f64,
  yz: f64,
  x: f64,
  y: f64,
  z: f64,
): bool {
  const cxx = yy * zz - yz * yz;
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const cyy = xx * zz - xz * xz;
  const cyz = xy * xz - xx * yz;
  const czz = xx * yy - xy * xy;
  const whole = xx * cxx + xy * cxy + xz * cxz;
  if (!(whole > 0)) return false;
  solvedX = (cxx * x + cxy * y + cxz * z) / whole;
  solvedY = (cxy * x + cyy * y + cyz * z) / whole;
  solvedZ = (cxz * x + cyz * y + czz * z) / whole;
  return true;
}

/** The body's inertia in the world, as it is turned by the rotation in use, and the inverse that impulses see. */
export function turnInertia(body: usize): void {
  const own = body + MOVER_INERTIA;
  const target = body + MOVER_TURNED_INERTIA;
  // M = R I, row by row; then M R^T
  for (let i: usize = 0; i < 3; i++) {
    const a = i === 0 ? r00 : i === 1 ? r10 : r20;
    const b = i === 0 ? r01 : i === 1 ? r11 : r21;
    const c = i === 0 ? r02 : i === 1 ? r12 : r22;
    const x = timesSymmetric(own, 0, a, b, c);
    const y = timesSymmetric(own, 1, a, b, c);
    const z = timesSymmetric(own, 2, a, b, c);
    if (i === 0) {
      store<f64>(target, turnedX(x, y, z));
      store<f64>(target, turnedY(x, y, z), 24);
      store<f64>(target, turnedZ(x, y, z), 32);
    } else if (i === 1) {
      store<f64>(target, turnedY(x, y, z), 8);
      store<f64>(target, turnedZ(x, y, z), 40);
    } else {
      store<f64>(target, turnedZ(x, y, z), 16);
    }
  }
  invert(body);
}

/** Locked axes of rotation are left out of the inverse: the others behave as if the body turned about them alone. */
function invert(body: usize): void {
  const matrix = body + MOVER_TURNED_INERTIA;
  const target = body + MOVER_INVERSE_INERTIA;
  const locks = load<u32>(body, MOVER_LOCKS) >> 3;
  let xx = component(matrix, 0);
  let yy = component(matrix, 1);
  let zz = component(matrix, 2);
  let xy = component(matrix, 3);
  let xz = component(matrix, 4);
  let yz = component(matrix, 5);
  if (locks & 1) {
    xx = Infinity;
    xy = 0;
    xz = 0;
  }
  if (locks & 2) {
    yy = Infinity;
    xy = 0;
    yz = 0;
  }
  if (locks & 4) {
    zz = Infinity;
    xz = 0;
    yz = 0;
  }
  if (load<u32>(body, MOVER_KIND) !== MOVER_DYNAMIC || !(xx > 0)) {
    memory.fill(target, 0, 48);
    return;
  }
  // Elimination by pivots stays right where an axis is infinitely heavy.
  const ixx = 1 / xx;
  const a = yy - xy * xy * ixx;
  const b = yz - xy * xz * ixx;
  const c = zz - xz * xz * ixx;
  const ia = 1 / a;
  const d = c - b * b * ia;
  const zzi = 1 / d;
  const yzi = -b * ia * zzi;
  const yyi = ia + b * b * ia * ia * zzi;
  const xyi = -ixx * (xy * yyi + xz * yzi);
  const xzi = -ixx * (xy * yzi + xz * zzi);
  store<f64>(target, ixx - ixx * (xy * xyi + xz * xzi));
  store<f64>(target, yyi, 8);
  store<f64>(target, zzi, 16);
  store<f64>(target, xyi, 24);
  store<f64>(target, xzi, 32);
  store<f64>(target, yzi, 40);
}

/** Gives a body the angular velocity of a momentum, as its inertia is turned. */
export function takeMomentum(body: usize, lx: f64, ly: f64, lz: f64): void {
  const inverse = body + MOVER_INVERSE_INERTIA;
  setVector(
    body + MOVER_ANGULAR,
    timesSymmetric(inverse, 0, lx, ly, lz),
    timesSymmetric(inverse, 1, lx, ly, lz),
    timesSymmetric(inverse, 2, lx, ly, lz),
  );
}
