import { addComponent, addEntity, set } from 'bitecs';
import { createSoADeserializer, createSoASerializer } from 'bitecs/serialization';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gridMesh, tetrahedronMesh } from '../../scenes/meshes/index.js';
import { createCollisionComponents } from '../../src/index.js';
import { addSheet, openScene, verticesOf } from '../support/colliders.js';
import { thrownBy } from '../support/thrown.js';
import { callUntyped } from './untyped.js';

const sheet = gridMesh({ columns: 4, rows: 3 });
const solid = tetrahedronMesh();

test.each([Number.NaN, -1, 0, 1.5])('columns for %s entities are refused', (maxEntities) => {
  expect(() => createCollisionComponents({ maxEntities })).toThrow(`maxEntities is ${maxEntities}`);
});

describe('rows that a call writes', () => {
  test('a refused call leaves settings that the entity had before', async () => {
    const { world, plugin } = await openScene();
    const { CollisionSettings } = plugin.components;
    const entity = addEntity(world);
    addComponent(world, entity, set(CollisionSettings, { friction: 0.25 }));
    const error = thrownBy(() => plugin.addRigidBody(entity, { ...solid, settings: { friction: -1 } }));
    expect(error).toMatchObject({ code: 'BAD_SETTING', entity });
    expect(CollisionSettings.friction[entity]).toBe(0.25);
  });

  test('a setting that is undefined keeps its default', async () => {
    const { world, plugin } = await openScene();
    const entity = addEntity(world);
    callUntyped(plugin.addRigidBody, entity, { ...solid, settings: { group: undefined } });
    expect(plugin.components.CollisionSettings.group[entity]).toBe(1);
  });

  test('a column named __proto__ is refused and reaches no prototype', async () => {
    const { world, plugin } = await openScene();
    const { CollisionSettings } = plugin.components;
    const settings = JSON.parse('{"__proto__": 3}');
    for (const call of [
      (entity: number) => plugin.addRigidBody(entity, { ...solid, settings }),
      (entity: number) => addComponent(world, entity, set(CollisionSettings, settings)),
    ]) {
      const entity = addEntity(world);
      onTestFinished(() => void Reflect.deleteProperty(Object.prototype, entity));
      const error = thrownBy(() => call(entity));
      expect(Object.hasOwn(Object.prototype, entity)).toBe(false);
      expect(error).toMatchObject({ code: 'BAD_SETTING', entity });
    }
  });
});

describe('nonsense written to the columns of a live collider', () => {
  test.each([Number.NaN, -5])('a thickness of %s: no stage runs until it is mended', async (thickness) => {
    const scene = await openScene();
    const { plugin } = scene;
    const { CollisionSettings } = plugin.components;
    const cloth = addSheet(scene, sheet);
    plugin.step();
    const next = sheet.positions.map((value) => value + 1);
    plugin.moveVertices(cloth, next);
    CollisionSettings.thickness[cloth] = thickness;
    for (let i = 0; i < 2; i++) {
      expect(thrownBy(() => plugin.step())).toMatchObject({ code: 'NEGATIVE_THICKNESS', entity: cloth });
    }
    expect(plugin.clock.step).toBe(1);
    expect(verticesOf(scene, cloth)).toEqual(sheet.positions);
    CollisionSettings.thickness[cloth] = 0.1;
    plugin.step();
    expect(plugin.clock.step).toBe(2);
    expect(verticesOf(scene, cloth)).toEqual(next);
  });

  test.each([
    ['a position of 1e300', { px: 1e300, vx: 0 }],
    ['a velocity of 1e300', { px: 0, vx: -1e300 }],
    ['a position and a velocity that lead beyond 1e12 together', { px: 9e11, vx: 2e11 }],
  ])('%s: the body is set aside until it is mended', async (_, { px, vx }) => {
    const { world, plugin } = await openScene({ onReport: () => {} });
    const { RigidBody } = plugin.components;
    const body = addEntity(world);
    plugin.addRigidBody(body, solid);
    plugin.step();
    RigidBody.px[body] = px;
    RigidBody.vx[body] = vx;
    plugin.step();
    expect(plugin.quarantined.get(body)).toMatchObject({ code: 'POSITION_TOO_LARGE', entity: body });
    RigidBody.px[body] = 0;
    RigidBody.vx[body] = 0;
    plugin.step();
    expect(plugin.quarantined.size).toBe(0);
    expect(plugin.clock.step).toBe(3);
  });

  test("counts that came with another world's row neither steer the step nor reach other vertices", async () => {
    const [source, target] = [await openScene(), await openScene()];
    const { MeshTopology } = target.plugin.components;
    const large = addSheet(source, gridMesh({ columns: 30, rows: 30 }));
    source.plugin.step();
    const [small, other] = [addSheet(target, sheet), addSheet(target, sheet)];
    target.plugin.step();
    expect(small).toBe(large);
    const before = verticesOf(target, other);
    const packet = createSoASerializer([source.plugin.components.MeshTopology])([large]);
    createSoADeserializer([MeshTopology])(packet);
    expect(MeshTopology.vertexCount[small]).toBe(31 * 31);
    target.plugin.step();
    const tooMany = new Float64Array(3 * 31 * 31).fill(7);
    expect(thrownBy(() => target.plugin.moveVertices(small, tooMany))).toMatchObject({
      code: 'START_END_LENGTH',
      entity: small,
    });
    target.plugin.step();
    expect(verticesOf(target, other)).toEqual(before);
  });
});
