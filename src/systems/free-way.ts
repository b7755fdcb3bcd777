import { MOTION_DYNAMIC, MOTION_FIXED } from '../components/constants.js';
import type { StepContext } from './context.js';

const VELOCITY = ['vx', 'vy', 'vz'] as const;
const FORCE = ['fx', 'fy', 'fz'] as const;

/**
 * How far a rigid body's centre goes in this step along an axis, if nothing is in its way: by its velocity, and where the plugin
 * moves it also by the forces of this step, sub-step by sub-step as it will.
 */
export function freeWay(context: StepContext, entity: number, axis: 0 | 1 | 2): number {
  const body = context.components.RigidBody;
  const { asleep, gravityScale, linearDamping, locks, mass, motion } = body;
  const { dt } = context.clock;
  if (motion[entity] === MOTION_FIXED) return 0;
  let velocity = body[VELOCITY[axis]][entity];
  const isPushed = context.bodies !== undefined && motion[entity] === MOTION_DYNAMIC && asleep[entity] === 0;
  if (!isPushed) return velocity * dt;
  if (locks[entity] & (1 << axis)) return 0;
  const change = body[FORCE[axis]][entity] / mass[entity] + gravityScale[entity] * context.gravity[axis];
  if (change === 0 && linearDamping[entity] === 0) return velocity * dt;
  const h = dt / context.subSteps;
  const slowed = 1 / (1 + h * linearDamping[entity]);
  let way = 0;
  for (let k = 0; k < context.subSteps; k++) {
    velocity = (velocity + h * change) * slowed;
    way += h * velocity;
  }
  return way;
}
