import { addEntity, createWorld } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import {
  type CollisionPlugin,
  createCollisionPlugin,
  MOTION_FIXED,
  MOTION_KINEMATIC,
} from '../../../src/index.js';
import { thrownBy } from '../../support/thrown.js';

const SHEET = gridMesh({ columns: 5, rows: 5, width: 0.25, depth: 0.25, height: 0.02 });
const TABLE = boxMesh({ cells: [2, 1, 2], size: [0.6, 0.1, 0.6] });
const BALL = icosphereMesh({ subdivisions: 1, radius: 0.05 });

async function sheetsOnTable() {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 20, gravity: [0, -9.81, 0] });
  const table = addEntity(world);
  plugin.addRigidBody(table, { ...TABLE, position: [0, -0.05, 0], body: { motion: MOTION_FIXED } });
  const sheets = [0, 1].map((i) => {
    const sheet = addEntity(world);
    plugin.addDeformable(sheet, {
      ...SHEET,
      positions: SHEET.positions.map((x, k) => x + (k % 3 === 1 ? 0.02 * i : 0)),
      cloth: {},
    });
    return sheet;
  });
  const ball = addEntity(world);
  plugin.addRigidBody(ball, { ...BALL, position: [0, 1, 0], body: { motion: MOTION_KINEMATIC } });
  const { asleep } = plugin.components.Cloth;
  const sleepers = () => sheets.reduce((sum, sheet) => sum + asleep[sheet], 0);
  let steps = 0;
  while (sleepers() < 2 && steps < 600) {
    plugin.step(1 / 60);
    steps++;
  }
  return { world, plugin, table, sheets, ball, sleepers, steps };
}

function heightOf(plugin: CollisionPlugin, sheet: number): number {
  const positions = plugin.readVertices(sheet, new Float64Array(SHEET.positions.length));
  return positions.reduce((sum, x, i) => sum + (i % 3 === 1 ? x : 0), 0) / (positions.length / 3);
}

describe('cloths that lie still', () => {
  test('fall asleep in less than ten seconds, both at once, and cost nothing then', async () => {
    const { plugin, sheets, sleepers, steps } = await sheetsOnTable();
    expect(steps).toBeLessThan(600);
    const before = sheets.map((sheet) => heightOf(plugin, sheet));
    for (let step = 0; step < 30; step++) plugin.step(1 / 60);
    expect(sleepers()).toBe(2);
    expect(plugin.counters.clothDetections).toBe(0);
    expect(sheets.map((sheet) => heightOf(plugin, sheet))).toEqual(before);
  });

  test('wake when a body comes near, and when what they lie on goes', async () => {
    const { plugin, table, sheets, ball, sleepers } = await sheetsOnTable();
    const body = plugin.components.RigidBody;
    for (let step = 0; step < 40; step++) {
      body.vy[ball] = -2;
      plugin.step(1 / 60);
      if (body.py[ball] < 0.13) break;
    }
    body.vy[ball] = 0;
    expect(sleepers()).toBe(0);
    for (let step = 0; step < 400 && sleepers() < 2; step++) plugin.step(1 / 60);
    expect(sleepers()).toBe(2);
    const before = heightOf(plugin, sheets[0]);
    plugin.removeCollider(table);
    for (let step = 0; step < 10; step++) plugin.step(1 / 60);
    expect(sleepers()).toBe(0);
    expect(heightOf(plugin, sheets[0])).toBeLessThan(before - 0.05);
  });

  test('sleep on after a restore, and wake the same', async () => {
    const { plugin, sheets, ball } = await sheetsOnTable();
    const saved = plugin.snapshot();
    const run = () => {
      const heights: number[] = [];
      for (let step = 0; step < 45; step++) {
        plugin.components.RigidBody.vy[ball] = step < 28 ? -2 : 0;
        plugin.step(1 / 60);
        heights.push(...sheets.map((sheet) => heightOf(plugin, sheet)));
      }
      return heights;
    };
    const first = run();
    plugin.restore(saved);
    expect(run()).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(10);
  });
});

test('a cloth whose numbers blow up is frozen where it was, told of, and the rest goes on', async () => {
  const { plugin, sheets } = await sheetsOnTable();
  const { Cloth } = plugin.components;
  Cloth.stretchCompliance[sheets[1]] = Number.MAX_VALUE;
  Cloth.idle[sheets[0]] = 0;
  const before = sheets.map((sheet) => plugin.readVertices(sheet, new Float64Array(SHEET.positions.length)));
  plugin.step(1 / 60);
  expect(plugin.counters.frozen).toBe(1);
  expect([...Cloth.frozen.subarray(0, 20)].reduce((a, b) => a + b)).toBe(1);
  expect(Cloth.frozen[sheets[1]]).toBe(1);
  const after = sheets.map((sheet) => plugin.readVertices(sheet, new Float64Array(SHEET.positions.length)));
  expect([...after[1]]).toEqual([...before[1]]);
  for (const positions of after) expect(positions.every(Number.isFinite)).toBe(true);
  Cloth.stretchCompliance[sheets[1]] = 1e-7;
  Cloth.frozen[sheets[1]] = 0;
  for (let step = 0; step < 5; step++) plugin.step(1 / 60);
  expect(plugin.counters.frozen).toBe(0);
});

test('a volume is kept by closed meshes only', async () => {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 20 });
  const entity = addEntity(world);
  expect(thrownBy(() => plugin.addDeformable(entity, { ...SHEET, cloth: { volume: 1 } }))).toMatchObject({
    code: 'OPEN_MESH',
    entity,
  });
  expect(
    thrownBy(() => plugin.addDeformable(entity, { ...BALL, cloth: { shapeStiffness: 2 } })),
  ).toMatchObject({ code: 'BAD_SETTING', entity });
  expect(
    thrownBy(() => plugin.addDeformable(entity, { ...BALL, cloth: { volume: 1, volumeCompliance: -1 } })),
  ).toMatchObject({ code: 'BAD_SETTING', entity });
  plugin.addDeformable(entity, {
    ...BALL,
    cloth: { volume: 1, volumeCompliance: 1e-6, shapeStiffness: 0.1 },
  });
  plugin.step(1 / 60);
  expect(plugin.components.Cloth.volume[entity]).toBe(1);
  plugin.components.Cloth.volumeCompliance[entity] = Number.NaN;
  expect(thrownBy(() => plugin.step(1 / 60))).toMatchObject({ code: 'BAD_SETTING', entity });
});
