// Bodies that are put elsewhere, whose id is given to others, or whose centre of mass is written: nothing of what their pairs were is left.
import { addEntity, removeEntity } from 'bitecs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { boxMesh } from '../../../scenes/meshes/index.js';
import { OVERLAP_REPORT, type PluginOptions } from '../../../src/index.js';
import { LINK_FLAGS, LINK_OVERLAPS, LINK_PARTING } from '../../../src/kernels/layout/contacts.js';
import { insideOf } from '../../../src/plugin/inside.js';
import { openScene } from '../../support/colliders.js';

const DT = 1 / 60;
const box = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });

async function open(options: PluginOptions = {}) {
  const scene = await openScene({ gravity: [0, 0, 0], sleep: false, ...options });
  onTestFinished(() => scene.plugin.dispose());
  return { ...scene, body: scene.plugin.components.RigidBody };
}

describe('a body that overlaps a fixed one on its other side', () => {
  const place = (x: number) => [x, 0.05, 0.03] as const;

  /** Where it is while it is pushed out, from 0.8. */
  async function waysOut(how: 'fresh' | 'teleported' | 'recycled', stepsBefore: number): Promise<number[]> {
    const { body, plugin, world } = await open();
    const add = (x: number) => {
      const entity = addEntity(world);
      plugin.addRigidBody(entity, { ...box, position: place(x) });
      return entity;
    };
    plugin.addRigidBody(addEntity(world), { ...box, body: { motion: 2 } });
    let entity = add(how === 'fresh' ? 0.8 : -0.8);
    for (let step = 0; step < stepsBefore; step++) plugin.step(DT);
    if (how === 'recycled') {
      const before = entity;
      removeEntity(world, entity);
      entity = add(0.8);
      expect(entity).toBe(before);
    }
    if (how === 'teleported') {
      [body.px, body.py, body.pz].forEach((column, k) => {
        column[entity] = place(0.8)[k]!;
      });
      for (const column of [body.vx, body.vy, body.vz, body.wx, body.wy, body.wz]) column[entity] = 0;
      [body.qx, body.qy, body.qz, body.qw].forEach((column, k) => {
        column[entity] = k === 3 ? 1 : 0;
      });
    }
    return Array.from({ length: 60 }, () => {
      plugin.step(DT);
      return body.px[entity]!;
    });
  }

  test.each([
    ['teleported', 1],
    ['teleported', 2],
    ['recycled', 1],
    ['recycled', 2],
  ] as const)('%s after %i steps it goes out as one does that was never elsewhere', async (how, steps) => {
    const fresh = await waysOut('fresh', 0);
    expect(fresh.at(-1)).toBeGreaterThan(1);
    expect(await waysOut(how, steps)).toEqual(fresh);
  });
});

test('a body that is written into another one a bit further in each step goes on parting the way it began', async () => {
  const { body, plugin, world } = await open();
  const platform = addEntity(world);
  plugin.addRigidBody(platform, { ...box, body: { motion: 1 } });
  const entity = addEntity(world);
  plugin.addRigidBody(entity, { ...box, position: [0.6, 0.4, 0.03], body: { mass: 1 } });
  plugin.step(DT);
  const links = insideOf(plugin)!.context.links!;
  const way = () => [0, 8, 16].map((axis) => links.number(0, LINK_PARTING + axis));
  const first = way();
  for (let step = 0; step < 5; step++) {
    body.py[platform] -= 0.08;
    plugin.step(DT);
    expect(links.word(0, LINK_FLAGS) & LINK_OVERLAPS).toBe(LINK_OVERLAPS);
    expect(way(), `step ${step}`).toEqual(first);
  }
});

test.each([0, 1])(
  'the overlap of a body that got the id of another %i steps after it left is told',
  async (between) => {
    const told: string[] = [];
    const { plugin, world } = await open({ onReport: ({ code }) => told.push(code) });
    const add = (x: number) => {
      const entity = addEntity(world);
      plugin.addRigidBody(entity, { ...box, position: [x, 0, 0], settings: { overlap: OVERLAP_REPORT } });
      return entity;
    };
    add(0);
    const gone = add(0.5);
    plugin.step(DT);
    plugin.step(DT);
    expect(told).toEqual(['OVERLAP']);
    removeEntity(world, gone);
    for (let step = 0; step < between; step++) plugin.step(DT);
    expect(add(0.4)).toBe(gone);
    plugin.step(DT);
    expect(told).toEqual(['OVERLAP', 'OVERLAP']);
    plugin.step(DT);
    expect(told).toHaveLength(2);
  },
);

test('a teleport into the same body is told, a body that rests in it is not told again', async () => {
  const told: string[] = [];
  const { body, plugin, world } = await open({ onReport: ({ code }) => told.push(code) });
  const settings = { overlap: OVERLAP_REPORT };
  plugin.addRigidBody(addEntity(world), { ...box, settings });
  const entity = addEntity(world);
  plugin.addRigidBody(entity, { ...box, position: [0.5, 0, 0], settings });
  plugin.step(DT);
  for (let step = 0; step < 10; step++) {
    body.px[entity] += 0.01;
    plugin.step(DT);
  }
  expect(told).toHaveLength(1);
  body.px[entity] = -0.5;
  plugin.step(DT);
  expect(told).toHaveLength(2);
});

test.each([-0.2, -0.02, 0.02, 0.2])(
  'the centre of mass of a box at rest that is moved by %f leaves it at rest',
  async (by) => {
    const { body, plugin, world } = await open({ gravity: [0, -9.81, 0] });
    const floor = boxMesh({ cells: [1, 1, 1], size: [10, 1, 10] });
    plugin.addRigidBody(addEntity(world), { ...floor, position: [0, -0.5, 0], body: { motion: 2 } });
    const entity = addEntity(world);
    const own = { mass: 1, ixx: 1 / 6, iyy: 1 / 6, izz: 1 / 6 };
    plugin.addRigidBody(entity, { ...box, position: [0, 0.502, 0], body: own });
    for (let step = 0; step < 60; step++) plugin.step(DT);
    const height = body.py[entity]!;
    body.cy[entity] = by;
    for (let step = 0; step < 60; step++) {
      plugin.step(DT);
      // a body rests at a gap of a thousandth of its reach from the centre of mass, which is another one now
      expect(Math.abs(body.py[entity]! - height), `step ${step}`).toBeLessThan(2e-4);
      expect(Math.hypot(body.vx[entity]!, body.vy[entity]!, body.vz[entity]!)).toBeLessThan(5e-3);
    }
  },
);
