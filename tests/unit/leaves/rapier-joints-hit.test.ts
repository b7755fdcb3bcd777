// Bodies that joints tie together, hit by others or stopped by their limits in free space: what they do to each other changes no momentum of them all.
import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh, type Vec3 } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED } from '../../../src/index.js';
import { random } from '../../support/random.js';
import {
  type Box,
  type BoxMotion,
  lengthBetween,
  lengthOf,
  motionOf,
  openingOf,
} from './support/box-motion.js';
import { vector } from './support/jointed.js';
import { NO_GRAVITY, openRapier } from './support/rapier-world.js';

beforeAll(() => RAPIER.init());

const UP = vector([0, 0.25, 0]);
const DOWN = vector([0, -0.25, 0]);
const NONE = { x: 0, y: 0, z: 0, w: 1 };
const JOINTS: Record<string, () => RAPIER.JointData> = {
  'ball joints': () => RAPIER.JointData.spherical(UP, DOWN),
  hinges: () => RAPIER.JointData.revolute(UP, DOWN, vector([0, 0, 1])),
  'fixed joints': () => RAPIER.JointData.fixed(UP, NONE, DOWN, NONE),
};

const SIZE: Vec3 = [0.2, 0.12, 0.16];
const block = boxMesh({ cells: [1, 1, 1], size: SIZE });

/** Blocks above each other that joints tie, at rest, and one that comes to the lowest. */
async function hit(joint: () => RAPIER.JointData, count: number, speed: number, seed: number) {
  const { add, backend, plugin, rapier } = await openRapier({ ...NO_GRAVITY, sleep: false });
  const next = random(seed);
  const any = (size: number) => size * (2 * next() - 1);
  const boxes: Box[] = [];
  const place = (position: Vec3, body: object) => {
    const mass = 1.2 + any(0.8);
    boxes.push({ entity: add({ ...block, position, body: { mass, ...body } }), size: SIZE, mass });
  };
  place([-0.7, any(0.08), any(0.08)], { vx: speed, wx: any(8), wy: any(8), wz: any(8) });
  for (let i = 0; i < count; i++) place([0, 0.5 * i, 0], {});
  plugin.systems.ingest(plugin.world);
  plugin.systems.rigidIntegration(plugin.world);
  const bodies = boxes.map(({ entity }) => backend.bodyOf(entity) as RAPIER.RigidBody);
  const joints = bodies
    .slice(2)
    .map((body, i) => rapier.createImpulseJoint(joint(), bodies[i + 1], body, true));
  return { plugin, boxes, joints };
}

/** By how much momenta change at the most, as shares of those at first, and how much energy comes in a step, of that at first. */
function watch(steps: number, step: () => BoxMotion, first: BoxMotion) {
  const worst = { linear: 0, angular: 0, gained: 0 };
  let before = first.energy;
  for (let i = 0; i < steps; i++) {
    const { energy, linear, angular } = step();
    worst.linear = Math.max(worst.linear, lengthBetween(linear, first.linear) / lengthOf(first.linear));
    worst.angular = Math.max(worst.angular, lengthBetween(angular, first.angular) / lengthOf(first.angular));
    worst.gained = Math.max(worst.gained, (energy - before) / first.energy);
    before = energy;
  }
  return worst;
}

describe.each(Object.entries(JOINTS))('an impact on one of those that %s tie', (_, joint) => {
  test.each([
    [2, 2],
    [2, 10],
    [4, 5],
  ])(
    '%d blocks, at %d m/s: momenta stay, no energy comes, and joints are closed in the end',
    async (count, speed) => {
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const { plugin, boxes, joints } = await hit(joint, count, speed, seed);
        const first = motionOf(plugin, boxes);
        const step = () => {
          plugin.step(1 / 60);
          return motionOf(plugin, boxes);
        };
        const worst = watch(60, step, first);
        const told = `seed ${seed}`;
        expect(motionOf(plugin, boxes).energy, told).toBeLessThan(0.9 * first.energy);
        expect(worst.linear, told).toBeLessThan(1e-6);
        expect(worst.angular, told).toBeLessThan(1e-4);
        expect(worst.gained, told).toBeLessThan(2e-3);
        for (const tie of joints) expect(openingOf(tie), told).toBeLessThan(1e-4);
        plugin.dispose();
      }
    },
  );
});

describe('limits of what turns in free space', () => {
  const bar: Vec3 = [0.6, 0.1, 0.04];
  const along = vector([0.3, 0, 0]);
  const back = vector([-0.3, 0, 0]);
  test.each([
    ['a hinge', 20, RAPIER.JointData.revolute, [0, 0, 1], [-0.3, 0.3]],
    ['a hinge', 60, RAPIER.JointData.revolute, [0, 0, 1], [-0.3, 0.3]],
    ['a slider', 20, RAPIER.JointData.prismatic, [1, 0, 0], [0, 0.2]],
    ['a slider', 60, RAPIER.JointData.prismatic, [1, 0, 0], [0, 0.2]],
  ] as const)(
    '%s keeps within them at %d rad/s, and momenta stay',
    async (name, speed, make, axis, limits) => {
      const { add, backend, plugin, rapier } = await openRapier({ ...NO_GRAVITY, sleep: false });
      const mesh = boxMesh({ cells: [1, 1, 1], size: bar });
      const boxes = [0, 1].map((i): Box => {
        const body = {
          mass: 1,
          vx: i,
          vy: 0.6 * i * speed,
          wx: 3,
          wz: speed + (name === 'a hinge' ? 0.8 * speed * i : 0),
        };
        return { entity: add({ ...mesh, position: [0.6 * i, 0, 0], body }), size: bar, mass: 1 };
      });
      plugin.systems.ingest(plugin.world);
      plugin.systems.rigidIntegration(plugin.world);
      const [a, b] = boxes.map(({ entity }) => backend.bodyOf(entity) as RAPIER.RigidBody);
      const joint = rapier.createImpulseJoint(make(along, back, vector(axis)), a, b, true);
      joint.setContactsEnabled(false);
      (joint as RAPIER.UnitImpulseJoint).setLimits(limits[0], limits[1]);
      plugin.step(1 / 60);
      let [least, most] = [Infinity, -Infinity];
      const step = () => {
        plugin.step(1 / 60);
        const at = name === 'a hinge' ? angleBetween(a, b) : openingOf(joint);
        least = Math.min(least, at);
        most = Math.max(most, at);
        return motionOf(plugin, boxes);
      };
      const worst = watch(300, step, motionOf(plugin, boxes));
      expect(worst.linear).toBeLessThan(1e-9);
      expect(worst.angular).toBeLessThan(2e-5);
      expect(worst.gained).toBeLessThan(2e-3);
      // it comes to its limit, and no farther
      expect(most).toBeGreaterThan(0.9 * limits[1]);
      expect(most).toBeLessThan(limits[1] + 2e-3);
      expect(least).toBeGreaterThan(limits[0] - 2e-3);
      plugin.dispose();
    },
  );
});

test('a hinge that begins beyond its limits comes back within them, and brings no energy', async () => {
  const { add, backend, plugin, rapier } = await openRapier({ ...NO_GRAVITY, sleep: false });
  const bent = 0.8;
  const mesh = boxMesh({ cells: [1, 1, 1], size: [0.6, 0.1, 0.04] });
  const post = add({ ...block, body: { motion: MOTION_FIXED } });
  const position: Vec3 = [0.4 * Math.cos(bent), 0.4 * Math.sin(bent), 0];
  const rotation = [0, 0, Math.sin(bent / 2), Math.cos(bent / 2)] as const;
  const arm = add({ ...mesh, position, rotation, body: { mass: 1 } });
  plugin.systems.ingest(plugin.world);
  plugin.systems.rigidIntegration(plugin.world);
  const [a, b] = [post, arm].map((entity) => backend.bodyOf(entity) as RAPIER.RigidBody);
  const data = RAPIER.JointData.revolute(vector([0, 0, 0]), vector([-0.4, 0, 0]), vector([0, 0, 1]));
  const joint = rapier.createImpulseJoint(data, a, b, true) as RAPIER.UnitImpulseJoint;
  joint.setContactsEnabled(false);
  joint.setLimits(-0.3, 0.3);
  let before = bent;
  for (let i = 0; i < 60; i++) {
    plugin.step(1 / 60);
    const now = angleBetween(a, b);
    expect(now).toBeLessThanOrEqual(before + 1e-6);
    expect(before - now).toBeLessThan(0.1);
    expect(motionOf(plugin, [{ entity: arm, size: [0.6, 0.1, 0.04], mass: 1 }]).energy).toBeLessThan(1e-12);
    before = now;
  }
  expect(before).toBeCloseTo(0.3, 4);
  plugin.dispose();
});

test('two sliders that fall to their ends stand there', async () => {
  const { add, backend, plugin, rapier } = await openRapier({ sleep: false });
  const cube = boxMesh({ cells: [1, 1, 1], size: [0.2, 0.2, 0.2] });
  const entities = [2, 1.7, 1.4].map((y, i) =>
    add({
      ...cube,
      position: [0, y, 0],
      body: i === 0 ? { motion: MOTION_FIXED } : { mass: i === 1 ? 1 : 10 },
    }),
  );
  plugin.systems.ingest(plugin.world);
  plugin.systems.rigidIntegration(plugin.world);
  const bodies = entities.map((entity) => backend.bodyOf(entity) as RAPIER.RigidBody);
  for (const [i, body] of bodies.slice(1).entries()) {
    const data = RAPIER.JointData.prismatic(vector([0, 0, 0]), vector([0, 0, 0]), vector([0, 1, 0]));
    const joint = rapier.createImpulseJoint(data, bodies[i], body, true) as RAPIER.UnitImpulseJoint;
    joint.setContactsEnabled(false);
    joint.setLimits(-0.5, 0);
  }
  const { py } = plugin.components.RigidBody;
  for (let i = 0; i < 240; i++) {
    plugin.step(1 / 60);
    for (const k of [1, 2]) expect(py[entities[k - 1]] - py[entities[k]]).toBeLessThan(0.5 + 1e-4);
  }
  expect(py[entities[2]]).toBeCloseTo(1, 3);
  plugin.dispose();
});

/** About the z axis of both. */
function angleBetween(a: RAPIER.RigidBody, b: RAPIER.RigidBody): number {
  const [p, q] = [a.rotation(), b.rotation()];
  const w = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z;
  const z = p.w * q.z - p.x * q.y + p.y * q.x - p.z * q.w;
  return 2 * Math.atan2(w < 0 ? -z : z, Math.abs(w));
}
