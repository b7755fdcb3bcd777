import { addEntity, createWorld, type World } from 'bitecs';
import { type CollisionPlugin, createCollisionPlugin, type PluginOptions } from '../../src/index.js';

export interface Scene {
  readonly world: World;
  readonly plugin: CollisionPlugin;
}

export async function openScene(options?: PluginOptions): Promise<Scene> {
  const world = createWorld();
  return { world, plugin: await createCollisionPlugin(world, options) };
}

/** The vertices a deformable has now. */
export function verticesOf({ plugin }: Scene, entity: number): Float64Array {
  const count = plugin.components.MeshTopology.vertexCount[entity];
  return plugin.readVertices(entity, new Float64Array(3 * count));
}

/** A deformable that is in the world's colliders already. */
export function addSheet(scene: Scene, mesh: { positions: Float64Array; triangles: Uint32Array }): number {
  const entity = addEntity(scene.world);
  scene.plugin.addDeformable(entity, mesh);
  return entity;
}
