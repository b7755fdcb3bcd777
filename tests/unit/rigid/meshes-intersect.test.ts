// Whether two standing meshes meet, against all pairs of their triangles decided over integers.
import { beforeAll, describe, expect, it } from 'vitest';
import type { SceneMesh } from '../../../scenes/meshes/index.js';
import { icosphereMesh, torusKnotMesh } from '../../../scenes/meshes/index.js';
import { meshOf } from '../../../scenes/meshes/mesh.js';
import {
  initGeometry,
  meshesIntersect,
  type RigidMesh,
  type RigidPose,
  rigidMesh,
} from '../../../src/geometry/index.js';
import { meetingTriangles, placed } from '../../oracle/exact/surfaces-meet.js';
import { Seeded } from './seeded.js';
import { boxSoup, SOUPS, scaled } from './soups.js';

beforeAll(() => initGeometry());

type Pose = RigidPose & { readonly position: readonly number[]; readonly rotation: readonly number[] };

const UPRIGHT: Pose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

function truth(a: SceneMesh, poseA: Pose, b: SceneMesh, poseB: Pose): boolean {
  const at = (mesh: SceneMesh, { rotation, position }: Pose) => placed(mesh, [...rotation], [...position]);
  return meetingTriangles(at(a, poseA), at(b, poseB)) !== undefined;
}

/** Asks both ways round. */
function answer(a: RigidMesh, poseA: Pose, b: RigidMesh, poseB: Pose): boolean | undefined {
  const there = meshesIntersect(a, poseA, b, poseB);
  const back = meshesIntersect(b, poseB, a, poseA);
  return there === back ? there : undefined;
}

/** How many of the pairs met; each answer is compared with the truth. */
function compare(pairs: Iterable<readonly [SceneMesh, Pose, SceneMesh, Pose]>): number {
  let met = 0;
  for (const [a, poseA, b, poseB] of pairs) {
    const [meshA, meshB] = [a, b].map(({ positions, triangles }) => rigidMesh(positions, triangles));
    const expected = truth(a, poseA, b, poseB);
    expect(answer(meshA, poseA, meshB, poseB), JSON.stringify([poseA, poseB])).toBe(expected);
    if (expected) met++;
    meshA.dispose();
    meshB.dispose();
  }
  return met;
}

describe('two meshes meet exactly where two of their triangles do', () => {
  const shapes: readonly (readonly [name: string, scale: number, away: number])[] = [
    ['of their own size', 1, 0],
    ['a thousand times smaller', 1e-3, 0],
    ['a million times larger', 1e6, 0],
    ['far from the origin', 1, 1e4],
  ];
  it.each(shapes)('%s, in random poses', (_, scale, away) => {
    const seeded = new Seeded(41);
    const names = Object.keys(SOUPS);
    const count = 400;
    function* pairs() {
      for (let i = 0; i < count; i++) {
        const [a, b] = [0, 1].map(() => scaled(SOUPS[seeded.pick(names)](seeded), scale));
        const far = seeded.direction().map((x) => x * away * scale);
        const apart = seeded.direction().map((x) => x * seeded.between(0, 1.6) * scale);
        const position = far.map((x, k) => x + apart[k]) as unknown as Pose['position'];
        const poseA = { position: far, rotation: seeded.quaternion() } as unknown as Pose;
        yield [a, poseA, b, { position, rotation: seeded.quaternion() } as Pose] as const;
      }
    }
    const met = compare(pairs());
    expect(met).toBeGreaterThan(count / 5);
    expect(met).toBeLessThan((4 * count) / 5);
  });

  it('of thousands of triangles', () => {
    const seeded = new Seeded(42);
    const knot = torusKnotMesh({ along: 90, tube: 12 });
    const ball = icosphereMesh({ subdivisions: 3, radius: 0.5 });
    const meshes = new Map([knot, ball].map((mesh) => [mesh, rigidMesh(mesh.positions, mesh.triangles)]));
    let met = 0;
    for (let i = 0; i < 60; i++) {
      const other = i % 2 === 0 ? knot : ball;
      const position = seeded.direction().map((x) => x * seeded.between(0, 3)) as unknown as Pose['position'];
      const pose = { position, rotation: seeded.quaternion() };
      const expected = truth(knot, UPRIGHT, other, pose);
      expect(answer(meshes.get(knot)!, UPRIGHT, meshes.get(other)!, pose), `pose ${i}`).toBe(expected);
      if (expected) met++;
    }
    expect(met).toBeGreaterThan(10);
    expect(met).toBeLessThan(50);
  });
});

// Turns about coordinate axes by 180 degrees and about the diagonal by 120: nothing is rounded, so that touches are touches.
const TURNS: readonly Pose['rotation'][] = [
  [0, 0, 0, 1],
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0.5, 0.5, 0.5, 0.5],
  [-0.5, 0.5, 0.5, 0.5],
  [0.5, -0.5, 0.5, 0.5],
  [0.5, 0.5, -0.5, 0.5],
];

/** Triangles with corners on a grid: flat ones among them, and edges and points. */
function gridSoup(seeded: Seeded, count: number, size: number): SceneMesh {
  const whole = () => Math.floor(seeded.between(-size, size + 1));
  const positions = Array.from({ length: 9 * count }, whole);
  return meshOf(
    positions,
    Array.from({ length: 3 * count }, (_, i) => i),
  );
}

describe('touching counts, in one corner too', () => {
  it('for triangles on a grid', () => {
    const seeded = new Seeded(43);
    const whole = (size: number) => Math.floor(seeded.between(-size, size + 1));
    const count = 1500;
    function* pairs() {
      for (let i = 0; i < count; i++) {
        const size = seeded.pick([1, 2, 4]);
        const [a, b] = [0, 1].map(() => gridSoup(seeded, 1 + Math.floor(seeded.between(0, 4)), size));
        const pose = () =>
          ({
            position: [whole(size), whole(2 * size), whole(size)],
            rotation: seeded.pick(TURNS),
          }) as unknown as Pose;
        yield [a, pose(), b, pose()] as const;
      }
    }
    const met = compare(pairs());
    expect(met).toBeGreaterThan(count / 5);
    expect(met).toBeLessThan((4 * count) / 5);
  });

  it.each([1, 2 ** -30, 2 ** 30])('for boxes side by side, of size %d', (size) => {
    const { positions, triangles } = scaled(boxSoup(1, 1, 1), size);
    const box = rigidMesh(positions, triangles);
    for (const rotation of TURNS) {
      for (let direction = 0; direction < 27; direction++) {
        const way = [direction % 3, Math.floor(direction / 3) % 3, Math.floor(direction / 9)].map(
          (x) => x - 1,
        );
        if (way.every((x) => x === 0)) continue;
        const at = (far: number): Pose => ({
          position: way.map((x) => x * far * size) as unknown as Pose['position'],
          rotation,
        });
        expect(answer(box, UPRIGHT, box, at(2)), `${way} touches`).toBe(true);
        expect(answer(box, UPRIGHT, box, at(2 + 2 ** -40)), `${way} is apart`).toBe(false);
      }
    }
  });

  it('and what is wholly inside touches nothing', () => {
    const [outer, inner] = [boxSoup(1, 1, 1), boxSoup(0.5, 0.5, 0.5)].map((mesh) =>
      rigidMesh(mesh.positions, mesh.triangles),
    );
    expect(answer(outer, UPRIGHT, inner, UPRIGHT)).toBe(false);
    expect(answer(outer, UPRIGHT, inner, { ...UPRIGHT, position: [0.5, 0, 0] })).toBe(true);
  });
});
