import { CONTINUOUS_OFF, MOTION_FIXED } from '../components/constants.js';
import { BodyMotion } from '../rigid/motion.js';
import { CERTIFIED_TIME, CERTIFIED_TOLERANCE } from '../rigid/queries.js';
import { RIGID } from './colliders.js';
import type { StepContext, System } from './context.js';
import { continuityOf } from './continuous.js';
import { IMPACT_FAILED, IMPACT_FREE } from './impacts.js';
import { chooseSettings, timeOfImpact, writeMotion } from './rigid-pair.js';

/**
 * First time of contact of each pair of rigid bodies that the broad phase left, along the motion that their velocities
 * make of this step, certified: the motion up to it is free (C2A, and earliest-first advancement).
 */
export function createTimeOfImpact(context: StepContext): System {
  const motionA = new BodyMotion();
  const motionB = new BodyMotion();
  return (world) => {
    const { clock, colliders, counters, impacts, occlusion, pairs } = context;
    impacts.clear();
    counters.rigidPairs = 0;
    counters.impacts = 0;
    counters.failedImpacts = 0;
    counters.impactBoxTests = 0;
    counters.impactTriangleTests = 0;
    motionA.seconds[0] = clock.dt;
    motionB.seconds[0] = clock.dt;
    for (let i = 0; i < pairs.count; i++) {
      const a = pairs.a[i];
      const b = pairs.b[i];
      if (colliders.kind[a] !== RIGID || colliders.kind[b] !== RIGID) continue;
      if (rests(context, a) && rests(context, b)) continue;
      if (occlusion?.mayMeetOnTheirWays(context, a, b) === false) continue;
      if (continuityOf(context.components, a, b) === CONTINUOUS_OFF) continue;
      writeMotion(context, a, motionA);
      writeMotion(context, b, motionB);
      chooseSettings(context, a, b);
      note(context, a, b, timeOfImpact(context, a, motionA, b, motionB));
    }
    return world;
  };
}

function rests({ components }: StepContext, entity: number): boolean {
  const { asleep, motion } = components.RigidBody;
  return asleep[entity] === 1 || motion[entity] === MOTION_FIXED;
}

function note(
  { components, counters, impacts, rigid }: StepContext,
  a: number,
  b: number,
  state: number,
): void {
  const { earliest } = components.Contacts;
  const i = impacts.append(a, b, state);
  impacts.time[i] = rigid.certified[CERTIFIED_TIME];
  impacts.tolerance[i] = rigid.certified[CERTIFIED_TOLERANCE];
  counters.rigidPairs++;
  counters.impactBoxTests += rigid.memory.boxTests;
  counters.impactTriangleTests += rigid.memory.triangleTests;
  if (state === IMPACT_FAILED) counters.failedImpacts++;
  if (state === IMPACT_FREE || state === IMPACT_FAILED) return;
  counters.impacts++;
  impacts.pointCount[i] = rigid.manifold(impacts.points);
  impacts.closest.copy(i, rigid.closest, 0);
  earliest[a] = Math.min(earliest[a], impacts.time[i]);
  earliest[b] = Math.min(earliest[b], impacts.time[i]);
}
