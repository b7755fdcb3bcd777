import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gearMesh, type SceneMesh, torusMesh } from '../../../scenes/meshes/index.js';
import {
  LOCK_ALL,
  LOCK_TURN_X,
  LOCK_TURN_Y,
  LOCK_TURN_Z,
  LOCK_X,
  LOCK_Y,
  LOCK_Z,
  MOTION_FIXED,
} from '../../../src/index.js';
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
