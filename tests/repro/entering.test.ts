import {
  addComponent,
  addEntity,
  createEntityIndex,
  createWorld,
  hasComponent,
  query,
  removeEntity,
  set,
  withVersioning,
} from 'bitecs';
import { expect, test } from 'vitest';
import { gridMesh, tetrahedronMesh } from '../../scenes/meshes/index.js';
import { createCollisionPlugin, snapshotEntities } from '../../src/index.js';
import { Colliders, RIGID } from '../../src/systems/colliders.js';
import { addSheet, openScene } from '../support/colliders.js';
import { thrownBy } from '../support/thrown.js';

const sheet = gridMesh({ columns: 4, rows: 3 });
const solid = tetrahedronMesh();

test('an entity refused for a missing mesh enters once its mesh column is set, as the remedy says', async () => {
  const { world, plugin } = await openScene();
  const { Bvh, RigidBody, MeshTopology } = plugin.components;
  const mesh = plugin.loadMesh(solid);
  const entity = addEntity(world);
  addComponent(world, entity, RigidBody);
  addComponent(world, entity, MeshTopology);
  expect(thrownBy(() => plugin.step())).toMatchObject({ code: 'STALE_MESH', entity });
  plugin.step();
  expect(plugin.counters.entered).toBe(0);
  MeshTopology.mesh[entity] = mesh;
  plugin.step();
  expect(plugin.counters.entered).toBe(1);
  expect(hasComponent(world, entity, Bvh)).toBe(true);
});

test('where memory has run out, removing entities makes room for the one that did not fit', async () => {
  const { world, plugin } = await openScene({ maximumMemoryBytes: 2 << 20 });
  const mesh = plugin.loadMesh(gridMesh({ columns: 20, rows: 20 }), { use: 'deformable' });
  const entered: number[] = [];
  const addOne = () => {
    const entity = addEntity(world);
    plugin.addDeformable(entity, { mesh, settings: { mask: 0, selfCollision: 0 } });
    plugin.step();
    entered.push(entity);
  };
  const untilFull = () => {
    for (let i = 0; i < 100; i++) addOne();
  };
  expect(thrownBy(untilFull)).toMatchObject({ code: 'OUT_OF_MEMORY' });
  expect(entered.length).toBeGreaterThan(0);
  for (const entity of entered) removeEntity(world, entity);
  plugin.step();
  expect(query(world, [plugin.components.Bvh]).length).toBe(1);
});

test('reading vertices does not change the order in which colliders enter', async () => {
  const snapshots: Uint8Array[] = [];
  for (const reads of [false, true]) {
    const { world, plugin } = await openScene();
    const { Deformable, MeshTopology } = plugin.components;
    const mesh = plugin.loadMesh(sheet, { use: 'deformable' });
    const [first, second] = [addEntity(world), addEntity(world)];
    addComponent(world, first, Deformable);
    plugin.addDeformable(second, { mesh });
    if (reads) plugin.readVertices(second, new Float64Array(sheet.positions.length));
    addComponent(world, first, set(MeshTopology, { mesh }));
    plugin.step();
    snapshots.push(plugin.snapshot());
  }
  expect(Buffer.compare(snapshots[0], snapshots[1])).toBe(0);
});

test('the list of colliders keeps its order when one in the middle is removed', () => {
  const colliders = new Colliders(10);
  for (const entity of [5, 3, 9, 7]) colliders.append(entity, RIGID, 1);
  colliders.remove([3]);
  expect([...colliders.order.subarray(0, colliders.count)]).toEqual([5, 9, 7]);
});

test('colliders stay in order of creation, and an id that is given out again comes last', async () => {
  const scene = await openScene();
  const { world, plugin } = scene;
  const [a, b, c, d] = Array.from({ length: 4 }, () => addSheet(scene, sheet));
  plugin.step();
  removeEntity(world, b);
  plugin.step();
  expect([...snapshotEntities(plugin.snapshot())]).toEqual([a, c, d]);
  expect(addSheet(scene, sheet)).toBe(b);
  expect([...snapshotEntities(plugin.snapshot())]).toEqual([a, c, d, b]);
});

test('an entity with a version in its id is refused as too large', async () => {
  const world = createWorld(createEntityIndex(withVersioning(1)));
  const plugin = await createCollisionPlugin(world, { maxEntities: 20 });
  removeEntity(world, addEntity(world));
  const entity = addEntity(world);
  expect(thrownBy(() => plugin.addRigidBody(entity, solid))).toMatchObject({ code: 'WORLD_FULL', entity });
});
