import { MOTION_FIXED } from '../components/constants.js';
import { BodyMotion } from '../rigid/motion.js';
import { CERTIFIED_TIME } from '../rigid/queries.js';
import { RIGID } from '../systems/colliders.js';
import { toWorld } from '../systems/contact-point.js';
import type { StepContext } from '../systems/context.js';
import { IMPACT_FAILED } from '../systems/impacts.js';
import { chooseSettings, timeOfImpact, writeMotion } from '../systems/rigid-pair.js';
import type { DebugLines } from './debug-lines.js';

/** The search is looked at after 1, 2, 4, ... of its steps, so often at the most. */
const MOST_LOOKS = 20;

/**
 * How far the search for the first time of contact has come after 1, 2, 4, ... steps, for each pair of rigid bodies and the
 * step that would come next: a line between where their centres of mass are at the time up to which their motion is
 * then known to be free. The lines come closer where a contact is near.
 */
export function advancementLines(context: StepContext, lines: DebugLines): void {
  const { clock, colliders, components, pairs, rigid } = context;
  const { RigidBody } = components;
  const { motion } = RigidBody;
  const [centreA, centreB] = [new Float64Array(3), new Float64Array(3)];
  const { maxSteps } = rigid.settings;
  const [motionA, motionB] = [new BodyMotion(), new BodyMotion()];
  motionA.seconds[0] = clock.dt;
  motionB.seconds[0] = clock.dt;
  for (let i = 0; i < pairs.count; i++) {
    const [a, b] = [pairs.a[i], pairs.b[i]];
    if (colliders.kind[a] !== RIGID || colliders.kind[b] !== RIGID) continue;
    if (motion[a] === MOTION_FIXED && motion[b] === MOTION_FIXED) continue;
    writeMotion(context, a, motionA);
    writeMotion(context, b, motionB);
    chooseSettings(context, a, b);
    toWorld(RigidBody, a, motionA.pivot, 0, centreA);
    toWorld(RigidBody, b, motionB.pivot, 0, centreB);
    let before = -1;
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      rigid.settings.maxSteps = 1 << looks;
      const state = timeOfImpact(context, a, motionA, b, motionB);
      const time = rigid.certified[CERTIFIED_TIME];
      if (time > before) lines.add(...after(centreA, motionA, time), ...after(centreB, motionB, time));
      before = time;
      if (state !== IMPACT_FAILED) break;
    }
  }
  rigid.settings.maxSteps = maxSteps;
}

/** Where what a body turns about comes to by a time, 0 to 1. */
function after([x, y, z]: Float64Array, { linear }: BodyMotion, time: number): [number, number, number] {
  return [x + linear[0] * time, y + linear[1] * time, z + linear[2] * time];
}
