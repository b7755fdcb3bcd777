import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DeformableCollider, initGeometry, type StrategyName } from '../src/geometry/index.js';
import { readSceneFile } from '../tools/conform/scene-file.js';
import type { MeshStep } from './closing-sheets.js';
import { median, processorTimeSince } from './measure.js';
import { type Measure, type Row, rowsOf, type Table } from './report/row.js';

const SCENE = fileURLToPath(new URL('../../shared/data/scenes/cloth-ball.mesh', import.meta.url));
const STRATEGIES = [
  'basic',
  'adj',
  'no-duplicates',
  'r-triangles',
  'representatives',
  'feature-boxes',
  'cones',
  'contours',
  'all',
] as const satisfies readonly StrategyName[];

/** Self-contact of a deforming mesh: stages of a step, strategies, parts of a step, memory. */
export const deformable: Measure = async ({ quick }) => {
  await initGeometry();
  if (!existsSync(SCENE)) {
    const about = 'Left out: ../shared/data/scenes/cloth-ball.mesh is missing.';
    return [{ title: 'cloth-ball', about, rows: [] }];
  }
  const scene = readSceneFile(SCENE);
  if (quick) return [strategies(scene, 1, ['basic', 'contours', 'all']), memory(scene)];
  return [strategies(scene, 9, STRATEGIES), parts(scene, 9), memory(scene)];
};

/** One step, searched again and again from rest. */
function measured(
  { start, end, triangles }: MeshStep,
  repetitions: number,
  strategy: StrategyName,
  mode: 'all' | 'first' = 'all',
) {
  const collider = new DeformableCollider({ positions: start, triangles });
  const search = () => {
    collider.update(start, start);
    collider.refit();
    collider.update(end);
    const before = process.cpuUsage();
    const { count, counters } = collider.contacts({ strategy, mode });
    return { count, counters, total: processorTimeSince(before) };
  };
  search();
  const runs = Array.from({ length: repetitions }, search);
  collider.dispose();
  const total = median(runs.map((run) => run.total));
  return { ...runs.find((run) => run.total === total)!, total };
}

function strategies(scene: MeshStep, repetitions: number, chosen: readonly StrategyName[]): Table {
  const row = (name: string, strategy: StrategyName, mode: 'all' | 'first'): Row[] => {
    const { counters, total } = measured(scene, repetitions, strategy, mode);
    const { refit, cones, traverse, features, elementary, orphans } = counters.ms;
    const stages = { refit, cones, traverse, features, elementary, orphans };
    return rowsOf(name, {
      ...Object.fromEntries(Object.entries(stages).map(([stage, ms]) => [stage, [ms, 'ms'] as const])),
      total: [total, 'ms'],
      tests: [counters.elementaryTests, ''],
    });
  };
  return {
    title: 'cloth-ball, 92K triangles, the whole published step: strategies',
    about: 'Stages in elapsed time, totals in processor time.',
    rows: [
      ...chosen.flatMap((strategy) => row(strategy, strategy, 'all')),
      ...row('all, first contact only', 'all', 'first'),
    ],
  };
}

/** ICCD's Table III counts tests of steps of its own length; ours is about five of them. */
function parts(scene: MeshStep, repetitions: number): Table {
  const rows = (
    [
      [0, 1],
      [0, 0.2],
      [0.4, 0.6],
      [0.8, 1],
    ] as const
  ).flatMap(([from, to]) => {
    const at = (time: number) => scene.start.map((x, i) => x + time * (scene.end[i] - x));
    const part = measured({ start: at(from), end: at(to), triangles: scene.triangles }, repetitions, 'all');
    const { trianglePairs, elementaryTests } = part.counters;
    return rowsOf(`${from} to ${to}`, {
      'all contacts': [part.total, 'ms'],
      pairs: [trianglePairs, ''],
      'elementary tests': [elementaryTests, ''],
      contacts: [part.count, ''],
    });
  });
  return { title: 'cloth-ball: parts of the step', rows };
}

function memory({ start, triangles }: MeshStep): Table {
  const rows = (['median', 'connected'] as const).map((tree): Row => {
    const collider = new DeformableCollider({ positions: start, triangles }, { tree });
    const value = collider.bytes / collider.triangleCount;
    collider.dispose();
    return {
      name: `trees: ${tree}`,
      unit: 'bytes a triangle',
      value,
      target: { most: 350 },
      paper: 500,
    };
  });
  return { title: 'cloth-ball: memory', rows };
}
