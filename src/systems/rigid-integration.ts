import { writeCentre, writeInertia } from './body-make.js';
import type { Colliders } from './colliders.js';
import { RIGID } from './colliders.js';
import type { DynamicsContext, System } from './context.js';
import { WROTE_POSE, WROTE_SLEEP, WROTE_VELOCITY } from './rigid-bodies.js';
import type { WakeUp } from './wake-up.js';

/**
 * Takes rigid bodies from their columns into the table that kernels and the backend work on, and tells the backend of
 * those that came, went or changed.
 */
export function createRigidIntegration(context: DynamicsContext, wakeUp: WakeUp): System {
  const inertia = new Float64Array(6);
  const entities = new Uint32Array(context.components.maxEntities + 1);
  return (world) => {
    const { backend, bodies, clock, colliders, components, counters } = context;
    const { entered } = bodies;
    const body = components.RigidBody;
    backend.begin?.(clock.dt);
    counters.woken = 0;
    wakeUp.begin(colliders.version === bodies.version);
    if (colliders.version !== bodies.version) {
      bodies.version = colliders.version;
      bodies.arrange(entities, listRigid(colliders, entities));
      for (const entity of entered) {
        if (bodies.row[entity] >= 0) continue;
        backend.leave(entity);
        entered.delete(entity);
      }
    }
    for (let i = 0; i < bodies.count; i++) {
      const entity = bodies.entity[i];
      const { solid } = context.meshes.record(colliders.mesh[entity]);
      writeCentre(body, entity, solid);
      writeInertia(body, entity, solid, inertia);
      const wrote = bodies.readState(i, body, components.CollisionSettings, colliders.mesh[entity]);
      const isMade = !bodies.readMake(i, body, inertia);
      wakeUp.look(i, wrote, isMade);
      if (isMade || !entered.has(entity)) {
        backend.enter(bodies, i);
        entered.add(entity);
        backend.place(bodies, i);
      } else if ((wrote & (WROTE_SLEEP | WROTE_POSE | WROTE_VELOCITY)) !== 0) backend.place(bodies, i);
    }
    wakeUp.finish();
    // Counted, not remembered: stages ask for it, and a world that was restored must answer as the one that was saved.
    counters.asleep = bodies.countAsleep();
    return world;
  };
}

function listRigid({ kind, order, count }: Colliders, out: Uint32Array): number {
  let found = 0;
  for (let i = 0; i < count; i++) if (kind[order[i]] === RIGID) out[found++] = order[i];
  return found;
}
