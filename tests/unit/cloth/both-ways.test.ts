import { addEntity, createWorld } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh, type SceneMesh } from '../../../scenes/meshes/index.js';
import { placedPoints } from '../../../scenes/meshes/placed.js';
import {
  COLLIDER_OFF,
  type CollisionPlugin,
  createCollisionPlugin,
  MOTION_FIXED,
  MOTION_KINEMATIC,
} from '../../../src/index.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';

const SIDE = 0.6;
const DENSITY = 0.5;
const SHEET = gridMesh({ columns: 12, rows: 12, width: SIDE, depth: SIDE, height: 0 });
const BALL = icosphereMesh({ subdivisions: 2, radius: 0.1 });
const DT = 1 / 60;

interface Thing {
  readonly entity: number;
  readonly mesh: SceneMesh;
}

interface Setting {
  readonly gravity?: readonly [number, number, number];
  readonly mass?: number;
  readonly speed?: number;
  readonly pins?: number[];
  readonly height?: number;
  readonly friction?: number;
}

/** A ball above a sheet. */
async function ballOverSheet(setting: Setting) {
  const { gravity = [0, 0, 0], mass = 1, speed = 0, pins = [], height = 0.13, friction = 0.5 } = setting;
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 20, gravity, timeStep: DT });
  const settings = { friction };
  const ball: Thing = { entity: addEntity(world), mesh: BALL };
  plugin.addRigidBody(ball.entity, {
    ...BALL,
    position: [0.02, height, 0.03],
    body: { mass, vy: speed, vx: 0.2 },
    settings,
  });
  const sheet: Thing = { entity: addEntity(world), mesh: SHEET };
  plugin.addDeformable(sheet.entity, { ...SHEET, cloth: { pins, density: DENSITY, damping: 0 }, settings });
  return { world, plugin, ball, sheet };
}

function placed(plugin: CollisionPlugin, { entity: e, mesh }: Thing): Float64Array {
  const { px, py, pz, qx, qy, qz, qw } = plugin.components.RigidBody;
  if (plugin.components.RigidBody.radius[e] === 0)
    return plugin.readVertices(e, new Float64Array(mesh.positions.length));
  const place = { position: [px[e], py[e], pz[e]], rotation: [qx[e], qy[e], qz[e], qw[e]] } as const;
  return placedPoints(mesh.positions, place);
}

/** Pairs that meet among the things, each of which may meet all others: rigid bodies as well. */
function meetings(plugin: CollisionPlugin, things: readonly Thing[]): number {
  const points = Float64Array.from(things.flatMap((thing) => [...placed(plugin, thing)]));
  let first = 0;
  const triangles = things.flatMap(({ mesh }) => {
    const own = [...mesh.triangles].map((v) => v + first);
    first += mesh.positions.length / 3;
    return own;
  });
  const prescribed = new Uint8Array(first);
  return new StaticTest(Uint32Array.from(triangles), first, { prescribed }).count(points);
}

/** The mean velocity of the sheet's mass in the last step, from where its vertices were and are. */
function momentumOfSheet(before: Float64Array, after: Float64Array): number[] {
  const share = new Float64Array(after.length / 3);
  const quads = 144;
  const triangleMass = (DENSITY * SIDE * SIDE) / (2 * quads);
  for (const v of SHEET.triangles) share[v] += triangleMass / 3;
  return [0, 1, 2].map((axis) =>
    share.reduce((sum, mass, v) => sum + (mass * (after[3 * v + axis] - before[3 * v + axis])) / DT, 0),
  );
}

const CORNERS = [0, 12, 13 * 12, 13 * 13 - 1];

describe('cloth and rigid bodies push each other', () => {
  test.each([0.02, 0.2, 20])(
    'momentum is kept when a ball of %f kg flies into a free sheet',
    async (mass) => {
      const { plugin, ball, sheet } = await ballOverSheet({ mass, speed: -1 });
      const { vx, vy, vz } = plugin.components.RigidBody;
      for (let step = 0; step < 30; step++) {
        plugin.step();
        expect(meetings(plugin, [ball, sheet])).toBe(0);
      }
      // The sheet alone: what it has in this step is what it was left with.
      plugin.components.CollisionSettings.collider[ball.entity] = COLLIDER_OFF;
      const before = placed(plugin, sheet);
      plugin.step();
      const cloth = momentumOfSheet(before, placed(plugin, sheet));
      const now = [vx, vy, vz].map((speeds, axis) => mass * speeds[ball.entity] + cloth[axis]);
      expect(-cloth[1]).toBeGreaterThan(0.4 * Math.min(mass, 0.18));
      expect(plugin.counters.stepBacks).toBe(0);
      [mass * 0.2, -mass, 0].forEach((began, axis) => {
        expect(Math.abs(now[axis] - began)).toBeLessThan(1e-9 * mass);
      });
    },
  );

  test('a wide floor far below changes nothing of how a ball meets a sheet', async () => {
    const fly = async (hasFloor: boolean) => {
      const { world, plugin, ball } = await ballOverSheet({ mass: 0.2, speed: -1 });
      const floor = boxMesh({ cells: [1, 1, 1], size: [20, 0.1, 20] });
      if (hasFloor) {
        plugin.addRigidBody(addEntity(world), {
          ...floor,
          position: [0, -1, 0],
          body: { motion: MOTION_FIXED },
        });
      }
      for (let step = 0; step < 12; step++) plugin.step();
      const { py, vx, vy, wz } = plugin.components.RigidBody;
      return [py, vx, vy, wz].map((column) => column[ball.entity]);
    };
    const alone = await fly(false);
    // The sheet rubs it.
    expect(Math.abs(alone[3])).toBeGreaterThan(0.1);
    const beside = await fly(true);
    for (let i = 0; i < alone.length; i++) expect(beside[i]).toBeCloseTo(alone[i], 9);
  });

  test('what hardly takes part in a contact is not thrown by it', async () => {
    const world = createWorld();
    const plugin = await createCollisionPlugin(world, { maxEntities: 9, gravity: [0, 0, 0], timeStep: DT });
    const triangle: Thing = {
      entity: addEntity(world),
      mesh: {
        positions: Float64Array.of(0, 0, 0, 0.1, 0, 0, 0.05, 0, 0.1),
        triangles: Uint32Array.of(0, 1, 2),
      },
    };
    const cloth = { pins: [0, 1], stretchCompliance: 1e-4 };
    plugin.addDeformable(triangle.entity, { ...triangle.mesh, cloth, settings: { thickness: 0.02 } });
    const thorn: Thing = { entity: addEntity(world), mesh: icosphereMesh({ subdivisions: 1, radius: 0.02 }) };
    plugin.addRigidBody(thorn.entity, {
      ...thorn.mesh,
      position: [0.05, 0.045, 0.0008],
      body: { motion: MOTION_KINEMATIC, vy: -0.3 },
    });
    let before = placed(plugin, triangle);
    let fastest = 0;
    for (let step = 0; step < 20; step++) {
      plugin.step();
      const now = placed(plugin, triangle);
      for (let k = 6; k < 9; k++) fastest = Math.max(fastest, Math.abs(now[k] - before[k]) / DT);
      expect(meetings(plugin, [triangle, thorn])).toBe(0);
      before = now;
    }
    expect(fastest).toBeLessThan(5);
  });

  test('a sheet that hangs at its corners catches a ball, and holds it', async () => {
    const { plugin, ball, sheet } = await ballOverSheet({
      gravity: [0, -9.81, 0],
      mass: 0.3,
      pins: CORNERS,
      height: 0.3,
    });
    const { py, vy } = plugin.components.RigidBody;
    const heights: number[] = [];
    for (let step = 0; step < 180; step++) {
      plugin.step();
      if (step % 5 === 0) expect(meetings(plugin, [ball, sheet])).toBe(0);
      heights.push(py[ball.entity]);
    }
    // It comes to swing on the sheet, less and less.
    const swing = (from: number) => {
      const part = heights.slice(from, from + 40);
      return Math.max(...part) - Math.min(...part);
    };
    expect(Math.min(...heights)).toBeGreaterThan(-0.2);
    expect(swing(140)).toBeLessThan(0.5 * swing(20));
    expect(Math.abs(vy[ball.entity])).toBeLessThan(0.6);
  });

  test('a sheet that is pulled takes a light ball along', async () => {
    const { plugin, ball, sheet } = await ballOverSheet({
      mass: 0.02,
      pins: CORNERS,
      height: 0.11,
      speed: -0.2,
    });
    const goals = SHEET.positions.slice();
    for (let step = 0; step < 60; step++) {
      for (let i = 0; i < goals.length; i += 3) goals[i + 1] += 0.01;
      plugin.moveVertices(sheet.entity, goals);
      plugin.step();
      if (step % 5 === 0) expect(meetings(plugin, [ball, sheet])).toBe(0);
    }
    // The sheet goes up at 0.6 m/s.
    expect(plugin.components.RigidBody.vy[ball.entity]).toBeGreaterThan(0.5);
    expect(plugin.components.RigidBody.vy[ball.entity]).toBeLessThan(1.5);
  });

  test('a body that is put beyond a sheet is there, and another may take its place', async () => {
    const { world, plugin, ball, sheet } = await ballOverSheet({ pins: CORNERS });
    const other: Thing = { entity: addEntity(world), mesh: BALL };
    plugin.addRigidBody(other.entity, { ...BALL, position: [0.24, 0.13, 0.03], body: { mass: 1, vx: -3 } });
    plugin.step();
    const { px, py, vx } = plugin.components.RigidBody;
    vx[ball.entity] = 0;
    py[ball.entity] = -0.2;
    for (let step = 0; step < 4; step++) {
      plugin.step();
      expect(meetings(plugin, [ball, other, sheet])).toBe(0);
      expect(py[ball.entity]).toBeCloseTo(-0.2, 6);
    }
    expect(px[other.entity]).toBeLessThan(0.15);
  });

  test('boxes on each other and a sheet that catches them: no two of them meet', async () => {
    const world = createWorld();
    const gravity = [0, -9.81, 0] as const;
    const plugin = await createCollisionPlugin(world, { maxEntities: 20, gravity, timeStep: DT });
    const box = boxMesh({ cells: [1, 1, 1], size: [0.12, 0.08, 0.12] });
    const things: Thing[] = [];
    for (let i = 0; i < 3; i++) {
      const entity = addEntity(world);
      plugin.addRigidBody(entity, {
        ...box,
        position: [0.01 * i, 0.1 + 0.085 * i, 0.005 * i],
        body: { mass: 0.2 },
      });
      things.push({ entity, mesh: box });
    }
    const floor = boxMesh({ cells: [1, 1, 1], size: [2, 0.1, 2] });
    const ground = addEntity(world);
    plugin.addRigidBody(ground, { ...floor, position: [0, -0.25, 0], body: { motion: MOTION_FIXED } });
    things.push({ entity: ground, mesh: floor });
    const sheet = addEntity(world);
    plugin.addDeformable(sheet, { ...SHEET, cloth: { pins: CORNERS, density: DENSITY } });
    things.push({ entity: sheet, mesh: SHEET });
    const { vy } = plugin.components.RigidBody;
    const boxes = things.slice(0, 3).map(({ entity }) => entity);
    let held = 0;
    for (let step = 0; step < 60; step++) {
      plugin.step();
      expect(meetings(plugin, things)).toBe(0);
      held += plugin.counters.blocked;
    }
    // Now and then cloth held one of them; it was not for that that they stopped falling.
    expect(held).toBeGreaterThan(0);
    for (const entity of boxes) expect(Math.abs(vy[entity])).toBeLessThan(1.5);
  });
});
