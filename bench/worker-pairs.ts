// One thread and two on the same step, in turns: in elapsed time, which is what a second thread is for.
import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { turningBall } from '../scenes/simulated/ball.js';
import { closeGeometry, DeformableCollider, geometryWorkers, initGeometry } from '../src/geometry/index.js';
import { readSceneFile } from '../tools/conform/scene-file.js';
import { closingSheets, type MeshStep } from './closing-sheets.js';
import { SIZES } from './cloth-sizes.js';
import { median } from './measure.js';
import { type Measure, type Row, rowsOf } from './report/row.js';
import { clothOnTwo } from './worker-cloth.js';

const SCENE = fileURLToPath(new URL('../../shared/data/scenes/cloth-ball.mesh', import.meta.url));
const WORKER = new URL('../tools/source-worker.mjs', import.meta.url);

export const workerPairs: Measure = async ({ quick }) => {
  await initGeometry({ workers: 2, worker: WORKER });
  const title = 'Contacts of a step, and steps of cloth: one thread and two';
  if (geometryWorkers() !== 2) {
    return [{ title, about: 'Left out: no second thread, or no shared memory, here.', rows: [] }];
  }
  const rounds = quick ? 9 : 41;
  const rows = measured('closing sheets, 80,000 triangles', closingSheets(141), rounds, {});
  if (existsSync(SCENE)) {
    const target = { target: { least: 1.9 } };
    rows.push(...measured('cloth-ball, 92K triangles', readSceneFile(SCENE), rounds, target));
  }
  closeGeometry();
  for (const [size, { make, steps }] of Object.entries(SIZES)) {
    rows.push(...(await clothOnTwo(size, make, quick ? 9 : steps, WORKER, {})));
  }
  const large = () => turningBall(1, { quads: 214 });
  if (!quick)
    rows.push(...(await clothOnTwo('214 x 214 on a sphere', large, 16, WORKER, { target: { least: 1.9 } })));
  const about = `Elapsed time, medians of ${rounds} rounds in turns. ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}: with other work on them the second thread gains less.`;
  return [{ title, about, rows }];
};

function measured(
  name: string,
  { start, end, triangles }: MeshStep,
  rounds: number,
  target: { readonly target?: { readonly least: number } },
): Row[] {
  const colliders = [1, 2].map(
    (workers) => new DeformableCollider({ positions: start, triangles }, { workers }),
  );
  const times: number[][] = [[], []];
  const counts = [0, 0];
  for (let round = -1; round < rounds; round++) {
    for (const [i, collider] of colliders.entries()) {
      collider.update(end, start);
      const began = performance.now();
      counts[i] = collider.contacts().count;
      if (round >= 0) times[i].push(performance.now() - began);
    }
  }
  for (const collider of colliders) collider.dispose();
  const [one, two] = times.map(median);
  return rowsOf(name, {
    'one thread': [one, 'ms'],
    'two threads': [two, 'ms'],
    'faster by': [one / two, 'times', target],
    'contacts that one finds and the other does not': [
      Math.abs(counts[0] - counts[1]),
      '',
      { target: { most: 0 } },
    ],
  });
}
