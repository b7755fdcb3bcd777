import { MOVER_ANGULAR, MOVER_INVERSE_INERTIA, MOVER_TURNED_INERTIA } from '../kernels/layout/bodies.js';
import type { RigidBodyTable } from '../systems/rigid-backend.js';
import type { RapierVector } from './engine.js';

/**
 * Rapier adds the gyroscopic term to the bodies that it moves, and the plugin has added it already: gives the angular
 * velocity that Rapier's term turns into the plugin's, to first order in the sub-step.
 */
export function counterSpin(bodies: RigidBodyTable, i: number, seconds: number, out: RapierVector): void {
  const { numbers, stride } = bodies;
  const start = i * stride;
  const at = start + MOVER_ANGULAR / 8;
  const x = numbers[at];
  const y = numbers[at + 1];
  const z = numbers[at + 2];
  const inertia = start + MOVER_TURNED_INERTIA / 8;
  const inverse = start + MOVER_INVERSE_INERTIA / 8;
  const lx = row(numbers, inertia, 0, x, y, z);
  const ly = row(numbers, inertia, 1, x, y, z);
  const lz = row(numbers, inertia, 2, x, y, z);
  const tx = y * lz - z * ly;
  const ty = z * lx - x * lz;
  const tz = x * ly - y * lx;
  out.x = x + seconds * row(numbers, inverse, 0, tx, ty, tz);
  out.y = y + seconds * row(numbers, inverse, 1, tx, ty, tz);
  out.z = z + seconds * row(numbers, inverse, 2, tx, ty, tz);
}

/** Row i of a symmetric matrix xx yy zz xy xz yz, times a vector. */
function row(m: Float64Array, at: number, i: number, x: number, y: number, z: number): number {
  if (i === 0) return m[at] * x + m[at + 3] * y + m[at + 4] * z;
  if (i === 1) return m[at + 3] * x + m[at + 1] * y + m[at + 5] * z;
  return m[at + 4] * x + m[at + 5] * y + m[at + 2] * z;
}
