import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gridMesh } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED } from '../../../src/index.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import { openScene, type Scene, verticesOf } from '../../support/colliders.js';
import { refusedBy } from '../../support/refused.js';

const CELLS = 8;
const SHEET = gridMesh({ columns: CELLS, rows: CELLS, width: 1, depth: 1, height: 0.5 });
const CORNERS = [0, CELLS, CELLS * (CELLS + 1), (CELLS + 1) * (CELLS + 1) - 1];

function meetings(positions: Float64Array): number {
  const prescribed = new Uint8Array(positions.length / 3);
  const test = new StaticTest(SHEET.triangles, positions.length / 3, { prescribed });
  return test.count(positions) + test.count(positions.map(Math.fround));
}

async function withSheet(options: object) {
  const scene: Scene = await openScene();
  const sheet = addEntity(scene.world);
  scene.plugin.addDeformable(sheet, { ...SHEET, ...options });
  scene.plugin.step(1 / 60);
  return { ...scene, sheet };
}

describe('a mesh that collapses', () => {
  test.each([{}, { cloth: {} }])('into one place is refused, and stays where it was: %j', async (options) => {
    const scene = await withSheet(options);
    const { plugin, sheet } = scene;
    const empty = new Float64Array(SHEET.positions.length);
    expect(refusedBy(scene, () => plugin.placeVertices(sheet, empty))).toMatchObject({
      code: 'COLLAPSED_MESH',
      entity: sheet,
    });
    expect(refusedBy(scene, () => plugin.placeVertices(sheet, empty.fill(0.7)))).toMatchObject({
      code: 'COLLAPSED_MESH',
    });
    if ('cloth' in options) return;
    expect(refusedBy(scene, () => plugin.moveVertices(sheet, empty))).toMatchObject({
      code: 'COLLAPSED_MESH',
      entity: sheet,
    });
  });

  test('of a cloth only the pins are read: all others may be 0', async () => {
    const { plugin, sheet } = await withSheet({ cloth: { pins: [40] } });
    plugin.moveVertices(sheet, new Float64Array(SHEET.positions.length));
    for (let step = 0; step < 30; step++) plugin.step(1 / 60);
    const now = plugin.readVertices(sheet, new Float64Array(SHEET.positions.length));
    expect([...now.subarray(120, 123)]).toEqual([0, 0, 0]);
  });

  test('into two places is told as it starts, as far as a list may go, and the step goes on', async () => {
    const scene = await openScene({ gravity: [0, 0, 0] });
    const mesh = gridMesh({ columns: 15, rows: 15 });
    const sheet = addEntity(scene.world);
    scene.plugin.addDeformable(sheet, { ...mesh, cloth: {} });
    const half = mesh.positions.length / 2;
    const collapsed = mesh.positions.map((_, i) => (i < half ? 0 : 1));
    scene.plugin.placeVertices(sheet, collapsed);
    scene.plugin.step(1 / 60);
    expect(scene.plugin.tangled).toHaveLength(2 ** 16);
    expect([...verticesOf(scene, sheet)]).toEqual([...collapsed]);
  });
});

describe('prescribed motion that contradicts itself', () => {
  const pull = async (goal: (corner: number, step: number) => readonly [number, number, number]) => {
    const scene = await withSheet({ cloth: { pins: CORNERS } });
    const { plugin, sheet, world } = scene;
    const floor = boxMesh({ cells: [1, 1, 1], size: [3, 0.1, 3] });
    plugin.addRigidBody(addEntity(world), { ...floor, body: { motion: MOTION_FIXED } });
    const goals = SHEET.positions.slice();
    let held = 0;
    for (let step = 0; step < 60; step++) {
      CORNERS.forEach((v, corner) => {
        goals.set(goal(corner, step), 3 * v);
      });
      plugin.moveVertices(sheet, goals);
      plugin.step(1 / 60);
      held += plugin.components.Cloth.held[sheet];
      const now = verticesOf(scene, sheet);
      expect(now.every(Number.isFinite)).toBe(true);
      expect(meetings(now)).toBe(0);
    }
    return held;
  };

  test('four pins in one place are held where they are nearest', async () => {
    expect(await pull(() => [0, 0.5, 0])).toBeGreaterThan(0);
  });

  test('pins that change places with each other do so as far as the sheet lets them', async () => {
    await pull((corner, step) => {
      const share = Math.min(1, step / 20);
      const [from, to] = [CORNERS[corner], CORNERS[3 - corner]].map((v) =>
        SHEET.positions.subarray(3 * v, 3 * v + 3),
      );
      return [from[0] + share * (to[0] - from[0]), 0.5, from[2] + share * (to[2] - from[2])];
    });
  });

  test('a pin inside a solid body is held before it', async () => {
    expect(
      await pull((corner) => [corner % 2 === 0 ? 0.3 : -0.3, 0, corner < 2 ? 0.3 : -0.3]),
    ).toBeGreaterThan(0);
  });

  test('pins that go to and fro by a kilometre in each step', async () => {
    await pull((corner, step) => [
      (corner % 2 === 0 ? 1000 : 0.5) * (step % 2),
      0.5,
      corner < 2 ? 0.5 : -0.5,
    ]);
  });
});
