// Two meshes at one instant: do they meet, and how far are they apart? The same poses for three-mesh-bvh and for ours, and
// exact arithmetic for the truth.
import { icosphereMesh, type SceneMesh, torusKnotMesh, torusMesh } from '../../scenes/meshes/index.js';
import { random } from '../../scenes/random.js';
import {
  distance,
  initGeometry,
  meshesIntersect,
  type RigidMesh,
  rigidMesh,
} from '../../src/geometry/index.js';
import { meetingTriangles, placed } from '../../tests/oracle/exact/surfaces-meet.js';
import { medianMilliseconds } from '../measure.js';
import { leftOut, type Measure, type Row, rowsOf } from '../report/row.js';
import { NotInstalled } from '../tunnel/load-package.js';
import { type Pose, randomDirection, randomRotation, scaled } from '../tunnel/motion.js';
import { type ThreeMesh, threeMeshes } from './three-meshes.js';

const POSES = 300;
/** Distances are asked of so many: three-mesh-bvh takes tens of milliseconds for one. */
const FEW = 20;
const UPRIGHT: Pose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

const PAIRS: Readonly<Record<string, () => readonly [SceneMesh, SceneMesh]>> = {
  'torus knots, 9,600 triangles each': () => twice(torusKnotMesh({ along: 240, tube: 20 })),
  'torus knots, 69,200 triangles each': () => twice(torusKnotMesh({ along: 1730, tube: 20 })),
  'rings, 2,048 triangles each': () =>
    twice(torusMesh({ radius: 1, tubeRadius: 0.12, around: 64, tube: 16 })),
  'a knot of 9,600 and a ball of 5,120 triangles': () => [
    torusKnotMesh({ along: 240, tube: 20 }),
    icosphereMesh({ subdivisions: 4, radius: 0.6 }),
  ],
};

export const staticPairs: Measure = async ({ progress, quick }) => {
  await initGeometry();
  const threes = await threeMeshes().catch((error: unknown) => {
    if (!(error instanceof NotInstalled)) throw error;
    return error;
  });
  const rows: Row[] = [];
  for (const [name, make] of Object.entries(PAIRS)) {
    if (quick && name.includes('69,200')) continue;
    progress(name);
    rows.push(...comparedPair(name, make().map(inSingles), threes, quick ? 60 : POSES, quick ? 3 : 7));
  }
  return [
    {
      title: 'Static meshes: do they meet, and how far are they apart?',
      about:
        'Random poses, about half of them meet; positions are the same 32-bit floats for both. Wrong: answers that exact arithmetic contradicts. ' +
        'Ours: `meshesIntersect` and `distance`; three-mesh-bvh: `intersectsGeometry` and `closestPointToGeometry` with trees on both sides.',
      rows,
    },
  ];
};

const twice = (mesh: SceneMesh): readonly [SceneMesh, SceneMesh] => [mesh, mesh];

/** With positions that both take as they are. */
const inSingles = ({ positions, triangles }: SceneMesh): SceneMesh => ({
  positions: Float64Array.from(Float32Array.from(positions)),
  triangles,
});

function comparedPair(
  name: string,
  [a, b]: readonly SceneMesh[],
  threes: ((mesh: SceneMesh) => ThreeMesh) | NotInstalled,
  count: number,
  repetitions: number,
): Row[] {
  const [ownA, ownB] = [a, b].map(({ positions, triangles }) => rigidMesh(positions, triangles));
  const poses = posesAround(ownA, ownB, count);
  const truth = poses.map((pose) => {
    const moved = placed(b, pose.rotation, pose.position);
    return meetingTriangles(placed(a, UPRIGHT.rotation, UPRIGHT.position), moved) !== undefined;
  });
  const oursMeet = (pose: Pose) => meshesIntersect(ownA, UPRIGHT, ownB, pose);
  const wrong = (meets: (pose: Pose) => boolean) =>
    poses.filter((pose, i) => meets(pose) !== truth[i]).length;
  /** Microseconds a pose. */
  const timed = (ask: (pose: Pose) => unknown, some: readonly Pose[] = poses) =>
    (1000 * medianMilliseconds(repetitions, () => some.forEach(ask))) / some.length;
  const apart = poses.filter((_, i) => !truth[i]);
  const share = (100 * (count - apart.length)) / count;
  const rows = rowsOf(`${name}: first-contact`, {
    meet: [share, '%'],
    'do they meet': [timed(oursMeet), 'µs'],
    wrong: [wrong(oursMeet), `of ${count}`, { target: { most: 0 } }],
    distance: [timed((pose) => distance(ownA, UPRIGHT, ownB, pose), poses.slice(0, FEW)), 'µs'],
  });
  if (threes instanceof NotInstalled) {
    rows.push(leftOut(`${name}: three-mesh-bvh`, 'do they meet', 'µs', threes.message));
  } else {
    const [threeA, threeB] = [threes(a), threes(b)];
    const meet = (pose: Pose) => threeA.meets(threeB, pose);
    const few = poses.slice(0, FEW);
    const far = apart.slice(0, FEW).filter((pose) => {
      const ours = distance(ownA, UPRIGHT, ownB, pose).distance;
      return Math.abs(threeA.distance(threeB, pose) - ours) > 1e-4 * ownA.radius;
    });
    rows.push(
      ...rowsOf(`${name}: three-mesh-bvh`, {
        meet: [share, '%'],
        'do they meet': [timed(meet), 'µs'],
        wrong: [wrong(meet), `of ${count}`],
        distance: [timed((pose) => threeA.distance(threeB, pose), few), 'µs'],
        'distances that differ from ours by 1e-4 of the size': [far.length, ''],
      }),
    );
  }
  ownA.dispose();
  ownB.dispose();
  return rows;
}

/** Where some meet and some do not. */
function posesAround(a: RigidMesh, b: RigidMesh, count: number): Pose[] {
  const next = random(30);
  return Array.from({ length: count }, () => ({
    position: scaled(randomDirection(next), (a.radius + b.radius) * (0.25 + 0.75 * next())),
    rotation: randomRotation(next),
  }));
}
