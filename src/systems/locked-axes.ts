import { LOCK_TURN_X, LOCK_TURN_Y, LOCK_TURN_Z, LOCK_X, LOCK_Y, LOCK_Z } from '../components/constants.js';
import { RIGID } from './colliders.js';
import type { StepContext } from './context.js';

/**
 * Takes velocities along and about locked axes away, before anything looks at them: those that a body had when it was locked, and
 * those that users write since. Nothing else in a step gives a body any.
 */
export function stopAtLocks({ colliders, components }: StepContext): void {
  const { locks, vx, vy, vz, wx, wy, wz } = components.RigidBody;
  for (let i = 0; i < colliders.count; i++) {
    const e = colliders.order[i];
    const locked = locks[e];
    if (locked === 0 || colliders.kind[e] !== RIGID) continue;
    if (locked & LOCK_X) vx[e] = 0;
    if (locked & LOCK_Y) vy[e] = 0;
    if (locked & LOCK_Z) vz[e] = 0;
    if (locked & LOCK_TURN_X) wx[e] = 0;
    if (locked & LOCK_TURN_Y) wy[e] = 0;
    if (locked & LOCK_TURN_Z) wz[e] = 0;
  }
}
