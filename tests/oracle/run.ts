// npm run oracle -- --help
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Candidate, compare, reproduction } from './compare.js';
import { firstContact } from './exact/first-contact.js';
import { FAMILIES, familyNamed } from './generators/families.js';
import { type Family, queriesOf } from './generators/family.js';

const HELP =
  'npm run oracle -- [--count N] [--seed S] [--family NAME] [--candidate FILE | --alone] [--show N]: compares N seeded queries with the exact oracle; --alone only times the oracle.';

/** Bad arguments are told without a stack. */
function orRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

const { values } = orRefuse(() =>
  parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
      count: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      show: { type: 'string', default: '3' },
      family: { type: 'string' },
      candidate: { type: 'string' },
    },
  }),
);

function whole(name: 'count' | 'seed' | 'show'): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new RangeError(`--${name} takes a whole number, not ${values[name]}`);
}

const { families, count, seed, show } = orRefuse(() => ({
  families: values.family === undefined ? FAMILIES : [familyNamed(values.family)],
  count: whole('count'),
  seed: whole('seed'),
  show: whole('show'),
}));

/** A module that exports `candidate`; undefined when there is no such file. */
async function loadCandidate(): Promise<Candidate | undefined> {
  const url =
    values.candidate === undefined
      ? new URL('./candidate.ts', import.meta.url)
      : pathToFileURL(values.candidate);
  if (!existsSync(url)) return undefined;
  const { candidate } = await import(url.href);
  return candidate;
}

function timeAlone(family: Family, each: number): void {
  const queries = [...queriesOf(family, seed, each)];
  const started = performance.now();
  let contacts = 0;
  for (const { kind, points } of queries) if (firstContact(kind, points).contact) contacts++;
  report(family.name, each, contacts, performance.now() - started, '');
}

function report(family: string, count: number, contacts: number, milliseconds: number, more: string): void {
  const speed = (milliseconds / Math.max(count, 1)).toFixed(3);
  console.log(
    `${family.padEnd(22)} ${count} queries, ${contacts} in contact, oracle ${speed} ms/query${more}`,
  );
}

function compareFamily(candidate: Candidate, family: Family, each: number): number {
  const result = compare(candidate, queriesOf(family, seed, each));
  const more = `, ${result.mismatches.length} mismatches, max earliness ${result.maxEarliness.toExponential(2)}`;
  report(family.name, result.count, result.contacts, result.oracleMilliseconds, more);
  for (const mismatch of result.mismatches.slice(0, show)) console.log(`\n${reproduction(mismatch)}\n`);
  return result.mismatches.length;
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const each = Math.ceil(count / families.length);
  if (values.alone) {
    for (const family of families) timeAlone(family, each);
    return 0;
  }
  const candidate = await loadCandidate();
  if (candidate === undefined) {
    console.error(
      `There is no ${values.candidate ?? 'tests/oracle/candidate.ts'} to compare with the oracle.`,
    );
    return 2;
  }
  let wrong = 0;
  for (const family of families) wrong += compareFamily(candidate, family, each);
  console.log(`${each * families.length} queries, ${wrong} mismatches, seed ${seed}`);
  return wrong === 0 ? 0 : 1;
}

process.exitCode = await main();
