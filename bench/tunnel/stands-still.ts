import type { BodyState } from './engines/engine.js';
import { TIME_STEP } from './engines/engine.js';
import { dot } from './motion.js';

/** A body that made less than this share of its way stood still. */
const LEAST_SHARE = 0.1;
/** Velocities whose directions differ by more than this, as a cosine, were changed on the way. */
const SAME_DIRECTION = 0.95;
/** Slower than this nothing is said: metres and radians a second. */
const SLOW = 1;

/**
 * Whether a body has a velocity, had it a step ago, and yet did not move: a frozen body passes through nothing, and is
 * no better for it.
 */
export function standsStill(before: BodyState, after: BodyState): boolean {
  const straight = after.position.map((value, i) => value - before.position[i]);
  const cosine = before.rotation.reduce((sum, value, i) => sum + value * after.rotation[i], 0);
  const turned = 2 * Math.acos(Math.min(1, Math.abs(cosine)));
  const goes = keeps(before.linear, after.linear);
  const turns = Math.min(keeps(before.angular, after.angular), Math.PI / TIME_STEP);
  const most = LEAST_SHARE * TIME_STEP;
  if (goes < SLOW && turns < SLOW) return false;
  return (goes < SLOW || Math.hypot(...straight) < most * goes) && (turns < SLOW || turned < most * turns);
}

/** The lesser of two speeds in the same direction; 0 for others. */
function keeps(before: BodyState['linear'], after: BodyState['linear']): number {
  const [p, q] = [Math.hypot(...before), Math.hypot(...after)];
  return dot(before, after) > SAME_DIRECTION * p * q ? Math.min(p, q) : 0;
}
