// Runs workloads with the build of one revision, when asked to: `sides.ts` starts one for each.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { processorTime } from '../measure.js';
import { type BuiltPackage, WORKLOADS } from './workloads.js';

/** A workload takes at least so long: the clock can tell then. */
const LEAST_MS = 25;
const MOST_RUNS = 256;
const WARM_MS = 500;

export interface Asked {
  readonly workload: string;
  /** How often it runs; as often as the clock needs, unless given. */
  readonly runs?: number | undefined;
}

/** Milliseconds of processor time of one run, or why there is none. */
export type Told = { readonly ms: number; readonly runs: number } | { readonly problem: string };

const [root] = process.argv.slice(2);
const load = (file: string) => import(pathToFileURL(join(root, file)).href);
const built: BuiltPackage = {
  core: await load('dist/index.js'),
  geometry: await load('dist/geometry/index.js'),
  rapier: await load('dist/rapier/index.js'),
};
const prepared = new Map<string, () => void>();

process.on('message', (asked: Asked) => {
  measured(asked).then(
    (told: Told) => process.send?.(told),
    (error: unknown) => process.send?.({ problem: String(error) } satisfies Told),
  );
});

async function measured({ workload, runs }: Asked): Promise<Told> {
  let run = prepared.get(workload);
  if (run === undefined) {
    run = await WORKLOADS[workload](built);
    const once = run;
    // compiled by then as it will stay
    for (let ms = 0; ms < WARM_MS; ) ms += processorTime(once);
    prepared.set(workload, run);
  }
  const repeat = run;
  const timed = (count: number) =>
    processorTime(() => {
      for (let i = 0; i < count; i++) repeat();
    });
  let count = runs ?? 1;
  if (runs === undefined) while (count < MOST_RUNS && timed(count) < LEAST_MS) count *= 2;
  return { ms: timed(count) / count, runs: count };
}
