// The scenarios of bench:tunnel in the engines that users would pick instead, the same trials for each.
import { leftOut, type Measure, type Row, rowsOf } from '../report/row.js';
import { ENGINES } from '../tunnel/engines/index.js';
import { NotInstalled } from '../tunnel/load-package.js';
import { type EngineResult, runEngine } from '../tunnel/run-engine.js';
import { SCENARIOS } from '../tunnel/scenarios/index.js';

const CHOSEN = ['ours', 'ours-builtin', 'rapier', 'rapier-hulls', 'jolt', 'havok', 'physx', 'cannon'];

export const tunnelling: Measure = async ({ progress, quick }) => {
  const rows: Row[] = [];
  for (const [name, trials] of quick
    ? ([['links', 2]] as const)
    : ([
        ['links', 8],
        ['spin', 8],
        ['knots', 4],
      ] as const)) {
    const scenario = await SCENARIOS[name]();
    for (const engine of CHOSEN) {
      progress(`${name}: ${engine}`);
      const label = `${name}: ${engine}`;
      try {
        const numbers = Array.from({ length: trials }, (_, i) => i);
        const run = { scenario: name, engine, seed: 1, trials: numbers };
        rows.push(
          ...engineRows(label, await runEngine(scenario, await ENGINES[engine](), run), isOurs(engine)),
        );
      } catch (error) {
        if (!(error instanceof NotInstalled)) throw error;
        rows.push(leftOut(label, 'tunnelled', `of ${trials}`, error.message));
      }
    }
  }
  return [
    {
      title: 'Fast concave bodies in each engine',
      about:
        'Each with its defaults and continuous detection where it has one; hulls of pieces where an engine takes no meshes. Few trials: ' +
        '`npm run bench:tunnel` and docs/tunnel.md have hundreds.',
      rows,
    },
  ];
};

const isOurs = (engine: string): boolean => engine.startsWith('ours');

/** What an engine did, as rows; ours shall neither tunnel nor intersect. */
export function engineRows(label: string, result: EngineResult, isHeldToIt: boolean): Row[] {
  const none = isHeldToIt ? { target: { most: 0 } } : {};
  return rowsOf(label, {
    tunnelled: [result.tunnelled, `of ${result.trials}`, none],
    'intersecting steps': [result.intersectingSteps, '', none],
    steps: [result.steps, ''],
    standing: [result.standingSteps, '', none],
    'a step, elapsed': [result.msPerStep.mean, 'ms'],
    'at 99 %': [result.msPerStep.p99, 'ms'],
    'a step': [result.cpuMsPerStep, 'ms'],
    'energy gain': [result.energyGainMax, ''],
  });
}
