// npm run bench:tunnel: do fast concave bodies pass through each other? Ours beside other engines, in seeded scenarios.
import { parseArgs } from 'node:util';
import { engineRows } from '../peers/tunnelling.js';
import { rowsInMarkdown } from '../report/markdown.js';
import { ENGINES } from './engines/index.js';
import { NotInstalled } from './load-package.js';
import { PoseFile } from './pose-file.js';
import { type EngineResult, type Run, runEngine } from './run-engine.js';
import type { Scenario } from './scenario.js';
import { SCENARIOS } from './scenarios/index.js';

const HELP = `bench:tunnel: counts bodies that pass through each other, ours beside other engines

  --scenario S[,S]  ${Object.keys(SCENARIOS).join(', ')}; links unless given
  --trials N        how many trials; as in docs/tunnel.md unless given
  --trial T         trial T alone
  --seed K          any whole number; 1 unless given
  --engines E,E     ${Object.keys(ENGINES).join(', ')};
                    ours,rapier unless given; -builtin has no Rapier underneath, -c2a the paper's advancement
  --out FILE        every pose of every step of ours (of the first engine where ours is not asked for)
  --json            one JSON line an engine
  --help            print this
`;

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'links' },
    trials: { type: 'string' },
    trial: { type: 'string' },
    seed: { type: 'string', default: '1' },
    engines: { type: 'string', default: 'ours,rapier' },
    out: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

try {
  if (values.help) process.stdout.write(HELP);
  else await main();
} catch (error) {
  if (!(error instanceof NotInstalled) && !(error instanceof RangeError)) throw error;
  process.stderr.write(`bench:tunnel: ${error.message}\n`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const engines = chosen('engine', values.engines, ENGINES);
  const scenarios = chosen('scenario', values.scenario, SCENARIOS);
  const withFile = engines.includes('ours') ? 'ours' : engines[0];
  const results: EngineResult[] = [];
  const file = values.out === undefined ? undefined : new PoseFile(values.out);
  for (const name of scenarios) {
    const scenario = await SCENARIOS[name]();
    for (const engine of engines) {
      const result = await measure(name, scenario, engine, engine === withFile ? file : undefined);
      if (result === undefined) continue;
      results.push(result);
      if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`);
    }
  }
  file?.close();
  if (!values.json) print(results);
}

async function measure(
  name: string,
  scenario: Scenario,
  engineName: string,
  file: PoseFile | undefined,
): Promise<EngineResult | undefined> {
  const numbers = trialNumbers(scenario);
  const run: Run = {
    scenario: name,
    engine: engineName,
    seed: wholeNumber('seed', values.seed),
    trials: numbers,
    onTrial: (done) => progress(`${name} ${engineName}`, done, numbers.length),
    ...(file && { onStep: (...step) => file.write(...step) }),
  };
  try {
    return await runEngine(scenario, await ENGINES[engineName](), run);
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    process.stderr.write(`${engineName} left out: ${error.message}\n`);
    process.exitCode = 2;
    return undefined;
  }
}

/** Ten times a run: a log is no terminal. */
function progress(what: string, done: number, count: number): void {
  const tenth = (trials: number) => Math.floor((10 * trials) / count);
  if (tenth(done) > tenth(done - 1)) process.stderr.write(`${what}: ${done} of ${count} trials\n`);
}

function trialNumbers(scenario: Scenario): readonly number[] {
  if (values.trial !== undefined) return [wholeNumber('trial', values.trial)];
  const count = values.trials === undefined ? scenario.trials : wholeNumber('trials', values.trials);
  return Array.from({ length: count }, (_, i) => i);
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0 && text.trim() !== '') return value;
  throw new RangeError(`--${name} is ${text}; give a whole number from 0 on`);
}

function chosen(what: string, list: string, known: object): string[] {
  const names = list.split(',');
  const unknown = names.find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return names;
  throw new RangeError(`there is no ${what} "${unknown}"; there is ${Object.keys(known).join(', ')}`);
}

function print(results: readonly EngineResult[]): void {
  const rows = results.flatMap((result) => engineRows(`${result.scenario}: ${result.engine}`, result, false));
  process.stdout.write(`${rowsInMarkdown(rows)}\n`);
}
