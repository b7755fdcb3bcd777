import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { allocatedBytes } from '../../../bench/allocated-bytes.js';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { openScene } from '../../support/colliders.js';

/** At least: compiled code comes when the engine has time, so the steps are measured again until they are cheap. */
const WARM_UP = 2000;
const STEPS = 2000;
const SLOWER_WARM_UP = 100;
const SLOWER_STEPS = 200;
const ROUNDS = 10;
/** The smallest object with two numbers in it. */
const OBJECT_BYTES = 32;

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
    // Numbers become objects where the engine does not inline a function, which differs from run to run; an object a collider fails.
    await expectFewerBytes(20 * OBJECT_BYTES, run, STEPS);
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
    await expectFewerBytes((bodies.length + plugin.counters.impacts) * OBJECT_BYTES, run, STEPS);
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
    expect(plugin.contacts.count).toBeGreaterThan(1000);
    await expectFewerBytes((plugin.contacts.count * OBJECT_BYTES) / 2, run, SLOWER_STEPS);
  });
});

async function expectFewerBytes(limit: number, run: (steps: number) => void, steps: number): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let most = '';
  for (let round = 0; round < ROUNDS && least >= limit; round++) {
    const bytes = [...(await allocatedBytes(() => run(steps)))].sort((a, b) => b[1] - a[1]);
    const total = bytes.reduce((sum, [, size]) => sum + size, 0) / steps;
    if (total < least)
      most = bytes
        .slice(0, 3)
        .map(([name, size]) => `${name} ${size / steps}`)
        .join(', ');
    least = Math.min(least, total);
  }
  expect(least, `bytes a step, most of them by ${most}`).toBeLessThan(limit);
}
