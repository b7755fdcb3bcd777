import { addComponent, addEntity, createWorld, removeEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { tetrahedronMesh } from '../../scenes/meshes/index.js';
import { noVisibility } from '../../src/gpu/index.js';
import { createCollisionComponents, createCollisionPlugin, type VisibilityBackend } from '../../src/index.js';
import { rejectedBy, thrownBy } from '../support/thrown.js';
import { callUntyped } from './untyped.js';

const solid = tetrahedronMesh();

describe('columns that were there before the plugin', () => {
  test('are the plugin’s, and entities that have them enter with its first step, lowest first', async () => {
    const world = createWorld();
    const components = createCollisionComponents({ maxEntities: 10 });
    const { MeshTopology, RigidBody } = components;
    const bodies = [addEntity(world), addEntity(world), addEntity(world)];
    for (const body of bodies.toReversed()) {
      addComponent(world, body, MeshTopology);
      addComponent(world, body, RigidBody);
    }
    removeEntity(world, bodies[1]);
    const plugin = await createCollisionPlugin(world, { components });
    expect(plugin.components).toBe(components);
    MeshTopology.mesh.fill(plugin.loadMesh(solid));
    plugin.step();
    expect(plugin.counters.entered).toBe(2);
    const again = await createCollisionPlugin(world);
    again.addRigidBody(bodies[0], solid);
    again.step();
    expect([plugin.counters.entered, again.counters.entered]).toEqual([2, 1]);
  });

  test('serve one plugin at a time', async () => {
    const components = createCollisionComponents({ maxEntities: 10 });
    const opening = [1, 2].map(() => createCollisionPlugin(createWorld(), { components }));
    const settled = await Promise.allSettled(opening);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const error = await rejectedBy(() => createCollisionPlugin(createWorld(), { components }));
    expect(error).toMatchObject({ code: 'BAD_SETTING', message: expect.stringContaining('another plugin') });
    for (const each of settled) if (each.status === 'fulfilled') each.value.dispose();
    await createCollisionPlugin(createWorld(), { components });
  });

  test('are free again where the plugin could not be made', async () => {
    const components = createCollisionComponents({ maxEntities: 10 });
    const visibility: VisibilityBackend = {
      ...noVisibility(),
      open() {
        throw new Error('no context');
      },
    };
    const opening = createCollisionPlugin(createWorld(), { components, visibility });
    await expect(opening).rejects.toThrow('no context');
    await createCollisionPlugin(createWorld(), { components, maxEntities: 10 });
  });

  test.each<[string, () => object]>([
    [
      'of another size',
      () => ({ components: createCollisionComponents({ maxEntities: 10 }), maxEntities: 20 }),
    ],
    ['made by hand', () => ({ components: { ...createCollisionComponents({ maxEntities: 10 }) } })],
    ['null', () => ({ components: null })],
  ])('are refused: %s', async (_, options) => {
    const opening = async () => callUntyped(createCollisionPlugin, createWorld(), options());
    expect(await rejectedBy(opening)).toMatchObject({ code: 'BAD_SETTING' });
  });

  test.each<[string, unknown]>([
    ['no options', undefined],
    ['a number', 10],
    ['a misspelt one', { maxEntites: 10 }],
    ['half an entity', { maxEntities: 0.5 }],
    ['more than ids go', { maxEntities: 2 ** 33 }],
  ])('are not made from %s', (_, options) => {
    const error = thrownBy(() => callUntyped(createCollisionComponents, options));
    expect(error).toMatchObject({ code: 'BAD_SETTING' });
  });
});
