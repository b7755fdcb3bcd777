import { DEFORMABLE } from './colliders.js';
import { indexContacts } from './contact-index.js';
import type { StepContext, System } from './context.js';
import { gatherEvents } from './gather-events.js';
import { workerLost } from './reports.js';

/**
 * Ends the step: deformables are where they were going, the clock goes on.
 */
export function createPublish(context: StepContext): System {
  return (world) => {
    const { clock, colliders, deformables, occlusion, reports } = context;
    occlusion?.askAhead(context);
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if (colliders.kind[entity] === DEFORMABLE) deformables?.arrive(context, entity);
    }
    indexContacts(context);
    gatherEvents(context);
    tellOfLostWorker(context);
    clock.step++;
    clock.time += clock.dt;
    reports.tellOfThem();
    return world;
  };
}

function tellOfLostWorker({ counters, crew, reports }: StepContext): void {
  if (crew?.isLost !== true || counters.lostWorkers > 0) return;
  counters.lostWorkers = 1;
  reports.tell(workerLost());
}
