// C2A's Table I and Figure 4 at its triangle counts, on meshes made here; then what one heap over links and a warm start
// are worth. Processor time.
import { gearMesh, type SceneMesh, statueMesh, torusKnotMesh } from '../scenes/meshes/index.js';
import { random } from '../scenes/random.js';
import {
  initGeometry,
  type MovingMesh,
  type RigidMesh,
  type RigidMotion,
  rigidMesh,
  timeOfContact,
  timeOfContactOfLinks,
} from '../src/geometry/index.js';
import { bunnyDynamics } from './bunny-dynamics.js';
import { processorTimeSince as milliseconds } from './measure.js';
import { type Measure, type Row, rowsOf } from './report/row.js';
import { type Approach, timesOfContact } from './rigid-queries.js';

const TRIALS = 60;
const upright = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
const STILL: RigidMotion = { start: upright, end: upright };

/** The paper's rows: its milliseconds without control, and with it over all configurations. */
const ROWS: readonly [name: string, a: SceneMesh, b: SceneMesh, without: number, controlled: number][] = [
  ['club, 104.8K each (a statue)', ...twice(statueMesh({ around: 200, rows: 262 })), 14.97, 3.6],
  ['gear, 25.6K each', ...twice(gearMesh({ teeth: 20, quadsASide: 4, rows: 39 })), 55.49, 1.98],
  [
    'hammer 1.7K, CAD piece 2.6K (statue, gear)',
    statueMesh({ around: 25, rows: 34 }),
    gearMesh({ teeth: 13, quadsASide: 1, rows: 24 }),
    7.68,
    1.89,
  ],
  ['bunny, 69.7K each (a statue)', ...twice(statueMesh({ around: 170, rows: 205 })), 8.64, 2.77],
  ['torusknot, 34.6K each', ...twice(torusKnotMesh({ along: 865, tube: 20 })), 6.8, 2.01],
];

export const papersRigid: Measure = async (how) => {
  const { progress, quick } = how;
  await initGeometry();
  const trials = quick ? 20 : TRIALS;
  const rows: Row[] = [];
  const warm: Row[] = [];
  for (const [name, a, b, without, controlled] of quick ? ROWS.slice(2) : ROWS) {
    progress(name);
    const start = process.cpuUsage();
    const meshA = rigidMesh(a.positions, a.triangles);
    const load = milliseconds(start);
    const meshB = rigidMesh(b.positions, b.triangles);
    const motions = freeStarts(meshA, meshB, trials);
    const [ca, c2a, ours] = (['ca', 'c2a', 'earliest-first'] as const).map((method) =>
      timesOfContact(meshA, meshB, motions, () => ({ method })),
    );
    rows.push(
      ...rowsOf(name, {
        ca: [ca.ms, 'ms', { paper: without }],
        c2a: [c2a.ms, 'ms', { paper: controlled }],
        'earliest-first': [ours.ms, 'ms'],
        hits: [ours.doMeet.filter(Boolean).length, `of ${trials}`],
        'front of ca, of that of c2a': [ca.frontNodes / c2a.frontNodes, 'times'],
        load: [load, 'ms'],
      }),
    );
    const known = timesOfContact(meshA, meshB, motions, (i) => ({ until: ours.times[i] }));
    warm.push(
      ...rowsOf(name, {
        'a query': [ours.ms, 'ms'],
        'the answer known': [known.ms, 'ms'],
        share: [(100 * known.ms) / ours.ms, '%'],
      }),
    );
    meshA.dispose();
    meshB.dispose();
  }
  progress('Bunny Dynamics');
  const dynamics = await bunnyDynamics(how);
  return [
    {
      title: "C2A's Table I and Figure 4: without control and with it",
      about:
        "Meshes made here, of the paper's numbers of triangles. Its sixth, Bunny Dynamics, has a table of its own.",
      rows,
    },
    {
      title: "C2A's Bunny Dynamics (Table I)",
      about:
        "npm's bunny, its edges halved up to the paper's number of triangles; they fall onto each other, moved by this package. Asked is what two that are near each other would do in a step, before anything is in their way. The paper does not say how many bunnies there are, nor which pairs it asks about.",
      rows: dynamics,
    },
    { title: 'What knowing the answer saves (earliest-first)', rows: warm },
    { title: 'Articulated: two arms of six gears, 36 pairs of links', rows: links() },
  ];
};

function twice(mesh: SceneMesh): [SceneMesh, SceneMesh] {
  return [mesh, mesh];
}

/** Towards a place near the other body from a free start, as the paper's: some meet, some pass by. */
function freeStarts(a: RigidMesh, b: RigidMesh, count: number): Approach[] {
  const next = random(2009);
  const motions: Approach[] = [];
  while (motions.length < count) {
    const start = pose(next, 2.2 * (a.radius + b.radius) * (0.6 + 0.4 * next()), b);
    const end = pose(next, 0.9 * (a.radius + b.radius) * next(), b);
    const motion = { start, end };
    if (timeOfContact(a, motion, b, STILL, { until: 0 }).state === 'free') motions.push([motion, STILL]);
  }
  return motions;
}

function pose(next: () => number, distance: number, around: RigidMesh) {
  const direction = unit([0, 0, 0].map(() => 2 * next() - 1));
  return {
    position: direction.map((x, k) => around.centre[k]! + distance * x),
    rotation: unit([0, 0, 0, 0].map(() => 2 * next() - 1)),
  };
}

function unit(list: number[]): number[] {
  const length = Math.sqrt(list.reduce((sum, x) => sum + x * x, 0));
  return list.map((x) => x / length);
}

/** Two arms of six gears each, that close on each other. */
function links(): Row[] {
  const next = random(6);
  const { positions, triangles } = gearMesh({ teeth: 12, quadsASide: 2, rows: 4 });
  const mesh = rigidMesh(positions, triangles);
  const arm = (x: number, vx: number): MovingMesh[] =>
    Array.from({ length: 6 }, (_, i) => {
      const start = {
        position: [x + 0.4 * next(), 1.2 * i, next()],
        rotation: unit([1, next(), next(), next()]),
      };
      return {
        mesh,
        motion: { start, linear: [vx, 2 * next() - 1, 0], angular: [next(), 2 * next(), next()] },
      };
    });
  const poses = Array.from({ length: 20 }, () => [arm(0, 3), arm(4, -3)] as const);
  const time = (ask: (a: readonly MovingMesh[], b: readonly MovingMesh[]) => void) => {
    const start = process.cpuUsage();
    let runs = 0;
    do {
      for (const [a, b] of poses) ask(a, b);
      runs++;
    } while (milliseconds(start) < 500);
    return milliseconds(start) / runs / poses.length;
  };
  const heap = time((a, b) => timeOfContactOfLinks(a, b));
  const inTurn = time((a, b) => {
    let until = 1;
    for (const p of a) {
      for (const q of b) {
        const found = timeOfContact(p.mesh, p.motion, q.mesh, q.motion, { until });
        if (found.state !== 'free') until = found.time;
      }
    }
  });
  return rowsOf('two arms of six gears', {
    'one heap': [heap, 'ms'],
    'one after the other': [inTurn, 'ms'],
    share: [(100 * heap) / inTurn, '%'],
  });
}
