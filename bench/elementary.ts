// Elementary tests: published hard queries, and all feature pairs of whole scenes whose swept boxes overlap.
import { existsSync, readFileSync } from 'node:fs';
import { CONTACT_RECORD_BYTES, QUERY_BYTES, STAGE_COUNTERS } from '../src/kernels/layout/elementary.js';
import { type Core, openCore } from '../src/memory/open.js';
import { StepBuffer } from '../src/memory/step-buffer.js';
import * as families from '../tests/unit/elementary/families.js';
import { readQueryFile } from '../tools/conform/query-file.js';
import { edgeEdgePairs, type FeaturePairs, readSweptScene, vertexFacePairs } from './feature-pairs.js';
import { medianMilliseconds } from './measure.js';
import { type Measure, type Row, rowsOf, type Table } from './report/row.js';

const DATA = new URL('../../shared/data/', import.meta.url);
const SETS = ['erleben-cube-cliff-edges', 'erleben-spikes', 'erleben-wedges', 'unit-tests'];
const SCENES = ['cloth-ball', 'rod-twist'];
/** Timed repetitions, of which the median counts. */
const REPETITIONS = 7;
const EXACT_QUERIES = 60;
const MOST_TRIES = 3000;
const EXACT_FAMILIES: Readonly<Record<string, (random: families.Random, kind: Kind) => families.Query>> = {
  'whole numbers -2..2': (r) => families.grid(r, 2),
  'exact touches': (r, kind) => families.touch(r, kind, 0),
  'an ulp above touches': (r, kind) => families.touch(r, kind, 1),
  'sliding in one plane, rounded': (r) => families.slidingRounded(r),
  'riding on a boundary': (r, kind) => families.edgeRiding(r, kind),
  'riding, far from the origin': (r, kind) =>
    families.moved(families.edgeRiding(r, kind), [1e6, 1e6 / 7, -1e6]),
  'double and triple roots, almost': (r, kind) => families.nearMultiple(r, kind),
  'exponents within 30': (r) => families.allExponents(r, -15, 15),
  'exponents within 200': (r) => families.allExponents(r, -100, 100),
  'exponents within 2000': (r) => families.allExponents(r, -1000, 1000),
};

type Kind = 'vf' | 'ee';

export const elementary: Measure = async ({ progress, quick }) => {
  const core = await openCore();
  const tables: Table[] = [hardQueries(core), exactStage(core, quick ? 5 : EXACT_QUERIES)];
  // finding the pairs of a scene takes longer than testing them
  for (const name of quick ? [] : SCENES) {
    progress(name);
    tables.push(wholeScene(core, name));
  }
  return tables;
};

function hardQueries(core: Core): Table {
  const title = 'Hard queries';
  if (!existsSync(new URL('queries/', DATA))) return missing(title, '../shared/data/queries');
  return {
    title,
    about: 'Target: 3,000 ns a query, stretch 1,000.',
    rows: SETS.flatMap((set) => hardRows(core, set)),
  };
}

function wholeScene(core: Core, name: string): Table {
  const title = `${name}: all feature pairs whose swept boxes overlap`;
  const scene = readSweptScene(new URL(`scenes/${name}.mesh`, DATA).pathname);
  if (scene === undefined) return missing(title, `../shared/data/scenes/${name}.mesh`);
  const pairs = { vf: vertexFacePairs(scene), ee: edgeEdgePairs(scene) };
  const rows = (['vf', 'ee'] as const).flatMap((kind) => {
    const truth = sceneTruth(name, kind, pairs[kind]);
    return measured(core, kind, `${name}.${kind}`, scene.swept, pairs[kind].queries, truth, 70);
  });
  return { title, about: 'Target: 70 ns a query, the exact stage for fewer than 1 in 10,000.', rows };
}

const missing = (title: string, what: string): Table => ({
  title,
  about: `Left out: ${what} is missing.`,
  rows: [],
});

/** Queries of hard families that need the exact stage, each timed alone. */
function exactStage(core: Core, count: number): Table {
  const rows = Object.entries(EXACT_FAMILIES).flatMap(([title, make]) =>
    (['vf', 'ee'] as const).flatMap((kind) => exactRow(core, `${title}, ${kind}`, kind, make, count)),
  );
  return {
    title: 'The exact stage by family',
    about: 'Target: mean 10 µs, worst 20 µs up to a spread of 30 in the exponents.',
    rows,
  };
}

function exactRow(
  core: Core,
  title: string,
  kind: Kind,
  make: (typeof EXACT_FAMILIES)[string],
  count: number,
): Row[] {
  const random = families.randomFrom(1);
  const times: number[] = [];
  for (let tries = 0; tries < MOST_TRIES && times.length < count; tries++) {
    const one = new PlacedQueries(core, kind, sweptOf(make(random, kind)), Uint32Array.of(0, 1, 2, 3));
    one.run();
    if (one.stages()[3] === 1) times.push(medianMilliseconds(3, () => one.run(), 1) * 1000);
    one.free();
  }
  const mean = times.reduce((a, b) => a + b, 0) / times.length;
  const isWide = /within [0-9]{3}/.test(title);
  return rowsOf(title, {
    queries: [times.length, ''],
    mean: [mean, 'µs', isWide ? {} : { target: { most: 10 } }],
    worst: [Math.max(...times), 'µs', isWide ? {} : { target: { most: 20 } }],
  });
}

function hardRows(core: Core, set: string): Row[] {
  return (['vf', 'ee'] as const).flatMap((kind) => {
    const { points, truth } = readQueryFile(new URL(`queries/${set}.${kind}`, DATA).pathname);
    const swept = sweptOf(points);
    const queries = Uint32Array.from({ length: points.length / 6 }, (_, i) => i);
    const known = { positives: truth!.reduce((a, b) => a + b), touches: (i: number) => truth![i] === 1 };
    return measured(core, kind, `${set}.${kind}`, swept, queries, known, 3000);
  });
}

/** x y z of four points at both times, as swept vertices. */
function sweptOf(points: ArrayLike<number>): Float64Array {
  const swept = new Float64Array(points.length);
  for (let q = 0; q < points.length; q += 24) {
    for (let k = 0; k < 12; k++) {
      swept[q + 2 * k] = points[q + k];
      swept[q + 2 * k + 1] = points[q + 12 + k];
    }
  }
  return swept;
}

/** How many queries touch, found or not, and which of those asked do. */
interface Truth {
  readonly positives: number;
  touches(query: number): boolean;
}

/** The file lists the pairs that touch; all others do not. */
function sceneTruth(name: string, kind: Kind, { features }: FeaturePairs): Truth {
  const bytes = readFileSync(new URL(`scenes/${name}.${kind}.gt`, DATA));
  const keyOf = (a: number, b: number) => a * 2 ** 24 + b;
  const keys = new Set<number>();
  for (let at = 4; at < bytes.length; at += 12) {
    const [a, b] = [bytes.readInt32LE(at), bytes.readInt32LE(at + 4)];
    const ordered = kind === 'ee' && b < a ? keyOf(b, a) : keyOf(a, b);
    if (bytes.readInt32LE(at + 8) === 1) keys.add(ordered);
  }
  return { positives: keys.size, touches: (i) => keys.has(keyOf(features[2 * i], features[2 * i + 1])) };
}

/** Queries in the kernels' memory. */
class PlacedQueries {
  readonly count: number;
  readonly #core: Core;
  readonly #kind: Kind;
  readonly #block: StepBuffer;
  readonly #records: number;
  readonly #queries: number;
  readonly #stats: number;

  constructor(core: Core, kind: Kind, swept: Float64Array, queries: Uint32Array) {
    this.#core = core;
    this.#kind = kind;
    this.count = queries.length / 4;
    this.#block = new StepBuffer(core.arena);
    this.#block.ensure(
      swept.byteLength + this.count * (QUERY_BYTES + CONTACT_RECORD_BYTES) + STAGE_COUNTERS * 4,
    );
    this.#records = this.#block.address + swept.byteLength;
    this.#queries = this.#records + this.count * CONTACT_RECORD_BYTES;
    this.#stats = this.#queries + this.count * QUERY_BYTES;
    core.arena.f64.set(swept, this.#block.address >> 3);
    core.arena.u32.set(queries, this.#queries >> 2);
  }

  /** The number of contacts. */
  run(): number {
    const { kernels } = this.#core;
    const kernel = this.#kind === 'vf' ? kernels.vertexFaceContacts : kernels.edgeEdgeContacts;
    return kernel(this.#block.address, this.#queries, this.count, this.#records, this.count, this.#stats, 0);
  }

  /** How many queries each stage decided, over all runs. */
  stages(): Uint32Array {
    const at = this.#stats >> 2;
    return this.#core.arena.u32.slice(at, at + STAGE_COUNTERS);
  }

  /** Query and width of the time of a contact. */
  contact(i: number): readonly [number, number] {
    const record = this.#records + i * CONTACT_RECORD_BYTES;
    return [this.#core.arena.u32[record >> 2], this.#core.arena.f64[(record >> 3) + 2]];
  }

  free(): void {
    this.#block.free();
  }
}

function measured(
  core: Core,
  kind: Kind,
  title: string,
  swept: Float64Array,
  queries: Uint32Array,
  truth: Truth,
  most: number,
): Row[] {
  const placed = new PlacedQueries(core, kind, swept, queries);
  const { count } = placed;
  const found = placed.run();
  const [a, sides, pieces, exact] = placed.stages();
  let [right, width] = [0, 0];
  for (let i = 0; i < found; i++) {
    const [query, timeWidth] = placed.contact(i);
    if (truth.touches(query)) right++;
    width = Math.max(width, timeWidth);
  }
  const nanoseconds = (medianMilliseconds(REPETITIONS, () => placed.run()) * 1e6) / count;
  placed.free();
  const share = (part: number) => (100 * part) / count;
  return rowsOf(title, {
    queries: [count, ''],
    contacts: [found, ''],
    'stage A': [share(a!), '%'],
    'stage A2': [share(sides!), '%'],
    'stage B': [share(pieces!), '%'],
    exact: [exact!, ''],
    'a query': [nanoseconds, 'ns', { target: { most } }],
    'largest width of a time': [width, ''],
    misses: [truth.positives - right, '', { target: { most: 0 } }],
    false: [found - right, '', { target: { most: 0 } }],
  });
}
