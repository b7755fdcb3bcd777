// Culling by pictures on one step of each of Quick-CULLIDE's three scenes: what is left, beside sweep and prune on the same
// boxes and beside the paper's tables. Counts are exact; times are those of a software rasteriser on a shared machine.
import { SWEPT_SCENES } from '../scenes/swept/index.js';
import { initGeometry } from '../src/geometry/index.js';
import {
  ALL_VIEWS,
  AXIS_VIEWS,
  DEFAULT_VIEWS,
  DIAGONAL_VIEWS,
  OBLIQUE_VIEWS,
  type View,
} from '../src/visibility/view.js';
import { cullScene, type Method, missedPairs, touchingClusters } from '../tools/gpu/culled-scene.js';
import { type OpenedPlace, openVisibility } from '../tools/gpu/places.js';
import { cullWithin, selfInput, touchingWithin } from '../tools/gpu/self-input.js';
import { openPairs, type SweptInput, sweptInput } from '../tools/gpu/swept-input.js';
import { gpuEncode } from './gpu-encode.js';
import { type How, type Measure, type Row, rowsOf, type Table } from './report/row.js';

const SEED = 1;
const PAPER = ['cloth', 'leaves', 'breaking'];
const PIXELS = 512;
/** Average PCS, in triangles, of Quick-CULLIDE and of CULLIDE: Table 1. */
const PAPER_PCS: Readonly<Record<string, readonly [quick: number, cullide: number]>> = {
  cloth: [210, 1340],
  breaking: [1400, 3600],
  leaves: [450, 1200],
};

/** A scene that is cut into clusters, and what truly touches. */
interface Prepared {
  readonly name: string;
  readonly input: SweptInput;
  readonly touching: ReadonlySet<number>;
}

export const gpu: Measure = async ({ progress, quick }) => {
  await initGeometry();
  const opened = await openVisibility('node').catch((error: unknown) => String(error));
  if (typeof opened === 'string') {
    return [{ title: 'Quick-CULLIDE', about: `Left out: no WebGPU here (${opened}).`, rows: [] }];
  }
  await using place = opened;
  const tables: Table[] = [];
  if (!quick) tables.push(await within(place));
  const left: Row[] = [];
  for (const name of quick ? ['leaves'] : PAPER)
    left.push(...(await methods(place, prepare(name, 8), progress)));
  tables.push({
    title: 'Quick-CULLIDE, Tables 1 and 2: what is left by each way of asking',
    about:
      'One step, 512 pixels, clusters of 8 triangles. PCS: triangles in clusters that still have a partner; the paper has averages of its own scenes. Elapsed time, on whatever draws here: often a software rasteriser.',
    rows: left,
  });
  if (quick) return tables;
  for (const name of ['cloth', 'leaves']) tables.push(await viewsAndSizes(place, prepare(name, 8), progress));
  tables.push(await clusters(place, progress), await gpuEncode());
  return tables;
};

function prepare(name: string, clusterTriangles: number): Prepared {
  const scene = SWEPT_SCENES[name](SEED);
  const input = sweptInput(scene, clusterTriangles);
  return { name, input, touching: touchingClusters(scene, input) };
}

/** Triangles in clusters that still have a partner: the potentially colliding set. */
function pcs(
  { clusterOf, clusters }: SweptInput,
  pairs: { count: number; a: Uint32Array; b: Uint32Array; isFree: Uint8Array },
) {
  const isIn = new Uint8Array(clusters.count);
  for (let i = 0; i < pairs.count; i++) if (pairs.isFree[i] === 0) isIn[pairs.a[i]] = isIn[pairs.b[i]] = 1;
  return clusterOf.reduce((sum, cluster) => sum + isIn[cluster], 0);
}

/** Which way of asking frees most, at the same resolution (Tables 1 and 2). */
async function methods(
  place: OpenedPlace,
  { name, input, touching }: Prepared,
  progress: How['progress'],
): Promise<Row[]> {
  const [paperQuick, paperCullide] = PAPER_PCS[name];
  const rows = [
    ...rowsOf(`${name}: sweep and prune`, {
      'pairs left': [input.pairs.count, ''],
      PCS: [pcs(input, input.pairs), ''],
      total: [input.sweepMs, 'ms'],
    }),
    ...rowsOf(`${name}: truth`, { 'pairs left': [touching.size, ''] }),
  ];
  const backend = place.backend(PIXELS);
  const ways: readonly (readonly [Method, string, readonly View[], number?])[] = [
    ['cullide', '3 axes', AXIS_VIEWS, paperCullide],
    ['quick-cullide', '3 axes', AXIS_VIEWS, paperQuick],
    ['pairs', '3 axes', AXIS_VIEWS],
    ['split', '3 axes', AXIS_VIEWS],
    ['split', '3 oblique', DEFAULT_VIEWS],
    ['step', '3 oblique', DEFAULT_VIEWS],
    ['raw', '3 axes', AXIS_VIEWS],
  ];
  for (const [method, views, list, paper] of ways) {
    progress(`${name}: ${method}, ${views}`);
    const before = backend.sent;
    const culled = await cullScene(input, backend, method, list);
    const note = culled.problem === undefined ? {} : { note: culled.problem };
    rows.push(
      ...rowsOf(`${name}: ${method}, ${views}`, {
        'pairs left': [input.pairs.count - culled.freed, '', note],
        PCS: [pcs(input, culled.pairs), '', { paper }],
        asks: [culled.asks, ''],
        missed: [missedPairs(touching, culled.pairs, input.clusters.count), '', { target: { most: 0 } }],
        encode: [culled.encodeMs, 'ms'],
        total: [culled.totalMs - (backend.sent - before), 'ms'],
      }),
    );
  }
  return rows;
}

const VIEW_SETS: Readonly<Record<string, readonly View[]>> = {
  '1 axis': AXIS_VIEWS.slice(0, 1),
  '3 axes': AXIS_VIEWS,
  '1 oblique': OBLIQUE_VIEWS.slice(0, 1),
  '3 oblique': OBLIQUE_VIEWS.slice(0, 3),
  '6 oblique': OBLIQUE_VIEWS,
  '4 diagonals': DIAGONAL_VIEWS,
  'axes + 3 oblique': [...AXIS_VIEWS, ...OBLIQUE_VIEWS.slice(0, 3)],
  'all 13': ALL_VIEWS,
};

/** Number of views (5.1.3) and resolution. */
async function viewsAndSizes(
  place: OpenedPlace,
  { name, input, touching }: Prepared,
  progress: How['progress'],
): Promise<Table> {
  const rows: Row[] = [];
  const run = async (size: number, views: string) => {
    progress(`${name}: ${views}, ${size} pixels`);
    const culled = await cullScene(input, place.backend(size), 'split', VIEW_SETS[views]);
    rows.push(...freedRows(`${views}, ${size} pixels`, culled, touching, culled.pairs, input.clusters.count));
  };
  for (const views of Object.keys(VIEW_SETS)) await run(256, views);
  for (const size of [64, 512, 1024, 2048, 4096]) await run(size, '3 oblique');
  const apart = input.pairs.count - touching.size;
  return { title: `${name}: views and sizes of pictures`, about: `${apart} pairs do not touch.`, rows };
}

/** Triangles a cluster. */
async function clusters(place: OpenedPlace, progress: How['progress']): Promise<Table> {
  const rows: Row[] = [];
  for (const name of ['cloth', 'leaves', 'closed']) {
    for (const size of [8, 4, 2, 1, 1 << 24]) {
      const label = `${name}: ${size > 8 ? 'whole objects' : `clusters of ${size}`}`;
      progress(label);
      const { input, touching } = prepare(name, size);
      const culled = await cullScene(input, place.backend(256), 'split', DEFAULT_VIEWS);
      rows.push(...freedRows(label, culled, touching, culled.pairs, input.clusters.count));
      rows.push(...rowsOf(label, { PCS: [pcs(input, culled.pairs), ''] }));
    }
  }
  return { title: 'Triangles a cluster', rows };
}

/** The cloth with itself. */
async function within(place: OpenedPlace): Promise<Table> {
  const rows: Row[] = [];
  const [cloth] = SWEPT_SCENES.cloth(SEED);
  for (const [method, clusterTriangles, views] of [
    ['patches', 8, '3 oblique'],
    ['patches', 8, 'all 13'],
    ['paper', 1, '3 axes'],
  ] as const) {
    const input = selfInput(cloth, clusterTriangles);
    const touching = touchingWithin(cloth, input);
    const pairs = openPairs(input);
    const culled = await cullWithin(input, pairs, place.backend(PIXELS), method, VIEW_SETS[views]);
    rows.push(...freedRows(`${method}, ${views}`, culled, touching, pairs, input.clusters.count));
  }
  return { title: 'A cloth with itself', rows };
}

function freedRows(
  name: string,
  culled: { readonly problem?: string | undefined; readonly freed: number; readonly asks: number },
  touching: ReadonlySet<number>,
  pairs: Parameters<typeof missedPairs>[1],
  clusterCount: number,
): Row[] {
  const note = culled.problem === undefined ? {} : { note: culled.problem };
  return rowsOf(name, {
    pairs: [pairs.count, ''],
    freed: [culled.freed, '', note],
    touch: [touching.size, ''],
    missed: [missedPairs(touching, pairs, clusterCount), '', { target: { most: 0 } }],
    asks: [culled.asks, ''],
  });
}
