// Sets of bodies that joints tie together and nothing else acts on: what turns fast keeps its energy and its angular momentum, and what a driven body carries hangs from it.
import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh, type Vec3 } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED, MOTION_KINEMATIC } from '../../../src/index.js';
import { lengthBetween, lengthOf, motionOf, openingOf } from './support/box-motion.js';
import { vector } from './support/jointed.js';
import { NO_GRAVITY, openRapier } from './support/rapier-world.js';

beforeAll(() => RAPIER.init());

const SIZE: Vec3 = [0.6, 0.1, 0.04];
const bar = boxMesh({ cells: [1, 1, 1], size: SIZE });
const asBar = (entity: number) => ({ entity, size: SIZE, mass: 1 });

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
  return { plugin, joint, motion: () => motionOf(plugin, entities.map(asBar)) };
}

describe('two bars on a ball joint in free space', () => {
  test.each([10, 20, 40, 80])('keep their motion at %d rad/s', async (speed) => {
    const { plugin, joint, motion } = await twoBars(speed);
    const first = motion();
    for (let i = 0; i < 180; i++) {
      plugin.step(1 / 60);
      const { energy, angular } = motion();
      expect(Math.abs(energy / first.energy - 1)).toBeLessThan(1e-3);
      expect(lengthBetween(angular, first.angular)).toBeLessThan(1e-5 * lengthOf(first.angular));
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
    let before = motionOf(plugin, [asBar(entity)]).energy;
    let most = 0;
    for (let i = 0; i < 200; i++) {
      plugin.step(1 / 60);
      const { energy } = motionOf(plugin, [asBar(entity)]);
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
