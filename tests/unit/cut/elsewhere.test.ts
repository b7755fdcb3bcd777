import { createHash } from 'node:crypto';
import { addEntity } from 'bitecs';
import { afterEach, expect, test, vi } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { Crew } from '../../../src/crew/crew.js';
import { MOTION_KINEMATIC, type PluginOptions } from '../../../src/index.js';
import { openScene } from '../../support/colliders.js';

vi.setConfig({ testTimeout: 300_000 });
afterEach(() => {
  vi.restoreAllMocks();
});

const SHEET = gridMesh({ columns: 30, rows: 30, width: 1.2, depth: 1.2 });
const BALL = icosphereMesh({ subdivisions: 2, radius: 0.3 });

/** A cloth over a ball, cut twice as it folds. */
async function draped(options: PluginOptions = {}) {
  const scene = await openScene({ maxEntities: 20, ...options });
  const { plugin, world } = scene;
  const ball = addEntity(world);
  plugin.addRigidBody(ball, { ...BALL, body: { motion: MOTION_KINEMATIC }, position: [0, -0.33, 0] });
  const cloth = addEntity(world);
  plugin.addDeformable(cloth, { ...SHEET, cloth: {} });
  const steps = (count: number) => {
    for (let i = 0; i < count; i++) plugin.step(1 / 60);
  };
  const row = (j: number, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => j * 31 + from + i);
  steps(12);
  expect(plugin.cut(cloth, { path: row(4, 3, 12) }).opened).toBeGreaterThan(5);
  steps(6);
  expect(plugin.cut(cloth, { path: row(25, 10, 22) }).opened).toBeGreaterThan(5);
  steps(2);
  return { ...scene, steps };
}

const bits = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('a cloth that was cut goes on in another plugin bit by bit, where the solver knows nothing of it yet', async () => {
  const { plugin, steps } = await draped();
  const saved = plugin.snapshot();
  steps(12);
  const other = await openScene({ maxEntities: 20 });
  for (let i = 0; i < 2; i++) addEntity(other.world);
  other.plugin.restore(saved);
  for (let i = 0; i < 12; i++) other.plugin.step(1 / 60);
  expect(bits(other.plugin.snapshot())).toBe(bits(plugin.snapshot()));
});

test('two threads and one have the same bits after cuts', async () => {
  const share = vi.spyOn(Crew.prototype, 'share');
  const threads = {
    worker: new URL('../../../tools/source-worker.mjs', import.meta.url),
    sharedMemory: true,
  };
  const [one, two] = [await draped({ ...threads, workers: 1 }), await draped({ ...threads, workers: 2 })];
  share.mockClear();
  for (const { steps } of [one, two]) steps(12);
  expect(share.mock.calls.length).toBeGreaterThan(10);
  expect(bits(two.plugin.snapshot())).toBe(bits(one.plugin.snapshot()));
  for (const { plugin } of [one, two]) plugin.dispose();
});
