// npm run fuzz -- --help
import { parseArgs } from 'node:util';
import { fuzzCalls } from './calls.js';
import { fuzzMeshes } from './meshes.js';
import type { FuzzReport } from './report.js';
import { flipSnapshots, forgeRows, forgeSnapshots } from './snapshots.js';
import { fuzzTopology } from './topology/index.js';

const KINDS: Record<string, (count: number, seed: number, only?: readonly number[]) => Promise<FuzzReport>> =
  {
    snapshots: flipSnapshots,
    forged: forgeSnapshots,
    rows: forgeRows,
    meshes: fuzzMeshes,
    calls: fuzzCalls,
    topology: fuzzTopology,
  };
/** What takes longer each is done for as long as the others take. */
const SLOW: Record<string, number> = { rows: 10, topology: 50 };
const HELP = `fuzz: random input, --count N (10000) of each of ${Object.keys(KINDS).join(', ')} (or of those named; of rows a tenth, of topology a fiftieth), from --seed S (1)
  topology: after each step contacts are those of exact arithmetic; --only I,J,.. does these things of a scene alone, as a failure says`;
const SHOWN_FAILURES = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
if (values.help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}
const [count, seed] = [Number(values.count), Number(values.seed)];
const only = values.only?.split(',').map(Number);
const kinds = positionals.length > 0 ? positionals : Object.keys(KINDS);
if (!(count > 0) || !Number.isInteger(seed) || !kinds.every((kind) => kind in KINDS)) {
  process.stderr.write(`${HELP}\n`);
  process.exit(2);
}
for (const kind of kinds) {
  const least = Math.ceil(count / (SLOW[kind] ?? 1));
  const { refused, taken, codes, failures } = await KINDS[kind](least, seed, only);
  const told = Object.fromEntries([...codes].sort(([a], [b]) => (a < b ? -1 : 1)));
  process.stdout.write(
    `${JSON.stringify({ kind, count: least, seed, refused, taken, failures: failures.length, codes: told })}\n`,
  );
  for (const failure of failures.slice(0, SHOWN_FAILURES)) process.stderr.write(`${failure}\n`);
  if (failures.length > 0) process.exitCode = 1;
}
