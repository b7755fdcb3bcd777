import { addEntity, createWorld } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import {
  COLLIDER_SENSOR,
  type CollisionPlugin,
  createCollisionPlugin,
  MOTION_KINEMATIC,
} from '../../../src/index.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import { thrownBy } from '../../support/thrown.js';

const SHEET = gridMesh({ columns: 10, rows: 10, width: 1, depth: 1, height: 0.45 });
const BALL = icosphereMesh({ subdivisions: 2, radius: 0.35 });

async function draped(pins: number[] = []) {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 20 });
  const ball = addEntity(world);
  plugin.addRigidBody(ball, { ...BALL, body: { motion: MOTION_KINEMATIC } });
  const cloth = addEntity(world);
  plugin.addDeformable(cloth, { ...SHEET, cloth: { pins } });
  return { world, plugin, ball, cloth };
}

function positionsOf(plugin: CollisionPlugin, entity: number): Float64Array {
  return plugin.readVertices(entity, new Float64Array(SHEET.positions.length));
}

function intersections(plugin: CollisionPlugin, cloth: number, ball: number): number {
  const { px, py, pz } = plugin.components.RigidBody;
  const place = [px[ball], py[ball], pz[ball]];
  const points = Float64Array.from([
    ...positionsOf(plugin, cloth),
    ...BALL.positions.map((x, i) => x + place[i % 3]),
  ]);
  const first = SHEET.positions.length / 3;
  const triangles = Uint32Array.from([...SHEET.triangles, ...BALL.triangles.map((v) => v + first)]);
  const prescribed = Uint8Array.from({ length: points.length / 3 }, (_, v) => (v < first ? 0 : 1));
  return new StaticTest(triangles, points.length / 3, { prescribed }).count(points);
}

describe('simulated deformables in the plugin', () => {
  test('a cloth falls on a kinematic ball that moves, and never meets it', async () => {
    const { plugin, ball, cloth } = await draped();
    for (let step = 0; step < 60; step++) {
      plugin.components.RigidBody.py[ball] = 0.002 * step;
      plugin.step(1 / 60);
      expect(intersections(plugin, cloth, ball)).toBe(0);
    }
    const lowest = positionsOf(plugin, cloth).reduce(
      (low, x, i) => (i % 3 === 1 ? Math.min(low, x) : low),
      1,
    );
    expect(lowest).toBeLessThan(0.2);
    expect(plugin.counters.clothContacts).toBeGreaterThan(0);
    expect(plugin.counters.blocked).toBe(0);
    // The solver has searched: nothing else does, but for sensors.
    expect(plugin.counters.searches).toBe(0);
    plugin.components.CollisionSettings.collider[ball] = COLLIDER_SENSOR;
    plugin.step(1 / 60);
    expect(plugin.counters.searches).toBe(1);
  });

  test('pins go where they are told', async () => {
    const { plugin, cloth } = await draped([0, 10]);
    const goals = SHEET.positions.slice();
    for (let step = 0; step < 20; step++) {
      goals[1] += 0.005;
      plugin.moveVertices(cloth, goals);
      plugin.step(1 / 60);
    }
    const positions = positionsOf(plugin, cloth);
    expect([...positions.subarray(0, 3)]).toEqual([...goals.subarray(0, 3)]);
    expect([...positions.subarray(30, 33)]).toEqual([...goals.subarray(30, 33)]);
    expect(positions[3 * 60 + 1]).toBeLessThan(goals[3 * 60 + 1] - 0.05);
  });

  test('a restored snapshot goes on bit by bit', async () => {
    const { plugin, ball, cloth } = await draped([3]);
    const step = (k: number) => {
      plugin.components.RigidBody.px[ball] = 0.003 * k;
      plugin.step(1 / 60);
    };
    for (let k = 0; k < 25; k++) step(k);
    const saved = plugin.snapshot();
    const run = () => {
      const frames: number[] = [];
      for (let k = 25; k < 45; k++) {
        step(k);
        frames.push(...positionsOf(plugin, cloth));
      }
      return frames;
    };
    const first = run();
    plugin.restore(saved);
    expect(run()).toEqual(first);
  });

  test('a ball that is told to go through pinned cloth is held, and says so', async () => {
    const world = createWorld();
    const plugin = await createCollisionPlugin(world, { maxEntities: 20 });
    const rim = Array.from({ length: 121 }, (_, v) => v).filter(
      (v) => v % 11 === 0 || v % 11 === 10 || v < 11 || v >= 110,
    );
    const cloth = addEntity(world);
    plugin.addDeformable(cloth, { ...SHEET, cloth: { pins: rim, gravityScale: 0 } });
    const ball = addEntity(world);
    plugin.addRigidBody(ball, { ...BALL, body: { motion: MOTION_KINEMATIC } });
    let held = 0;
    for (let step = 0; step < 120; step++) {
      plugin.components.RigidBody.py[ball] = 0.02 * step;
      plugin.step(1 / 60);
      held += plugin.components.Obstacle.blocked[ball];
      expect(intersections(plugin, cloth, ball)).toBe(0);
    }
    expect(held).toBeGreaterThan(0);
  });

  test('a pin to a missing vertex and settings that make no sense are refused, and nothing is added', async () => {
    const world = createWorld();
    const plugin = await createCollisionPlugin(world, { maxEntities: 20 });
    const cloth = addEntity(world);
    const refused = (options: object) =>
      thrownBy(() => plugin.addDeformable(cloth, { ...SHEET, cloth: options }));
    expect(refused({ pins: [121] })).toMatchObject({ code: 'INDEX_OUT_OF_RANGE', entity: cloth, index: 0 });
    expect(refused({ density: 0 })).toMatchObject({ code: 'NON_POSITIVE_MASS', entity: cloth });
    expect(refused({ stretchCompliance: Number.NaN })).toMatchObject({ code: 'BAD_SETTING', entity: cloth });
    expect(refused({ stretch: 1 })).toMatchObject({ code: 'BAD_SETTING', entity: cloth });
    plugin.addDeformable(cloth, SHEET);
    expect(plugin.components.Cloth.simulated[cloth]).toBe(0);
  });
});
