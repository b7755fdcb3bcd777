// npm run soak -- --help
import { parseArgs } from 'node:util';
import RAPIER from '@dimforge/rapier3d-compat';
import { builtInBackend } from '../../src/index.js';
import { rapierBackend } from '../../src/rapier/index.js';
import { Lives } from './life.js';
import { bytesInUse, compileNoMore } from './memory.js';

const HELP =
  'soak: random scenes for --minutes N (10) from --seed S (1), --backend built-in|rapier, --advancement earliest-first|c2a: no two surfaces meet, memory stays flat, errors are typed';
const STEPS_A_SCENE = 400;
/** Until code is compiled, and until all buffers have their size. */
const COMPILING_SHARE = 0.15;
const WARM_UP_SHARE = 0.25;
const MOST_GROWTH = 1 << 20;
const SHOWN_FAILURES = 5;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    backend: { type: 'string', default: 'built-in' },
    advancement: { type: 'string', default: 'earliest-first' },
  },
});
if (values.help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}
const minutes = Number(values.minutes);
const first = Number(values.seed);
const { advancement, backend } = values;
const isKnown = ['built-in', 'rapier'].includes(backend) && ['earliest-first', 'c2a'].includes(advancement);
if (!(minutes > 0) || !Number.isInteger(first) || !isKnown) {
  process.stderr.write(
    `--minutes ${values.minutes} --seed ${values.seed} --backend ${backend} --advancement ${advancement}: ${HELP}\n`,
  );
  process.exit(2);
}

const began = performance.now();
const share = () => (performance.now() - began) / (60_000 * minutes);
if (backend === 'rapier') await RAPIER.init();
const rigid = backend === 'rapier' ? rapierBackend(RAPIER) : builtInBackend();
const lives = await Lives.open({ rigid, advancement: advancement as 'earliest-first' | 'c2a' });
let seed = first;
let isCompiling = true;
let warm = 0;
let most = 0;
for (; share() < 1; seed++) {
  lives.run(seed, STEPS_A_SCENE);
  const bytes = bytesInUse(lives.plugin);
  if (isCompiling) {
    isCompiling = share() < COMPILING_SHARE;
    if (!isCompiling) compileNoMore();
  } else if (share() < WARM_UP_SHARE || warm === 0) warm = Math.max(warm, bytes);
  else most = Math.max(most, bytes);
  const { steps, intersections, failures } = lives.report;
  process.stderr.write(
    `scene ${seed}: ${steps} steps, ${intersections} intersections, ${failures.length} failures, ${(bytes / 1e6).toFixed(2)} MB\n`,
  );
}
const growth = Math.max(0, most - warm);
const { failures, ...report } = lives.report;
process.stdout.write(
  `${JSON.stringify({ seeds: [first, seed - 1], ...report, failures: failures.length, warmBytes: warm, growth, memoryBytes: lives.plugin.memory.memoryBytes })}\n`,
);
for (const failure of failures.slice(0, SHOWN_FAILURES)) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length > 0 || report.intersections > 0 || growth > MOST_GROWTH ? 1 : 0;
