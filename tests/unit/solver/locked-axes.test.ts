import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh, gearMesh, letterMesh, type SceneMesh, torusMesh } from '../../../scenes/meshes/index.js';
import {
  type CollisionPlugin,
  LOCK_ALL,
  LOCK_TURN_X,
  LOCK_TURN_Y,
  LOCK_TURN_Z,
  LOCK_X,
  LOCK_Y,
  LOCK_Z,
  type MeshId,
  MOTION_FIXED,
  MOTION_KINEMATIC,
} from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { openScene } from '../../support/colliders.js';

const STAY = LOCK_X | LOCK_Y | LOCK_Z;
const UPRIGHT = LOCK_TURN_X | LOCK_TURN_Y | LOCK_TURN_Z;

const LOCKS = {
  'turns about z alone': STAY | LOCK_TURN_X | LOCK_TURN_Y,
  'turns in its place': STAY,
  'never turns': UPRIGHT,
  'slides along x': LOCK_Y | LOCK_Z | UPRIGHT,
  'stays in the plane': LOCK_Z | LOCK_TURN_X | LOCK_TURN_Y,
  'is locked altogether': LOCK_ALL,
} as const;

const MESHES: Record<string, SceneMesh> = {
  box: boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] }),
  gear: gearMesh({ teeth: 8, quadsASide: 1, rows: 1, radius: 0.5, thickness: 0.25 }),
  ring: torusMesh({ around: 20, tube: 8, radius: 0.4, tubeRadius: 0.12 }),
};

const CASES = Object.entries(LOCKS).flatMap(([name, locks]) =>
  ['box', 'gear'].map((mesh) => [name, mesh, locks] as const),
);

/** Two that overlap: one with locks, one free, fixed or locked as well. */
async function overlapping(
  mesh: SceneMesh,
  locks: number,
  other: object,
  at: readonly [number, number, number],
) {
  const { world, plugin } = await openScene({ maxEntities: 4, gravity: [0, 0, 0], sleep: false });
  const [locked, second] = [addEntity(world), addEntity(world)];
  plugin.addRigidBody(locked, { ...mesh, body: { locks } });
  plugin.addRigidBody(second, { ...mesh, position: at, rotation: [0, 0.6, 0, 0.8], body: other });
  return { plugin, locked, second };
}

// Contacts that point at an axis, or nearly: nothing that the body may do makes room there.
const PLACES = [
  [0.3, 0, 0],
  [0.02, 0.31, 0.01],
] as const;

describe('bodies with locked axes that overlap', () => {
  test.each(CASES)(
    'a body that %s, %s: is not thrown, and does nothing that is locked',
    async (_, name, locks) => {
      for (const other of [{}, { motion: MOTION_FIXED }, { locks }]) {
        for (const at of PLACES) {
          const { plugin, locked, second } = await overlapping(MESHES[name], locks, other, at);
          const b = plugin.components.RigidBody;
          for (let i = 0; i < 20; i++) {
            plugin.step(1 / 60);
            for (const e of [locked, second]) {
              expect(Math.hypot(b.vx[e], b.vy[e], b.vz[e])).toBeLessThan(4);
              expect(Math.hypot(b.wx[e], b.wy[e], b.wz[e])).toBeLessThan(20);
            }
          }
          const ways = [b.px, b.py, b.pz].map((column) => column[locked]);
          const turns = [b.qx, b.qy, b.qz].map((column) => column[locked]);
          for (let k = 0; k < 3; k++) {
            if ((locks & (1 << k)) !== 0) expect(Math.abs(ways[k])).toBeLessThan(1e-15);
            const others = [0, 1, 2].filter((axis) => axis !== k);
            const alone = others.every((axis) => (locks & (8 << axis)) !== 0);
            if ((locks & UPRIGHT) === UPRIGHT || (alone && (locks & (8 << k)) !== 0))
              expect(turns[k]).toBe(0);
          }
        }
      }
    },
  );

  test('a free body is pushed out of one that is locked', async () => {
    for (const mesh of Object.values(MESHES)) {
      const { plugin, second } = await overlapping(mesh, LOCK_ALL, {}, [0.3, 0, 0]);
      for (let i = 0; i < 150; i++) plugin.step(1 / 60);
      const { px, py, pz } = plugin.components.RigidBody;
      expect(Math.hypot(px[second], py[second], pz[second])).toBeGreaterThan(0.3);
      expect(
        plugin.overlap(
          { mesh: plugin.components.MeshTopology.mesh[second] },
          {
            position: [px[second], py[second], pz[second]],
            rotation: [
              plugin.components.RigidBody.qx[second],
              plugin.components.RigidBody.qy[second],
              plugin.components.RigidBody.qz[second],
              plugin.components.RigidBody.qw[second],
            ],
          },
          { exclude: [second] },
        ),
      ).toEqual([]);
    }
  });
});

describe('bodies with locked axes that are hit', () => {
  test('a wheel on its axle, hit towards the axle, does not spin up', async () => {
    for (const offset of [0, 1e-6, 1e-3, 0.01]) {
      const { world, plugin } = await openScene({ maxEntities: 4, gravity: [0, 0, 0], sleep: false });
      const [wheel, shot] = [addEntity(world), addEntity(world)];
      const locks = STAY | LOCK_TURN_X | LOCK_TURN_Y;
      plugin.addRigidBody(wheel, { ...MESHES.gear, body: { locks } });
      const bullet = boxMesh({ cells: [1, 1, 1], size: [0.1, 0.1, 0.1] });
      plugin.addRigidBody(shot, { ...bullet, position: [1.2, offset, 0], body: { vx: -30, mass: 0.5 } });
      const b = plugin.components.RigidBody;
      for (let i = 0; i < 30; i++) {
        plugin.step(1 / 60);
        expect(Math.abs(b.wz[wheel])).toBeLessThan(300);
        expect(Math.hypot(b.vx[shot], b.vy[shot], b.vz[shot])).toBeLessThan(31);
      }
    }
  });
});

/** Its centre of mass is not where its origin is, and it turns about no axis of its own. */
const LETTER = letterMesh({ letter: 'C', height: 1 });
const SINGLE = [LOCK_X, LOCK_Y, LOCK_Z, LOCK_TURN_X, LOCK_TURN_Y, LOCK_TURN_Z];
const MOVING = { vx: 3, vy: -2, vz: 4, wx: 5, wy: -3, wz: 2 } as const;
const NAMES = ['vx', 'vy', 'vz', 'wx', 'wy', 'wz'] as const;

/** Where the centre of mass is. */
function centreOf({ components, meshFacts }: CollisionPlugin, e: number): number[] {
  const b = components.RigidBody;
  const [x, y, z, w] = [b.qx[e], b.qy[e], b.qz[e], b.qw[e]];
  // where a driven body turns about its origin, that does not move
  const isDriven = b.motion[e] === MOTION_KINEMATIC;
  const [u, v, s] = isDriven ? [0, 0, 0] : meshFacts(components.MeshTopology.mesh[e] as MeshId).solid.centre;
  const [tx, ty, tz] = [2 * (y * s - z * v), 2 * (z * u - x * s), 2 * (x * v - y * u)];
  return [
    b.px[e] + u + w * tx + y * tz - z * ty,
    b.py[e] + v + w * ty + z * tx - x * tz,
    b.pz[e] + s + w * tz + x * ty - y * tx,
  ];
}

beforeAll(() => RAPIER.init());

describe.each(['built-in', 'rapier'])(
  'over the %s backend, whatever a body with locked axes is given',
  (name) => {
    // f32, written in each sub-step where a body turns about a centre that is not its origin
    const within = name === 'rapier' ? 2e-6 : 1e-13;

    async function open(locks: number, body: object = {}, mesh: SceneMesh = LETTER) {
      const rigid = rapierBackend<RAPIER.World>(RAPIER);
      const options = name === 'rapier' ? { rigid } : {};
      const scene = await openScene({ maxEntities: 8, ...options });
      const entity = addEntity(scene.world);
      scene.plugin.addRigidBody(entity, { ...mesh, body: { locks, mass: 2, ...body } });
      const { plugin } = scene;
      const column = plugin.components.RigidBody;
      const play = (steps: number, given?: () => void) => {
        const from = centreOf(plugin, entity);
        for (let i = 0; i < steps; i++) {
          given?.();
          plugin.step(1 / 60);
          NAMES.forEach((velocity, k) => {
            if (column.locks[entity] & (1 << k)) expect(Math.abs(column[velocity][entity]), velocity).toBe(0);
          });
        }
        centreOf(plugin, entity).forEach((at, k) => {
          if (column.locks[entity] & (1 << k)) expect(Math.abs(at - from[k])).toBeLessThan(within);
        });
      };
      return { ...scene, rigid, entity, column, play };
    }

    test.each([...SINGLE, ...Object.values(LOCKS)])(
      'velocities: it has none along locks %i',
      async (locks) => {
        const { column, entity, play } = await open(locks, MOVING);
        play(20);
        // and is given them again
        play(20, () => {
          for (const velocity of NAMES) column[velocity][entity] += MOVING[velocity];
        });
        if (locks !== LOCK_ALL) return;
        const pose = [column.px, column.py, column.pz, column.qx, column.qy, column.qz, column.qw];
        expect(pose.map((numbers) => numbers[entity])).toEqual([0, 0, 0, 0, 0, 0, 1]);
      },
    );

    test('a lock that comes while it moves stops it, and one that goes lets it go on from rest', async () => {
      const { column, entity, play, plugin } = await open(0, { ...MOVING, gravityScale: 0 });
      play(10);
      column.locks[entity] = LOCK_X | LOCK_TURN_Z;
      play(10);
      column.locks[entity] = 0;
      const [x] = centreOf(plugin, entity);
      play(10);
      expect(centreOf(plugin, entity)[0]).toBeCloseTo(x, 5);
      expect(column.vz[entity]).toBeCloseTo(4, 5);
    });

    test.each(Object.entries(LOCKS))('hits, and forces: a body that %s', async (_, locks) => {
      const { column, entity, play, plugin, world } = await open(locks, {
        fx: 30,
        fy: 20,
        fz: -10,
        tx: 3,
        tz: 5,
      });
      const block = boxMesh({ cells: [1, 1, 1], size: [0.5, 0.4, 0.3] });
      [
        [3, 0.6, 0.1, -40, 0, 0],
        [0.2, 4, 0.1, 0, -30, 2],
        [0.1, 0.3, 5, 1, 2, -50],
      ].forEach(([x, y, z, vx, vy, vz]) => {
        const shot = addEntity(world);
        plugin.addRigidBody(shot, { ...block, position: [x, y, z], body: { mass: 5, vx, vy, vz, wz: 7 } });
      });
      play(40);
      expect(Number.isFinite(column.px[entity])).toBe(true);
    });

    test('driven: it goes and turns where it is not locked, and nowhere else', async () => {
      const { column, entity, play } = await open(LOCK_Y | LOCK_TURN_X, {
        ...MOVING,
        motion: MOTION_KINEMATIC,
      });
      play(30, () => {
        for (const velocity of NAMES) column[velocity][entity] = MOVING[velocity];
      });
      expect(column.px[entity]).toBeCloseTo(1.5, 4);
      expect(column.py[entity]).toBe(0);
    });

    test('a sleeper is not woken by a velocity that it does not take', async () => {
      const { column, entity, play } = await open(LOCK_ALL, {});
      play(60);
      expect(column.asleep[entity]).toBe(1);
      column.vx[entity] = 3;
      play(2);
      expect(column.asleep[entity]).toBe(1);
    });

    test.runIf(name === 'rapier')("joints, and Rapier's own bodies", async () => {
      for (const locks of [LOCK_Y, LOCK_X | LOCK_Y, LOCK_Y | LOCK_TURN_X | LOCK_TURN_Z, UPRIGHT, LOCK_ALL]) {
        const { column, entity, play, plugin, rigid, world } = await open(locks);
        const load = addEntity(world);
        plugin.addRigidBody(load, { ...LETTER, position: [2, 0, 0], body: { mass: 20, vz: 3, wy: 4 } });
        plugin.step();
        const [held, hung] = [rigid.bodyOf(entity), rigid.bodyOf(load)] as RAPIER.RigidBody[];
        const joint = RAPIER.JointData.spherical({ x: 1, y: 0.2, z: 0.1 }, { x: -1, y: 0, z: 0 });
        const rapier = rigid.world as RAPIER.World;
        rapier.createImpulseJoint(joint, held, hung, true);
        const thrown = rapier.createRigidBody(
          RAPIER.RigidBodyDesc.dynamic().setTranslation(0.1, 3, 0.2).setLinvel(0, -20, 1),
        );
        rapier.createCollider(RAPIER.ColliderDesc.ball(0.2).setDensity(100), thrown);
        play(60);
        expect(Math.abs(column.vy[load]) + Math.abs(column.wz[load])).toBeGreaterThan(0.1);
      }
    });
  },
);
