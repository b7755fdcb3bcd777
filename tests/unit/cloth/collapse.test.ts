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

describe('a cloth whose vertices are nearly in two places', () => {
  const CLOTH = gridMesh({ columns: 20, rows: 20 });
  const ABOVE = CLOTH.positions.map((x, i) => (i % 3 === 1 ? x + 5 : x));
  const half = CLOTH.positions.length / 2;
  const squeezed = CLOTH.positions.map((x, i) => x * 1e-4 + (i < half ? 0 : 1));

  async function withCloths(count: number) {
    const reports: { code: string; entity?: number | undefined }[] = [];
    const scene = await openScene({ onReport: (report) => reports.push(report) });
    const cloths = [ABOVE, CLOTH.positions].slice(0, count).map((positions) => {
      const entity = addEntity(scene.world);
      scene.plugin.addDeformable(entity, { ...CLOTH, positions, cloth: { start: 'let be' } });
      return entity;
    });
    scene.plugin.step(1 / 60);
    return { scene, plugin: scene.plugin, cloths, reports };
  }

  test('stays there with one report, in little memory, and all others fall on', async () => {
    const alone = await withCloths(1);
    const both = await withCloths(2);
    const { Cloth } = both.plugin.components;
    const [above, below] = both.cloths;
    both.plugin.placeVertices(below, squeezed);
    for (let step = 0; step < 20; step++) {
      for (const { plugin } of [alone, both]) plugin.step(1 / 60);
      expect(both.plugin.counters.frozen).toBe(step === 0 ? 1 : 0);
      expect([...verticesOf(both.scene, below)]).toEqual([...squeezed]);
    }
    expect(both.reports).toMatchObject([{ code: 'COLLAPSED_MESH', entity: below }]);
    expect([Cloth.frozen[above], Cloth.frozen[below]]).toEqual([0, 1]);
    expect([...verticesOf(both.scene, above)]).toEqual([...verticesOf(alone.scene, alone.cloths[0])]);
    expect(both.plugin.memory.memoryBytes).toBeLessThan(alone.plugin.memory.memoryBytes + 1e8);
  });

  test('goes on where it is put in shape again', async () => {
    const { scene, plugin, cloths, reports } = await withCloths(2);
    const [, below] = cloths;
    plugin.placeVertices(below, squeezed);
    plugin.step(1 / 60);
    plugin.placeVertices(below, CLOTH.positions);
    expect(plugin.components.Cloth.frozen[below]).toBe(0);
    for (let step = 0; step < 5; step++) plugin.step(1 / 60);
    expect(verticesOf(scene, below)[1]).toBeLessThan(CLOTH.positions[1] - 0.01);
    expect(reports).toHaveLength(1);
  });

  test('is left where it was by resolve', async () => {
    const { scene, plugin, cloths } = await withCloths(2);
    const [, below] = cloths;
    plugin.placeVertices(below, squeezed);
    plugin.components.Cloth.simulated[below] = 0;
    const moved = squeezed.map((x) => x + 0.01);
    const { positions, changed } = plugin.resolve(below, moved);
    expect([...positions[0]]).toEqual([...verticesOf(scene, below)]);
    expect(changed).toBe(squeezed.length / 3);
  });
});

test('what was told to collapse while only its pins counted, and is simulated no more, stays where it is', async () => {
  const reports: { code: string }[] = [];
  const scene = await openScene({ onReport: (report) => reports.push(report) });
  const sheet = addEntity(scene.world);
  scene.plugin.addDeformable(sheet, { ...SHEET, cloth: { pins: [40] } });
  scene.plugin.step(1 / 60);
  const before = verticesOf(scene, sheet);
  scene.plugin.moveVertices(sheet, new Float64Array(SHEET.positions.length));
  scene.plugin.components.Cloth.simulated[sheet] = 0;
  scene.plugin.step(1 / 60);
  expect([...verticesOf(scene, sheet)]).toEqual([...before]);
  expect(reports).toMatchObject([{ code: 'COLLAPSED_MESH', entity: sheet }]);
  expect(scene.plugin.contacts.count).toBe(0);
  scene.plugin.step(1 / 60);
  expect(reports).toHaveLength(1);
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
