// Rigid bodies on one thread and on two: the same bits, whatever is asked ahead and by whom.
import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity } from 'bitecs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addBodies, RIGID_SCENES } from '../../../scenes/rigid/index.js';
import { Crew } from '../../../src/crew/crew.js';
import { IMPACTS, LINK_CERTIFICATES, LINK_TOUCHES } from '../../../src/crew/job-kinds.js';
import type { PluginOptions } from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { openScene } from '../../support/colliders.js';

const worker = new URL('../../../tools/source-worker.mjs', import.meta.url);

// each plays a scene twice; two threads that have no cores of their own take turns
vi.setConfig({ testTimeout: 300_000 });
beforeAll(() => RAPIER.init());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A snapshot and the counters after each step. */
async function play(name: string, steps: number, options: PluginOptions) {
  const scene = RIGID_SCENES[name](3);
  const given = { gravity: scene.gravity, worker, sharedMemory: true, ...options };
  const { plugin, world } = await openScene(given);
  addBodies(plugin, scene, () => addEntity(world));
  expect(plugin.workers).toBe(options.workers);
  const states = [];
  for (let step = 0; step < steps; step++) {
    plugin.step(1 / 60);
    // where memory has holes is the one thing that another thread changes
    const counters = { ...plugin.counters, bytesCompacted: 0, lostWorkers: 0 };
    states.push({ counters, bytes: Buffer.from(plugin.snapshot()), lost: plugin.counters.lostWorkers });
  }
  plugin.dispose();
  return states;
}

async function expectSame(name: string, steps: number, options: () => PluginOptions) {
  const alone = await play(name, steps, { ...options(), workers: 1 });
  const together = await play(name, steps, { ...options(), workers: 2 });
  expect(alone.length).toBe(steps);
  alone.forEach(({ counters, bytes }, step) => {
    expect(together[step].counters, `${name}, step ${step}`).toEqual(counters);
    expect(Buffer.compare(together[step].bytes, bytes), `${name}, step ${step}`).toBe(0);
  });
  return together;
}

const BACKENDS: Record<string, () => PluginOptions> = {
  'the built-in backend': () => ({}),
  Rapier: () => ({ rigid: rapierBackend(RAPIER) }),
};

describe.each(Object.entries(BACKENDS))(
  'rigid bodies over %s come to the same bits on two threads',
  (_, backend) => {
    it.each([
      ['pile-20', 20],
      ['letters', 25],
      ['chain', 25],
      ['gears', 12],
    ])('%s', async (name, steps) => {
      const share = vi.spyOn(Crew.prototype, 'share');
      await expectSame(name, steps, backend);
      const kinds = share.mock.calls.map(([kind]) => kind);
      if (name === 'pile-20') {
        for (const each of [LINK_TOUCHES, LINK_CERTIFICATES, IMPACTS]) {
          expect(kinds.filter((kind) => kind === each).length).toBeGreaterThan(10);
        }
      }
    });
  },
);

it.each([
  [LINK_TOUCHES, '3 exits'],
  [LINK_CERTIFICATES, '2 exits'],
  [LINK_CERTIFICATES, '1 hangs'],
  [IMPACTS, '3 exits'],
])('a worker that ends in work of kind %i (%s) loses nothing', async (kind, ending) => {
  vi.stubEnv('DYING_WORKER', `${ending} ${kind}`);
  const dying = new URL('./dying-worker.mjs', import.meta.url);
  const reports: string[] = [];
  const onReport = ({ code }: { code: string }) => reports.push(code);
  const steps = await expectSame('pile-20', 25, () => ({ worker: dying, onReport }));
  expect(steps[24].lost).toBe(1);
  expect(reports).toEqual(['WORKER_LOST']);
});

it('by conservative advancement too', async () => {
  await expectSame('pile-20', 15, () => ({ advancement: 'c2a' }));
});
