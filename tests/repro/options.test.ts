import { addEntity, createWorld, hasComponent } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, tetrahedronMesh } from '../../scenes/meshes/index.js';
import { createCollisionPlugin } from '../../src/index.js';
import { openScene } from '../support/colliders.js';
import { rejectedBy, thrownBy } from '../support/thrown.js';
import { callUntyped } from './untyped.js';

const sheet = gridMesh({ columns: 4, rows: 3 });
const solid = tetrahedronMesh();

type Adding = 'addRigidBody' | 'addDeformable';

const NOT_OBJECTS: [string, unknown][] = [
  ['null', null],
  ['a string', 'rigid'],
  ['a number', 5],
  ['an array', [1, 2, 3]],
];

/** What was said against a collider; it has changed nothing, and a right call for the same entity goes through. */
async function refusal(method: Adding, options: unknown): Promise<unknown> {
  const { world, plugin } = await openScene();
  const entity = addEntity(world);
  const before = plugin.snapshot();
  const error = thrownBy(() => callUntyped(plugin[method], entity, options));
  expect(error).toMatchObject({ entity });
  expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
  const { RigidBody, Deformable, MeshTopology, CollisionSettings } = plugin.components;
  for (const component of [RigidBody, Deformable, MeshTopology, CollisionSettings]) {
    expect(hasComponent(world, entity, component)).toBe(false);
  }
  plugin[method](entity, solid);
  plugin.step();
  expect(plugin.counters.entered).toBe(1);
  return error;
}

describe('an option that nobody knows is refused by its name', () => {
  test.each<[Adding, string, object]>([
    ['addRigidBody', 'positon', { ...solid, positon: [0, 0, 0] }],
    ['addRigidBody', 'mas', { ...solid, body: { mas: 5 } }],
    ['addRigidBody', 'thicknes', { ...solid, settings: { thicknes: 0.1 } }],
    ['addDeformable', 'setings', { ...sheet, setings: {} }],
    ['addDeformable', 'position', { ...sheet, position: [0, 0, 0] }],
    ['addDeformable', 'frictoin', { ...sheet, settings: { frictoin: 1 } }],
  ])('%s: %s', async (method, name, options) => {
    const error = await refusal(method, options);
    expect(error).toMatchObject({
      code: 'BAD_SETTING',
      message: expect.stringContaining(`no option ${name}`),
    });
  });

  test('createCollisionPlugin: maxEntites', async () => {
    const error = await rejectedBy(async () =>
      callUntyped(createCollisionPlugin, createWorld(), { maxEntites: 50 }),
    );
    expect(error).toMatchObject({
      code: 'BAD_SETTING',
      message: expect.stringContaining('no option maxEntites'),
    });
  });

  test.each<[string, object]>([
    ['a file of kernels that there is not', { core: { deformable: 'kernels.wasm' } }],
    ['a part that is missing in its array', { parts: new Array(1) }],
  ])('createCollisionPlugin: %s', async (_, options) => {
    const error = await rejectedBy(async () => callUntyped(createCollisionPlugin, createWorld(), options));
    expect(error).toMatchObject({ code: 'BAD_SETTING' });
  });

  test.each<'loadMesh' | 'loadMeshAsync'>(['loadMesh', 'loadMeshAsync'])('%s: usage', async (method) => {
    const { plugin } = await openScene();
    const error = await rejectedBy(async () => callUntyped(plugin[method], sheet, { usage: 'deformable' }));
    expect(error).toMatchObject({ code: 'BAD_SETTING', message: expect.stringContaining('no option usage') });
    expect(plugin.memory.blocks).toBe(0);
  });
});

describe('options that are no object are refused', () => {
  describe.each(NOT_OBJECTS)('%s', (_, options) => {
    test.each<Adding>(['addRigidBody', 'addDeformable'])('%s', async (method) => {
      expect(await refusal(method, options)).toMatchObject({ code: 'BAD_SETTING' });
    });

    test('createCollisionPlugin', async () => {
      const error = await rejectedBy(async () => callUntyped(createCollisionPlugin, createWorld(), options));
      expect(error).toMatchObject({ code: 'BAD_SETTING' });
    });

    test.each<'loadMesh' | 'loadMeshAsync'>(['loadMesh', 'loadMeshAsync'])('%s', async (method) => {
      const { plugin } = await openScene();
      const error = await rejectedBy(async () => callUntyped(plugin[method], sheet, options));
      expect(error).toMatchObject({ code: 'BAD_SETTING' });
    });
  });

  test.each(['body', 'settings'])('%s', async (name) => {
    for (const value of ['fixed', 5, [1, 2, 3]]) {
      const error = await refusal('addRigidBody', { ...solid, [name]: value });
      expect(error).toMatchObject({ code: 'BAD_SETTING', message: expect.stringContaining(name) });
    }
  });
});

describe('a value that a column could not hold is refused', () => {
  test.each<[string, object, string]>([
    ['a position with names', { position: { x: 1, y: 2, z: 3 } }, 'position is {"x":1,"y":2,"z":3}'],
    ['a position in the plane', { position: [1, 2] }, 'position is [1,2]'],
    ['a mass in words', { body: { mass: '5' } }, "mass is '5'"],
    ['a motion in words', { body: { motion: 'fixed' } }, "motion is 'fixed'"],
    ['a motion that is none', { body: { motion: 7 } }, 'motion is 7'],
    ['a motion that would wrap around to fixed', { body: { motion: 258 } }, 'motion is 258'],
    ['a group of -1', { settings: { group: -1 } }, 'group is -1'],
    ['a group of 2 ** 33', { settings: { group: 2 ** 33 } }, 'group is 8589934592'],
    ['contacts that are none', { settings: { contacts: 5 } }, 'contacts is 5'],
    ['a collider that is none', { settings: { collider: 9 } }, 'collider is 9'],
  ])('%s', async (_, options, problem) => {
    const error = await refusal('addRigidBody', { ...solid, ...options });
    expect(error).toMatchObject({ code: 'BAD_SETTING', message: expect.stringContaining(problem) });
  });

  test.each<[string, object]>([
    ['a position of 1e300', { position: [0, 1e300, 0] }],
    ['a position and a velocity that lead beyond 1e12 together', { body: { px: 9e11, vx: 2e11 } }],
  ])('%s', async (_, options) => {
    const error = await refusal('addRigidBody', { ...solid, ...options });
    expect(error).toMatchObject({ code: 'POSITION_TOO_LARGE' });
  });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['an empty object', {}],
  ['a string', 'world'],
  ['an object of another kind', new Map()],
])('a world that is %s is refused', async (_, world) => {
  const error = await rejectedBy(async () => callUntyped(createCollisionPlugin, world));
  expect(error).toMatchObject({
    code: 'BAD_SETTING',
    message: expect.stringContaining('not a bitECS world'),
  });
});

describe('what is handed in is looked at', () => {
  test('a backend that cannot be opened, and a snapshot that is no array of bytes', async () => {
    const world = createWorld();
    const creating = async () => callUntyped(createCollisionPlugin, world, { rigid: {} });
    expect(await rejectedBy(creating)).toMatchObject({ code: 'BAD_SETTING' });
    const { plugin } = await openScene();
    expect(thrownBy(() => callUntyped(plugin.restore, undefined))).toMatchObject({
      code: 'WRONG_ARRAY_TYPE',
    });
  });
});
