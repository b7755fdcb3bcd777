import { addComponent, removeComponent } from 'bitecs';
import type { MeshId } from '../mesh/mesh-store.js';
import { DEFORMABLE, RIGID } from './colliders.js';
import type { StepContext } from './context.js';
import { freeDeformable } from './deformable-blocks.js';
import { ownComponents } from './ingest.js';
import { returnToDefaults } from './rows.js';

/**
 * A collider is of the other kind from now on, with a mesh that it retains already, and comes last among the colliders. Rows of
 * what it was are defaults; those of what it is are its caller's to write, before `showKind`.
 */
export function changeKind(context: StepContext, entity: number, kind: number, mesh: MeshId): void {
  const { colliders, components, events, meshes, world } = context;
  const { Bvh, Cloth, Deformable, NormalCones, Obstacle, RigidBody } = components;
  if (colliders.kind[entity] === DEFORMABLE) freeDeformable(context, entity);
  else context.links?.forget(entity);
  meshes.release(colliders.mesh[entity]);
  // observers give their rows back
  const gone = kind === RIGID ? [Deformable, Cloth, NormalCones] : [RigidBody, Obstacle];
  removeComponent(world, entity, ...gone);
  for (const component of [Bvh, NormalCones, Obstacle]) returnToDefaults(component, entity);
  colliders.remove([entity]);
  events.forget(entity);
  colliders.append(entity, kind, mesh);
}

/** Gives it the components of its kind, as a step would have. */
export function showKind(context: StepContext, entity: number): void {
  const { changes, colliders, components, world } = context;
  const kind = colliders.kind[entity];
  const own = [
    kind === RIGID ? components.RigidBody : components.Deformable,
    ...ownComponents(context, kind),
  ];
  try {
    for (const component of own) addComponent(world, entity, component);
  } finally {
    changes.done(entity);
  }
}
