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
import { cullScene, missedPairs } from '../tools/gpu/culled-scene.js';
import { type OpenedPlace, openVisibility } from '../tools/gpu/places.js';
import { cullWithin, selfInput, touchingWithin } from '../tools/gpu/self-input.js';
import { openPairs } from '../tools/gpu/swept-input.js';
import { type Prepared, paperTables, pcs, prepare, SEED } from './gpu-paper.js';
import { gpuSizes } from './gpu-sizes.js';
import { type How, type Measure, type Row, rowsOf, type Table } from './report/row.js';

const PIXELS = 512;

export const gpu: Measure = async ({ progress, quick }) => {
  await initGeometry();
  const opened = await openVisibility('node').catch((error: unknown) => String(error));
  if (typeof opened === 'string') {
    return [{ title: 'Quick-CULLIDE', about: `Left out: no WebGPU here (${opened}).`, rows: [] }];
  }
  await using place = opened;
  const tables: Table[] = [];
  if (!quick) tables.push(await within(place));
  const scenes = new Map<string, Prepared>();
  const prepared = (name: string) => {
    const known = scenes.get(name) ?? prepare(name, 8);
    scenes.set(name, known);
    return known;
  };
  tables.push(...(await paperTables(place, { progress, quick }, prepared)));
  if (quick) return tables;
  for (const name of ['cloth', 'leaves']) tables.push(await viewsAndSizes(place, prepared(name), progress));
  tables.push(await clusters(place, progress), await gpuSizes(progress));
  return tables;
};

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
    const culled = await cullScene(input, place.backend(size), 'step', VIEW_SETS[views]);
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
      const culled = await cullScene(input, place.backend(256), 'step', DEFAULT_VIEWS);
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
  // What the paper does loses pairs.
  for (const [name, method, clusterTriangles, views] of [
    ['patches', 'patches', 8, '3 oblique'],
    ['patches', 'patches', 8, 'all 13'],
    ["the paper's, LOSSY", 'paper', 1, '3 axes'],
  ] as const) {
    const input = selfInput(cloth, clusterTriangles);
    const touching = touchingWithin(cloth, input);
    const pairs = openPairs(input);
    const culled = await cullWithin(input, pairs, place.backend(PIXELS), method, VIEW_SETS[views]);
    const target = method === 'paper' ? {} : { target: { most: 0 } };
    rows.push(...freedRows(`${name}, ${views}`, culled, touching, pairs, input.clusters.count, target));
  }
  return { title: 'A cloth with itself', rows };
}

function freedRows(
  name: string,
  culled: { readonly problem?: string | undefined; readonly freed: number; readonly asks: number },
  touching: ReadonlySet<number>,
  pairs: Parameters<typeof missedPairs>[1],
  clusterCount: number,
  target: Pick<Row, 'target'> = { target: { most: 0 } },
): Row[] {
  const note = culled.problem === undefined ? {} : { note: culled.problem };
  return rowsOf(name, {
    pairs: [pairs.count, ''],
    freed: [culled.freed, '', note],
    touch: [touching.size, ''],
    missed: [missedPairs(touching, pairs, clusterCount), '', target],
    asks: [culled.asks, ''],
  });
}
