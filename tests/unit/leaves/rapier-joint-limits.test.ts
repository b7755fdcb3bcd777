// Ends of joints: where their ranges are, how many of them there are, and what happens far away.
import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh, type Vec3 } from '../../../scenes/meshes/index.js';
import {
  energyOf,
  type JointedBody,
  type JointedScene,
  opening,
  ours,
  type Tie,
  vector,
} from './support/jointed.js';

beforeAll(() => RAPIER.init());

const block = (x: number, y: number, z: number) => boxMesh({ cells: [1, 1, 1], size: [x, y, z] });
const Z: Vec3 = [0, 0, 1];
const POST: JointedBody = { mesh: block(0.2, 0.2, 0.2), position: [0, 0, 0] };

const hinge = (a: number, b: number, at: Vec3, from: Vec3, axis: Vec3, limits?: Tie['limits']): Tie => {
  const data = RAPIER.JointData.revolute(vector(at), vector(from), vector(axis));
  return limits === undefined ? { a, b, data } : { a, b, data, limits };
};

/** A lid of 1 kg on a post, which turns about z. */
function lid(
  limits: readonly [number, number],
  spin: number,
  more: readonly JointedBody[] = [],
): JointedScene {
  const body: JointedBody = {
    mesh: block(0.6, 0.1, 0.04),
    position: [0.4, 0, 0],
    mass: 1,
    spin: [0, 0, spin],
  };
  return { bodies: [POST, body, ...more], joints: [hinge(0, 1, [0, 0, 0], [-0.4, 0, 0], Z, limits)] };
}

const angleOf = (body: RAPIER.RigidBody) => 2 * Math.atan2(body.rotation().z, body.rotation().w);

/** How far a body has turned about z at the least and at the most, turns counted. */
async function turningOf(scene: JointedScene, steps: number) {
  const jointed = await ours(scene);
  let [turned, last, least, most] = [0, 0, 0, 0];
  jointed.step();
  const energies = [energyOf(jointed)];
  for (let i = 0; i < steps; i++) {
    jointed.step();
    const now = angleOf(jointed.bodies[1]);
    turned += now - last - 2 * Math.PI * Math.round((now - last) / (2 * Math.PI));
    last = now;
    least = Math.min(least, turned);
    most = Math.max(most, turned);
    energies.push(energyOf(jointed));
  }
  return { least, most, energies };
}

describe('a lid', () => {
  test.each([60, 150])('that may turn by half a turn stops there, thrown at %d rad/s', async (speed) => {
    const { most } = await turningOf(lid([0, Math.PI], speed), 300);
    expect(most).toBeGreaterThan(Math.PI - 1e-3);
    expect(most).toBeLessThan(Math.PI + 1e-3);
  });

  test.each([
    [-4, 0.5],
    [-10, 0.5],
    [-2 * Math.PI, 0],
    [Number.NEGATIVE_INFINITY, 0.5],
    [-1e9, 1e9],
  ])('with a range from %d to %d swings, and nothing drives it', async (least, most) => {
    const { energies } = await turningOf(lid([least, most], 0), 300);
    expect(Math.max(...energies)).toBeLessThan(energies[0] + 0.1);
    expect(Number.isFinite(energies[300])).toBe(true);
  });
});

test('a slider that has one end alone stops there', async () => {
  const data = RAPIER.JointData.prismatic(vector([0, 0, 0]), vector([0, -0.3, 0]), vector([0, 1, 0]));
  const hung: JointedBody = { mesh: block(0.2, 0.2, 0.2), position: [0, 0.3, 0], mass: 1 };
  const limits = [-0.1, Number.POSITIVE_INFINITY] as const;
  const jointed = await ours({ bodies: [POST, hung], joints: [{ a: 0, b: 1, data, limits }] });
  for (let i = 0; i < 120; i++) jointed.step();
  expect(jointed.bodies[1].translation().y).toBeCloseTo(0.2, 5);
});

test('a pendulum within its limits swings as it does, whatever meets whatever far away', async () => {
  const floor: JointedBody = { mesh: block(6, 0.2, 6), position: [0, -20, 0] };
  const cube: JointedBody = { mesh: block(0.2, 0.2, 0.2), position: [0, -19.5, 0], mass: 1, spin: [3, 2, 5] };
  const alone = await ours(lid([-3, 3], 0, [floor]));
  const beside = await ours(lid([-3, 3], 0, [floor, cube]));
  for (let i = 0; i < 200; i++) {
    alone.step();
    beside.step();
    expect(Math.abs(angleOf(alone.bodies[1]) - angleOf(beside.bodies[1]))).toBeLessThan(1e-6);
  }
});

test.each([1, 2, 10, 100, 556, 1000])(
  'two bodies on a ball joint fall, the upper one %d times heavier',
  async (mass) => {
    const bodies = [0, 0.3].map(
      (y, i): JointedBody => ({
        mesh: block(0.2, 0.12, 0.16),
        position: [0, 1.2 + y, 0],
        mass: i === 0 ? 1 : mass,
      }),
    );
    const data = RAPIER.JointData.spherical(vector([0, 0.15, 0]), vector([0, -0.15, 0]));
    const jointed = await ours({ bodies, joints: [{ a: 0, b: 1, data }] });
    for (let i = 0; i < 120; i++) jointed.step();
    for (const k of [0, 1]) expect(jointed.velocities(k)[0].y).toBeCloseTo(-2 * 9.81, 2);
  },
);

test('a loop of hinges with limits, which hold it all but fast, stays closed and gains nothing', async () => {
  const cube = block(0.16, 0.16, 0.16);
  const places: Vec3[] = [
    [0.3, 0, 0],
    [0.6, 0, 0],
    [0.6, 0, 0.3],
    [0.3, 0, 0.3],
  ];
  const ball = RAPIER.JointData.spherical(vector([0.15, 0, 0]), vector([-0.15, 0, 0]));
  const joints: Tie[] = [
    hinge(0, 1, [0.15, 0, 0], [-0.15, 0, 0], Z, [-0.52, 0.1]),
    { a: 1, b: 2, data: ball },
    hinge(2, 3, [0, 0, 0.15], [0, 0, -0.15], [0, 1, 0], [0, 0.62]),
    hinge(1, 4, [0, 0, 0.15], [0, 0, -0.15], [0, 1, 0], [-0.96, 0]),
    hinge(4, 3, [0.15, 0, 0], [-0.15, 0, 0], Z, [-0.2, 0.2]),
  ];
  const scene = {
    bodies: [POST, ...places.map((position): JointedBody => ({ mesh: cube, position, mass: 1 }))],
    joints,
  };
  const jointed = await ours(scene);
  jointed.step();
  let before = energyOf(jointed);
  for (let i = 0; i < 300; i++) {
    jointed.step();
    expect(opening(jointed, scene)).toBeLessThan(1e-4);
    const now = energyOf(jointed);
    expect(now - before).toBeLessThan(0.1);
    before = now;
  }
});

test.each([39, 40, 41, 60])(
  'a held chain of %d bodies with limits stays closed, solved together or not',
  async (count) => {
    const small = block(0.16, 0.04, 0.04);
    const links = Array.from(
      { length: count },
      (_, i): JointedBody => ({ mesh: small, position: [0.15 + 0.2 * i, 0, 0], mass: 1 }),
    );
    const joints = links.map((_, i) =>
      hinge(i, i + 1, [i === 0 ? 0.05 : 0.1, 0, 0], [-0.1, 0, 0], Z, [-0.1, 0.1]),
    );
    const scene = { bodies: [{ ...POST, mesh: block(0.1, 0.1, 0.1) }, ...links], joints };
    const jointed = await ours(scene);
    for (let i = 0; i < 150; i++) {
      jointed.step();
      expect(opening(jointed, scene)).toBeLessThan(1e-2);
    }
    expect(Number.isFinite(energyOf(jointed))).toBe(true);
  },
);
