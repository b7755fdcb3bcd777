// Cloth on one thread and on two: the same steps in turns, in elapsed time.
import { turningBall } from '../scenes/simulated/ball.js';
import { ClothWorld } from '../src/cloth/cloth-world.js';
import { SharedPairs } from '../src/cloth/shared-pairs.js';
import { Crew } from '../src/crew/crew.js';
import { openCore } from '../src/memory/open.js';
import { median } from './measure.js';
import { leftOut, type Row, rowsOf } from './report/row.js';

/** Steps of a sheet of so many quads a side that falls on a ball; `least` times faster is what it is to be. */
export async function clothOnTwo(
  quads: number,
  steps: number,
  worker: URL,
  target: { readonly target?: { readonly least: number } },
): Promise<Row[]> {
  const core = await openCore({ shared: true });
  const name = `cloth of ${quads} x ${quads} on a ball`;
  let why = 'memory is not shared';
  const crew = await Crew.start(core, worker, ({ message }) => {
    why = message;
  });
  if (crew === undefined) return [leftOut(name, 'two threads', 'ms', why)];
  const scene = () => turningBall(1, { quads });
  const sides = [undefined, new SharedPairs(core, crew)].map((shared) => {
    const world = new ClothWorld(core, shared);
    const { parts, drive, dt, subSteps } = scene();
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
    const [one, two] = sides.map(({ world }) => world.parts[0].positions);
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
