// The scenes of the demos with cloth, at the demos' sizes: whole steps of the plugin; and sizes that have targets.
import { addEntity, createWorld } from 'bitecs';
import { turningBall } from '../scenes/simulated/ball.js';
import { addToPlugin } from '../scenes/simulated/in-plugin.js';
import type { SimulatedScene } from '../scenes/simulated/index.js';
import { fallingLayers } from '../scenes/simulated/layers.js';
import { dancingSkirt } from '../scenes/simulated/skirt.js';
import { fallingTape } from '../scenes/simulated/tape.js';
import { createCollisionPlugin } from '../src/index.js';
import { clothTargets } from './cloth-targets.js';
import { median, processorTimeSince, quantile } from './measure.js';
import { type Measure, type Row, rowsOf } from './report/row.js';

const STEP = 1 / 60;
const SCENES: Readonly<Record<string, () => SimulatedScene>> = {
  'cloth on a turning ball': () => turningBall(1, { quads: 28, ballSubdivisions: 2 }),
  'layers of cloth': () => fallingLayers(1, 5, 14),
  'a skirt on a dancer': () => dancingSkirt(1, 48, 10),
  tape: () => fallingTape(1),
};

export const clothScenes: Measure = async (how) => {
  const { progress, quick } = how;
  const targets = await clothTargets(how);
  const rows: Row[] = [];
  for (const [name, make] of Object.entries(SCENES)) {
    progress(name);
    rows.push(...(await run(name, make(), quick ? 1 : 4)));
  }
  const about = 'Simulated and kept apart in the plugin, a step of 1/60 s.';
  return [...targets, { title: 'Cloth of the demos: whole steps', about, rows }];
};

async function run(name: string, scene: SimulatedScene, seconds: number): Promise<Row[]> {
  const plugin = await createCollisionPlugin(createWorld(), { timeStep: STEP });
  const { drive } = addToPlugin(plugin, scene, () => addEntity(plugin.world));
  const times: number[] = [];
  for (let step = 1; step * STEP <= seconds; step++) {
    drive(step * STEP);
    const before = process.cpuUsage();
    plugin.step(STEP);
    times.push(processorTimeSince(before));
  }
  plugin.dispose();
  const triangles = scene.parts.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0);
  return rowsOf(name, {
    triangles: [triangles, ''],
    simulated: [seconds, 's'],
    'a step': [median(times), 'ms'],
    'at 99 %': [quantile(times, 0.99), 'ms'],
    worst: [Math.max(...times), 'ms'],
  });
}
