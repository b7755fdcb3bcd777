import {
  type CollisionPlugin,
  MOTION_DYNAMIC,
  MOTION_FIXED,
  type RigidBodyOptions,
} from '../../src/index.js';
import type { RigidScene } from './rigid-scene.js';

/** Puts a scene's bodies into a plugin's world, each as the entity that `nextEntity` gives. Returns them in order. */
export function addBodies(
  plugin: CollisionPlugin,
  scene: RigidScene,
  nextEntity: () => number,
): readonly number[] {
  const meshes = new Map(
    [...new Set(scene.bodies.map(({ mesh }) => mesh))].map((mesh) => [mesh, plugin.loadMesh(mesh)]),
  );
  const entities = scene.bodies.map(({ mesh, density, position, rotation, body, settings }) => {
    const id = meshes.get(mesh) as number;
    const { volume } = plugin.meshFacts(id).solid;
    const own =
      density === undefined
        ? { motion: MOTION_FIXED }
        : { motion: MOTION_DYNAMIC, mass: Math.abs(volume) * density };
    const entity = nextEntity();
    plugin.addRigidBody(entity, {
      mesh: id,
      body: { ...own, ...body },
      ...(position && { position }),
      ...(rotation && { rotation }),
      ...(settings && { settings }),
    } as RigidBodyOptions);
    return entity;
  });
  for (const mesh of meshes.values()) plugin.unloadMesh(mesh);
  return entities;
}
