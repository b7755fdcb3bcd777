// 100 gears of 600 triangles that fall onto each other and rest, awake all the time: ours, with one
// thread and with two, and Rapier's own triangle meshes. The first second is the collapse; the last one says how a pile rests.
import { addEntity, createWorld } from 'bitecs';
import { addBodies, RIGID_SCENES } from '../scenes/rigid/index.js';
import { createCollisionPlugin } from '../src/index.js';
import { median, processorTimeSince, quantile } from './measure.js';
import { rapierScene } from './rapier-scene.js';
import { type Measure, type Row, rowsOf } from './report/row.js';

const STEP = 1 / 60;
const MOST_MS = 16;
const WORKER = new URL('../tools/source-worker.mjs', import.meta.url);

interface Runner {
  step(): void;
  free(): void;
}

/** `SECONDS=10 SEED=3` in the environment chooses. */
export const pileOfGears: Measure = async ({ progress, quick }) => {
  const scene = RIGID_SCENES[quick ? 'pile-20' : 'pile'](Number(process.env.SEED ?? 1));
  const seconds = Number(process.env.SECONDS ?? (quick ? 1 : 5));
  const ours = async (workers: number): Promise<Runner> => {
    const options = { gravity: scene.gravity, sleep: false, workers, worker: WORKER };
    const plugin = await createCollisionPlugin(createWorld(), options);
    if (plugin.workers !== workers) throw new Error('this engine has no shared memory for a worker');
    addBodies(plugin, scene, () => addEntity(plugin.world));
    return { step: () => plugin.step(STEP), free: () => plugin.dispose() };
  };
  const rapier = async (): Promise<Runner> => {
    const world = await rapierScene(scene);
    return { step: () => world.step(), free: () => world.free() };
  };
  const engines: Record<string, () => Promise<Runner>> = {
    ours: () => ours(1),
    'ours, two threads': () => ours(2),
    'Rapier, meshes': rapier,
  };
  const rows: Row[] = [];
  for (const [name, make] of Object.entries(engines)) {
    progress(name);
    const target = name.startsWith('ours') ? { target: { most: MOST_MS } } : {};
    rows.push(...run(name, await make(), Math.round(seconds / STEP), target));
  }
  const about = `${scene.summary}, awake, ${seconds} s in steps of 1/60 s; milliseconds a step, elapsed unless it says otherwise.`;
  return [{ title: 'A pile of gears', about, rows }];
};

function run(name: string, runner: Runner, steps: number, target: Pick<Row, 'target'>): Row[] {
  const elapsed: number[] = [];
  const processor: number[] = [];
  for (let i = 0; i < steps; i++) {
    const begin = performance.now();
    const before = process.cpuUsage();
    runner.step();
    processor.push(processorTimeSince(before));
    elapsed.push(performance.now() - begin);
  }
  runner.free();
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return rowsOf(name, {
    'a step': [mean(elapsed), 'ms', target],
    'at 99 %': [quantile(elapsed, 0.99), 'ms'],
    'first second': [mean(elapsed.slice(0, 60)), 'ms'],
    'at rest': [median(elapsed.slice(-60)), 'ms', target],
    'a step, processor': [mean(processor), 'ms'],
    'at rest, processor': [median(processor.slice(-60)), 'ms'],
  });
}
