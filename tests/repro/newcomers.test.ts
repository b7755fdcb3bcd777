import { addComponent, addEntity, createWorld, deleteWorld, removeEntity, resetWorld, set } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, tetrahedronMesh } from '../../scenes/meshes/index.js';
import {
  collisionSystem,
  createCollisionPlugin,
  MOTION_FIXED,
  removeUnreferenced,
  weldVertices,
} from '../../src/index.js';
import { addSheet, openScene } from '../support/colliders.js';
import { rejectedBy, thrownBy } from '../support/thrown.js';
import { callUntyped } from './untyped.js';

const sheet = gridMesh({ columns: 2, rows: 2 });
const solid = tetrahedronMesh();

describe('the vertices of an entity whose collider is about to change', () => {
  test('are nobody’s after removeCollider(), before the next step too', async () => {
    const scene = await openScene();
    const { plugin } = scene;
    const cloth = addSheet(scene, sheet);
    plugin.step();
    plugin.removeCollider(cloth);
    const out = new Float64Array(sheet.positions.length);
    const surface = { positions: new Float32Array(out.length), normals: new Float32Array(out.length) };
    for (const call of [
      () => plugin.moveVertices(cloth, sheet.positions),
      () => plugin.placeVertices(cloth, sheet.positions),
      () => plugin.readVertices(cloth, out),
      () => plugin.readSurface(cloth, surface),
    ]) {
      expect(thrownBy(call)).toMatchObject({ code: 'NOT_A_COLLIDER', entity: cloth });
    }
    plugin.step();
    expect(plugin.memory.blocks).toBe(0);
  });

  test('do not move by themselves where it is a rigid body, one that is to enter too', async () => {
    const { world, plugin } = await openScene();
    const body = addEntity(world);
    plugin.addRigidBody(body, solid);
    const error = thrownBy(() => plugin.moveVertices(body, solid.positions));
    expect(error).toMatchObject({ message: expect.stringContaining('is a rigid body') });
  });

  test('are said to be refused for the reason that the step gave, and move once that is mended', async () => {
    const { world, plugin } = await openScene();
    const cloth = addEntity(world);
    addComponent(world, cloth, plugin.components.Deformable);
    addComponent(world, cloth, plugin.components.MeshTopology);
    expect(thrownBy(() => plugin.step())).toMatchObject({ code: 'STALE_MESH' });
    expect(thrownBy(() => plugin.moveVertices(cloth, sheet.positions))).toMatchObject({ code: 'STALE_MESH' });
    plugin.components.MeshTopology.mesh[cloth] = plugin.loadMesh(sheet, { use: 'deformable' });
    plugin.moveVertices(cloth, sheet.positions);
    plugin.step();
    expect(plugin.components.Deformable.vertices[cloth]).toBeGreaterThan(0);
  });
});

describe('a world', () => {
  test.each([
    ['resetWorld', resetWorld],
    ['deleteWorld', deleteWorld],
  ])('that %s emptied has forgotten the plugin, which says so', async (_, empty) => {
    const scene = await openScene();
    const { world, plugin } = scene;
    addSheet(scene, sheet);
    plugin.step();
    empty(world);
    for (const call of [
      () => plugin.step(),
      () => plugin.snapshot(),
      () => plugin.systems.refit(world),
      () => plugin.addDeformable(1, sheet),
    ]) {
      expect(thrownBy(call)).toMatchObject({ code: 'WORLD_RESET' });
    }
    expect(await rejectedBy(() => plugin.loadMeshAsync(sheet))).toMatchObject({ code: 'WORLD_RESET' });
    plugin.dispose();
  });

  test('that was reset takes a new plugin', async () => {
    const scene = await openScene();
    resetWorld(scene.world);
    scene.plugin.dispose();
    const plugin = await createCollisionPlugin(scene.world);
    const cloth = addSheet({ world: scene.world, plugin }, sheet);
    plugin.step();
    removeEntity(scene.world, cloth);
    plugin.step();
    expect(plugin.counters.left).toBe(1);
  });

  test('of another plugin is not stepped by mistake', async () => {
    const { plugin } = await openScene();
    const other = createWorld();
    for (const system of [collisionSystem(plugin), plugin.systems.ingest, plugin.systems.publish]) {
      expect(thrownBy(() => system(other))).toMatchObject({ code: 'BAD_SETTING' });
      expect(thrownBy(() => callUntyped(system))).toMatchObject({ code: 'BAD_SETTING' });
    }
    expect(plugin.clock.step).toBe(0);
    const error = thrownBy(() => callUntyped(collisionSystem, createCollisionPlugin(other)));
    expect(error).toMatchObject({ message: expect.stringContaining('await it') });
  });
});

describe('what would be ignored, or fail somewhere deep down, is refused', () => {
  test.each<[string, object, string]>([
    ['a mesh and arrays', { ...solid, mesh: 1 }, 'Both mesh and arrays'],
    ['arrays as a mesh', { mesh: { positions: [], triangles: [] } }, 'mesh is {"positions":[]'],
    ['no mesh at all', { mesh: undefined }, 'mesh is undefined'],
    ['a radius, which the mesh decides', { ...solid, body: { radius: 3 } }, 'no option radius'],
    ['stages that there are not', { ...solid, settings: { stages: 255 } }, 'stages is 255'],
    ['a thickness that no box holds', { ...solid, settings: { thickness: 1e300 } }, 'thickness is 1e+300'],
    ['a mask of JavaScript', { ...solid, settings: { mask: ~1 } }, '-2 >>> 0 has the same bits'],
    ['a position of big integers', { ...solid, position: [1n, 2n, 3n] }, 'position is [object Array]'],
  ])('%s', async (_, options, words) => {
    const { world, plugin } = await openScene();
    plugin.loadMesh(solid);
    const entity = addEntity(world);
    const before = plugin.snapshot();
    const error = thrownBy(() => callUntyped(plugin.addRigidBody, entity, options));
    expect(error).toMatchObject({ code: 'BAD_SETTING', entity, message: expect.stringContaining(words) });
    expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
  });

  test.each<[string, object]>([
    ['a slice of NaN', { sliceMs: Number.NaN }],
    ['a slice of less than nothing', { sliceMs: -1 }],
    ['progress that is told to nobody', { onProgress: 5 }],
    ['a signal that is none', { signal: {} }],
    ['a limit that nobody knows', { limits: { triangels: 5 } }],
    ['limits in a number', { limits: 5 }],
  ])('loadMeshAsync: %s', async (_, options) => {
    const { plugin } = await openScene();
    const error = await rejectedBy(async () => callUntyped(plugin.loadMeshAsync, solid, options));
    expect(error).toMatchObject({ code: 'BAD_SETTING' });
  });

  test('misspelt options of a snapshot and of welding', async () => {
    const { plugin } = await openScene();
    for (const options of [{ mesh: false }, null, { meshes: 'no' }]) {
      expect(thrownBy(() => callUntyped(plugin.snapshot, options))).toMatchObject({ code: 'BAD_SETTING' });
    }
    for (const options of [{ dropDuplicate: true }, null]) {
      const error = thrownBy(() => callUntyped(weldVertices, solid, 0, options));
      expect(error).toMatchObject({ code: 'BAD_SETTING' });
    }
  });

  test('a snapshot whose buffer went to a worker', async () => {
    const { plugin } = await openScene();
    const snapshot = plugin.snapshot();
    structuredClone(snapshot.buffer, { transfer: [snapshot.buffer] });
    expect(thrownBy(() => plugin.restore(snapshot))).toMatchObject({ code: 'DETACHED_BUFFER' });
  });

  test.each<[string, () => unknown]>([
    ['another module', () => new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])],
    ['a promise', () => Promise.resolve()],
    ['a number', () => 5],
    ['no address', () => 'http://'],
    ['a response that was refused', () => new Response('', { status: 404 })],
  ])('a core that is %s', async (_, core) => {
    const opening = async () => callUntyped(createCollisionPlugin, createWorld(), { core: core() });
    expect(await rejectedBy(opening)).toMatchObject({ code: 'CORE_NOT_LOADED' });
  });

  test('a core that was read before', async () => {
    const core = new Response('');
    await core.text();
    const error = await rejectedBy(() => createCollisionPlugin(createWorld(), { core }));
    expect(error).toMatchObject({ code: 'CORE_NOT_LOADED' });
  });

  test('shared memory in words', async () => {
    const opening = async () => callUntyped(createCollisionPlugin, createWorld(), { sharedMemory: 'yes' });
    expect(await rejectedBy(opening)).toMatchObject({ code: 'BAD_SETTING' });
  });
});

describe('a remedy', () => {
  test('does not ask for what was given', async () => {
    const scene = await openScene();
    const cloth = addSheet(scene, sheet);
    const error = thrownBy(() => callUntyped(scene.plugin.moveVertices, cloth, [...sheet.positions]));
    expect(error).toMatchObject({
      code: 'WRONG_ARRAY_TYPE',
      remedy: 'Give a Float32Array or a Float64Array.',
    });
  });

  test('names a function that the package has', async () => {
    const { world, plugin } = await openScene();
    const positions = [...sheet.positions, 9, 9, 9];
    const loose = { positions, triangles: sheet.triangles };
    const error = thrownBy(() => plugin.addDeformable(addEntity(world), loose));
    expect(error).toMatchObject({ remedy: expect.stringContaining('removeUnreferenced()') });
    const entity = addEntity(world);
    addComponent(world, entity, set(plugin.components.CollisionSettings, { friction: 1 }));
    plugin.addDeformable(entity, removeUnreferenced(loose));
    plugin.addRigidBody(addEntity(world), { ...weldVertices(loose), body: { motion: MOTION_FIXED } });
    plugin.step();
    expect(plugin.counters.entered).toBe(2);
  });
});
