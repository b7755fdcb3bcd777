// Speed of the elementary tests at one instant, with thickness and on curved paths.
import { initGeometry } from '../src/geometry/index.js';
import { geometryCore } from '../src/geometry/runtime.js';
import { type QueryMemory, queryMemory } from '../src/geometry/static-memory.js';
import { CONTACT_FREE } from '../src/kernels/layout/elementary.js';
import { grid, type Random, randomFrom, uniform } from '../tests/unit/static/generators.js';
import { median, processorTime } from './measure.js';
import { type Measure, type Row, rowsOf } from './report/row.js';

type Kernel = (memory: QueryMemory, points: number) => number;
type Make = (random: Random) => number[];

const QUERIES = 20000;
const REPETITIONS = 9;

const orientation: Kernel = ({ kernels, exactSum }, points) => kernels.staticOrientation3(points, exactSum);
const triangles: Kernel = ({ kernels, exactSum }, points) => kernels.staticTrianglesMeet(points, exactSum);
const edgeFace: Kernel = ({ kernels, exactSum }, points) => kernels.staticEdgeMeetsFace(points, exactSum);
const distance =
  (name: 'staticTriangleDistance' | 'staticPointFaceDistance' | 'staticEdgeDistance'): Kernel =>
  ({ kernels, result, exactSum, frame }, points) =>
    kernels[name](points, result, exactSum, frame);
const thick =
  (name: 'thickVertexFace' | 'thickEdgeEdge', thickness: number): Kernel =>
  ({ kernels, result, frame }, points) =>
    kernels[name](points, 1, thickness, result, frame) === CONTACT_FREE ? 0 : 1;
const curved =
  (name: 'curvedVertexFace' | 'curvedEdgeEdge', degree: number): Kernel =>
  ({ kernels, result, frame }, points) =>
    kernels[name](points, degree, result, frame) === CONTACT_FREE ? 0 : 1;

/** A first half, and a second that is its neighbour: most cull tests have passed before such a query is asked. */
const near =
  (count: number, shift: number): Make =>
  (random) => {
    const half = uniform(random, count / 2);
    return [...half, ...half.map((x, i) => x + (i % 3 === 2 ? shift : 0.5 * (2 * random() - 1)))];
  };

/** Control points that follow each other closely: a step of a simulation. */
const path =
  (degree: number, spread: number): Make =>
  (random) => {
    const start = uniform(random, 12);
    return Array.from({ length: 12 * (degree + 1) }, (_, i) => start[i % 12] + spread * (2 * random() - 1));
  };

const coplanarGrid: Make = (random) => {
  const [u, v] = [grid(random, 4, 9), grid(random, 4, 9)];
  return u.flatMap((x, i) => [x, v[i], 2 * x + 3 * v[i]]);
};

/** The fourth point is one of the plane of the first three, rounded: no filter can tell its side. */
const nearlyCoplanar: Make = (random) => {
  const [a, b, c] = [uniform(random, 3), uniform(random, 3), uniform(random, 3)];
  const [s, t] = [random(), random()];
  return [...a, ...b, ...c, ...a.map((x, k) => x + s * (b[k] - x) + t * (c[k] - x))];
};

const flatPairs: Make = (random) => grid(random, 18, 3).map((x, i) => (i % 3 === 2 ? 0 : x));

const CASES: [string, Kernel, Make][] = [
  ['orientation3, filter decides', orientation, (random) => uniform(random, 12)],
  ['orientation3, coplanar grid (6 exact products)', orientation, coplanarGrid],
  ['orientation3, nearly coplanar (24 exact products)', orientation, nearlyCoplanar],
  ['triangle and triangle, anywhere', triangles, (random) => uniform(random, 18)],
  ['triangle and triangle, close', triangles, near(18, 0.2)],
  ['triangle and triangle, coplanar grid', triangles, flatPairs],
  ['edge and face, anywhere', edgeFace, (random) => uniform(random, 15)],
  ['triangle distance, close', distance('staticTriangleDistance'), near(18, 0.2)],
  ['point and triangle distance', distance('staticPointFaceDistance'), (random) => uniform(random, 12)],
  ['edge and edge distance', distance('staticEdgeDistance'), (random) => uniform(random, 12)],
  ['thick vertex and face, small step', thick('thickVertexFace', 0.01), path(1, 0.1)],
  ['thick edge and edge, small step', thick('thickEdgeEdge', 0.01), path(1, 0.1)],
  ['thick vertex and face, large step', thick('thickVertexFace', 0.01), path(1, 1)],
  ['thick edge and edge, large step', thick('thickEdgeEdge', 0.01), path(1, 1)],
  ['curved vertex and face, degree 2', curved('curvedVertexFace', 2), path(2, 0.3)],
  ['curved edge and edge, degree 2', curved('curvedEdgeEdge', 2), path(2, 0.3)],
  ['curved vertex and face, degree 3', curved('curvedVertexFace', 3), path(3, 0.3)],
  ['curved edge and edge, degree 3', curved('curvedEdgeEdge', 3), path(3, 0.3)],
];

export const staticTests: Measure = async ({ quick }) => {
  await initGeometry();
  const rows = CASES.flatMap(([name, kernel, make], seed) =>
    measured(name, kernel, make, randomFrom(seed + 1), quick ? 3 : REPETITIONS),
  );
  return [{ title: 'Elementary tests at one instant, thick and curved', rows }];
};

function measured(name: string, kernel: Kernel, make: Make, random: Random, repetitions: number): Row[] {
  const queries = Array.from({ length: QUERIES }, () => make(random));
  const bytes = queries[0].length * 8;
  const memory = queryMemory(bytes * QUERIES);
  const { f64 } = geometryCore().arena;
  queries.forEach((points, i) => {
    f64.set(points, (memory.input + i * bytes) >> 3);
  });
  let found = 0;
  const all = () => {
    found = 0;
    for (let i = 0; i < QUERIES; i++) if (kernel(memory, memory.input + i * bytes) > 0) found++;
  };
  const ms = median(Array.from({ length: repetitions }, () => processorTime(all)));
  return rowsOf(name, {
    'a query': [(ms * 1e6) / QUERIES, 'ns'],
    'answer 1: contact, intersecting, positive side': [(100 * found) / QUERIES, '%'],
  });
}
