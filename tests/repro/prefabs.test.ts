import { addComponent, addEntity, addPrefab, IsA, set } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, tetrahedronMesh } from '../../scenes/meshes/index.js';
import { MOTION_KINEMATIC } from '../../src/components/constants.js';
import { addSheet, openScene, verticesOf } from '../support/colliders.js';
import { refusedBy } from '../support/refused.js';
import { thrownBy } from '../support/thrown.js';

const sheet = gridMesh({ columns: 3, rows: 2 });
const solid = tetrahedronMesh();

describe('a prefab', () => {
  test.each(['addRigidBody', 'addDeformable'] as const)('is refused by %s()', async (method) => {
    const scene = await openScene();
    const prefab = addPrefab(scene.world);
    const error = refusedBy(scene, () => scene.plugin[method](prefab, solid));
    expect(error).toMatchObject({ code: 'BAD_SETTING', entity: prefab });
    expect(error.remedy).toContain('IsA(prefab)');
  });

  test('is no collider, and what inherits from it is one that begins with its columns', async () => {
    const { plugin, world } = await openScene({ gravity: [0, 0, 0] });
    const { CollisionSettings, MeshTopology, RigidBody } = plugin.components;
    const mesh = plugin.loadMesh(solid);
    const prefab = addPrefab(world);
    addComponent(world, prefab, set(MeshTopology, { mesh }));
    addComponent(world, prefab, set(RigidBody, { motion: MOTION_KINEMATIC, vx: 6 }));
    addComponent(world, prefab, set(CollisionSettings, { friction: 0.125 }));
    plugin.step();
    expect(plugin.counters.entered).toBe(0);
    const bodies = [addEntity(world), addEntity(world)];
    for (const body of bodies) addComponent(world, body, IsA(prefab));
    RigidBody.py[bodies[1]] = 5;
    plugin.step(0.5);
    expect(plugin.counters.entered).toBe(2);
    for (const body of bodies) {
      expect(RigidBody.px[body]).toBeCloseTo(3, 12);
      expect(CollisionSettings.friction[body]).toBe(0.125);
    }
    expect(bodies.map((body) => RigidBody.py[body])).toEqual([0, 5]);
  });

  test('beyond the columns is refused where its row would be written', async () => {
    const { plugin, world } = await openScene({ maxEntities: 2 });
    const entities = [addEntity(world), addEntity(world), addPrefab(world)];
    const error = thrownBy(() =>
      addComponent(world, entities[2], set(plugin.components.RigidBody, { vx: 1 })),
    );
    expect(error).toMatchObject({ code: 'WORLD_FULL', entity: entities[2] });
  });
});

test('an entity that inherits from a collider is another one, in the same place', async () => {
  const scene = await openScene({ gravity: [0, 0, 0] });
  const { plugin, world } = scene;
  const first = addSheet(scene, sheet);
  const moved = sheet.positions.map((value) => value + 2);
  plugin.moveVertices(first, moved);
  plugin.components.CollisionSettings.selfCollision[first] = 0;
  plugin.step();
  const second = addEntity(world);
  addComponent(world, second, IsA(first));
  plugin.step();
  expect(verticesOf(scene, second)).toEqual(moved);
  plugin.placeVertices(second, sheet.positions);
  expect(verticesOf(scene, first)).toEqual(moved);
  const { Breaking, Deformable } = plugin.components;
  expect(Deformable.vertices[second]).not.toBe(Deformable.vertices[first]);
  expect(Breaking.parent[second]).toBe(0);
});
