// npm run bench: one table of everything that is measured, or of the parts that are named.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compare } from './compare/compare.js';
import { PARTS } from './parts.js';
import { thisMachine } from './report/machine.js';
import { markdownOf, type Part, type Report } from './report/markdown.js';
import { measureApart } from './report/measure-apart.js';
import { svgOf } from './report/plot.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HELP = `bench: one table of what is measured, or says what became slower (--compare)

  npm run bench                        every part, as Markdown on stdout, progress on stderr
  npm run bench -- PART...             those parts; also: table --only PART,PART
  --list             the parts, and about how many seconds of processor time each takes, whole and quick
  --quick            fewer repetitions and scenes: about ${minutes(secondsOf(Object.keys(PARTS), true))} of processor time in all, for ${minutes(secondsOf(Object.keys(PARTS), false))}
  --out NAME         NAME.md, NAME.json, and NAME-PLOT.svg for each plot, in the place of stdout
  --json             JSON on stdout in the place of Markdown
  --compare REV      builds REV beside this tree, measures both in turns, and exits with 1 where something became
                     slower by more than 3 %; --rounds N (30 unless given), --only WORKLOAD,...
  --help             print this
`;

class BadCommand extends Error {}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsers =
    error instanceof BadCommand || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  if (!isUsers) throw error;
  process.stderr.write(`bench: ${(error as Error).message}\n`);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      compare: { type: 'string' },
      help: { type: 'boolean' },
      json: { type: 'boolean' },
      list: { type: 'boolean' },
      only: { type: 'string' },
      out: { type: 'string' },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '30' },
    },
  });
  const named = [
    ...positionals.filter((name) => name !== 'table'),
    ...(values.only === undefined ? [] : values.only.split(',')),
  ];
  if (values.help) process.stdout.write(HELP);
  else if (values.list) process.stdout.write(list());
  else if (values.compare !== undefined) return comparison(values.compare, values.rounds, named);
  else return table(named, values);
  return 0;
}

async function comparison(revision: string, rounds: string, only: readonly string[]): Promise<number> {
  const count = Number(rounds);
  if (!Number.isInteger(count) || count < 5 || count > 1000) {
    throw new BadCommand(
      `--rounds is ${rounds}; give a whole number from 5 to 1000: fewer have no quartiles`,
    );
  }
  try {
    return await compare(ROOT, revision, count, only);
  } catch (error) {
    if (error instanceof RangeError) throw new BadCommand(error.message);
    throw error;
  }
}

interface Output {
  readonly json?: boolean;
  readonly out?: string;
  readonly quick: boolean;
}

/** Returns 1 where a part could not be measured. */
async function table(named: readonly string[], { json, out, quick }: Output): Promise<number> {
  const names = named.length === 0 ? Object.keys(PARTS) : named;
  const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown !== undefined) {
    throw new BadCommand(`there is no part "${unknown}"; there is ${Object.keys(PARTS).join(', ')}`);
  }
  if (out !== undefined) mkdirSync(dirname(out), { recursive: true });
  const began = performance.now();
  const expected = secondsOf(names, quick);
  process.stderr.write(`${names.length} parts, about ${minutes(expected)} of processor time\n`);
  const machine = thisMachine(ROOT);
  const parts: Part[] = [];
  for (const [i, name] of names.entries()) {
    process.stderr.write(
      `${i + 1} of ${names.length}: ${name} (about ${PARTS[name].seconds[quick ? 1 : 0]} s)\n`,
    );
    parts.push(await measureApart(name, quick));
    const report = { machine, quick, seconds: (performance.now() - began) / 1000, parts };
    // after each part: what was measured is not lost where a later one is stopped
    if (out !== undefined) write(report, out);
  }
  const report = { machine, quick, seconds: (performance.now() - began) / 1000, parts };
  if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else if (out === undefined) process.stdout.write(markdownOf(report, () => undefined));
  return parts.some(({ problem }) => problem !== undefined) ? 1 : 0;
}

function write(report: Report, out: string): void {
  const picture = (plot: string) => `${out}-${plot}.svg`;
  for (const { plot } of report.parts.flatMap(({ tables }) => tables)) {
    if (plot !== undefined) writeFileSync(picture(plot.name), svgOf(plot));
  }
  writeFileSync(
    `${out}.md`,
    markdownOf(report, (plot) => basename(picture(plot))),
  );
  writeFileSync(`${out}.json`, `${JSON.stringify(report, undefined, 1)}\n`);
}

function list(): string {
  const lines = Object.entries(PARTS).map(
    ([name, { about, seconds }]) =>
      `${name.padEnd(18)} ${String(seconds[0]).padStart(4)} s ${String(seconds[1]).padStart(4)} s  ${about}`,
  );
  const [whole, quick] = [false, true].map((isQuick) => secondsOf(Object.keys(PARTS), isQuick));
  return `${lines.join('\n')}\nall: ${minutes(whole)}, with --quick ${minutes(quick)}\n`;
}

function secondsOf(names: readonly string[], quick: boolean): number {
  return names.reduce((sum, name) => sum + PARTS[name].seconds[quick ? 1 : 0], 0);
}

function minutes(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${(seconds / 60).toFixed(1)} minutes`;
}
