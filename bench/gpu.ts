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
import { printTable } from './measure.js';

const SEED = 1;
const PAPER = ['cloth', 'leaves', 'breaking'];
const PIXELS = 512;
/** Average PCS, in triangles: Table 1. */
const PAPER_PCS: Readonly<Record<string, string>> = {
  cloth: '210 / 1,340',
  breaking: '1,400 / 3,600',
  leaves: '450 / 1,200',
};

/** A scene that is cut into clusters, and what truly touches. */
interface Prepared {
  readonly name: string;
  readonly input: SweptInput;
  readonly touching: ReadonlySet<number>;
}

export async function gpu(): Promise<void> {
  await initGeometry();
  await using place = await openVisibility('node');
  await within(place);
  for (const name of PAPER) await methods(place, prepare(name, 8));
  for (const name of ['cloth', 'leaves']) await viewsAndSizes(place, prepare(name, 8));
  await clusters(place);
  await gpuEncode();
}

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
async function methods(place: OpenedPlace, { name, input, touching }: Prepared): Promise<void> {
  const rows: (string | number)[][] = [
    [
      'scene',
      'method',
      'views',
      'pairs left',
      'PCS',
      'asks',
      'missed',
      'encode ms',
      'total ms',
      'paper: QC / C',
    ],
  ];
  const facts = (pairs: number) => `${pairs} of ${input.pairs.count}`;
  rows.push([
    name,
    'sweep and prune',
    '',
    input.pairs.count,
    pcs(input, input.pairs),
    0,
    0,
    '',
    input.sweepMs.toFixed(0),
    PAPER_PCS[name],
  ]);
  rows.push([name, 'truth', '', touching.size, '', '', '', '', '', '']);
  const backend = place.backend(PIXELS);
  const ways: readonly (readonly [Method, string, readonly View[]])[] = [
    ['cullide', '3 axes', AXIS_VIEWS],
    ['quick-cullide', '3 axes', AXIS_VIEWS],
    ['pairs', '3 axes', AXIS_VIEWS],
    ['split', '3 axes', AXIS_VIEWS],
    ['split', '3 oblique', DEFAULT_VIEWS],
    ['raw', '3 axes', AXIS_VIEWS],
  ];
  for (const [method, views, list] of ways) {
    const before = backend.sent;
    const culled = await cullScene(input, backend, method, list);
    rows.push([
      name,
      method,
      views,
      culled.problem ?? facts(input.pairs.count - culled.freed),
      pcs(input, culled.pairs),
      culled.asks,
      missedPairs(touching, culled.pairs, input.clusters.count),
      culled.encodeMs.toFixed(0),
      (culled.totalMs - (backend.sent - before)).toFixed(0),
      '',
    ]);
  }
  printTable(rows);
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
async function viewsAndSizes(place: OpenedPlace, { name, input, touching }: Prepared): Promise<void> {
  const rows: (string | number)[][] = [['scene', 'pixels', 'views', 'freed', 'of', 'asks', 'missed']];
  const run = async (size: number, views: string) => {
    const culled = await cullScene(input, place.backend(size), 'split', VIEW_SETS[views]);
    const missed = missedPairs(touching, culled.pairs, input.clusters.count);
    const freed = culled.problem ?? culled.freed;
    rows.push([name, size, views, freed, input.pairs.count - touching.size, culled.asks, missed]);
  };
  for (const views of Object.keys(VIEW_SETS)) await run(256, views);
  for (const size of [64, 512, 1024, 2048, 4096]) await run(size, '3 oblique');
  printTable(rows);
}

/** Triangles a cluster. */
async function clusters(place: OpenedPlace): Promise<void> {
  const rows: (string | number)[][] = [
    ['scene', 'triangles a cluster', 'pairs', 'freed', 'truth', 'PCS', 'asks'],
  ];
  for (const name of ['cloth', 'leaves', 'closed']) {
    for (const size of [8, 4, 2, 1, 1 << 24]) {
      const { input, touching } = prepare(name, size);
      const culled = await cullScene(input, place.backend(256), 'split', DEFAULT_VIEWS);
      const label = size > 8 ? 'whole objects' : size;
      rows.push([
        name,
        label,
        input.pairs.count,
        culled.problem ?? culled.freed,
        touching.size,
        pcs(input, culled.pairs),
        culled.asks,
      ]);
    }
  }
  printTable(rows);
}

/** The cloth with itself. */
async function within(place: OpenedPlace): Promise<void> {
  const rows: (string | number)[][] = [
    ['cloth with itself', 'views', 'pairs', 'freed', 'truth', 'missed', 'asks'],
  ];
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
    const missed = missedPairs(touching, pairs, input.clusters.count);
    rows.push([
      method,
      views,
      pairs.count,
      culled.problem ?? culled.freed,
      touching.size,
      missed,
      culled.asks,
    ]);
  }
  printTable(rows);
}
