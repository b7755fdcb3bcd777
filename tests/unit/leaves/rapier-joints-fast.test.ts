// Sets of bodies that joints tie together and nothing else acts on: what turns fast keeps its energy and its angular momentum, and what a driven body carries hangs from it.
import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh, type Vec3 } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED, MOTION_KINEMATIC } from '../../../src/index.js';
import { vector } from './support/jointed.js';
import { NO_GRAVITY, type Opened, openRapier } from './support/rapier-world.js';

beforeAll(() => RAPIER.init());

const cross = ([a, b, c]: Vec3, [x, y, z]: Vec3): Vec3 => [b * z - c * y, c * x - a * z, a * y - b * x];

/** A vector as a rotation turns it. */
function turned([x, y, z, w]: readonly number[], v: Vec3): Vec3 {
  const u = cross([x, y, z], v).map((value) => 2 * value) as unknown as Vec3;
  const t = cross([x, y, z], u);
  return [v[0] + w * u[0] + t[0], v[1] + w * u[1] + t[1], v[2] + w * u[2] + t[2]];
}

const SIZE: Vec3 = [0.6, 0.1, 0.04];
/** Moments of inertia of a bar of 1 kg. */
const MOMENTS = SIZE.map((size) => (SIZE[0] ** 2 + SIZE[1] ** 2 + SIZE[2] ** 2 - size ** 2) / 12);

/** Twice the energy of bars, and their angular momentum about the origin, of what columns say. */
function motionOf({ plugin }: Opened, entities: readonly number[]) {
  const { px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz } = plugin.components.RigidBody;
  let energy = 0;
  const momentum = [0, 0, 0];
  for (const e of entities) {
    const own = turned([-qx[e], -qy[e], -qz[e], qw[e]], [wx[e], wy[e], wz[e]]);
    const spin = own.map((w, k) => MOMENTS[k] * w) as unknown as Vec3;
    const all = turned([qx[e], qy[e], qz[e], qw[e]], spin);
    const orbit = cross([px[e], py[e], pz[e]], [vx[e], vy[e], vz[e]]);
    energy += vx[e] ** 2 + vy[e] ** 2 + vz[e] ** 2;
    for (let k = 0; k < 3; k++) {
      energy += spin[k] * own[k];
      momentum[k] += all[k] + orbit[k];
    }
  }
  return { energy, momentum };
}

/** How far a ball joint is open, in metres. */
function openingOf(joint: RAPIER.ImpulseJoint): number {
  const [p, q] = [joint.body1(), joint.body2()].map((body, k) => {
    const anchor = k === 0 ? joint.anchor1() : joint.anchor2();
    const { x, y, z, w } = body.rotation();
    const arm = turned([x, y, z, w], [anchor.x, anchor.y, anchor.z]);
    const at = body.translation();
    return [at.x + arm[0], at.y + arm[1], at.z + arm[2]];
  });
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

const lengthOf = (v: readonly number[]) => Math.hypot(v[0], v[1], v[2]);

const bar = boxMesh({ cells: [1, 1, 1], size: SIZE });

/** Two bars on a ball joint that turn about two axes, in free space, a step later. */
async function twoBars(speed: number) {
  const scene = await openRapier({ ...NO_GRAVITY, sleep: false });
  const { add, backend, plugin, rapier } = scene;
  const entities = [0, 0.6].map((x) =>
    add({ ...bar, position: [x, 0, 0], body: { mass: 1, vy: x * speed, wx: speed / 3, wz: speed } }),
  );
  plugin.systems.ingest(plugin.world);
  plugin.systems.rigidIntegration(plugin.world);
  const [a, b] = entities.map((entity) => backend.bodyOf(entity) as RAPIER.RigidBody);
  const data = RAPIER.JointData.spherical(vector([0.3, 0, 0]), vector([-0.3, 0, 0]));
  const joint = rapier.createImpulseJoint(data, a, b, true);
  plugin.step(1 / 60);
  return { plugin, joint, motion: () => motionOf(scene, entities) };
}

describe('two bars on a ball joint in free space', () => {
  test.each([10, 20, 40, 80])('keep their motion at %d rad/s', async (speed) => {
    const { plugin, joint, motion } = await twoBars(speed);
    const first = motion();
    for (let i = 0; i < 180; i++) {
      plugin.step(1 / 60);
      const { energy, momentum } = motion();
      expect(Math.abs(energy / first.energy - 1)).toBeLessThan(1e-3);
      const change = momentum.map((value, k) => value - first.momentum[k]);
      expect(lengthOf(change)).toBeLessThan(1e-4 * lengthOf(first.momentum));
      expect(openingOf(joint)).toBeLessThan(2e-5);
    }
    plugin.dispose();
  });
});

test.each([150, 200, 300, 600])(
  'what cannot be followed, at %d rad/s, gains next to no energy',
  async (speed) => {
    const scene = await openRapier({ ...NO_GRAVITY, sleep: false });
    const { add, backend, plugin, rapier } = scene;
    const post = add({ ...bar, position: [0, 0, 1], body: { motion: MOTION_FIXED } });
    const body = { mass: 1, vy: 0.2 * speed, wx: speed / 10, wz: speed };
    const entity = add({ ...bar, position: [0.2, 0, 0], body });
    plugin.systems.ingest(plugin.world);
    plugin.systems.rigidIntegration(plugin.world);
    const [a, b] = [post, entity].map((e) => backend.bodyOf(e) as RAPIER.RigidBody);
    const data = RAPIER.JointData.spherical(vector([0, 0, -1]), vector([-0.2, 0, 0]));
    rapier.createImpulseJoint(data, a, b, true);
    plugin.step(1 / 60);
    let before = motionOf(scene, [entity]).energy;
    let most = 0;
    for (let i = 0; i < 200; i++) {
      plugin.step(1 / 60);
      const { energy } = motionOf(scene, [entity]);
      most = Math.max(most, energy / before - 1);
      before = energy;
    }
    // four sub-steps of what may come of one
    expect(most).toBeLessThan(8e-3);
    plugin.dispose();
  },
);

describe('what hangs from a kinematic body', () => {
  const cube = boxMesh({ cells: [1, 1, 1], size: [0.2, 0.2, 0.2] });

  test.each([0.3, 1, 3, 10])('is carried along at %d m/s', async (speed) => {
    const { add, backend, plugin, rapier } = await openRapier({ sleep: false });
    const entities = [0, 1, 2, 3].map((i) =>
      add({
        ...cube,
        position: [0.5 * i, 0, 0],
        body: i === 0 ? { motion: MOTION_KINEMATIC, vx: speed } : { mass: 1, vx: speed },
      }),
    );
    plugin.systems.ingest(plugin.world);
    plugin.systems.rigidIntegration(plugin.world);
    const bodies = entities.map((entity) => backend.bodyOf(entity) as RAPIER.RigidBody);
    const data = RAPIER.JointData.spherical(vector([0.25, 0, 0]), vector([-0.25, 0, 0]));
    const joints = bodies.slice(1).map((body, i) => rapier.createImpulseJoint(data, bodies[i], body, true));
    for (let i = 0; i < 240; i++) {
      plugin.step(1 / 60);
      for (const joint of joints) expect(openingOf(joint)).toBeLessThan(2e-5);
    }
    plugin.dispose();
  });

  test.each([1, 6])('hangs from the rim of a wheel at %d rad/s', async (speed) => {
    const { add, backend, plugin, rapier } = await openRapier({ sleep: false });
    const wheel = add({ ...cube, body: { motion: MOTION_KINEMATIC, wz: speed } });
    const load = add({ ...cube, position: [1, -0.5, 0], body: { mass: 1, vy: speed } });
    const post = add({ ...cube, position: [0, 5, 0], body: { motion: MOTION_FIXED } });
    plugin.systems.ingest(plugin.world);
    plugin.systems.rigidIntegration(plugin.world);
    const [hub, hung] = [wheel, load].map((entity) => backend.bodyOf(entity) as RAPIER.RigidBody);
    const data = RAPIER.JointData.spherical(vector([1, 0, 0]), vector([0, 0.5, 0]));
    const joint = rapier.createImpulseJoint(data, hub, hung, true);
    for (let i = 0; i < 240; i++) {
      plugin.step(1 / 60);
      expect(openingOf(joint)).toBeLessThan(2e-5);
    }
    expect(plugin.components.RigidBody.py[post]).toBe(5);
    plugin.dispose();
  });
});
