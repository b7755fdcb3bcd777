// Cloth on one thread and on two: the same bits, whoever looks for its pairs.
import { addEntity } from 'bitecs';
import { afterEach, expect, it, vi } from 'vitest';
import { turningBall } from '../../../scenes/simulated/ball.js';
import { addToPlugin } from '../../../scenes/simulated/in-plugin.js';
import { fallingLayers } from '../../../scenes/simulated/layers.js';
import type { SimulatedScene } from '../../../scenes/simulated/simulated-scene.js';
import { fallingTape } from '../../../scenes/simulated/tape.js';
import {
  CONSTRAINTS_BACKWARD,
  CONSTRAINTS_FORWARD,
  CONTACTS_FOUND,
  CONTACTS_SOLVED,
  STAGE,
} from '../../../src/cloth/stage-parts.js';
import { Crew } from '../../../src/crew/crew.js';
import { CLOTH_PIECES, CLOTH_STAGE } from '../../../src/crew/job-kinds.js';
import type { PluginOptions } from '../../../src/index.js';
import { SWEEP_BACKWARD, SWEEP_PUSHING } from '../../../src/kernels/layout/cloth.js';
import { openScene } from '../../support/colliders.js';

const source = new URL('../../../tools/source-worker.mjs', import.meta.url);

// each plays a scene twice; two threads that have no cores of their own take turns
vi.setConfig({ testTimeout: 300_000 });
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A snapshot after each step, and what the steps counted. */
async function play(scene: SimulatedScene, steps: number, options: PluginOptions) {
  const { plugin, world } = await openScene({ worker: source, sharedMemory: true, ...options });
  const { drive } = addToPlugin(plugin, scene, () => addEntity(world));
  expect(plugin.workers).toBe(options.workers);
  const states = [];
  for (let step = 1; step <= steps; step++) {
    drive(step * scene.dt);
    plugin.step(scene.dt);
    const { clothDetections, lostWorkers } = plugin.counters;
    states.push({ bytes: Buffer.from(plugin.snapshot()), clothDetections, lostWorkers });
  }
  plugin.dispose();
  return states;
}

async function expectSame(make: () => SimulatedScene, steps: number, options: PluginOptions = {}) {
  const alone = await play(make(), steps, { ...options, workers: 1 });
  const together = await play(make(), steps, { ...options, workers: 2 });
  expect(alone.length).toBe(steps);
  alone.forEach(({ bytes, clothDetections }, step) => {
    expect(together[step].clothDetections, `step ${step}`).toBe(clothDetections);
    expect(Buffer.compare(together[step].bytes, bytes), `step ${step}`).toBe(0);
  });
  return together;
}

it.each([
  ['a sheet on a turning ball', () => turningBall(3, { quads: 40 }), 25],
  ['layers', () => fallingLayers(3, 3, 20), 20],
  ['tape', () => fallingTape(3), 14],
] as const)('%s', async (_, make, steps) => {
  const share = vi.spyOn(Crew.prototype, 'share');
  await expectSame(make, steps);
  expect(share.mock.calls.filter(([kind]) => kind === CLOTH_PIECES).length).toBeGreaterThan(10);
});

/** A cloth of so many quads a side, and a worker that ends so in a job of that kind: it is told once, and nothing is otherwise. */
async function expectLostOnce(ending: string, kind: number, quads: number, count: number): Promise<void> {
  vi.stubEnv('DYING_WORKER', `${ending} ${kind}`);
  const worker = new URL('../crew/dying-worker.mjs', import.meta.url);
  const reports: string[] = [];
  const onReport = ({ code }: { code: string }) => reports.push(code);
  const steps = await expectSame(() => turningBall(5, { quads }), count, { worker, onReport });
  expect(steps[count - 1].lostWorkers).toBe(1);
  expect(reports).toEqual(['WORKER_LOST']);
}

it.each(['2 exits', '1 hangs'])('a worker that ends in a search for pairs (%s) loses nothing', (ending) =>
  expectLostOnce(ending, CLOTH_PIECES, 40, 25),
);

it('parts of all stages', async () => {
  const share = vi.spyOn(Crew.prototype, 'share');
  const tell = vi.spyOn(Crew.prototype, 'tell');
  await expectSame(() => turningBall(3, { quads: 56 }), 25);
  expect(share.mock.calls.filter(([kind]) => kind === CLOTH_STAGE).length).toBeGreaterThan(500);
  const stages = tell.mock.calls.filter(([place]) => place === STAGE).map(([, stage]) => stage);
  for (const stage of [
    CONSTRAINTS_FORWARD,
    CONSTRAINTS_BACKWARD,
    CONTACTS_FOUND,
    ...[0, SWEEP_BACKWARD, SWEEP_PUSHING, SWEEP_PUSHING + SWEEP_BACKWARD].map((how) => CONTACTS_SOLVED + how),
  ]) {
    expect(stages, `stage ${stage}`).toContain(stage);
  }
});

// What a stage writes, the step works on: what a worker leaves by half is no longer what the step began with.
it.each(['20 exits', '20 hangs', '20 exits-with-part', '20 hangs-with-part'])(
  'a worker that ends in a stage of a step (%s): the step is made again',
  (ending) => expectLostOnce(ending, CLOTH_STAGE, 48, 12),
);
