import { addEntity, createWorld } from 'bitecs';
import { expect, test } from 'vitest';
import { boxMesh, gridMesh, type SceneMesh } from '../../../scenes/meshes/index.js';
import { createCollisionPlugin, MOTION_DYNAMIC, MOTION_KINEMATIC } from '../../../src/index.js';
import { intersections, type Known } from '../../../tools/soak/surfaces.js';

const BOX = boxMesh({ cells: [1, 1, 1], size: [0.3, 0.3, 0.3] });
const SHEET = gridMesh({ columns: 6, rows: 6, width: 1, depth: 1 });
/** Upright, across the x axis. */
const CURTAIN = SHEET.positions.map((_, i, all) => (i % 3 === 0 ? 0 : all[i % 3 === 1 ? i - 1 : i]));
const CORNERS = [0, 6, 42, 48];

async function sceneWithCurtain(at: number) {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 10, gravity: [0, 0, 0] });
  const known = new Map<number, Known>();
  const curtain = addEntity(world);
  const positions = CURTAIN.map((value, i) => value + (i % 3 === 0 ? at : 0));
  plugin.addDeformable(curtain, { positions, triangles: SHEET.triangles, cloth: { pins: CORNERS } });
  known.set(curtain, { kind: 'cloth', positions, triangles: SHEET.triangles });
  const addBox = (x: number, motion: number, mass: number): number => {
    const entity = addEntity(world);
    const body = { motion, mass };
    plugin.addRigidBody(entity, { ...BOX, position: [x, 0, 0], body, settings: { restitution: 1 } });
    known.set(entity, { kind: 'rigid', ...BOX });
    return entity;
  };
  const addDriven = (mesh: SceneMesh, x: number): number => {
    const entity = addEntity(world);
    const moved = mesh.positions.map((value, i) => value + (i % 3 === 0 ? x : 0));
    plugin.addDeformable(entity, { positions: moved, triangles: mesh.triangles });
    known.set(entity, { kind: 'cloth', positions: moved, triangles: mesh.triangles });
    return entity;
  };
  return { addBox, addDriven, curtain, known, plugin };
}

test.each(['kinematic', 'dynamic', 'driven'])('a frozen cloth holds what is %s', async (kind) => {
  const { addBox, addDriven, curtain, known, plugin } = await sceneWithCurtain(0);
  const { Cloth, RigidBody } = plugin.components;
  const motion = kind === 'kinematic' ? MOTION_KINEMATIC : MOTION_DYNAMIC;
  const body = kind === 'driven' ? addDriven({ ...SHEET, positions: CURTAIN }, -1) : addBox(-1, motion, 1);
  plugin.step(1 / 60);
  Cloth.frozen[curtain] = 1;
  const now = new Float64Array(CURTAIN.length);
  for (let step = 0; step < 25; step++) {
    if (kind === 'driven') {
      plugin.readVertices(body, now);
      plugin.moveVertices(
        body,
        now.map((value, i) => value + (i % 3 === 0 ? 0.05 : 0)),
      );
    } else RigidBody.vx[body] = 3;
    plugin.step(1 / 60);
    expect(intersections(plugin, known), `step ${step}`).toBe(0);
  }
  const x = kind === 'driven' ? plugin.readVertices(body, now)[0] : RigidBody.px[body];
  expect(x).toBeLessThan(kind === 'driven' ? 0 : -0.15);
  expect(x).toBeGreaterThan(-0.3);
});

test('a cloth that sleeps is woken by what is struck towards it within the step', async () => {
  const { addBox, curtain, known, plugin } = await sceneWithCurtain(1);
  const { Cloth, RigidBody } = plugin.components;
  const struck = addBox(0, MOTION_DYNAMIC, 0.01);
  for (let step = 0; step < 300; step++) plugin.step(1 / 60);
  expect([Cloth.asleep[curtain], RigidBody.asleep[struck]]).toEqual([1, 1]);
  const striker = addBox(-0.7, MOTION_DYNAMIC, 100);
  RigidBody.vx[striker] = 60;
  plugin.step(1 / 60);
  expect(Cloth.asleep[curtain]).toBe(0);
  expect(intersections(plugin, known)).toBe(0);
});

test('a driven mesh goes where it is told while all cloths sleep', async () => {
  const { addDriven, curtain, plugin } = await sceneWithCurtain(0);
  const driven = addDriven(BOX, -4);
  for (let step = 0; step < 150; step++) plugin.step(1 / 60);
  expect(plugin.components.Cloth.asleep[curtain]).toBe(1);
  const there = BOX.positions.map((value, i) => value + (i % 3 === 0 ? -5 : 0));
  plugin.moveVertices(driven, there);
  plugin.step(1 / 60);
  expect(plugin.components.Cloth.asleep[curtain]).toBe(1);
  expect([...plugin.readVertices(driven, new Float64Array(there.length))]).toEqual([...there]);
});

test('a light body that cloth stops is not thrown back faster than it came', async () => {
  const { addBox, known, plugin } = await sceneWithCurtain(0);
  const { RigidBody } = plugin.components;
  const ball = addBox(-1, MOTION_DYNAMIC, 0.01);
  RigidBody.vx[ball] = 60;
  for (let step = 0; step < 20; step++) {
    plugin.step(1 / 60);
    expect(intersections(plugin, known)).toBe(0);
    const { vx, vy, vz } = RigidBody;
    expect(Math.hypot(vx[ball], vy[ball], vz[ball]), `step ${step}`).toBeLessThan(61);
  }
  expect(RigidBody.vx[ball]).toBeLessThan(0);
});
