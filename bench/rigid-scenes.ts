// Rigid bodies that rest, turn and drive each other, each scene for its whole time: what they do, and what a step costs. Nobody
// may sleep.
import { addEntity, createWorld } from 'bitecs';
import { addBodies, RIGID_SCENES } from '../scenes/rigid/index.js';
import { type ContactMethod, createCollisionPlugin, MOTION_DYNAMIC } from '../src/index.js';
import { processorTimeSince, quantile } from './measure.js';
import { type Measure, type Row, rowsOf } from './report/row.js';

const STEP = 1 / 60;
/** Of a scene, unless SECONDS says otherwise; the pile of 100 is played for less. */
const LONGEST = 10;
const LONGEST_PILE = 2;

/** `SCENES=stack,pile SECONDS=60 ADVANCEMENT=c2a` in the environment chooses. */
export const rigidScenes: Measure = async ({ progress, quick }) => {
  const rows: Row[] = [];
  for (const name of process.env.SCENES?.split(',') ?? chosen(quick)) {
    progress(name);
    rows.push(...(await run(name, 1, quick ? 1 : longestOf(name))));
  }
  const about =
    'The built-in backend, a step of 1/60 s; nobody may sleep. The last second says how it rests.';
  return [{ title: 'Rigid bodies: whole steps', about, rows }];
};

const chosen = (quick: boolean): string[] =>
  Object.keys(RIGID_SCENES).filter((name) => !quick || !name.startsWith('pile'));

const longestOf = (name: string): number => (name === 'pile' ? LONGEST_PILE : LONGEST);

/** Plays a scene; the last second says how it rests. */
async function run(name: string, seed: number, longest: number): Promise<Row[]> {
  const scene = RIGID_SCENES[name](seed);
  const seconds = Number(process.env.SECONDS ?? Math.min(longest, scene.seconds));
  const advancement = (process.env.ADVANCEMENT ?? 'earliest-first') as ContactMethod;
  const { gravity } = scene;
  const plugin = await createCollisionPlugin(createWorld(), { gravity, sleep: false, advancement });
  const entities = addBodies(plugin, scene, () => addEntity(plugin.world));
  const { motion, px, py, pz, vx, vy, vz } = plugin.components.RigidBody;
  const free = entities.filter((entity) => motion[entity] === MOTION_DYNAMIC);
  const steps = Math.round(seconds / STEP);
  const times: number[] = [];
  let givenUp = 0;
  let squares = 0;
  let before: number[][] = [];
  const places = () => free.map((e) => [px[e], py[e], pz[e]]);
  for (let i = 0; i < steps; i++) {
    if (i === steps - 60) before = places();
    const start = process.cpuUsage();
    plugin.step(STEP);
    times.push(processorTimeSince(start));
    givenUp += plugin.counters.givenUp;
    if (i >= steps - 60) for (const e of free) squares += vx[e] ** 2 + vy[e] ** 2 + vz[e] ** 2;
  }
  const drift = Math.max(...places().map((place, i) => Math.hypot(...place.map((x, k) => x - before[i][k]))));
  const { touches } = plugin.counters;
  plugin.dispose();
  return rowsOf(name, {
    bodies: [entities.length, ''],
    simulated: [seconds, 's'],
    'a step': [times.reduce((sum, time) => sum + time, 0) / steps, 'ms'],
    'at 99 %': [quantile(times, 0.99), 'ms'],
    worst: [Math.max(...times), 'ms'],
    'rms speed': [Math.sqrt(squares / 60 / free.length), 'm/s'],
    drift: [1000 * drift, 'mm/s'],
    'given up': [givenUp, ''],
    contacts: [touches, ''],
  });
}
