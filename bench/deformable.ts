import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DeformableCollider, initGeometry, type StrategyName } from '../src/geometry/index.js';
import { readSceneFile } from '../tools/conform/scene-file.js';
import { printTable } from './measure.js';

const SCENE = fileURLToPath(new URL('../../shared/data/scenes/cloth-ball.mesh', import.meta.url));
const REPETITIONS = 9;

interface Step {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly triangles: Uint32Array;
}

/** Self-contact of deforming meshes: stages of a step, strategies, parts of a step, growth with the size. */
export async function deformable(): Promise<void> {
  await initGeometry();
  if (existsSync(SCENE)) {
    const scene = readSceneFile(SCENE);
    printStrategies(scene);
    printParts(scene);
  } else {
    process.stdout.write(`the scene is missing (${SCENE}): only generated meshes are measured\n`);
  }
  printGrowth();
}

/** One step, searched again and again from rest. Returns the run with the median total. */
function measure({ start, end, triangles }: Step, strategy: StrategyName, mode: 'all' | 'first' = 'all') {
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

function printStrategies(scene: Step): void {
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
function printParts(scene: Step): void {
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

function printGrowth(): void {
  const rows: (string | number)[][] = [
    ['triangles', 'ms', 'microseconds a triangle', 'bytes a triangle', 'contacts'],
  ];
  for (const side of [25, 50, 79, 112, 177, 250]) {
    const step = closingSheets(side);
    const { total, bytes, count } = measure(step, 'all');
    const triangles = step.triangles.length / 3;
    rows.push([
      triangles,
      total.toFixed(1),
      ((1000 * total) / triangles).toFixed(3),
      bytes.toFixed(0),
      count,
    ]);
  }
  printTable(rows);
}

/** Two crumpled sheets of side x side quads that pass through each other: the same contacts a triangle at every size. */
function closingSheets(side: number): Step {
  const layer = (side + 1) ** 2;
  const start = new Float64Array(6 * layer);
  const end = new Float64Array(6 * layer);
  const triangles = new Uint32Array(12 * side ** 2);
  let next = 0;
  for (let sheet = 0; sheet < 2; sheet++) {
    for (let v = 0; v < layer; v++) {
      const [i, j] = [v % (side + 1), Math.floor(v / (side + 1))];
      const height = 0.8 * ((i * 7 + j * 3) % 5) - 1.6;
      const at = 3 * (sheet * layer + v);
      start.set([i + 0.3 * sheet, j + 0.2 * sheet, height + 4 * sheet], at);
      end.set([i + 0.3 * sheet, j + 0.2 * sheet, height + 3 - 2 * sheet], at);
    }
    for (let quad = 0; quad < side ** 2; quad++) {
      const corner = sheet * layer + (quad % side) + Math.floor(quad / side) * (side + 1);
      const across = corner + side + 2;
      triangles.set([corner, corner + 1, across, corner, across, across - 1], next);
      next += 6;
    }
  }
  return { start, end, triangles };
}
