import { clearReport } from '../cloth/step.js';
import { FirstContactError } from '../errors.js';
import { ClothBridge } from './cloth-bridge.js';
import type { StepContext, System } from './context.js';
import { breakStitches } from './stitches.js';

/** Sub-steps a second: cloth needs short ones, whatever the step. */
const RATE = 480;

/**
 * Moves simulated deformables through the step: sub-steps of the cloth solver among all colliders, with a detection whenever
 * a vertex leaves its tube; nothing where all of them sleep. Rigid bodies and vertices that are told where to go are held where cloth cannot give way, and
 * `Obstacle.blocked` and `Cloth.held` tell.
 */
export function createDeformableLoop(context: StepContext): System {
  let bridge: ClothBridge | undefined;
  return (world) => {
    const { clock, counters } = context;
    bridge ??= openBridge(context);
    if (!bridge.isNeeded(context)) {
      bridge.rest(context);
      breakStitches(context);
      return world;
    }
    const { report } = bridge.cloths;
    counters.frozen = 0;
    if (bridge.take(context)) {
      bridge.sleep();
      clearReport(report);
    } else bridge.cloths.step(clock.dt, Math.max(1, Math.round(clock.dt * RATE)));
    if (!report.finite) throw notFinite();
    const heldBodies = bridge.give(context);
    breakStitches(context);
    counters.clothContacts = report.contacts;
    counters.clothDetections = report.detections;
    counters.stepBacks = report.stepBacks;
    counters.blocked = heldBodies + report.heldVertices;
    return world;
  };
}

function openBridge(context: StepContext): ClothBridge {
  const bridge = new ClothBridge(context);
  context.touching.lasts = (a, b) => bridge.lasts(a, b);
  return bridge;
}

function notFinite(): FirstContactError {
  return new FirstContactError(
    'NON_FINITE_VALUE',
    'The cloth solver came to a coordinate that is not finite; no vertex was moved',
    'Look at what was written to the columns of Cloth: densities and compliances have to be 0 or more.',
  );
}
