// Which functions of a warmed-up step allocate, and how much: there should be none.
import { addEntity, createWorld } from 'bitecs';
import { gridMesh, icosphereMesh } from '../scenes/meshes/index.js';
import { createCollisionPlugin } from '../src/index.js';
import { allocatedBytes } from './allocated-bytes.js';
import type { Measure } from './report/row.js';

const STEPS = 1000;
const SHOWN = 10;

export const allocations: Measure = async ({ quick }) => {
  const steps = quick ? STEPS / 5 : STEPS;
  const step = await scene();
  for (let i = 0; i < steps; i++) step(i);
  const bytes = await allocatedBytes(() => {
    for (let i = 0; i < steps; i++) step(i);
  });
  const rows = [...bytes].sort((a, b) => b[1] - a[1]).slice(0, SHOWN);
  return [
    {
      title: 'Allocated by a step, by function',
      about: `Sampled over ${steps.toLocaleString('en')} steps. Numbers that the engine makes objects of are among them, and the profiler's own.`,
      rows: rows.map(([name, size]) => ({ name, unit: 'bytes a step', value: size / steps })),
    },
  ];
};

async function scene(): Promise<(step: number) => void> {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 100 });
  const sheet = gridMesh({ columns: 2, rows: 2 });
  const places = [sheet.positions, sheet.positions.map((value) => value + 0.01)];
  const cloths = Array.from({ length: 10 }, () => addEntity(world));
  for (const cloth of cloths) plugin.addDeformable(cloth, sheet);
  const mesh = plugin.loadMesh(icosphereMesh({ subdivisions: 0 }));
  // Some of them meet in each step, some only come close.
  for (let i = 0; i < 10; i++) {
    const body = { vx: i & 1 ? -30 : 30, wz: 5 };
    plugin.addRigidBody(addEntity(world), { mesh, position: [2.6 * i, 0, 0], body });
  }
  return (step) => {
    for (const cloth of cloths) plugin.moveVertices(cloth, places[step & 1]);
    plugin.step(1 / 60);
  };
}
