import { CONTINUOUS_OFF, MOTION_FIXED } from '../components/constants.js';
import { BodyMotion } from '../rigid/motion.js';
import { CERTIFIED_TIME, CERTIFIED_TOLERANCE } from '../rigid/queries.js';
import type { SharedImpacts } from '../rigid/shared-impacts.js';
import { RIGID } from './colliders.js';
import type { StepContext, System } from './context.js';
import { continuityOf } from './continuous.js';
import { IMPACT_FAILED, IMPACT_FREE } from './impacts.js';
import { buildSpheres, chooseSettings, placePair, timeOfImpact, writeMotion } from './rigid-pair.js';

/** Pairs that are asked together, where there is another thread: what they need is in memory at the same time. */
const TOGETHER = 256;

/**
 * First time of contact of each pair of rigid bodies that the broad phase left, along the motion that their velocities
 * make of this step, certified: the motion up to it is free (C2A, and earliest-first advancement).
 */
export function createTimeOfImpact(context: StepContext): System {
  const motionA = new BodyMotion();
  const motionB = new BodyMotion();
  const asked = new Uint32Array(TOGETHER);
  const gaps = new Float64Array(TOGETHER);
  const choose = (a: number, b: number): void => {
    writeMotion(context, a, motionA);
    writeMotion(context, b, motionB);
    chooseSettings(context, a, b);
  };
  const askTogether = (count: number, together: SharedImpacts): void => {
    const { pairs, rigid } = context;
    for (let k = 0; k < count; k++) {
      chooseSettings(context, pairs.a[asked[k]], pairs.b[asked[k]]);
      buildSpheres(context, pairs.a[asked[k]], pairs.b[asked[k]]);
    }
    rigid.reserve(count);
    for (let k = 0; k < count; k++) {
      const a = pairs.a[asked[k]];
      const b = pairs.b[asked[k]];
      choose(a, b);
      placePair(context, k, a, motionA, b, motionB);
      gaps[k] = knownGap(context, a, b);
    }
    together.find(rigid, gaps);
    for (let k = 0; k < count; k++) {
      const answer = together.answerOf(k);
      const state = answer === 0 ? rigid.timeOfContactOf(k, gaps[k]) : rigid.takeContact(k, answer);
      note(context, pairs.a[asked[k]], pairs.b[asked[k]], state);
    }
  };
  return (world) => {
    const { clock, counters, crew, impacts, pairs, sharedImpacts } = context;
    impacts.clear();
    counters.rigidPairs = 0;
    counters.impacts = 0;
    counters.failedImpacts = 0;
    counters.impactBoxTests = 0;
    counters.impactTriangleTests = 0;
    motionA.seconds[0] = clock.dt;
    motionB.seconds[0] = clock.dt;
    const together = crew?.isLost === false ? sharedImpacts : undefined;
    let waiting = 0;
    for (let i = 0; i < pairs.count; i++) {
      const a = pairs.a[i];
      const b = pairs.b[i];
      if (!isAsked(context, a, b)) continue;
      if (together !== undefined) {
        asked[waiting++] = i;
        if (waiting === TOGETHER) askTogether(waiting, together);
        waiting %= TOGETHER;
        continue;
      }
      choose(a, b);
      note(context, a, b, timeOfImpact(context, a, motionA, b, motionB, knownGap(context, a, b)));
    }
    if (together !== undefined && waiting > 0) askTogether(waiting, together);
    return world;
  };
}

function isAsked(context: StepContext, a: number, b: number): boolean {
  const { colliders, occlusion } = context;
  if (colliders.kind[a] !== RIGID || colliders.kind[b] !== RIGID) return false;
  if (rests(context, a) && rests(context, b)) return false;
  if (occlusion?.mayMeetOnTheirWays(context, a, b) === false) return false;
  return continuityOf(context.components, a, b) !== CONTINUOUS_OFF;
}

/** How far two bodies are apart at least, as the loop of the step before has found out; 0 where one was put elsewhere since. */
function knownGap({ bodies, colliders, components, links }: StepContext, a: number, b: number): number {
  if (bodies === undefined || links === undefined || bodies.version !== colliders.version) return 0;
  const { RigidBody } = components;
  if (!bodies.isWhereItWas(a, RigidBody, colliders.mesh[a])) return 0;
  return bodies.isWhereItWas(b, RigidBody, colliders.mesh[b]) ? links.gapOf(a, b) : 0;
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
  const meets = state !== IMPACT_FREE && state !== IMPACT_FAILED;
  if (meets) impacts.pointCount[i] = rigid.manifold(impacts.points);
  counters.rigidPairs++;
  counters.impactBoxTests += rigid.memory.boxTests;
  counters.impactTriangleTests += rigid.memory.triangleTests;
  if (state === IMPACT_FAILED) counters.failedImpacts++;
  if (!meets) return;
  counters.impacts++;
  impacts.closest.copy(i, rigid.closest, 0);
  earliest[a] = Math.min(earliest[a], impacts.time[i]);
  earliest[b] = Math.min(earliest[b], impacts.time[i]);
}
