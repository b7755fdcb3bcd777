// Colliders that are refused late: when a part of their options was good.
import { addComponent, addEntity, observe, onAdd, removeEntity, set } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, tetrahedronMesh } from '../../scenes/meshes/index.js';
import { openScene, type Scene, verticesOf } from '../support/colliders.js';
import { refusedBy } from '../support/refused.js';
import { thrownBy } from '../support/thrown.js';

const sheet = gridMesh({ columns: 3, rows: 3 });
const vertexCount = sheet.positions.length / 3;
const solid = tetrahedronMesh();
const twoPieces = {
  positions: [...solid.positions, ...solid.positions.map((value) => value + 5)],
  triangles: [...solid.triangles, ...solid.triangles.map((vertex) => vertex + 4)],
};

/** A scene, and an entity that has settings before it has a collider. */
async function sceneWithSettings(): Promise<{ scene: Scene; entity: number }> {
  const scene = await openScene({ maxEntities: 20 });
  const entity = addEntity(scene.world);
  addComponent(scene.world, entity, set(scene.plugin.components.CollisionSettings, { friction: 0.25 }));
  return { scene, entity };
}

describe('cloth options that are refused leave the entity what it had', () => {
  test.each<[string, object, string, string, number | undefined]>([
    [
      'a pin beyond the mesh',
      { pins: [0, vertexCount] },
      'INDEX_OUT_OF_RANGE',
      `cloth.pins[1] is ${vertexCount}`,
      1,
    ],
    ['a pin that is no whole number', { pins: [0.5] }, 'INDEX_OUT_OF_RANGE', 'cloth.pins[0] is 0.5', 0],
    ['pins that are a number', { pins: 3 }, 'WRONG_ARRAY_TYPE', 'cloth.pins is of type number', undefined],
    [
      'pins that are a set',
      { pins: new Set([999]) },
      'WRONG_ARRAY_TYPE',
      'cloth.pins is of type object',
      undefined,
    ],
    ['pins that are null', { pins: null }, 'WRONG_ARRAY_TYPE', 'cloth.pins is of type null', undefined],
    ['the volume of an open sheet', { volume: 1 }, 'OPEN_MESH', 'cloth.volume is 1', undefined],
    ['a stiffness above 1', { shapeStiffness: 2 }, 'BAD_SETTING', 'cloth.shapeStiffness is 2', undefined],
    ['no density', { density: 0 }, 'NON_POSITIVE_MASS', 'cloth.density is 0', undefined],
    ['an unknown start', { start: 'hope' }, 'BAD_SETTING', 'cloth.start is "hope"', undefined],
  ])('%s', async (_, cloth, code, words, index) => {
    const { scene, entity } = await sceneWithSettings();
    const error = refusedBy(scene, () => scene.plugin.addDeformable(entity, { ...sheet, cloth }));
    expect(error).toMatchObject({ code, entity });
    expect(error.index).toBe(index);
    expect(error.message).toContain(words);
  });

  test.each([null, false, 0, '', true])('%o in place of options', async (cloth) => {
    const { scene, entity } = await sceneWithSettings();
    const options = { ...sheet, cloth: cloth as never };
    const error = refusedBy(scene, () => scene.plugin.addDeformable(entity, options));
    expect(error).toMatchObject({ code: 'BAD_SETTING', entity });
  });

  test('pins in a buffer that was transferred', async () => {
    const { scene, entity } = await sceneWithSettings();
    const pins = Uint32Array.of(0, 1);
    structuredClone(pins, { transfer: [pins.buffer] });
    const error = refusedBy(scene, () => scene.plugin.addDeformable(entity, { ...sheet, cloth: { pins } }));
    expect(error).toMatchObject({ code: 'DETACHED_BUFFER', entity });
  });

  test("what is to be untangled, without the part 'queries', which looks for tangles", async () => {
    const { world, plugin } = await openScene({ parts: ['cloth'] });
    const entity = addEntity(world);
    const error = thrownBy(() => plugin.addDeformable(entity, { ...sheet, cloth: { start: 'untangle' } }));
    expect(error).toMatchObject({ code: 'PART_NOT_LOADED', entity });
    plugin.addDeformable(entity, { ...sheet, cloth: {} });
    plugin.step();
  });
});

test('a strength that is no number leaves no collider behind', async () => {
  const { scene, entity } = await sceneWithSettings();
  const mesh = scene.plugin.loadMesh(twoPieces, { pieces: 'components' });
  for (const strength of ['5', null, Number.NaN, -1, [3]] as never[]) {
    const error = refusedBy(scene, () => scene.plugin.addRigidBody(entity, { mesh, strength }));
    expect(error).toMatchObject({ code: 'BAD_SETTING', entity });
  }
});

test('a gap between pieces that are not asked for', async () => {
  const { scene } = await sceneWithSettings();
  const error = refusedBy(scene, () => scene.plugin.loadMesh(solid, { gap: 0.1 }));
  expect(error.code).toBe('BAD_SETTING');
});

test("what a user's observer throws while an entity enters leaves it what it had", async () => {
  const { scene, entity } = await sceneWithSettings();
  const { Cloth, Deformable } = scene.plugin.components;
  for (const component of [Deformable, Cloth]) {
    const unsubscribe = observe(scene.world, onAdd(component), () => {
      throw new Error("the user's own");
    });
    const before = scene.plugin.snapshot();
    expect(() => scene.plugin.addDeformable(entity, { ...sheet, cloth: { pins: [0] } })).toThrow('own');
    unsubscribe();
    expect(scene.plugin.snapshot()).toEqual(before);
    expect(scene.plugin.components.CollisionSettings.friction[entity]).toBe(0.25);
  }
  scene.plugin.addDeformable(entity, { ...sheet, cloth: {} });
  scene.plugin.step();
});

test('pins of an entity that was removed before the step do not pin the next one with its id', async () => {
  const scene = await openScene();
  const { world, plugin } = scene;
  const gone = addEntity(world);
  plugin.addDeformable(gone, { ...sheet, cloth: { pins: [0] } });
  removeEntity(world, gone);
  const { Cloth, Deformable, MeshTopology } = plugin.components;
  const entity = addEntity(world);
  expect(entity).toBe(gone);
  const mesh = plugin.loadMesh(sheet, { use: 'deformable' });
  for (const each of [Deformable, set(MeshTopology, { mesh }), set(Cloth, { simulated: 1 })])
    addComponent(world, entity, each);
  for (let i = 0; i < 5; i++) plugin.step();
  expect(verticesOf(scene, entity)[1]).toBeLessThan(sheet.positions[1]);
});
