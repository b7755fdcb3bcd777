// Rigid bodies that rest, turn and drive each other, each scene for its whole time: what they do, and what a step costs. Nobody
// may sleep.
import { addEntity, createWorld } from 'bitecs';
import { addBodies, RIGID_SCENES } from '../scenes/rigid/index.js';
import { createCollisionPlugin, MOTION_DYNAMIC } from '../src/index.js';
import { printTable } from './measure.js';

const STEP = 1 / 60;

export async function rigidScenes(): Promise<void> {
  const rows: (string | number)[][] = [
    ['scene', 'seconds', 'cpu ms a step', 'p99', 'worst', 'rms m/s', 'drift mm/s', 'given up', 'contacts'],
  ];
  const chosen = process.env.SCENES?.split(',') ?? Object.keys(RIGID_SCENES);
  for (const name of chosen) rows.push([name, ...(await run(name, 1))]);
  printTable(rows);
}

/** Plays a scene; the last second says how it rests. */
async function run(name: string, seed: number): Promise<(string | number)[]> {
  const scene = RIGID_SCENES[name](seed);
  const seconds = Number(process.env.SECONDS ?? scene.seconds);
  const plugin = await createCollisionPlugin(createWorld(), { gravity: scene.gravity, sleep: false });
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
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
    givenUp += plugin.counters.givenUp;
    if (i >= steps - 60) for (const e of free) squares += vx[e] ** 2 + vy[e] ** 2 + vz[e] ** 2;
  }
  const drift = Math.max(...places().map((place, i) => Math.hypot(...place.map((x, k) => x - before[i][k]))));
  const { touches } = plugin.counters;
  plugin.dispose();
  const sorted = [...times].sort((a, b) => a - b);
  return [
    seconds,
    (times.reduce((sum, time) => sum + time, 0) / steps).toFixed(2),
    sorted[Math.floor(0.99 * steps)].toFixed(2),
    sorted[steps - 1].toFixed(1),
    Math.sqrt(squares / 60 / free.length).toExponential(1),
    (1000 * drift).toFixed(2),
    givenUp,
    touches,
  ];
}
