import { DEFORMABLE } from './colliders.js';
import { indexContacts } from './contact-index.js';
import type { StepContext, System } from './context.js';
import { gatherEvents } from './gather-events.js';

/**
 * Ends the step: deformables are where they were going, the clock goes on.
 */
export function createPublish(context: StepContext): System {
  return (world) => {
    const { clock, colliders, components, core, occlusion } = context;
    occlusion?.askAhead(context);
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if (colliders.kind[entity] !== DEFORMABLE) continue;
      const vertices = core.arena.address(colliders.vertices[entity]);
      const moved = core.kernels.endBecomesStart(
        vertices,
        context.meshes.record(colliders.mesh[entity]).vertexCount,
      );
      if (moved > 0) components.Deformable.version[entity] = ++context.revision.count;
    }
    indexContacts(context);
    gatherEvents(context);
    clock.step++;
    clock.time += clock.dt;
    return world;
  };
}
