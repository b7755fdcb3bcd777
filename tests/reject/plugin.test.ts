import { addComponent, addEntity, createWorld, observe, onAdd, removeEntity, set } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, tetrahedronMesh } from '../../scenes/meshes/index.js';
import { createCollisionPlugin, FirstContactError } from '../../src/index.js';
import { addSheet, openScene, type Scene } from '../support/colliders.js';
import { refusedBy } from '../support/refused.js';
import { rejectedBy, thrownBy } from '../support/thrown.js';

const sheet = gridMesh({ columns: 3, rows: 3 });
const solid = tetrahedronMesh();

/** What a step refuses: the entity is left out, the step after goes on. */
function refusedByStep(scene: Scene): FirstContactError {
  const { step } = scene.plugin.clock;
  const error = thrownBy(() => scene.plugin.step()) as FirstContactError;
  expect(error).toBeInstanceOf(FirstContactError);
  expect(scene.plugin.clock.step).toBe(step);
  return error;
}

async function sceneWithBody(): Promise<{ scene: Scene; body: number }> {
  const scene = await openScene({ maxEntities: 20, onReport: () => undefined });
  const body = addEntity(scene.world);
  scene.plugin.addRigidBody(body, solid);
  scene.plugin.step();
  return { scene, body };
}

describe('refused, and the world is as it was', () => {
  test.each([
    [
      'a quaternion that is not of unit length',
      { rotation: [0, 0, 0, 2] as const },
      'NON_UNIT_QUATERNION',
      '2',
    ],
    ['a quaternion of NaN', { rotation: [0, 0, 0, Number.NaN] as const }, 'NON_UNIT_QUATERNION', 'NaN'],
    ['a position of NaN', { position: [0, Number.NaN, 0] as const }, 'NON_FINITE_VALUE', 'py'],
    ['an infinite velocity', { body: { vz: Number.POSITIVE_INFINITY } }, 'NON_FINITE_VALUE', 'vz'],
    ['no mass', { body: { mass: 0 } }, 'NON_POSITIVE_MASS', '0'],
    ['a negative mass', { body: { mass: -3 } }, 'NON_POSITIVE_MASS', '-3'],
    ['a negative thickness', { settings: { thickness: -0.1 } }, 'NEGATIVE_THICKNESS', '-0.1'],
    ['a thickness of NaN', { settings: { thickness: Number.NaN } }, 'NEGATIVE_THICKNESS', 'NaN'],
    ['a negative friction', { settings: { friction: -1 } }, 'BAD_SETTING', 'friction'],
    ['a setting that does not exist', { settings: { frictoin: 1 } as object }, 'BAD_SETTING', 'frictoin'],
  ])('%s', async (_, options, code, word) => {
    const { scene } = await sceneWithBody();
    const entity = addEntity(scene.world);
    const error = refusedBy(scene, () => scene.plugin.addRigidBody(entity, { ...solid, ...options }));
    expect(error).toMatchObject({ code, entity });
    expect(error.message).toContain(word);
  });

  test('a mesh that is refused names its entity and the index', async () => {
    const { scene } = await sceneWithBody();
    const entity = addEntity(scene.world);
    const positions = solid.positions.slice();
    positions[7] = Number.NaN;
    const error = refusedBy(scene, () => scene.plugin.addRigidBody(entity, { ...solid, positions }));
    expect(error).toMatchObject({ code: 'NON_FINITE_POSITION', entity, index: 2 });
  });

  test('an entity that was removed', async () => {
    const { scene } = await sceneWithBody();
    const entity = addEntity(scene.world);
    removeEntity(scene.world, entity);
    const error = refusedBy(scene, () => scene.plugin.addDeformable(entity, sheet));
    expect(error).toMatchObject({ code: 'STALE_ENTITY', entity });
  });

  test('an entity beyond maxEntities, through the plugin and through bitECS alone', async () => {
    const { scene } = await sceneWithBody();
    let entity = 0;
    while (entity <= 20) entity = addEntity(scene.world);
    const error = refusedBy(scene, () => scene.plugin.addDeformable(entity, sheet));
    expect(error).toMatchObject({ code: 'WORLD_FULL', entity });
    addComponent(scene.world, entity, scene.plugin.components.RigidBody);
    addComponent(scene.world, entity, scene.plugin.components.MeshTopology);
    expect(refusedByStep(scene)).toMatchObject({ code: 'WORLD_FULL', entity });
    scene.plugin.step();
  });

  test('a second collider for an entity', async () => {
    const { scene, body } = await sceneWithBody();
    const error = refusedBy(scene, () => scene.plugin.addDeformable(body, sheet));
    expect(error).toMatchObject({ code: 'ALREADY_A_COLLIDER', entity: body });
  });

  test('a mesh that was unloaded', async () => {
    const { scene } = await sceneWithBody();
    const mesh = scene.plugin.loadMesh(solid);
    scene.plugin.unloadMesh(mesh);
    scene.plugin.step();
    const entity = addEntity(scene.world);
    const error = refusedBy(scene, () => scene.plugin.addRigidBody(entity, { mesh }));
    expect(error).toMatchObject({ code: 'STALE_MESH', entity });
    expect(refusedBy(scene, () => scene.plugin.unloadMesh(mesh))).toMatchObject({ code: 'STALE_MESH' });
  });

  test('a rigid mesh for a deformable', async () => {
    const { scene } = await sceneWithBody();
    const mesh = scene.plugin.loadMesh(sheet);
    const entity = addEntity(scene.world);
    const error = refusedBy(scene, () => scene.plugin.addDeformable(entity, { mesh }));
    expect(error).toMatchObject({ code: 'BAD_SETTING', entity });
    expect(error.message).toContain('deformable');
  });

  test('both a rigid body and a deformable, and a mesh column of 0', async () => {
    const { scene, body } = await sceneWithBody();
    const { Deformable, RigidBody, MeshTopology } = scene.plugin.components;
    const entity = addEntity(scene.world);
    addComponent(scene.world, entity, RigidBody);
    addComponent(scene.world, entity, MeshTopology);
    expect(refusedByStep(scene)).toMatchObject({ code: 'STALE_MESH', entity });
    scene.plugin.step();
    addComponent(scene.world, body, Deformable);
    expect(refusedByStep(scene)).toMatchObject({ code: 'BAD_SETTING', entity: body });
    expect(refusedByStep(scene)).toMatchObject({ code: 'BAD_SETTING', entity: body });
  });

  test.each([
    ['NaN', 'NON_FINITE_POSITION', Number.NaN],
    ['infinity', 'NON_FINITE_POSITION', Number.NEGATIVE_INFINITY],
    ['a coordinate beyond the limit', 'POSITION_TOO_LARGE', 1e30],
  ])('vertices with %s', async (_, code, value) => {
    const scene = await openScene();
    const cloth = addSheet(scene, sheet);
    scene.plugin.step();
    const next = sheet.positions.slice();
    next[10] = value;
    for (const call of [scene.plugin.moveVertices, scene.plugin.placeVertices]) {
      const error = refusedBy(scene, () => call(cloth, next));
      expect(error).toMatchObject({ code, entity: cloth, index: 3 });
      expect(error.message).toContain(String(value));
    }
  });

  test('start and end of different length, a wrong array type and a detached buffer', async () => {
    const scene = await openScene();
    const cloth = addSheet(scene, sheet);
    scene.plugin.step();
    const short = sheet.positions.slice(3);
    const error = refusedBy(scene, () => scene.plugin.moveVertices(cloth, short));
    expect(error).toMatchObject({ code: 'START_END_LENGTH', entity: cloth });
    expect(error.message).toContain(String(short.length));
    const array = Array.from(sheet.positions) as unknown as Float64Array;
    expect(refusedBy(scene, () => scene.plugin.moveVertices(cloth, array))).toMatchObject({
      code: 'WRONG_ARRAY_TYPE',
    });
    const detached = sheet.positions.slice();
    structuredClone(detached, { transfer: [detached.buffer] });
    expect(refusedBy(scene, () => scene.plugin.moveVertices(cloth, detached))).toMatchObject({
      code: 'DETACHED_BUFFER',
      entity: cloth,
    });
  });

  test('vertices of a rigid body, and of an entity without a collider', async () => {
    const { scene, body } = await sceneWithBody();
    const out = new Float64Array(12);
    expect(refusedBy(scene, () => scene.plugin.readVertices(body, out))).toMatchObject({
      code: 'NOT_A_COLLIDER',
    });
    const entity = addEntity(scene.world);
    expect(refusedBy(scene, () => scene.plugin.readVertices(entity, out))).toMatchObject({
      code: 'NOT_A_COLLIDER',
    });
    expect(refusedBy(scene, () => scene.plugin.removeCollider(entity))).toMatchObject({
      code: 'NOT_A_COLLIDER',
    });
  });

  test.each([Number.NaN, 0, -1 / 60, Number.POSITIVE_INFINITY, 16.7, '0.1' as unknown as number])(
    'a step of %s seconds',
    async (dt) => {
      const { scene } = await sceneWithBody();
      const error = refusedBy(scene, () => scene.plugin.step(dt));
      expect(error.code).toBe('BAD_DT');
      expect(error.message).toContain(String(dt));
    },
  );

  test('columns that a user filled with nonsense: it is set aside, the rest goes on, until they are mended', async () => {
    const { scene, body } = await sceneWithBody();
    const { RigidBody } = scene.plugin.components;
    RigidBody.vx[body] = Number.NaN;
    scene.plugin.step();
    expect(scene.plugin.quarantined.get(body)).toMatchObject({ code: 'NON_FINITE_VALUE', entity: body });
    RigidBody.vx[body] = 0;
    scene.plugin.step();
    expect(scene.plugin.quarantined.size).toBe(0);
  });

  test('a column that does not exist, by set()', async () => {
    const { scene } = await sceneWithBody();
    const { RigidBody } = scene.plugin.components;
    const entity = addEntity(scene.world);
    const error = thrownBy(() => addComponent(scene.world, entity, set(RigidBody, { positionX: 1 })));
    expect(error).toMatchObject({ code: 'BAD_SETTING', entity });
  });

  test('a call from within a step', async () => {
    const { scene } = await sceneWithBody();
    const errors: unknown[] = [];
    observe(scene.world, onAdd(scene.plugin.components.Bvh), () => {
      errors.push(
        thrownBy(() => scene.plugin.step()),
        thrownBy(() => scene.plugin.dispose()),
      );
    });
    scene.plugin.addRigidBody(addEntity(scene.world), solid);
    scene.plugin.step();
    expect(errors).toMatchObject([{ code: 'STEP_IN_PROGRESS' }, { code: 'STEP_IN_PROGRESS' }]);
    scene.plugin.step();
  });

  test('calls after dispose', async () => {
    const { scene } = await sceneWithBody();
    scene.plugin.dispose();
    scene.plugin.dispose();
    for (const call of [
      () => scene.plugin.step(),
      () => scene.plugin.snapshot(),
      () => scene.plugin.loadMesh(solid),
    ]) {
      expect(thrownBy(call)).toMatchObject({ code: 'DISPOSED' });
    }
  });
});

describe('refused before there is a plugin', () => {
  test.each([
    [{ maxEntities: 0 }, 'BAD_SETTING'],
    [{ maxEntities: 1.5 }, 'BAD_SETTING'],
    [{ maxEntities: 2 ** 24 }, 'BAD_SETTING'],
    [{ timeStep: 16 }, 'BAD_DT'],
    [{ maximumMemoryBytes: 5 }, 'BAD_SETTING'],
    [{ core: new Uint8Array([1, 2, 3]) }, 'CORE_NOT_LOADED'],
    [{ core: new URL('file:///there/is/no/such/core.wasm') }, 'CORE_NOT_LOADED'],
    [{ workers: 2, worker: 5 as never }, 'BAD_SETTING'],
  ])('%o', async (options, code) => {
    expect(await rejectedBy(() => createCollisionPlugin(createWorld(), options))).toMatchObject({ code });
  });

  test.each([
    [{ maxEntities: '5' as never }, 'maxEntities is "5"'],
    [{ gravity: [0, Number.NaN, 0] as const }, 'gravity is [0,NaN,0]'],
    [{ subSteps: '4' as never }, 'subSteps is "4"'],
    [{ sleep: 'no' as never }, 'under sleep are "no"'],
  ])('%o is shown as it is', async (options, words) => {
    const error = await rejectedBy(() => createCollisionPlugin(createWorld(), options));
    expect((error as Error).message).toContain(words);
  });
});

test('stepAsync() rejects what step() throws, and never throws itself', async () => {
  const { scene } = await sceneWithBody();
  await expect(scene.plugin.stepAsync(-1)).rejects.toMatchObject({ code: 'BAD_DT' });
  scene.plugin.dispose();
  await expect(scene.plugin.stepAsync()).rejects.toMatchObject({ code: 'DISPOSED' });
});

test('a mesh in the place of an id is shown as it begins, and not vertex by vertex', async () => {
  const scene = await openScene();
  const mesh = gridMesh({ columns: 100, rows: 100 });
  const given = { positions: [...mesh.positions], triangles: [...mesh.triangles] };
  for (const wrong of [given, mesh, given.positions]) {
    const add = () => scene.plugin.addRigidBody(addEntity(scene.world), { mesh: wrong as never });
    const { code, message } = thrownBy(add) as FirstContactError;
    expect(code).toBe('BAD_SETTING');
    expect(message.length).toBeLessThan(500);
  }
  scene.plugin.dispose();
});
