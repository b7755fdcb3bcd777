import { addComponent, addEntity, removeEntity, set } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gridMesh } from '../../../scenes/meshes/index.js';
import { type FirstContactError, MOTION_FIXED } from '../../../src/index.js';
import { insideOf } from '../../../src/plugin/inside.js';
import { openScene, type Scene } from '../../support/colliders.js';
import { thrownBy } from '../../support/thrown.js';

const PAGE = 65536;
const CLOTH = gridMesh({ columns: 20, rows: 20 });

function posesOf({ plugin }: Scene, entities: readonly number[]): number[] {
  const { RigidBody } = plugin.components;
  return [
    RigidBody.px,
    RigidBody.py,
    RigidBody.pz,
    RigidBody.qw,
    RigidBody.vy,
    RigidBody.wx,
    RigidBody.idle,
  ].flatMap((column) => entities.map((entity) => column[entity]));
}

function verticesNow({ plugin }: Scene, entity: number): Float64Array {
  return plugin.readVertices(entity, new Float64Array(CLOTH.positions.length));
}

/** A box that falls on a floor, beside cloth for which there may be no memory. */
function fill({ plugin, world }: Scene) {
  const [floor, box, cloth] = [addEntity(world), addEntity(world), addEntity(world)];
  plugin.addRigidBody(floor, {
    ...boxMesh({ cells: [1, 1, 1], size: [9, 1, 9] }),
    position: [0, -3, 0],
    body: { motion: MOTION_FIXED },
  });
  plugin.addRigidBody(box, { ...boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] }), position: [0, 5, 0] });
  plugin.addDeformable(cloth, { ...CLOTH, cloth: { start: 'let be' } });
  return { bodies: [floor, box], cloth };
}

describe('a step that fails where deformables have no memory', () => {
  test('moves no rigid body either, and is made once there is memory', async () => {
    const whole = await openScene({ maxEntities: 8 });
    fill(whole);
    whole.plugin.step();
    const enough = Math.ceil(whole.plugin.memory.usedBytes / PAGE);
    let refused = 0;
    for (let pages = enough - 1; pages > enough - 30; pages -= 4) {
      const scene = await openScene({ maxEntities: 8, maximumMemoryBytes: pages * PAGE }).catch(
        () => undefined,
      );
      if (scene === undefined) break;
      const { plugin } = scene;
      let all: ReturnType<typeof fill>;
      try {
        all = fill(scene);
      } catch {
        break; // the meshes alone do not fit
      }
      const before = [...posesOf(scene, all.bodies), ...verticesNow(scene, all.cloth)];
      const error = thrownBy(() => plugin.step());
      if (error === undefined) continue;
      expect(error).toMatchObject({ code: 'OUT_OF_MEMORY' });
      refused++;
      expect([...posesOf(scene, all.bodies), ...verticesNow(scene, all.cloth)]).toEqual(before);
      expect(plugin.clock).toMatchObject({ step: 0, time: 0 });
      plugin.removeCollider(all.cloth);
      plugin.step();
      expect(plugin.components.RigidBody.py[all.bodies[1]]).toBeLessThan(5);
      expect(plugin.components.RigidBody.py[all.bodies[1]]).toBeGreaterThan(4.99);
    }
    expect(refused).toBeGreaterThan(2);
  });
});

describe('columns of cloth that bitECS wrote', () => {
  const BAD = [
    ['density', -1, 'NON_POSITIVE_MASS'],
    ['density', 0, 'NON_POSITIVE_MASS'],
    ['density', Number.NaN, 'NON_POSITIVE_MASS'],
    ['density', Number.POSITIVE_INFINITY, 'NON_POSITIVE_MASS'],
    ['stretchCompliance', Number.NaN, 'BAD_SETTING'],
    ['bendCompliance', -1, 'BAD_SETTING'],
    ['damping', Number.POSITIVE_INFINITY, 'BAD_SETTING'],
    ['gravityScale', Number.NaN, 'BAD_SETTING'],
    ['windY', Number.NEGATIVE_INFINITY, 'BAD_SETTING'],
    ['drag', -0.5, 'BAD_SETTING'],
    ['volume', Number.NaN, 'BAD_SETTING'],
    ['shapeStiffness', 1.5, 'BAD_SETTING'],
    ['tearing', 0, 'BAD_SETTING'],
    ['tearing', Number.NaN, 'BAD_SETTING'],
  ] as const;

  test.each(BAD)(
    '%s of %f is refused when it enters and when it is written later',
    async (name, value, code) => {
      const { plugin, world } = await openScene({ maxEntities: 8 });
      const { Cloth, Deformable, MeshTopology } = plugin.components;
      const entity = addEntity(world);
      const mesh = plugin.loadMesh(CLOTH, { use: 'deformable' });
      const enter = [
        set(MeshTopology, { mesh }),
        set(Deformable, {}),
        set(Cloth, { simulated: 1, [name]: value }),
      ];
      for (const component of enter) addComponent(world, entity, component);
      expect(thrownBy(() => plugin.step())).toMatchObject({ code, entity });
      const sound = addEntity(world);
      plugin.addDeformable(sound, { mesh, cloth: {} });
      plugin.step();
      const good = Cloth[name][sound];
      Cloth[name][sound] = value;
      expect(thrownBy(() => plugin.step())).toMatchObject({ code, entity: sound });
      Cloth[name][sound] = good;
      plugin.step();
      expect(plugin.clock.step).toBe(2);
    },
  );
});

test('newcomers that make no sense are refused together, by one error that names the others', async () => {
  const { plugin, world } = await openScene({ maxEntities: 64 });
  const bad = Array.from({ length: 9 }, () => {
    const entity = addEntity(world);
    for (const component of [plugin.components.MeshTopology, plugin.components.RigidBody])
      addComponent(world, entity, component);
    return entity;
  });
  const error = thrownBy(() => plugin.step()) as FirstContactError;
  expect(error).toMatchObject({ code: 'STALE_MESH', entity: bad[0] });
  expect(error.message).toContain('and 8 others are refused too: 2, 3, 4, ...');
  plugin.step();
  expect(plugin.clock.step).toBe(1);
});

test('a stage that is run alone finds nobody who has left', async () => {
  const scene = await openScene({ maxEntities: 8 });
  const { plugin, world } = scene;
  const box = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });
  const body = addEntity(world);
  plugin.addRigidBody(body, { ...box, body: { motion: MOTION_FIXED } });
  const sheet = addEntity(world);
  plugin.addDeformable(sheet, CLOTH);
  plugin.step();
  expect(insideOf(plugin)?.context.pairs.count).toBe(1);
  const empty = (await openScene({ maxEntities: 8 })).plugin.snapshot();
  removeEntity(world, body);
  plugin.systems.ingest(world);
  for (const stage of ['highLevelCulling', 'lowLevelCulling', 'timeOfImpact'] as const)
    plugin.systems[stage](world);
  expect(insideOf(plugin)?.context.pairs.count).toBe(0);
  plugin.addRigidBody(addEntity(world), { ...box, body: { motion: MOTION_FIXED } });
  plugin.step();
  plugin.restore(empty);
  expect(insideOf(plugin)?.context.pairs.count).toBe(0);
});
