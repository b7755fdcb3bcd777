// npm run conform -- KIND FILES... [--out FILE] [--json]: runs data files through the library and writes down what it
// answered, so that anybody who has the truth can compare. One file a kind.
import { parseArgs } from 'node:util';
import { FirstContactError } from '../../src/errors.js';
import { GPU_OPTIONS, gpu } from './gpu.js';
import { ConformError, type ConformKind } from './kind.js';
import { queries } from './queries.js';
import { replay } from './replay.js';
import { RIGID_OPTIONS, rigid } from './rigid.js';
import { scene } from './scene.js';
import { SCENE_OPTIONS } from './scene-options.js';
import { SIMULATE_OPTIONS, simulate } from './simulate.js';

const KINDS: Readonly<Record<string, ConformKind>> = { gpu, queries, replay, rigid, scene, simulate };

const OPTIONS_OF_ALL = ['out', 'json', 'help'];

const HELP = `conform KIND FILES... [--out FILE] [--json]: runs data files through the library and prints a JSON summary

kinds:
${Object.entries(KINDS)
  .map(([name, kind]) => `  ${name.padEnd(10)}  ${kind.summary}\n${ownOptions(kind)}`)
  .join('')}
options:
  --out FILE  write the answers to FILE
  --json      what it does anyway: the summary is one line of JSON
  --help      print this
`;

try {
  await main();
} catch (error) {
  const told = error instanceof ConformError || error instanceof FirstContactError || isFileProblem(error);
  if (!told) throw error;
  process.stderr.write(`conform: ${(error as Error).message}\nSee \`npm run conform -- --help\`.\n`);
  process.exitCode = 2;
}

/** A file or folder that is not there, or may not be read or written. */
function isFileProblem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

async function main(): Promise<void> {
  const { values, positionals } = parsedArguments();
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const [name, ...files] = positionals;
  if (name === undefined) throw new ConformError('no kind was given');
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind === undefined) {
    throw new ConformError(`there is no kind "${name}"; there is ${Object.keys(KINDS).join(', ')}`);
  }
  refuseOptionsOfOthers(name, kind, values);
  if (files.length === 0 && kind.needsNoFile?.(values) !== true)
    throw new ConformError(`${name} needs at least one file: ${kind.summary}`);
  const summary = await kind.run(files, values.out, values);
  process.stdout.write(`${JSON.stringify(summary)}\n`);
}

/** An option that another kind takes would do nothing, silently. */
function refuseOptionsOfOthers(name: string, { options = {} }: ConformKind, values: object): void {
  const own = [...Object.keys(options), ...OPTIONS_OF_ALL];
  const strange = Object.keys(values).find((option) => !own.includes(option));
  if (strange === undefined) return;
  throw new ConformError(
    `${name} takes no --${strange}; it takes ${own.map((each) => `--${each}`).join(', ')}`,
  );
}

function ownOptions({ options = {} }: ConformKind): string {
  const names = Object.keys(options).map((name) => `--${name}`);
  return names.length === 0 ? '' : `${' '.repeat(14)}with ${names.join(', ')}\n`;
}

/** `--scale -10` as `--scale=-10`: parseArgs takes what begins with a dash for an option. */
function withNegativeNumbers(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? '';
    if (/^-[0-9.]/.test(arg) && /^--[a-z]+$/.test(before)) joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function parsedArguments() {
  try {
    return parseArgs({
      args: withNegativeNumbers(process.argv.slice(2)),
      allowPositionals: true,
      options: {
        ...GPU_OPTIONS,
        ...RIGID_OPTIONS,
        ...SCENE_OPTIONS,
        ...SIMULATE_OPTIONS,
        out: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new ConformError((error as Error).message);
  }
}
