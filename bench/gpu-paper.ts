// Quick-CULLIDE's Tables 1 and 2 and its section 5.1.3 on one step of each of its three kinds of scene.
import { SWEPT_SCENES } from '../scenes/swept/index.js';
import { ALL_VIEWS, AXIS_VIEWS, DEFAULT_VIEWS, type View } from '../src/visibility/view.js';
import { cullScene, type Method, missedPairs, touchingClusters } from '../tools/gpu/culled-scene.js';
import type { OpenedPlace } from '../tools/gpu/places.js';
import { type SweptInput, sweptInput } from '../tools/gpu/swept-input.js';
import { type How, type Row, rowsOf, type Table } from './report/row.js';

export const SEED = 1;
export const PAPER_SCENES = ['cloth', 'breaking', 'leaves'];
const SIZES = [512, 1024, 2048, 4096];

/** Averages of Quick-CULLIDE and of CULLIDE at 4,096 pixels on a GeForce 6800: Table 1, in triangles, and Table 2, in ms. */
const PAPER: Readonly<
  Record<string, Readonly<Record<'pcs' | 'ms', readonly [quick: number, cullide: number]>>>
> = {
  cloth: { pcs: [210, 1340], ms: [21, 30] },
  breaking: { pcs: [1400, 3600], ms: [25, 35] },
  leaves: { pcs: [450, 1200], ms: [25, 31] },
};

/** A scene that is cut into clusters, and what truly touches. */
export interface Prepared {
  readonly name: string;
  readonly input: SweptInput;
  readonly touching: ReadonlySet<number>;
}

export function prepare(name: string, clusterTriangles: number): Prepared {
  const scene = SWEPT_SCENES[name](SEED);
  const input = sweptInput(scene, clusterTriangles);
  return { name, input, touching: touchingClusters(scene, input) };
}

/** Triangles in clusters that still have a partner: the potentially colliding set. */
export function pcs(
  { clusterOf, clusters }: SweptInput,
  pairs: { count: number; a: Uint32Array; b: Uint32Array; apart: Uint8Array },
) {
  const isIn = new Uint8Array(clusters.count);
  for (let i = 0; i < pairs.count; i++) if (pairs.apart[i] === 0) isIn[pairs.a[i]] = isIn[pairs.b[i]] = 1;
  return clusterOf.reduce((sum, cluster) => sum + isIn[cluster], 0);
}

/** Who culls: label, method, views, and which of the paper's columns it stands beside. */
type Way = readonly [label: string, method: Method, views: readonly View[], column?: 0 | 1];

/** The paper looks along x and z at the cloth, along all three axes elsewhere. */
function waysOf(name: string): readonly Way[] {
  const [z, x] = AXIS_VIEWS;
  const axes = name === 'cloth' ? [x, z] : AXIS_VIEWS;
  const label = `${axes.length} axes`;
  return [
    [`CULLIDE, ${label}`, 'cullide', axes, 1],
    [`Quick-CULLIDE, ${label}`, 'quick-cullide', axes, 0],
    ['objects, then clusters, 3 oblique', 'step', DEFAULT_VIEWS],
    [`CULLIDE of raw triangles, LOSSY, ${label}`, 'raw-cullide', axes, 1],
    [`Quick-CULLIDE of raw triangles, LOSSY, ${label}`, 'raw', axes, 0],
  ];
}

export async function paperTables(
  place: OpenedPlace,
  { quick, progress }: How,
  prepared: (name: string) => Prepared,
): Promise<Table[]> {
  const tables: Table[] = [];
  const small = sweptInput(SWEPT_SCENES.closed(SEED));
  for (const name of quick ? ['leaves'] : PAPER_SCENES) {
    const scene = prepared(name);
    const rows: Row[] = [
      ...rowsOf('sweep and prune', {
        PCS: [pcs(scene.input, scene.input.pairs), ''],
        'pairs left': [scene.input.pairs.count, ''],
        missed: [0, ''],
        total: [scene.input.sweepMs, 'ms'],
      }),
      ...rowsOf('truth', { 'pairs left': [scene.touching.size, ''] }),
    ];
    for (const size of quick ? SIZES.slice(0, 1) : SIZES) {
      // Shaders are compiled, and pictures made, before anything is timed.
      await cullScene(small, place.backend(size), 'step', DEFAULT_VIEWS);
      for (const way of waysOf(name)) {
        // There are 96,000 asks to draw for the papers' sets there: minutes at 512 pixels.
        if (name === 'breaking' && way[1] !== 'step' && size > SIZES[0]) continue;
        progress(`${name}: ${way[0]}, ${size} pixels`);
        rows.push(...(await wayRows(place, scene, way, size)));
      }
    }
    tables.push({
      title: `Quick-CULLIDE, Tables 1 and 2: ${name}, ${scene.input.clusterOf.length} triangles`,
      about:
        'One step, clusters of 8 triangles. PCS: triangles in clusters that still have a partner. The paper has averages of its own scenes at 4,096 pixels. Elapsed time, on whatever draws here: often a software rasteriser.',
      rows,
    });
    if (!quick) tables.push(await manyViews(place, scene, progress));
  }
  return tables;
}

async function wayRows(
  place: OpenedPlace,
  { name, input, touching }: Prepared,
  [label, method, views, column]: Way,
  size: number,
): Promise<Row[]> {
  const backend = place.backend(size);
  const culled = await cullScene(input, backend, method, views);
  const note = culled.problem === undefined ? {} : { note: culled.problem };
  const paper = (what: 'pcs' | 'ms') => ({
    paper: column === undefined ? undefined : PAPER[name][what][column],
  });
  const missed = missedPairs(touching, culled.pairs, input.clusters.count);
  const isLossy = method === 'raw' || method === 'raw-cullide';
  return rowsOf(`${label}, ${size} pixels`, {
    PCS: [pcs(input, culled.pairs), '', paper('pcs')],
    'pairs left': [input.pairs.count - culled.freed, '', note],
    missed: [missed, '', isLossy ? {} : { target: { most: 0 } }],
    asks: [culled.asks, ''],
    encode: [culled.encodeMs, 'ms'],
    total: [culled.totalMs - backend.sent, 'ms', paper('ms')],
  });
}

/** 5.1.3: with more views CULLIDE comes closer to Quick-CULLIDE, and both cost more. */
async function manyViews(
  place: OpenedPlace,
  { name, input, touching }: Prepared,
  progress: How['progress'],
): Promise<Table> {
  const rows: Row[] = [];
  for (const views of [1, 2, 3, 6, 9, 13]) {
    for (const method of ['cullide', 'quick-cullide', 'step'] as const) {
      if (name === 'breaking' && method !== 'step' && views > 3) continue;
      progress(`${name}: ${method}, ${views} views`);
      const backend = place.backend(SIZES[0]);
      const culled = await cullScene(input, backend, method, ALL_VIEWS.slice(0, views));
      rows.push(
        ...rowsOf(`${method}, views: ${views}`, {
          PCS: [pcs(input, culled.pairs), ''],
          'pairs left': [input.pairs.count - culled.freed, ''],
          missed: [missedPairs(touching, culled.pairs, input.clusters.count), '', { target: { most: 0 } }],
          asks: [culled.asks, ''],
          total: [culled.totalMs - backend.sent, 'ms'],
        }),
      );
    }
  }
  return {
    title: `Quick-CULLIDE, 5.1.3: one to many views, ${name}`,
    about: `${SIZES[0]} pixels; first the three axes, then six slopes, then four diagonals.`,
    rows,
  };
}
