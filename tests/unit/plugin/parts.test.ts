import { addComponent, addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh, tetrahedronMesh } from '../../../scenes/meshes/index.js';
import {
  builtInBackend,
  createCollisionPlugin,
  type FirstContactError,
  type PluginPart,
} from '../../../src/index.js';
import { addSheet, openScene, type Scene } from '../../support/colliders.js';
import { rejectedBy, thrownBy } from '../../support/thrown.js';

const solid = tetrahedronMesh();
const sheet = gridMesh({ columns: 4, rows: 4 });
const EVERY: readonly PluginPart[] = ['deformables', 'dynamics', 'cloth', 'queries', 'breaking', 'snapshots'];

/** A ball that comes down on a sheet, and a solid that comes down beside it. */
async function scene(parts?: readonly PluginPart[]): Promise<Scene & { ball: number; sheet: number }> {
  const opened = await openScene({ maxEntities: 20, gravity: [0, 0, 0], ...(parts && { parts }) });
  const below = addSheet(opened, sheet);
  const ball = addEntity(opened.world);
  opened.plugin.addRigidBody(ball, {
    ...icosphereMesh({ subdivisions: 1 }),
    position: [0.5, 1.2, 0.5],
    body: { vy: -40 },
  });
  const solidBody = addEntity(opened.world);
  opened.plugin.addRigidBody(solidBody, { ...solid, position: [0.5, -1.2, 0.5] });
  return { ...opened, ball, sheet: below };
}

describe('a plugin for detection alone', () => {
  test('finds the contacts and times that one with all parts finds', async () => {
    const alone = await scene(['deformables']);
    const whole = await scene();
    alone.plugin.step(1 / 60);
    whole.plugin.step(1 / 60);
    expect(whole.plugin.contacts.count).toBeGreaterThan(0);
    expect(alone.plugin.contacts.count).toBe(whole.plugin.contacts.count);
    expect([...alone.plugin.contacts.time]).toEqual([...whole.plugin.contacts.time]);
    expect(alone.plugin.impacts.count).toBe(whole.plugin.impacts.count);
    expect([...alone.plugin.impacts.time]).toEqual([...whole.plugin.impacts.time]);
  });

  test('leaves rigid bodies where they are written', async () => {
    const { plugin, ball } = await scene(['deformables']);
    plugin.step(1 / 60);
    expect(plugin.components.RigidBody.py[ball]).toBe(1.2);
    const whole = await scene();
    whole.plugin.step(1 / 60);
    expect(whole.plugin.components.RigidBody.py[whole.ball]).toBeLessThan(1.2);
  });

  test('refuses what needs a part, by a code, and goes on', async () => {
    const { plugin, world, sheet: below } = await scene(['deformables']);
    const cloth = addEntity(world);
    const calls: [string, () => unknown][] = [
      ['cloth', () => plugin.addDeformable(cloth, { ...sheet, cloth: {} })],
      ['queries', () => plugin.raycast({ origin: [0, 0, 0], direction: [0, 1, 0] } as never)],
      ['queries', () => plugin.shapeCast({ radius: 1 }, { position: [0, 0, 0] }, [0, 1, 0])],
      ['queries', () => plugin.overlap({ radius: 1 }, { position: [0, 0, 0] })],
      ['queries', () => plugin.createCharacter({ radius: 1 })],
      ['breaking', () => plugin.cut(below, { path: [5, 6, 7] })],
      ['breaking', () => plugin.break(below)],
      ['breaking', () => plugin.loadMesh(solid, { pieces: 'components' })],
      ['snapshots', () => plugin.snapshot()],
      ['snapshots', () => plugin.restore(new Uint8Array(8))],
    ];
    for (const [part, call] of calls) {
      const error = thrownBy(call) as FirstContactError;
      expect(error).toMatchObject({ code: 'PART_NOT_LOADED' });
      expect(error.message).toContain(`'${part}'`);
    }
    for (const call of [() => plugin.cut(below, { path: [5, 6, 7] }), () => plugin.break(below)])
      expect(thrownBy(call)).toMatchObject({ entity: below });
    plugin.step(1 / 60);
    plugin.components.Cloth.simulated[below] = 1;
    expect(thrownBy(() => plugin.step(1 / 60))).toMatchObject({ code: 'PART_NOT_LOADED', entity: below });
    plugin.components.Cloth.simulated[below] = 0;
    plugin.step(1 / 60);
    addComponent(world, cloth, plugin.components.Cloth);
    plugin.step(1 / 60);
  });

  test('of rigid bodies, does without deformables, and says who needs them', async () => {
    const { plugin, world } = await openScene({ maxEntities: 20, gravity: [0, 0, 0], parts: [] });
    const whole = await openScene({ maxEntities: 20, gravity: [0, 0, 0] });
    for (const opened of [{ plugin, world }, whole]) {
      for (const [y, vy] of [
        [0, 0],
        [1.3, -40],
      ]) {
        opened.plugin.addRigidBody(addEntity(opened.world), { ...solid, position: [0, y, 0], body: { vy } });
      }
      opened.plugin.step(1 / 60);
    }
    expect(plugin.impacts.count).toBe(1);
    expect([...plugin.impacts.time]).toEqual([...whole.plugin.impacts.time]);
    const entity = addEntity(world);
    const calls = [
      () => plugin.addDeformable(entity, sheet),
      () => plugin.loadMesh(sheet, { use: 'deformable' }),
      () => plugin.moveVertices(entity, new Float64Array(3)),
      () => plugin.placeVertices(entity, new Float64Array(3)),
      () => plugin.readVertices(entity, new Float64Array(3)),
      () => plugin.readSurface(entity, { positions: new Float32Array(3), normals: new Float32Array(3) }),
    ];
    for (const call of calls) {
      const error = thrownBy(call) as FirstContactError;
      expect(error).toMatchObject({ code: 'PART_NOT_LOADED' });
      expect(error.message).toContain("'deformables'");
    }
    expect(await rejectedBy(() => plugin.loadMeshAsync(sheet, { use: 'deformable' }))).toMatchObject({
      code: 'PART_NOT_LOADED',
    });
    plugin.step(1 / 60);
  });

  test('refuses a rigid backend, and parts that there are not', async () => {
    const { world } = await openScene();
    const rigid = builtInBackend();
    const options = [{ parts: [], rigid }, { parts: ['wheels'] }, { parts: 'cloth' }, { parts: null }];
    for (const each of options) {
      const error = await rejectedBy(() => createCollisionPlugin(world, each as never));
      expect(error).toMatchObject({ code: 'rigid' in each ? 'PART_NOT_LOADED' : 'BAD_SETTING' });
    }
  });
});

test.each(EVERY)('a plugin without %s alone steps like the whole', async (part) => {
  const parts = EVERY.filter((each) => each !== part); // 'cloth' brings 'deformables' along
  const { plugin, ball } = await scene(parts);
  const whole = await scene();
  for (let step = 0; step < 3; step++) {
    plugin.step(1 / 60);
    whole.plugin.step(1 / 60);
  }
  const same = plugin.components.RigidBody.py[ball] === whole.plugin.components.RigidBody.py[whole.ball];
  expect(same).toBe(part !== 'dynamics');
});

describe('a snapshot', () => {
  test('is restored where all that is in it can go on, and else refused with nothing changed', async () => {
    const whole = await scene();
    const { plugin, world } = whole;
    const cloth = addEntity(world);
    plugin.addDeformable(cloth, { ...sheet, cloth: {} });
    plugin.step(1 / 60);
    const simulated = plugin.snapshot();

    const alone = await scene(['deformables', 'snapshots']);
    addEntity(alone.world);
    const before = alone.plugin.snapshot();
    expect(thrownBy(() => alone.plugin.restore(simulated))).toMatchObject({ code: 'SNAPSHOT_MISMATCH' });
    expect(alone.plugin.snapshot()).toEqual(before);
    alone.plugin.restore(before);
    expect(alone.plugin.snapshot()).toEqual(before);
  });

  test('with deformables needs them', async () => {
    const { plugin } = await scene(['deformables', 'snapshots']);
    const rigid = await openScene({ maxEntities: 20, parts: ['snapshots'] });
    for (let i = 0; i < 4; i++) addEntity(rigid.world);
    expect(thrownBy(() => rigid.plugin.restore(plugin.snapshot()))).toMatchObject({
      code: 'SNAPSHOT_MISMATCH',
      message: expect.stringContaining("'deformables'"),
    });
  });

  test('with bodies in contact needs dynamics', async () => {
    const { plugin, world } = await openScene({ maxEntities: 20 });
    for (const [y, motion] of [
      [0, 2],
      [1.0005, 0],
    ]) {
      const entity = addEntity(world);
      plugin.addRigidBody(entity, { ...solid, position: [0, y, 0], body: { motion } });
    }
    for (let k = 0; k < 20; k++) plugin.step(1 / 60);
    expect(plugin.counters.touches).toBeGreaterThan(0);
    const alone = await openScene({ maxEntities: 20, parts: ['snapshots'] });
    addEntity(alone.world);
    addEntity(alone.world);
    expect(thrownBy(() => alone.plugin.restore(plugin.snapshot()))).toMatchObject({
      code: 'SNAPSHOT_MISMATCH',
    });
  });
});
