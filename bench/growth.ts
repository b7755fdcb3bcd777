import { torusKnotMesh } from '../scenes/meshes/index.js';
import { random } from '../scenes/random.js';
import { DeformableCollider, initGeometry, rigidMesh, timeOfContact } from '../src/geometry/index.js';
import { closingSheets } from './closing-sheets.js';
import { medianMilliseconds } from './measure.js';
import { type Measure, type PlotLine, rowsOf, type Table } from './report/row.js';
import { randomDirection, randomRotation, scaled } from './tunnel/motion.js';

/** Quads along a side of either sheet: 5,000 to 250,000 triangles. */
const SIDES = [35, 50, 71, 100, 141, 200, 250];
const TRIANGLES = SIDES.map((side) => 4 * side ** 2);
/** Of linear growth: the target. */
const MOST = 1.3;

interface Size {
  readonly triangles: number;
  readonly ms: number;
}

/** How times grow with the mesh. */
export const growth: Measure = async ({ progress, quick }) => {
  await initGeometry();
  const chosen = <T>(list: readonly T[]) => list.filter((_, i) => !quick || i % 3 === 0);
  const repetitions = quick ? 3 : 9;
  progress('steps of deformables');
  const steps = chosen(SIDES).map((side) => deformableStep(side, repetitions));
  progress('loading');
  const loads = {
    deformable: chosen(SIDES).map((side) => deformableLoad(side, quick ? 1 : 3)),
    rigid: chosen(TRIANGLES).map((count) => rigidLoad(count, quick ? 1 : 3)),
  };
  progress('rigid queries');
  const queries = chosen(TRIANGLES).map((count) => rigidQueries(count, repetitions));
  return [stepTable(steps), loadTable(loads), queryTable(queries)];
};

function stepTable(sizes: readonly Size[]): Table {
  const [first] = sizes;
  const rate = first.ms / first.triangles;
  const line = (factor: number): PlotLine['points'] =>
    sizes.map(({ triangles }) => [triangles, factor * rate * triangles]);
  const title = 'A whole step: all contacts of two sheets that pass through each other';
  return {
    title,
    about: `The same contacts a triangle at every size; target: ${MOST} of linear growth.`,
    rows: sizes.flatMap(({ triangles, ms }) =>
      rowsOf(`${triangles.toLocaleString('en')} triangles`, {
        'a step': [ms, 'ms'],
        'a triangle': [(1000 * ms) / triangles, 'µs'],
        'of linear': [ms / triangles / rate, 'times', { target: { most: MOST } }],
      }),
    ),
    plot: {
      name: 'growth',
      title,
      x: 'triangles, at equal density',
      y: 'processor time, ms',
      lines: [
        { name: 'a step', points: points(sizes) },
        { name: 'linear', isGuide: true, points: line(1) },
        { name: `${MOST} of linear`, isGuide: true, points: line(MOST) },
      ],
    },
  };
}

function loadTable({ deformable, rigid }: Record<'deformable' | 'rigid', readonly Size[]>): Table {
  return {
    title: 'Loading a mesh',
    about: 'Connectivity, tree and regions: what has to be there before the first search.',
    rows: deformable.flatMap(({ ms, triangles }, i) =>
      rowsOf(`${triangles.toLocaleString('en')} triangles`, {
        deformable: [ms, 'ms'],
        'rigid, a torus knot of about as many': [rigid[i].ms, 'ms'],
      }),
    ),
    plot: {
      name: 'growth-of-load',
      title: 'Loading a mesh',
      x: 'triangles',
      y: 'processor time, ms',
      lines: [
        { name: 'deformable', points: points(deformable) },
        { name: 'rigid', points: points(rigid) },
      ],
    },
  };
}

function queryTable(sizes: readonly Size[]): Table {
  const title = 'Time of contact of two torus knots, a query';
  return {
    title,
    about:
      'The same forty motions at every size; the search goes into the trees where the knots come close, and grows slower than they do.',
    rows: sizes.map(({ ms, triangles }) => ({
      name: `${triangles.toLocaleString('en')} triangles each`,
      unit: 'ms',
      value: ms,
    })),
    plot: {
      name: 'growth-of-queries',
      title,
      x: 'triangles of either knot',
      y: 'processor time, ms',
      lines: [{ name: 'a query', points: points(sizes) }],
    },
  };
}

const points = (sizes: readonly Size[]): PlotLine['points'] =>
  sizes.map(({ ms, triangles }) => [triangles, ms]);

function deformableStep(side: number, repetitions: number): Size {
  const { start, end, triangles } = closingSheets(side);
  const collider = new DeformableCollider({ positions: start, triangles });
  const ms = medianMilliseconds(repetitions, () => {
    // there and back: every run finds a mesh that moved
    collider.update(end, start);
    collider.contacts();
  });
  collider.dispose();
  return { triangles: triangles.length / 3, ms };
}

function deformableLoad(side: number, repetitions: number): Size {
  const { start: positions, triangles } = closingSheets(side);
  const load = () => new DeformableCollider({ positions, triangles }).dispose();
  return { triangles: triangles.length / 3, ms: medianMilliseconds(repetitions, load) };
}

const knotOf = (count: number) => torusKnotMesh({ along: Math.round(count / 40), tube: 20 });

function rigidLoad(count: number, repetitions: number): Size {
  const { positions, triangles } = knotOf(count);
  const load = () => rigidMesh(positions, triangles).dispose();
  return { triangles: triangles.length / 3, ms: medianMilliseconds(repetitions, load) };
}

function rigidQueries(count: number, repetitions: number): Size {
  const { positions, triangles } = knotOf(count);
  const mesh = rigidMesh(positions, triangles);
  const next = random(7);
  const motions = Array.from({ length: 40 }, () => ({
    start: { position: scaled(randomDirection(next), 4 * mesh.radius), rotation: randomRotation(next) },
    end: { position: scaled(randomDirection(next), 0.3), rotation: randomRotation(next) },
  }));
  const upright = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
  const still = { start: upright, end: upright };
  const ms = medianMilliseconds(repetitions, () => {
    for (const motion of motions) timeOfContact(mesh, motion, mesh, still);
  });
  mesh.dispose();
  return { triangles: triangles.length / 3, ms: ms / motions.length };
}
