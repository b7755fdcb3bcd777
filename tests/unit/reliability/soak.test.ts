// A short soak: `npm run soak` is the long one.
import { addEntity } from 'bitecs';
import { expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { Growth } from '../../../tools/soak/growth.js';
import { Lives } from '../../../tools/soak/life.js';
import { intersections, type Known } from '../../../tools/soak/surfaces.js';
import { openScene } from '../../support/colliders.js';

test('random scenes: nothing meets, errors are typed, replays are the same, and no memory is left', async () => {
  const lives = await Lives.open();
  const live: number[] = [];
  for (let round = 0; round < 2; round++) {
    for (const seed of [11, 12]) lives.run(seed, 120);
    expect(lives.plugin.memory.blocks).toBe(0);
    live.push(lives.plugin.memory.liveBytes);
  }
  const { failures, steps, added, cuts, breaks, tears, seams, badCalls, teleports } = lives.report;
  expect(failures).toEqual([]);
  expect(lives.report.intersections).toBe(0);
  expect(steps).toBe(480);
  expect(
    Math.min(added, cuts, breaks, tears, seams, badCalls, teleports),
    JSON.stringify(lives.report),
  ).toBeGreaterThan(0);
  expect(live[1]).toBe(live[0]);
});

test('what tears as it moves is looked around where it is, and not where the step began', async () => {
  const lives = await Lives.open();
  lives.run(12023, 100);
  expect(lives.report.tears).toBeGreaterThan(1);
  expect(lives.report.failures).toEqual([]);
});

test('cloth that is gone gives back what its most violent step needed', async () => {
  const { plugin, world } = await openScene({ maxEntities: 10 });
  const ball = addEntity(world);
  plugin.addRigidBody(ball, { ...icosphereMesh({ subdivisions: 2, radius: 0.4 }), position: [0, 1, 0] });
  plugin.step();
  const before = plugin.memory.liveBytes;
  const cloth = addEntity(world);
  plugin.addDeformable(cloth, { ...gridMesh({ columns: 12, rows: 12 }), cloth: {} });
  plugin.components.RigidBody.vy[ball] = -40;
  for (let step = 0; step < 4; step++) plugin.step();
  expect(plugin.memory.liveBytes).toBeGreaterThan(before + 1e6);
  plugin.removeCollider(cloth);
  plugin.step();
  expect(plugin.memory.liveBytes).toBeLessThan(before + 2e5);
  plugin.addDeformable(cloth, { ...gridMesh({ columns: 12, rows: 12, height: 3 }), cloth: {} });
  plugin.step();
  expect(plugin.counters.clothDetections).toBeGreaterThan(0);
});

test('the soak sees bodies that meet', async () => {
  const { plugin, world } = await openScene({ maxEntities: 10 });
  const box = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });
  const known = new Map<number, Known>();
  for (const x of [0, 1.2]) {
    const entity = addEntity(world);
    plugin.addRigidBody(entity, { ...box, position: [x, x / 3, 0], body: { motion: 2 } });
    known.set(entity, { kind: 'rigid', ...box });
  }
  plugin.step();
  expect(intersections(plugin, known)).toBe(0);
  plugin.components.RigidBody.px[[...known.keys()][1]] = 0.9;
  expect(intersections(plugin, known)).toBeGreaterThan(0);
});

test('growth is what scenes after the warm-up need more, and nothing was measured where there were none', () => {
  let compiled = 0;
  const growth = new Growth(() => compiled++);
  const noted = (...scenes: readonly (readonly [bytes: number, share: number])[]) => {
    for (const [bytes, share] of scenes) growth.note(bytes, share);
    return growth.bytes;
  };
  expect(noted([90, 0.1])).toBe(null);
  expect(noted([80, 0.16], [50, 0.2])).toBe(null);
  expect([compiled, growth.warmBytes]).toEqual([1, 50]);
  expect(noted([40, 0.5])).toBe(0);
  expect(noted([57, 0.8], [45, 1])).toBe(7);
});
