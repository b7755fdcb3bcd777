// Cloth on one thread and on two: the same steps in turns, in elapsed time.
import type { SimulatedScene } from '../scenes/simulated/index.js';
import { ClothWorld } from '../src/cloth/cloth-world.js';
import { SharedPairs } from '../src/cloth/shared-pairs.js';
import { Crew } from '../src/crew/crew.js';
import { openCore } from '../src/memory/open.js';
import { median } from './measure.js';
import { leftOut, type Row, rowsOf } from './report/row.js';

/** The first steps of a scene; `least` times faster is what it is to be. */
export async function clothOnTwo(
  size: string,
  make: () => SimulatedScene,
  steps: number,
  worker: URL,
  target: { readonly target?: { readonly least: number } },
): Promise<Row[]> {
  const core = await openCore({ shared: true });
  const name = `cloth: ${size}`;
  let why = 'memory is not shared';
  const crew = await Crew.start(core, worker, ({ message }) => {
    why = message;
  });
  if (crew === undefined) return [leftOut(name, 'two threads', 'ms', why)];
  const sides = [undefined, new SharedPairs(core, crew)].map((shared) => {
    const world = new ClothWorld(core, shared);
    const { parts, drive, dt, subSteps } = make();
    for (const part of parts) world.add(part);
    return { world, drive, dt, subSteps, times: [] as number[] };
  });
  let apart = 0;
  for (let step = 1; step <= steps; step++) {
    for (const { world, drive, dt, subSteps, times } of sides) {
      drive?.(world.parts, step * dt);
      const began = performance.now();
      world.step(dt, subSteps);
      times.push(performance.now() - began);
    }
    const [one, two] = sides.map(({ world }) => world.parts.flatMap(({ positions }) => [...positions]));
    apart += one.filter((value, i) => value !== two[i]).length;
  }
  for (const { world } of sides) world.dispose();
  crew.end();
  const [one, two] = sides.map(({ times }) => median(times));
  return rowsOf(name, {
    'one thread': [one, 'ms'],
    'two threads': [two, 'ms'],
    'faster by': [one / two, 'times', target],
    'coordinates that differ': [apart, '', { target: { most: 0 } }],
  });
}
