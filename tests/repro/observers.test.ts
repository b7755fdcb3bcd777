import {
  addComponent,
  addEntity,
  hasComponent,
  observe,
  onAdd,
  removeComponent,
  removeEntity,
  set,
} from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, tetrahedronMesh } from '../../scenes/meshes/index.js';
import { addSheet, openScene } from '../support/colliders.js';
import { thrownBy } from '../support/thrown.js';

const sheet = gridMesh({ columns: 4, rows: 3 });
const solid = tetrahedronMesh();

describe("a user's observer that is called while colliders are made", () => {
  test('may make another collider, which enters with the next step', async () => {
    const { world, plugin } = await openScene();
    const { Bvh, RigidBody, MeshTopology } = plugin.components;
    const mesh = plugin.loadMesh(solid);
    const [parent, child] = [addEntity(world), addEntity(world)];
    observe(world, onAdd(Bvh), (entity) => {
      if (entity !== parent) return;
      addComponent(world, child, RigidBody);
      addComponent(world, child, set(MeshTopology, { mesh }));
    });
    plugin.addRigidBody(parent, { mesh });
    plugin.step();
    plugin.step();
    expect(hasComponent(world, child, Bvh)).toBe(true);
  });

  test('may remove an entity that enters with the same step, and no block is lost', async () => {
    const scene = await openScene();
    const { world, plugin } = scene;
    const [first, second, third] = [addSheet(scene, sheet), addSheet(scene, sheet), addSheet(scene, sheet)];
    observe(world, onAdd(plugin.components.Bvh), (entity) => {
      if (entity === first) removeEntity(world, second);
    });
    plugin.step();
    plugin.step();
    removeEntity(world, first);
    removeEntity(world, third);
    plugin.step();
    expect(plugin.memory.blocks).toBe(0);
  });

  test('may throw: the step tells its error, the colliders are whole, and no block is lost', async () => {
    const scene = await openScene();
    const { world, plugin } = scene;
    const { Bvh, Contacts } = plugin.components;
    const cloths = [addSheet(scene, sheet), addSheet(scene, sheet)];
    const unsubscribe = observe(world, onAdd(Bvh), () => {
      throw new Error("the user's own");
    });
    expect(() => plugin.step()).toThrow("the user's own");
    unsubscribe();
    plugin.step();
    for (const cloth of cloths) expect(hasComponent(world, cloth, Contacts)).toBe(true);
    for (const cloth of cloths) removeEntity(world, cloth);
    plugin.step();
    expect(plugin.memory.blocks).toBe(0);
  });

  test('may remove the entity that is being added: the call says so, and nothing is left of it', async () => {
    const { world, plugin } = await openScene();
    const { CollisionSettings, RigidBody } = plugin.components;
    const unsubscribe = observe(world, onAdd(RigidBody), (entity) => removeEntity(world, entity));
    const entity = addEntity(world);
    const options = { ...solid, settings: { friction: 0.125 } };
    const error = thrownBy(() => plugin.addRigidBody(entity, options));
    expect(error).toMatchObject({ code: 'STALE_ENTITY', entity });
    unsubscribe();
    plugin.step();
    expect(plugin.memory.blocks).toBe(0);
    expect(addEntity(world)).toBe(entity);
    expect(CollisionSettings.friction[entity]).toBe(0.5);
  });

  test('may read vertices while ingest runs outside a step, and no block is lost', async () => {
    const scene = await openScene();
    const { world, plugin } = scene;
    const cloths = [addSheet(scene, sheet), addSheet(scene, sheet)];
    const out = new Float64Array(sheet.positions.length);
    let reads = 0;
    observe(world, onAdd(plugin.components.Bvh), (entity) => {
      plugin.readVertices(entity, out);
      reads++;
    });
    plugin.moveVertices(cloths[0], sheet.positions);
    expect(reads).toBe(2);
    for (const cloth of cloths) removeEntity(world, cloth);
    plugin.step();
    expect(plugin.memory.blocks).toBe(0);
  });
});

describe("the plugin's own observers", () => {
  test('are gone after dispose(): components come and go, and no column is written', async () => {
    const { world, plugin } = await openScene();
    const { RigidBody, CollisionSettings } = plugin.components;
    plugin.dispose();
    const entity = addEntity(world);
    addComponent(world, entity, set(RigidBody, { px: 5, noSuchColumn: 1 }));
    addComponent(world, entity, set(CollisionSettings, { friction: 0.9 }));
    expect(RigidBody.px[entity]).toBe(0);
    expect(CollisionSettings.friction[entity]).toBe(0.5);
    RigidBody.px[entity] = 7;
    removeComponent(world, entity, RigidBody);
    expect(RigidBody.px[entity]).toBe(7);
  });
});
