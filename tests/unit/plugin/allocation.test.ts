import { PerformanceObserver } from 'node:perf_hooks';
import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { openScene } from '../../support/colliders.js';

const WARM_UP = 5000;
/** Young memory is some megabytes: one small object a step would fill it less than once, one a collider several times. */
const STEPS = 20_000;
/** Here an object a contact would fill it some times. */
const SLOWER_WARM_UP = 300;
const SLOWER_STEPS = 1500;

describe('a step after warm-up', () => {
  test('allocates nothing to speak of', async () => {
    const { world, plugin } = await openScene({ maxEntities: 100 });
    const cloth = gridMesh({ columns: 2, rows: 2 });
    const moved = [cloth.positions, cloth.positions.map((value) => value + 0.01)];
    const cloths = Array.from({ length: 10 }, () => addEntity(world));
    // nobody meets anybody: the stages that find contacts have their own test
    const settings = { mask: 0, selfCollision: 0 };
    for (const entity of cloths) plugin.addDeformable(entity, { ...cloth, settings });
    const mesh = plugin.loadMesh(icosphereMesh({ subdivisions: 0 }));
    // Some of them meet in each step, some only come close.
    for (let i = 0; i < 10; i++) {
      const body = { vx: i & 1 ? -30 : 30, wz: 5 };
      plugin.addRigidBody(addEntity(world), { mesh, settings, position: [2.6 * i, 0, 0], body });
    }
    const run = (steps: number) => {
      for (let i = 0; i < steps; i++) {
        for (const entity of cloths) plugin.moveVertices(entity, moved[i & 1]);
        plugin.step(1 / 60);
      }
    };
    run(WARM_UP);
    // About 14 bytes a rigid body and step are known: a number becomes an object where its columns are checked. An object
    // a collider would be ten collections and more.
    const collections = await collectionsDuring(() => run(STEPS));
    expect(collections).toBeLessThanOrEqual(4);
  });

  test('that finds times of impact allocates nothing to speak of either', async () => {
    const { world, plugin } = await openScene({ maxEntities: 100, gravity: [0, 0, 0] });
    const mesh = plugin.loadMesh(icosphereMesh({ subdivisions: 0 }));
    const bodies = Array.from({ length: 6 }, () => addEntity(world));
    bodies.forEach((entity, i) => {
      plugin.addRigidBody(entity, { mesh, body: { vx: i & 1 ? -30 : 30, wz: 5, motion: 1 } });
    });
    const { px } = plugin.components.RigidBody;
    const run = (steps: number) => {
      for (let i = 0; i < steps; i++) {
        for (let k = 0; k < bodies.length; k++) px[bodies[k]] = 2.6 * k;
        plugin.step(1 / 60);
      }
    };
    run(2000);
    expect(plugin.counters.impacts).toBeGreaterThan(2);
    // an object a contact would be some megabytes
    expect(await collectionsDuring(() => run(10_000))).toBeLessThanOrEqual(1);
  });

  test('that finds contacts allocates nothing to speak of either', async () => {
    const { world, plugin } = await openScene({ maxEntities: 100 });
    const cloth = gridMesh({ columns: 3, rows: 3 });
    const moved = [0, 0.02].map((by) =>
      cloth.positions.map((value, i) => value + (i % 3 === 1 ? by : 0.001 * (i % 5))),
    );
    const cloths = Array.from({ length: 3 }, () => addEntity(world));
    cloths.forEach((entity, i) => {
      plugin.addDeformable(entity, { ...cloth, settings: { thickness: i === 2 ? 0.01 : 0 } });
      plugin.placeVertices(
        entity,
        cloth.positions.map((value, k) => value + (k % 3 === 1 ? 0.01 * i : 0)),
      );
    });
    const ball = { ...icosphereMesh({ subdivisions: 0 }), position: [0, 0.5, 0] as const };
    plugin.addRigidBody(addEntity(world), { ...ball, body: { wy: 20, motion: 1 } });
    const run = (steps: number) => {
      for (let i = 0; i < steps; i++) {
        for (const entity of cloths) plugin.moveVertices(entity, moved[(i + entity) & 1]);
        plugin.step(1 / 60);
      }
    };
    run(SLOWER_WARM_UP);
    expect(plugin.contacts.count).toBeGreaterThan(20);
    const collections = await collectionsDuring(() => run(SLOWER_STEPS));
    expect(collections).toBeLessThanOrEqual(1);
  });
});

async function collectionsDuring(work: () => void): Promise<number> {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().length;
  });
  observer.observe({ entryTypes: ['gc'] });
  work();
  await new Promise((resolve) => setTimeout(resolve, 50));
  observer.disconnect();
  return count;
}
