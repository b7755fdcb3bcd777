import { RIGID } from './colliders.js';
import type { StepContext } from './context.js';

/** What f64 may leave a rotation off unit length, squared. */
const ROUNDED = 2 ** -44;
/** Roundings that a backend may leave it off by. */
const ROUNDINGS = 16;

/**
 * Makes rotations that users wrote a little off unit length unit ones, before anything looks at them. Such a rotation stretches the body,
 * and moving would make it a unit's: the body would be stored elsewhere than where it was certified.
 */
export function makeRotationsUnit({ backend, colliders, components }: StepContext): void {
  const { qx, qy, qz, qw } = components.RigidBody;
  const off = Math.max(ROUNDED, ROUNDINGS * backend.rounding);
  for (let i = 0; i < colliders.count; i++) {
    const e = colliders.order[i];
    if (colliders.kind[e] !== RIGID) continue;
    const square = qx[e] * qx[e] + qy[e] * qy[e] + qz[e] * qz[e] + qw[e] * qw[e];
    if (Math.abs(square - 1) <= off) continue;
    const scale = 1 / Math.sqrt(square);
    qx[e] *= scale;
    qy[e] *= scale;
    qz[e] *= scale;
    qw[e] *= scale;
  }
}
