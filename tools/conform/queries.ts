import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import {
  createElementaryResults,
  type ElementaryResults,
  edgeEdgeContacts,
  initGeometry,
  vertexFaceContacts,
} from '../../src/geometry/index.js';
import type { ConformKind } from './kind.js';
import { type QueryFile, readQueryFile } from './query-file.js';

/** Timed repetitions, of which the median counts. */
const REPETITIONS = 15;

/** Elementary tests: a JSON line a query, counted through all files. */
export const queries: ConformKind = {
  summary: '.vf and .ee files of elementary queries; answers {"i":0,"state":"contact","time":0.5}',
  async run(paths, out) {
    await initGeometry();
    const files = paths.map(readQueryFile);
    const answers = files.map(answer);
    if (out !== undefined) await write(out, answers);
    const compared = files.map((file, i) => compare(file, answers[i]));
    return {
      kind: 'queries',
      files: files.map((file) => file.path),
      queries: total(answers.map((results) => results.contact.length)),
      positives: total(answers.map((results) => total(results.contact))),
      falsePositives: total(compared.map((counts) => counts.falsePositives)),
      falseNegatives: total(compared.map((counts) => counts.falseNegatives)),
      exactFallbacks: total(answers.map((results) => total(results.exact))),
      nsPerQuery: nanosecondsAQuery(files, answers),
    };
  },
};

function answer(file: QueryFile): ElementaryResults {
  return ask(file, createElementaryResults(file.points.length / 24));
}

function ask(file: QueryFile, out: ElementaryResults): ElementaryResults {
  return file.kind === 'vf' ? vertexFaceContacts(file.points, out) : edgeEdgeContacts(file.points, out);
}

function compare({ truth }: QueryFile, { contact }: ElementaryResults) {
  if (truth === undefined) return { falsePositives: null, falseNegatives: null };
  let falsePositives = 0;
  let falseNegatives = 0;
  truth.forEach((touches, i) => {
    if (contact[i] === 1 && touches === 0) falsePositives++;
    if (contact[i] === 0 && touches !== 0) falseNegatives++;
  });
  return { falsePositives, falseNegatives };
}

/** A sum is unknown where a part of it is. */
function total(numbers: Iterable<number>): number;
function total(numbers: Iterable<number | null>): number | null;
function total(numbers: Iterable<number | null>): number | null {
  let sum = 0;
  for (const number of numbers) {
    if (number === null) return null;
    sum += number;
  }
  return sum;
}

async function write(out: string, answers: readonly ElementaryResults[]): Promise<void> {
  const stream = createWriteStream(out);
  let i = 0;
  for (const { contact, time } of answers) {
    for (let query = 0; query < contact.length; query++) {
      const touches = contact[query] === 1;
      const line = { i: i++, state: touches ? 'contact' : 'free', time: touches ? time[query] : null };
      stream.write(`${JSON.stringify(line)}\n`);
    }
  }
  stream.end();
  await finished(stream);
}

function nanosecondsAQuery(
  files: readonly QueryFile[],
  answers: readonly ElementaryResults[],
): number | null {
  const count = total(answers.map((results) => results.contact.length));
  if (count === 0) return null;
  const times: number[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const start = performance.now();
    for (let i = 0; i < files.length; i++) ask(files[i], answers[i]);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return Math.round((times[REPETITIONS >> 1] * 1e6) / count);
}
