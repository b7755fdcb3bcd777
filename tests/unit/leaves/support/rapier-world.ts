import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity, createWorld, type World } from 'bitecs';
import { icosphereMesh, torusMesh } from '../../../../scenes/meshes/index.js';
import {
  type CollisionPlugin,
  createCollisionPlugin,
  type PluginOptions,
  type RigidBodyOptions,
} from '../../../../src/index.js';
import { type RapierBackend, type RapierOptions, rapierBackend } from '../../../../src/rapier/index.js';

/** A plugin over a Rapier world. */
export interface Opened {
  readonly world: World;
  readonly plugin: CollisionPlugin;
  readonly rapier: RAPIER.World;
  readonly backend: RapierBackend<RAPIER.World>;
  add(options: RigidBodyOptions): number;
}

/** Over a Rapier world of its own, or the one that is given. */
export async function openRapier(
  options: PluginOptions = {},
  choice: RAPIER.World | RapierOptions<RAPIER.World> = {},
): Promise<Opened> {
  const backend = rapierBackend(RAPIER, choice);
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 64, ...options, rigid: backend });
  const add = (body: RigidBodyOptions) => {
    const entity = addEntity(world);
    plugin.addRigidBody(entity, body);
    return entity;
  };
  return { world, plugin, backend, add, rapier: backend.world as RAPIER.World };
}

export const NO_GRAVITY = { gravity: [0, 0, 0] } as const;
export const ball = icosphereMesh({ subdivisions: 2 });
export const ring = torusMesh({ around: 24, tube: 12, radius: 0.5, tubeRadius: 0.1 });
