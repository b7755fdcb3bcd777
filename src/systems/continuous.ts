import { MOTION_DYNAMIC } from '../components/constants.js';
import type { CollisionComponents } from '../components/index.js';

/** CONTINUOUS_* of two rigid bodies. Who is not pushed has no say beside who is: a floor would decide for all that fall on it. */
export function continuityOf(
  { CollisionSettings, RigidBody }: CollisionComponents,
  a: number,
  b: number,
): number {
  const { rigid } = CollisionSettings;
  const { motion } = RigidBody;
  const isPushed = motion[a] === MOTION_DYNAMIC;
  if (isPushed === (motion[b] === MOTION_DYNAMIC)) return Math.max(rigid[a], rigid[b]);
  return rigid[isPushed ? a : b];
}
