// Cloth in the sizes that have targets, without a plugin around it: whole steps, what they held back, and where the time goes.
import type { SimulatedScene } from '../scenes/simulated/index.js';
import { ClothWorld } from '../src/cloth/cloth-world.js';
import { type Core, openCore } from '../src/memory/open.js';
import { SIZES } from './cloth-sizes.js';
import { processorTime } from './measure.js';
import { type How, type Row, rowsOf, type Table } from './report/row.js';

const STAGES: Readonly<Record<string, string>> = {
  clothTubes: 'detection',
  clothBoundTubes: 'detection',
  clothBeginDetection: 'detection',
  clothBeginStrays: 'detection',
  clothPieces: 'detection',
  clothSearchPiece: 'detection',
  clothTakePairs: 'detection',
  clothContacts: 'contacts looked for',
  clothOrderContacts: 'contacts looked for',
  clothPushAgain: 'contacts solved',
  clothSolveContacts: 'contacts solved',
  clothImpulses: 'contacts solved',
  clothConstraints: 'constraints',
  clothPlanes: 'planes',
  clothTruncate: 'planes',
};

export async function clothTargets({ progress, quick }: How): Promise<Table[]> {
  const whole: Row[] = [];
  const stages: Row[] = [];
  // The first steps alone say nothing about a target.
  const atMost = (most: number) => (quick ? {} : { target: { most } });
  for (const [name, sized] of Object.entries(SIZES)) {
    progress(name);
    const steps = quick ? 5 : sized.steps;
    // A world of its own before, so that the engine has compiled what it will; its first step says what that takes.
    const first = run(await openCore(), sized.make(), quick ? 1 : steps).times[0];
    const { times, stepBackShare, detections, strays } = run(await openCore(), sized.make(), steps);
    const mean = times.reduce((sum, time) => sum + time, 0) / steps;
    whole.push(
      ...rowsOf(name, {
        steps: [steps, ''],
        mean: [mean, 'ms', atMost(sized.mean)],
        worst: [Math.max(...times), 'ms', atMost(sized.worst)],
        'first step': [first, 'ms'],
        'stepped back': [100 * stepBackShare, '%', atMost(1)],
        'detections a step': [detections / steps, ''],
        'of strays': [strays / steps, ''],
      }),
    );
    stages.push(...rowsOf(name, stagesOf(await openCore(), sized.make(), steps)));
  }
  return [
    { title: 'Cloth in sizes with targets', about: 'From the first step on, of 1/60 s.', rows: whole },
    {
      title: 'Where a step of cloth goes',
      about:
        'ms a step. The rest is, for the most part, what clocks around kernels add: some 2,000 calls a step.',
      rows: stages,
    },
  ];
}

function run(core: Core, scene: SimulatedScene, steps: number) {
  const world = new ClothWorld(core);
  for (const part of scene.parts) world.add(part);
  const times: number[] = [];
  const sums = { stepBacks: 0, vertexMoves: 0, detections: 0, strays: 0 };
  for (let step = 1; step <= steps; step++) {
    scene.drive?.(world.parts, step * scene.dt);
    times.push(processorTime(() => world.step(scene.dt, scene.subSteps)));
    sums.stepBacks += world.report.stepBacks;
    sums.vertexMoves += world.report.vertexMoves;
    sums.detections += world.report.detections;
    sums.strays += world.report.strays;
  }
  world.dispose();
  return { times, stepBackShare: sums.stepBacks / sums.vertexMoves, ...sums };
}

function stagesOf(core: Core, scene: SimulatedScene, steps: number): Record<string, [number, string]> {
  const sums: Record<string, number> = Object.fromEntries(Object.values(STAGES).map((stage) => [stage, 0]));
  const kernels = Object.fromEntries(
    Object.entries(core.kernels).map(([name, kernel]) => [name, timed(kernel as Kernel, sums, STAGES[name])]),
  ) as unknown as Core['kernels'];
  const { times } = run({ ...core, kernels }, scene, steps);
  const known = Object.values(sums).reduce((sum, time) => sum + time, 0);
  sums['the rest'] = times.reduce((sum, time) => sum + time, 0) - known;
  return Object.fromEntries(Object.entries(sums).map(([stage, time]) => [stage, [time / steps, 'ms']]));
}

type Kernel = (...given: number[]) => number;

function timed(kernel: Kernel, sums: Record<string, number>, stage: string | undefined): Kernel {
  if (stage === undefined) return kernel;
  return (...given) => {
    let result = 0;
    sums[stage] += processorTime(() => {
      result = kernel(...given);
    });
    return result;
  };
}
