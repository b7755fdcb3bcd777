import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, expect, test } from 'vitest';
import { boxMesh, torusMesh, type Vec3 } from '../../../scenes/meshes/index.js';
import { LOCK_TURN_X, LOCK_TURN_Y, LOCK_Z } from '../../../src/index.js';
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

// Jointed bodies that change while they move: joints that come and go, bodies that sleep, are locked, break, or hang on what has no mesh.

const MILLIMETRE = 1e-3;
const block = (x: number, y: number, z: number) => boxMesh({ cells: [1, 1, 1], size: [x, y, z] });
const LINK = block(0.22, 0.16, 0.16);
const RING: JointedBody = {
  mesh: torusMesh({ around: 32, tube: 16, radius: 0.6, tubeRadius: 0.15 }),
  position: [0, 0, 0],
};
const FLOOR: JointedBody = { mesh: block(8, 0.5, 8), position: [0, -1, 0] };
const BALL = RAPIER.JointData.spherical(vector([0.15, 0, 0]), vector([-0.15, 0, 0]));

/** Blocks of 1 kg on ball joints in a row, the first of which stands still where it is `held`. */
function chain(count: number, [x, y, z]: Vec3, held: boolean, stands: readonly JointedBody[]): JointedScene {
  const blocks = Array.from({ length: count }, (_, i): JointedBody => {
    const position: Vec3 = [x + 0.3 * i, y, z];
    return { mesh: LINK, position, ...(!(held && i === 0) && { mass: 1 }) };
  });
  const joints = blocks.slice(1).map((_, i): Tie => ({ a: i, b: i + 1, data: BALL }));
  return { bodies: [...blocks, ...stands], joints };
}

test('joints that are taken away and made in the midst of contact bring no energy, and nothing meets', async () => {
  const scene = chain(9, [-1.1, 0.6, 0], false, [RING, FLOOR]);
  const jointed = await ours(scene);
  const { bodies, handles, plugin, rapier } = jointed;
  const without: JointedScene = { ...scene, joints: scene.joints.filter((_, i) => i !== 3) };
  let extra: RAPIER.ImpulseJoint | undefined;
  jointed.step();
  let before = energyOf(jointed);
  for (let i = 0; i < 240; i++) {
    if (i === 60) {
      expect(plugin.counters.touches).toBeGreaterThan(0);
      rapier.removeImpulseJoint(handles[3], true);
    }
    // one that says what another says comes and goes
    if (i >= 60 && i < 80) {
      if (extra === undefined) {
        extra = rapier.createImpulseJoint(BALL, bodies[0], bodies[1], true);
        extra.setContactsEnabled(false);
      } else {
        rapier.removeImpulseJoint(extra, true);
        extra = undefined;
      }
    }
    jointed.step();
    const now = energyOf(jointed);
    expect(now).toBeLessThan(before + 0.5);
    before = now;
    expect(opening(jointed, i < 60 ? scene : without)).toBeLessThan(2 * MILLIMETRE);
    if (i % 4 === 0) expect(jointed.meeting()).toBe(0);
  }
  expect(opening(jointed, scene)).toBeGreaterThan(0.01);
});

/** Gravity acts before a sub-step's motion, so that velocities are those of half a sub-step before poses. What stays is the energy at one time. */
function energyAtOnce(jointed: Awaited<ReturnType<typeof ours>>, scene: JointedScene): number {
  let energy = energyOf(jointed);
  for (const [i, { mass = 0 }] of scene.bodies.entries()) {
    const { y } = jointed.velocities(i)[0];
    energy += 0.5 * mass * ((y - (0.5 * 9.81) / 240) ** 2 - y ** 2);
  }
  return energy;
}

test.each([-1, 1, 4])(
  'a chain that swings keeps its energy where one of it is put to sleep: %i',
  async (who) => {
    const scene = chain(9, [0, 0, 0], true, []);
    const jointed = await ours(scene);
    for (let i = 0; i < 20; i++) jointed.step();
    const { asleep } = jointed.plugin.components.RigidBody;
    if (who >= 0) asleep[jointed.entities[who]] = 1;
    jointed.step();
    const begun = energyAtOnce(jointed, scene);
    const { y } = jointed.bodies[Math.max(who, 0)].translation();
    // before its blocks touch each other
    for (let i = 0; i < 24; i++) {
      jointed.step();
      expect(jointed.plugin.counters.touches).toBe(0);
      expect(Math.abs(energyAtOnce(jointed, scene) - begun)).toBeLessThan(0.1);
      expect(opening(jointed, scene)).toBeLessThan(0.1 * MILLIMETRE);
    }
    expect(jointed.bodies[Math.max(who, 0)].translation().y).toBe(y);
  },
);

test('what sleeps at the head of a chain that touches something stays where it is, and no energy comes', async () => {
  const scene = chain(9, [-1.1, 0.6, 0], false, [RING]);
  const jointed = await ours(scene);
  for (let i = 0; i < 10; i++) jointed.step();
  const { asleep } = jointed.plugin.components.RigidBody;
  let before = energyOf(jointed);
  for (let i = 0; i < 180; i++) {
    asleep[jointed.entities[0]] = 1;
    jointed.step();
    const now = energyOf(jointed);
    expect(now).toBeLessThan(before + 0.5);
    before = now;
    expect(opening(jointed, scene)).toBeLessThan(5 * MILLIMETRE);
    if (i % 4 === 0) expect(jointed.meeting()).toBe(0);
  }
});

test('axes that are locked stay locked where joints pull across them and bodies touch', async () => {
  const scene = chain(6, [-0.9, 0.5, 0.05], false, [RING, FLOOR]);
  const jointed = await ours(scene);
  const { locks, pz, qx, qy } = jointed.plugin.components.RigidBody;
  const locked = [0, 3, 5].map((i) => jointed.entities[i]);
  for (const entity of locked) locks[entity] = LOCK_Z | LOCK_TURN_X | LOCK_TURN_Y;
  jointed.step();
  const before = locked.map((e) => pz[e]);
  let energy = energyOf(jointed);
  for (let i = 0; i < 240; i++) {
    jointed.step();
    const now = energyOf(jointed);
    expect(now).toBeLessThan(energy + 0.5);
    energy = now;
    locked.forEach((e, k) => {
      expect(Math.abs(pz[e] - before[k])).toBeLessThan(1e-9);
      // Rapier keeps rotations as f32
      expect(Math.abs(qx[e]) + Math.abs(qy[e])).toBeLessThan(1e-7);
    });
    expect(opening(jointed, scene)).toBeLessThan(MILLIMETRE);
    if (i % 4 === 0) expect(jointed.meeting()).toBe(0);
  }
});

/** Two blocks that hang together by nothing but the mesh. */
function twin() {
  const half = block(0.2, 0.16, 0.16);
  const count = half.positions.length / 3;
  return {
    positions: [-0.11, 0.11].flatMap((by) =>
      Array.from(half.positions, (x, k) => (k % 3 === 0 ? x + by : x)),
    ),
    triangles: [...half.triangles, ...half.triangles.map((vertex) => vertex + count)],
  };
}

test('a body that is tied and breaks leaves its joints, and the others stay closed', async () => {
  const scene = chain(4, [-0.4, 0.9, 0], false, [FLOOR]);
  const jointed = await ours(scene);
  const { plugin, rapier, entities } = jointed;
  const mesh = plugin.loadMesh(twin(), { pieces: 'components' });
  const last = entities[3];
  plugin.removeCollider(last);
  plugin.addRigidBody(last, { mesh, position: [0.55, 0.9, 0], strength: 3, body: { mass: 1 } });
  plugin.step(1 / 60);
  const joint = rapier.createImpulseJoint(
    RAPIER.JointData.spherical(vector([0.15, 0, 0]), vector([-0.25, 0, 0])),
    jointed.bodies[2],
    jointed.bodies[3],
    true,
  );
  joint.setContactsEnabled(false);
  const rest = { ...scene, joints: scene.joints.slice(0, 2) };
  let broken = 0;
  for (let i = 0; i < 180; i++) {
    plugin.step(1 / 60);
    for (const { entity } of plugin.breaks) if (entity === last) broken = i;
    expect(opening(jointed, rest)).toBeLessThan(2 * MILLIMETRE);
  }
  expect(broken).toBeGreaterThan(0);
  expect(rapier.impulseJoints.len()).toBe(2);
});

test.each(['dynamic', 'kinematic'] as const)(
  "a chain over a ring that hangs on a %s body of Rapier's without a mesh goes with it, and nothing meets",
  async (kind) => {
    const scene = chain(6, [-0.9, 0.5, 0], false, [RING]);
    const jointed = await ours(scene);
    const desc =
      kind === 'dynamic' ? RAPIER.RigidBodyDesc.dynamic() : RAPIER.RigidBodyDesc.kinematicVelocityBased();
    const post = jointed.rapier.createRigidBody(
      desc.setTranslation(-1.2, 0.5, 0).setGravityScale(0).setLinvel(-1, 1, 0),
    );
    if (kind === 'dynamic') post.setAdditionalMass(100, true);
    jointed.rapier.createImpulseJoint(BALL, post, jointed.bodies[0], true);
    for (let i = 0; i < 120; i++) {
      jointed.step();
      if (i % 4 === 0) expect(jointed.meeting()).toBe(0);
      // Rapier's own to hold
      expect(opening(jointed, scene)).toBeLessThan(20 * MILLIMETRE);
    }
    const { x, y } = jointed.bodies[0].translation();
    const p = post.translation();
    expect(p.x).toBeLessThan(-2);
    expect(Math.hypot(x - p.x, y - p.y)).toBeLessThan(0.32);
  },
);
