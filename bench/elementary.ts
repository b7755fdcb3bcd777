// Elementary tests: published hard queries, and all feature pairs of whole scenes whose swept boxes overlap.
import { existsSync, readFileSync } from 'node:fs';
import { CONTACT_RECORD_BYTES, QUERY_BYTES, STAGE_COUNTERS } from '../src/kernels/layout.js';
import { type Core, openCore } from '../src/memory/open.js';
import { readQueryFile } from '../tools/conform/query-file.js';
import { edgeEdgePairs, type FeaturePairs, readSweptScene, vertexFacePairs } from './feature-pairs.js';
import { medianMilliseconds, printTable } from './measure.js';

const DATA = new URL('../../shared/data/', import.meta.url);
const SETS = ['erleben-cube-cliff-edges', 'erleben-spikes', 'erleben-wedges', 'unit-tests'];
const SCENES = ['cloth-ball', 'rod-twist'];
const HEAD = [
  '',
  'queries',
  'contacts',
  'A %',
  'A2 %',
  'B %',
  'exact',
  'ns/query',
  'largest width',
  'misses',
  'false',
];

type Kind = 'vf' | 'ee';

export async function elementary(): Promise<void> {
  const core = await openCore();
  process.stdout.write('hard queries: target 3000 ns, stretch 1000\n');
  if (existsSync(new URL('queries/', DATA)))
    printTable([HEAD, ...SETS.flatMap((set) => hardRows(core, set))]);
  else process.stdout.write('  skipped: ../shared/data/queries is missing\n\n');
  for (const name of SCENES) {
    process.stdout.write(
      `${name}, feature pairs whose swept boxes overlap: target 70 ns, exact below 1 in 10,000\n`,
    );
    const scene = readSweptScene(new URL(`scenes/${name}.mesh`, DATA).pathname);
    if (scene === undefined) {
      process.stdout.write(`  skipped: ../shared/data/scenes/${name}.mesh is missing\n\n`);
      continue;
    }
    const pairs = { vf: vertexFacePairs(scene), ee: edgeEdgePairs(scene) };
    const rows = (['vf', 'ee'] as const).map((kind) =>
      measured(
        core,
        kind,
        `${name}.${kind}`,
        scene.swept,
        pairs[kind].queries,
        5,
        sceneTruth(name, kind, pairs[kind]),
      ),
    );
    printTable([HEAD, ...rows]);
  }
}

function hardRows(core: Core, set: string): (string | number)[][] {
  return (['vf', 'ee'] as const).map((kind) => {
    const { points, truth } = readQueryFile(new URL(`queries/${set}.${kind}`, DATA).pathname);
    const swept = new Float64Array(points.length);
    for (let q = 0; q < points.length; q += 24) {
      for (let k = 0; k < 12; k++) {
        swept[q + 2 * k] = points[q + k]!;
        swept[q + 2 * k + 1] = points[q + 12 + k]!;
      }
    }
    const queries = Uint32Array.from({ length: points.length / 6 }, (_, i) => i);
    const known = { positives: truth!.reduce((a, b) => a + b), touches: (i: number) => truth![i] === 1 };
    return measured(core, kind, `${set}.${kind}`, swept, queries, 201, known);
  });
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
  return { positives: keys.size, touches: (i) => keys.has(keyOf(features[2 * i]!, features[2 * i + 1]!)) };
}

function measured(
  core: Core,
  kind: Kind,
  title: string,
  swept: Float64Array,
  queries: Uint32Array,
  repetitions: number,
  truth: Truth,
): (string | number)[] {
  const { arena, kernels } = core;
  const count = queries.length / 4;
  const blocks = [
    swept.byteLength,
    count * QUERY_BYTES,
    count * CONTACT_RECORD_BYTES,
    STAGE_COUNTERS * 4,
  ].map((n) => arena.allocate(n));
  const [sweptAt, queriesAt, records, stats] = blocks.map((block) => arena.address(block)) as [
    number,
    number,
    number,
    number,
  ];
  arena.f64.set(swept, sweptAt >> 3);
  arena.u32.set(queries, queriesAt >> 2);
  const kernel = kind === 'vf' ? kernels.vertexFaceContacts : kernels.edgeEdgeContacts;
  const run = () => kernel(sweptAt, queriesAt, count, records, count, stats, 0);
  const found = run();
  const [a, sides, pieces, exact] = arena.u32.slice(stats >> 2, (stats >> 2) + STAGE_COUNTERS);
  let [right, width] = [0, 0];
  for (let i = 0; i < found; i++) {
    const record = records + i * CONTACT_RECORD_BYTES;
    if (truth.touches(arena.u32[record >> 2]!)) right++;
    width = Math.max(width, arena.f64[(record >> 3) + 2]!);
  }
  const nanoseconds = (medianMilliseconds(repetitions, run) * 1e6) / count;
  for (const block of blocks) arena.free(block);
  const share = (part: number) => ((100 * part) / count).toFixed(1);
  return [
    title,
    count,
    found,
    share(a!),
    share(sides!),
    share(pieces!),
    exact!,
    nanoseconds.toFixed(1),
    width.toExponential(1),
    truth.positives - right,
    found - right,
  ];
}
