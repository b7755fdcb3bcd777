import { writeFileSync } from 'node:fs';
import {
  distance,
  initGeometry,
  type RigidMesh,
  type RigidPose,
  rigidMesh,
  type TimeOfContact,
  type TimeOfContactOptions,
  timeOfContact,
} from '../../src/geometry/index.js';
import { ConformError, type ConformKind, type ConformValues } from './kind.js';
import { median } from './median.js';
import { type RigidTrial, readMotionsFile, readSoupFile } from './rigid-file.js';

/** Timed repetitions of a trial, of which the median counts. */
const REPETITIONS = 5;
const METHODS = ['earliest-first', 'c2a', 'ca'] as const;
const AT_REST: RigidPose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
const STILL = { start: AT_REST, end: AT_REST };

interface Answer {
  readonly result: TimeOfContact;
  readonly milliseconds: number;
}

export const RIGID_OPTIONS = { method: { type: 'string' }, tolerance: { type: 'string' } } as const;

/** First times of contact of a moving mesh with a fixed one: a JSON line a trial. */
export const rigid: ConformKind = {
  summary: 'A.mesh B.mesh MOTIONS.json; answers {"i":0,"state":"contact","time":0.5,"distance":1e-7}',
  options: RIGID_OPTIONS,
  async run(files, out, options) {
    const [fileA, fileB, motions] = files;
    if (files.length !== 3) throw new ConformError(`rigid takes three files, not ${files.length}`);
    await initGeometry();
    const a = meshOf(fileA!);
    const b = fileB === fileA ? a : meshOf(fileB!);
    const trials = readMotionsFile(motions!);
    const asked = optionsOf(options);
    const answers = trials.map((trial) => answer(a, b, trial, asked));
    if (out !== undefined) writeFileSync(out, answers.map(lineOf).join(''));
    return { kind: 'rigid', files, ...asked, ...compare(a, b, trials, answers), ...costs(answers) };
  },
};

function meshOf(path: string): RigidMesh {
  const { positions, triangles } = readSoupFile(path);
  return rigidMesh(positions, triangles);
}

function optionsOf({ method, tolerance }: ConformValues): TimeOfContactOptions {
  const known = METHODS.find((name) => name === (method ?? METHODS[0]));
  if (known === undefined)
    throw new ConformError(`there is no method "${method}"; there is ${METHODS.join(', ')}`);
  if (tolerance === undefined) return { method: known };
  if (!(Number(tolerance) > 0))
    throw new ConformError(`the tolerance is "${tolerance}", not a number above 0`);
  return { method: known, tolerance: Number(tolerance) };
}

function answer(a: RigidMesh, b: RigidMesh, trial: RigidTrial, options: TimeOfContactOptions): Answer {
  const times: number[] = [];
  let result: TimeOfContact;
  do {
    const start = performance.now();
    result = timeOfContact(a, trial.motion, b, STILL, options);
    times.push(performance.now() - start);
  } while (times.length < REPETITIONS);
  return { result, milliseconds: median(times) };
}

function lineOf({ result }: Answer, i: number): string {
  const hit = isHit(result);
  return `${JSON.stringify({ i, state: result.state, time: result.time, distance: hit ? result.distance : null })}\n`;
}

function isHit(result: TimeOfContact): result is TimeOfContact & { state: 'contact' | 'initial-overlap' } {
  return result.state === 'contact' || result.state === 'initial-overlap';
}

function compare(a: RigidMesh, b: RigidMesh, trials: readonly RigidTrial[], answers: readonly Answer[]) {
  const totals = {
    trials: trials.length,
    hits: answers.filter(({ result }) => isHit(result)).length,
  };
  return { ...totals, ...(trials.every(({ truth }) => truth) ? judge(a, b, trials, answers) : UNKNOWN) };
}

/** Where a trial has no truth, nobody knows the totals. */
const UNKNOWN = {
  missed: null,
  falseHits: null,
  late: null,
  maxLate: null,
  maxEarly: null,
  meanError: null,
};

function judge(a: RigidMesh, b: RigidMesh, trials: readonly RigidTrial[], answers: readonly Answer[]) {
  const counts = { missed: 0, falseHits: 0, late: 0, maxLate: 0, maxEarly: 0, meanError: 0 };
  let hits = 0;
  trials.forEach(({ truth }, i) => {
    const { result } = answers[i];
    if (truth === undefined) return;
    if (result.state === 'failed' || (truth.hit && !isHit(result))) counts.missed++;
    if (!isHit(result)) return;
    if (!truth.hit) counts.falseHits += clearlyApart(a, b, trials[i], result) ? 1 : 0;
    else {
      const late = result.time - truth.high;
      hits++;
      if (late > 0) counts.late++;
      counts.maxLate = Math.max(counts.maxLate, late);
      counts.maxEarly = Math.max(counts.maxEarly, truth.low - result.time);
      counts.meanError += Math.abs(result.time - (truth.low + truth.high) / 2);
    }
  });
  if (hits > 0) counts.meanError /= hits;
  return counts;
}

// A contact within tolerance of a free motion is right; the distance query, which is another search, decides.
function clearlyApart(
  a: RigidMesh,
  b: RigidMesh,
  { motion }: RigidTrial,
  result: TimeOfContact & { state: 'contact' | 'initial-overlap' },
): boolean {
  if (result.state === 'initial-overlap')
    return distance(a, motion.start, b, AT_REST).distance > result.tolerance;
  return result.distance > result.tolerance;
}

function costs(answers: readonly Answer[]) {
  const times = answers.map(({ milliseconds }) => milliseconds).sort((p, q) => p - q);
  const mean = (of: (answer: Answer) => number) =>
    answers.reduce((sum, each) => sum + of(each), 0) / answers.length;
  return {
    ms: {
      mean: mean(({ milliseconds }) => milliseconds),
      median: median(times),
      p95: times[Math.floor(times.length * 0.95)] ?? null,
    },
    boxTestsPerQuery: mean(({ result }) => result.counts.boxTests),
    triangleTestsPerQuery: mean(({ result }) => result.counts.triangleTests),
    iterations: mean(({ result }) => result.counts.iterations),
    frontNodes: mean(({ result }) => result.counts.frontNodes),
  };
}
