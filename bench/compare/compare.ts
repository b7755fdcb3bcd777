import { loadNow, thisMachine } from '../report/machine.js';
import { headOf, rowsInMarkdown } from '../report/markdown.js';
import { type Row, rowsOf } from '../report/row.js';
import { build, builtRevision, Side } from './sides.js';
import { TOLERATED, type Verdict, verdictOf } from './verdict.js';
import { WORKLOADS } from './workloads.js';

/** Processes of either side, one after the other: where code lies in memory differs from process to process. */
const GENERATIONS = 3;

/**
 * Measures a revision and this tree in turns and prints what changed; 1 where something became slower. What is measured is
 * `workloads.ts` of this tree, with the public interface of either build.
 */
export async function compare(
  root: string,
  revision: string,
  rounds: number,
  only: readonly string[],
): Promise<number> {
  const names = only.length === 0 ? Object.keys(WORKLOADS) : only;
  const unknown = names.find((name) => !Object.hasOwn(WORKLOADS, name));
  if (unknown !== undefined) {
    throw new RangeError(`there is no workload "${unknown}"; there is ${Object.keys(WORKLOADS).join(', ')}`);
  }
  const before = builtRevision(root, revision);
  try {
    build(root);
    const { package: after, ...machine } = thisMachine(root);
    const found = await measured([before.folder, root], rounds, names);
    const head = {
      ...machine,
      'load at the end': loadNow(),
      before: `${revision}, ${before.commit}`,
      after,
      rounds,
    };
    process.stdout.write(`${headOf(head)}\n\n`);
    return report(revision, found);
  } finally {
    before.remove();
  }
}

/** What the rounds of a workload took on either side, or why they could not be run. */
interface Times {
  readonly times: readonly [before: number[], after: number[]];
  readonly problems: [before?: string, after?: string];
}

async function measured(
  folders: readonly [string, string],
  rounds: number,
  names: readonly string[],
): Promise<Map<string, Times>> {
  const found = new Map(names.map((name): [string, Times] => [name, { times: [[], []], problems: [] }]));
  const perProcess = Math.ceil(rounds / GENERATIONS);
  for (let generation = 0; generation < GENERATIONS; generation++) {
    process.stderr.write(`processes ${generation + 1} of ${GENERATIONS}, ${perProcess} rounds each\n`);
    const sides = folders.map((folder) => new Side(folder));
    try {
      for (const [name, { problems, times }] of found) {
        let runs: number | undefined;
        for (let round = -1; round < perProcess; round++) {
          // whoever is first in this round is second in the next
          for (const i of round & 1 ? [0, 1] : [1, 0]) {
            if (problems.some((problem) => problem !== undefined)) continue;
            const told = await sides[i].ask({ workload: name, runs });
            if ('problem' in told) problems[i] = told.problem;
            else {
              runs ??= told.runs;
              if (round >= 0) times[i].push(told.ms);
            }
          }
        }
      }
    } finally {
      for (const side of sides) side.end();
    }
  }
  return found;
}

function report(revision: string, found: ReadonlyMap<string, Times>): number {
  const rows: Row[] = [];
  let worst = 0;
  for (const [name, { problems, times }] of found) {
    const [then, now] = problems;
    // what this tree can no longer do is worse than slow; what the revision could not do yet is not
    if (now !== undefined) worst = 1;
    const problem = now === undefined ? then && `not at ${revision}: ${then}` : `not here: ${now}`;
    if (problem !== undefined)
      rows.push({ name, quantity: 'before', unit: 'ms', value: Number.NaN, note: problem });
    else {
      const verdict = verdictOf(...times);
      if (verdict.state === 'slower') worst = 1;
      rows.push(...verdictRows(name, verdict));
    }
  }
  process.stdout.write(
    `${rowsInMarkdown(rows)}\n\n${worst === 0 ? `Nothing became slower by more than ${100 * TOLERATED} %.` : 'Something became slower, or does not work any more.'}\n`,
  );
  return worst;
}

function verdictRows(name: string, { after, before, change, noise, state }: Verdict): Row[] {
  return rowsOf(name, {
    before: [before, 'ms'],
    after: [after, 'ms'],
    change: [change, '%', state === 'same' ? {} : { note: state }],
    noise: [noise, '%'],
  });
}
