import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh, torusMesh, type Vec3 } from '../../../scenes/meshes/index.js';
import { energyOf, type JointedBody, type JointedScene, opening, ours, vector } from './support/jointed.js';
import { NO_GRAVITY, openRapier } from './support/rapier-world.js';

beforeAll(() => RAPIER.init());

// What joints do to energy and momentum. The truth is in velocities as columns have them, and in where anchors are.

const none = { x: 0, y: 0, z: 0, w: 1 };
const block = (x: number, y: number, z: number) => boxMesh({ cells: [1, 1, 1], size: [x, y, z] });
const ring: JointedBody = {
  mesh: torusMesh({ around: 32, tube: 16, radius: 0.6, tubeRadius: 0.15 }),
  position: [0, 0, 0],
};
const floor: JointedBody = { mesh: block(8, 0.5, 8), position: [0, -1, 0] };
const ball = (from: Vec3, to: Vec3) => RAPIER.JointData.spherical(vector(from), vector(to));

interface Whip {
  readonly step: () => void;
  /** Twice the energy, and the angular momentum about z. */
  readonly motion: () => { energy: number; momentum: number };
  readonly rapier: RAPIER.World;
  readonly bodies: readonly RAPIER.RigidBody[];
  readonly joints: readonly RAPIER.ImpulseJoint[];
}

/** Nine blocks in a row through free space, whose ends go crosswise. */
async function whip(speed: (i: number) => number): Promise<Whip> {
  const { plugin, add, backend, rapier } = await openRapier({ ...NO_GRAVITY, sleep: false });
  const mesh = block(0.22, 0.16, 0.16);
  const entities = Array.from({ length: 9 }, (_, i) =>
    add({ ...mesh, position: [0.3 * i, 0, 0], body: { mass: 1, vy: speed(i) }, settings: { mask: 0 } }),
  );
  plugin.systems.ingest(plugin.world);
  plugin.systems.rigidIntegration(plugin.world);
  const bodies = entities.map((entity) => backend.bodyOf(entity) as RAPIER.RigidBody);
  const data = ball([0.15, 0, 0], [-0.15, 0, 0]);
  const joints = bodies.slice(1).map((body, i) => rapier.createImpulseJoint(data, bodies[i], body, true));
  const { vx, vy, vz, wx, wy, wz } = plugin.components.RigidBody;
  const motion = () => {
    let energy = 0;
    let momentum = 0;
    for (const [k, e] of entities.entries()) {
      const i = bodies[k].effectiveAngularInertia().elements;
      const c = bodies[k].worldCom();
      const l = [
        i[0] * wx[e] + i[1] * wy[e] + i[2] * wz[e],
        i[1] * wx[e] + i[3] * wy[e] + i[4] * wz[e],
        i[2] * wx[e] + i[4] * wy[e] + i[5] * wz[e],
      ];
      energy += vx[e] ** 2 + vy[e] ** 2 + vz[e] ** 2 + l[0] * wx[e] + l[1] * wy[e] + l[2] * wz[e];
      momentum += l[2] + c.x * vy[e] - c.y * vx[e];
    }
    return { energy, momentum };
  };
  return { step: () => plugin.step(1 / 60), motion, rapier, bodies, joints };
}

describe('a chain that goes through free space', () => {
  test.each([
    ['whips', (i: number) => (i < 3 ? 6 : i > 6 ? -4 : 0)],
    ['turns as one', (i: number) => 3 * (i - 4)],
  ])('%s: keeps its energy and its angular momentum', async (_, speed) => {
    const { step, motion } = await whip(speed);
    step();
    const first = motion();
    for (let i = 0; i < 120; i++) {
      step();
      const { energy, momentum } = motion();
      expect(Math.abs(energy / first.energy - 1)).toBeLessThan(2e-3);
      expect(Math.abs(momentum / first.momentum - 1)).toBeLessThan(1e-3);
    }
  });

  test('is turned by a motor, whenever that is set, and by whatever Rapier has of its own', async () => {
    const driven = await whip(() => 0);
    const swung = await whip(() => 0);
    for (let i = 0; i < 10; i++) for (const { step } of [driven, swung]) step();
    const anchor = swung.rapier.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 1, 0).setGravityScale(0),
    );
    anchor.setLinvel({ x: 0, y: 5, z: 0 }, true);
    anchor.setAdditionalMass(10, true);
    swung.rapier.createImpulseJoint(ball([0, -1, 0], [0, 0, 0]), anchor, swung.bodies[0], true);
    const last = driven.joints[7];
    driven.rapier.removeImpulseJoint(last, true);
    const end = RAPIER.JointData.revolute(vector([0.15, 0, 0]), vector([-0.15, 0, 0]), vector([0, 0, 1]));
    const turned = driven.rapier.createImpulseJoint(end, driven.bodies[7], driven.bodies[8], true);
    for (let i = 0; i < 10; i++) driven.step();
    expect(Math.abs(driven.bodies[8].angvel().z)).toBeLessThan(1e-6);
    (turned as RAPIER.RevoluteImpulseJoint).configureMotorVelocity(3, 100);
    for (let i = 0; i < 30; i++) for (const { step } of [driven, swung]) step();
    expect(driven.bodies[8].angvel().z - driven.bodies[7].angvel().z).toBeGreaterThan(2.5);
    expect(swung.bodies[0].translation().y).toBeGreaterThan(0.5);
    expect(swung.motion().energy).toBeLessThan(10 * 25);
  });
});

/** Two blocks of 1 and 10 kg, or three, in whose joints one is 5 cm and more from where others hold it. */
const contrary: Record<string, () => JointedScene> = {
  'two fixed joints of the same bodies': () => {
    const data = (at: Vec3) => RAPIER.JointData.fixed(vector(at), none, vector([-0.5, 0, 0]), none);
    return {
      bodies: pair(),
      joints: [
        [0.5, 0, 0],
        [0.53, 0.03, 0.03],
      ].map((at) => ({ a: 0, b: 1, data: data(at as unknown as Vec3) })),
    };
  },
  'four ball joints, one of them beside its place': () => {
    const at = (y: number, z: number, off = 0) => ({
      a: 0,
      b: 1,
      data: ball([0.5 + off, y, z], [-0.5, y, z]),
    });
    return { bodies: pair(), joints: [at(0, 0), at(0.1, 0), at(0, 0.1), at(0.1, 0.1, 0.05)] };
  },
  'a triangle that does not close': () => {
    const places: Vec3[] = [
      [0, 1.2, 0],
      [0.5, 1.2, 0],
      [0.25, 1.6, 0],
    ];
    const bodies = places.map((position, i) => ({
      mesh: block(0.2, 0.2, 0.2),
      position,
      mass: [1, 10, 3][i],
    }));
    const joints = [0, 1, 2].map((a) => {
      const b = (a + 1) % 3;
      const half = places[b].map((x, k) => (x - places[a][k]) / 2);
      const ends = [
        vector([half[0] + (a === 2 ? 0.05 : 0), half[1], 0]),
        vector([-half[0], -half[1], 0]),
      ] as const;
      return { a, b, data: RAPIER.JointData.fixed(ends[0], none, ends[1], none) };
    });
    return { bodies: [...bodies, ring, floor], joints };
  },
};

function pair(): JointedBody[] {
  const mesh = block(0.5, 0.3, 0.3);
  return [
    { mesh, position: [-0.5, 1.2, 0], mass: 1 },
    { mesh, position: [0.5, 1.2, 0], mass: 10 },
    ring,
    floor,
  ];
}

test.each(Object.entries(contrary))(
  'joints that contradict each other add no energy: %s',
  async (_, make) => {
    const scene = make();
    const jointed = await ours(scene);
    jointed.step();
    let before = energyOf(jointed);
    for (let i = 0; i < 300; i++) {
      jointed.step();
      const now = energyOf(jointed);
      expect(now).toBeLessThan(before + 0.05);
      before = now;
      if (i % 10 === 0) expect(jointed.meeting()).toBe(0);
    }
    // those that can be obeyed are
    expect(opening(jointed, scene)).toBeLessThan(0.06);
  },
);

test('sixty blocks that are held, with 100 kg at their end, are drawn over a ring and gain less than 1 % in a step', async () => {
  const mesh = block(0.07, 0.06, 0.06);
  const blocks = Array.from({ length: 60 }, (_, i): JointedBody => {
    const position: Vec3 = [(i - 30) * 0.1, 0.4, 0];
    return { mesh, position, ...(i > 0 && { mass: i === 59 ? 100 : 1 }) };
  });
  const data = ball([0.05, 0, 0], [-0.05, 0, 0]);
  const scene = {
    bodies: [...blocks, ring],
    joints: blocks.slice(1).map((_, i) => ({ a: i, b: i + 1, data })),
  };
  const jointed = await ours(scene);
  jointed.step();
  let before = energyOf(jointed);
  // what falls by a metre
  const room = before + 9.81 * 158;
  for (let i = 0; i < 120; i++) {
    jointed.step();
    const now = energyOf(jointed);
    expect(now).toBeLessThan(before + 0.01 * room);
    before = now;
  }
});

test.each([false, true])(
  'a swinging chain goes on bit by bit from a snapshot, with a motor: %s',
  async (withMotor) => {
    const mesh = block(0.22, 0.16, 0.16);
    const bodies = Array.from({ length: 5 }, (_, i): JointedBody => {
      const position: Vec3 = [0.3 * i, 0, 0];
      return { mesh, position, ...(i > 0 && { mass: 1 }) };
    });
    const data = RAPIER.JointData.revolute(vector([0.15, 0, 0]), vector([-0.15, 0, 0]), vector([0, 0, 1]));
    const jointed = await ours({ bodies, joints: bodies.slice(1).map((_, i) => ({ a: i, b: i + 1, data })) });
    if (withMotor) (jointed.handles[0] as RAPIER.RevoluteImpulseJoint).configureMotorVelocity(2, 50);
    const { plugin, entities } = jointed;
    const { px, py, qz, vx, wz } = plugin.components.RigidBody;
    const play = () =>
      Array.from({ length: 30 }, () => {
        jointed.step();
        return entities.map((e) => [px[e], py[e], qz[e], vx[e], wz[e]]);
      });
    for (let i = 0; i < 15; i++) jointed.step();
    const snapshot = plugin.snapshot();
    const first = play();
    plugin.restore(snapshot);
    expect(play()).toEqual(first);
  },
);
