import { cos, sin } from './trig.js';

export type Vec3 = readonly [number, number, number];
/** x y z w, of length 1. */
export type Quat = readonly [number, number, number, number];

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** a + factor * b. */
export function plus(a: Vec3, b: Vec3, factor = 1): Vec3 {
  return [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
}

/** Of any number of components. Engines differ in the last bit of Math.hypot. */
export function lengthOf(a: ArrayLike<number>): number {
  let squared = 0;
  for (let i = 0; i < a.length; i++) squared += a[i] * a[i];
  return Math.sqrt(squared);
}

/** The rotation of four numbers that are of any length. */
export function unit(q: readonly number[]): Quat {
  const length = lengthOf(q);
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

export function normalized([x, y, z]: Vec3): Vec3 {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

/** The rotation by `angle` (radians) around a unit vector. */
export function turnAround([x, y, z]: Vec3, angle: number): Quat {
  const s = sin(angle / 2);
  return [s * x, s * y, s * z, cos(angle / 2)];
}

/** `point`, rotated around the origin. */
export function rotated([x, y, z, w]: Quat, point: Vec3): Vec3 {
  const axis: Vec3 = [x, y, z];
  const twice = cross(axis, point);
  const again = cross(axis, twice);
  return [0, 1, 2].map((i) => point[i] + 2 * (w * twice[i] + again[i])) as unknown as Vec3;
}
