// npm run soak -- --help
import { parseArgs } from 'node:util';
import RAPIER from '@dimforge/rapier3d-compat';
import { builtInBackend } from '../../src/index.js';
import { rapierBackend } from '../../src/rapier/index.js';
import { Growth } from './growth.js';
import { Lives } from './life.js';
import { bytesInUse, compileNoMore } from './memory.js';

const HELP =
  'soak: random scenes for --minutes N (10) from --seed S (1), --backend built-in|rapier, --advancement earliest-first|c2a, --workers 1|2: no two surfaces meet, memory stays flat, errors are typed';
const STEPS_A_SCENE = 400;
const MOST_GROWTH = 1 << 20;
const SHOWN_FAILURES = 5;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    backend: { type: 'string', default: 'built-in' },
    advancement: { type: 'string', default: 'earliest-first' },
    workers: { type: 'string', default: '1' },
  },
});
if (values.help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}
const minutes = Number(values.minutes);
const first = Number(values.seed);
const workers = Number(values.workers);
const { advancement, backend } = values;
const isKnown =
  ['built-in', 'rapier'].includes(backend) &&
  ['earliest-first', 'c2a'].includes(advancement) &&
  (workers === 1 || workers === 2);
if (!(minutes > 0) || !Number.isInteger(first) || !isKnown) {
  process.stderr.write(
    `--minutes ${values.minutes} --seed ${values.seed} --backend ${backend} --advancement ${advancement} --workers ${values.workers}: ${HELP}\n`,
  );
  process.exit(2);
}

const began = performance.now();
const share = () => (performance.now() - began) / (60_000 * minutes);
if (backend === 'rapier') await RAPIER.init();
const rigid = backend === 'rapier' ? rapierBackend(RAPIER) : builtInBackend();
const worker = new URL('../source-worker.mjs', import.meta.url);
const lives = await Lives.open({
  rigid,
  advancement: advancement as 'earliest-first' | 'c2a',
  workers,
  worker,
});
let seed = first;
const growth = new Growth(compileNoMore);
for (; share() < 1; seed++) {
  lives.run(seed, STEPS_A_SCENE);
  const bytes = bytesInUse(lives.plugin);
  growth.note(bytes, share());
  const { steps, intersections, failures } = lives.report;
  process.stderr.write(
    `scene ${seed}: ${steps} steps, ${intersections} intersections, ${failures.length} failures, ${(bytes / 1e6).toFixed(2)} MB\n`,
  );
}
const { failures, ...report } = lives.report;
if (lives.plugin.workers !== workers)
  failures.push(`${workers} threads were asked for, and at the end there is ${lives.plugin.workers}`);
process.stdout.write(
  `${JSON.stringify({ seeds: [first, seed - 1], ...report, workers, failures: failures.length, warmBytes: growth.warmBytes, growth: growth.bytes, memoryBytes: lives.plugin.memory.memoryBytes })}\n`,
);
for (const failure of failures.slice(0, SHOWN_FAILURES)) process.stderr.write(`${failure}\n`);
if (growth.bytes === null)
  process.stderr.write('memory was not measured: too few scenes; give more --minutes\n');
const isFlat = growth.bytes !== null && growth.bytes <= MOST_GROWTH;
process.exitCode = failures.length > 0 || report.intersections > 0 || !isFlat ? 1 : 0;
