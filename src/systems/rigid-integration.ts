import { writeCentre, writeInertia } from './body-make.js';
import type { Colliders } from './colliders.js';
import { RIGID } from './colliders.js';
import type { DynamicsContext, System } from './context.js';
import { WROTE_PUSH } from './rigid-bodies.js';

/**
 * Takes rigid bodies from their columns into the table that kernels and the backend work on, and tells the backend of
 * those that came, went or changed.
 */
export function createRigidIntegration(context: DynamicsContext): System {
  const inertia = new Float64Array(6);
  const entities = new Uint32Array(context.components.maxEntities + 1);
  const entered = new Set<number>();
  let seen = -1;
  return (world) => {
    const { backend, bodies, colliders, components } = context;
    const body = components.RigidBody;
    if (colliders.version !== seen) {
      seen = colliders.version;
      bodies.arrange(entities, listRigid(colliders, entities));
      for (const entity of entered) {
        if (bodies.row[entity] >= 0) continue;
        backend.leave(entity);
        entered.delete(entity);
      }
    }
    bodies.refresh();
    for (let i = 0; i < bodies.count; i++) {
      const entity = bodies.entity[i];
      const { solid } = context.meshes.record(colliders.mesh[entity]);
      writeCentre(body, entity, solid);
      writeInertia(body, entity, solid, inertia);
      const changed = (bodies.readState(i, body, colliders.mesh[entity]) & ~WROTE_PUSH) !== 0;
      if (!bodies.readMake(i, body, inertia) || !entered.has(entity)) {
        backend.enter(bodies, i);
        entered.add(entity);
        backend.place(bodies, i);
      } else if (changed) backend.place(bodies, i);
    }
    return world;
  };
}

function listRigid({ kind, order, count }: Colliders, out: Uint32Array): number {
  let found = 0;
  for (let i = 0; i < count; i++) if (kind[order[i]] === RIGID) out[found++] = order[i];
  return found;
}
