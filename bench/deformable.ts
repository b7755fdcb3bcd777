import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DeformableCollider, initGeometry, type StrategyName } from '../src/geometry/index.js';
import { readSceneFile } from '../tools/conform/scene-file.js';
import type { MeshStep } from './closing-sheets.js';
import { printTable } from './measure.js';

const SCENE = fileURLToPath(new URL('../../shared/data/scenes/cloth-ball.mesh', import.meta.url));
const REPETITIONS = 9;

/** Self-contact of deforming meshes: stages of a step, strategies, parts of a step. */
export async function deformable(): Promise<void> {
  await initGeometry();
  if (existsSync(SCENE)) {
    const scene = readSceneFile(SCENE);
    printStrategies(scene);
    printParts(scene);
  } else {
    process.stdout.write(`the scene is missing: ${SCENE}\n`);
  }
}

/** One step, searched again and again from rest. Returns the run with the median total. */
function measure({ start, end, triangles }: MeshStep, strategy: StrategyName, mode: 'all' | 'first' = 'all') {
  const collider = new DeformableCollider({ positions: start, triangles });
  const runs = Array.from({ length: 1 + REPETITIONS }, () => {
    collider.update(start, start);
    collider.refit();
    collider.update(end);
    const began = performance.now();
    const { count, counters } = collider.contacts({ strategy, mode });
    return { count, counters, total: performance.now() - began };
  });
  const bytes = collider.bytes / collider.triangleCount;
  collider.dispose();
  const median = runs.slice(1).sort((a, b) => a.total - b.total)[REPETITIONS >> 1];
  return { ...median, bytes };
}

function printStrategies(scene: MeshStep): void {
  const rows: (string | number)[][] = [
    ['cloth-ball, ms', 'refit', 'cones', 'traverse', 'features', 'elementary', 'orphans', 'total', 'tests'],
  ];
  const row = (name: string, strategy: StrategyName, mode: 'all' | 'first') => {
    const { counters, total } = measure(scene, strategy, mode);
    const { refit, cones, traverse, features, elementary, orphans } = counters.ms;
    const times = [refit, cones, traverse, features, elementary, orphans, total];
    rows.push([name, ...times.map((ms) => ms.toFixed(1)), counters.elementaryTests]);
  };
  for (const strategy of [
    'basic',
    'adj',
    'no-duplicates',
    'r-triangles',
    'representatives',
    'feature-boxes',
    'cones',
    'contours',
    'all',
  ] as const) {
    row(strategy, strategy, 'all');
  }
  row('all, first contact only', 'all', 'first');
  printTable(rows);
}

/** ICCD's Table III counts tests of steps of its own length; ours is about five of them. */
function printParts(scene: MeshStep): void {
  const rows: (string | number)[][] = [['part of cloth-ball', 'ms', 'pairs', 'elementary tests', 'contacts']];
  for (const [from, to] of [
    [0, 1],
    [0, 0.2],
    [0.4, 0.6],
    [0.8, 1],
  ] as const) {
    const at = (time: number) => scene.start.map((x, i) => x + time * (scene.end[i] - x));
    const part = measure({ start: at(from), end: at(to), triangles: scene.triangles }, 'all');
    const { trianglePairs, elementaryTests } = part.counters;
    rows.push([`${from} to ${to}`, part.total.toFixed(1), trianglePairs, elementaryTests, part.count]);
  }
  printTable(rows);
}
