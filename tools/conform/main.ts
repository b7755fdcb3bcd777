// npm run conform -- KIND FILES... [--out FILE] [--json]: runs data files through the library and writes down what it
// answered, so that anybody who has the truth can compare. One file a kind.
import { parseArgs } from 'node:util';
import { FirstContactError } from '../../src/errors.js';
import { ConformError, type ConformKind } from './kind.js';
import { queries } from './queries.js';
import { rigid } from './rigid.js';

const KINDS: Readonly<Record<string, ConformKind>> = { queries, rigid };

const HELP = `conform KIND FILES... [--out FILE] [--json]: runs data files through the library and prints a JSON summary

kinds:
${Object.entries(KINDS)
  .map(([name, kind]) => `  ${name.padEnd(10)}  ${kind.summary}\n`)
  .join('')}
options:
  --out FILE  write the answers to FILE
  --method M  rigid: earliest-first, c2a or ca
  --tolerance T  rigid: bodies this close are in contact
  --json      what it does anyway: the summary is one line of JSON
  --help      print this
`;

try {
  await main();
} catch (error) {
  if (!(error instanceof ConformError || error instanceof FirstContactError)) throw error;
  process.stderr.write(`conform: ${error.message}\nSee \`npm run conform -- --help\`.\n`);
  process.exitCode = 2;
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
  if (files.length === 0) throw new ConformError(`${name} needs at least one file: ${kind.summary}`);
  const summary = await kind.run(files, values.out, { method: values.method, tolerance: values.tolerance });
  process.stdout.write(`${JSON.stringify(summary)}\n`);
}

function parsedArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        method: { type: 'string' },
        tolerance: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new ConformError((error as Error).message);
  }
}
