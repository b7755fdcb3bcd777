// Bodies that turn about no axis of their own, and that nothing touches: momentum and energy stay what they are.
import { addEntity } from 'bitecs';
import { expect, test } from 'vitest';
import { rotated } from '../../../bench/tunnel/motion.js';
import { boxMesh, icosphereMesh, rodMesh, type SceneMesh, torusMesh } from '../../../scenes/meshes/index.js';
import type { CollisionPlugin } from '../../../src/index.js';
import { openScene } from '../../support/colliders.js';

const ball = icosphereMesh({ subdivisions: 1, radius: 0.5 });
const wheel = torusMesh({ around: 12, tube: 6, radius: 0.5, tubeRadius: 0.15 });

const plate = boxMesh({ cells: [1, 1, 1], size: [1.6, 0.05, 0.9] });

/** The same mesh, turned in its own frame, so that its principal axes are none of that frame's. */
function askew(mesh: SceneMesh): SceneMesh {
  const turned = Float64Array.from(mesh.positions);
  for (let i = 0; i < turned.length; i += 3) {
    turned.set(rotated([0.1, 0.3, 0.5, Math.sqrt(0.65)], [turned[i], turned[i + 1], turned[i + 2]]), i);
  }
  return { ...mesh, positions: turned };
}

const BODIES: Record<string, SceneMesh> = {
  rod: rodMesh({ around: 8, along: 4, radius: 0.05, length: 1.8 }),
  plate,
  'plate that is askew': askew(plate),
  brick: boxMesh({ cells: [1, 1, 1], size: [1, 0.6, 0.8] }),
};

/** The rotation energy of a body of 1 kg, and the size of its angular momentum. */
function spinOf({ components, meshFacts }: CollisionPlugin, e: number): { energy: number; momentum: number } {
  const { wx, wy, wz, qx, qy, qz, qw } = components.RigidBody;
  const [x, y, z, w] = [-qx[e], -qy[e], -qz[e], qw[e]];
  const [a, b, c] = [wx[e], wy[e], wz[e]];
  const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  const own = [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p];
  const [xx, yy, zz, xy, xz, yz] = meshFacts(components.MeshTopology.mesh[e]).solid.inertia;
  const turned = [
    xx * own[0] + xy * own[1] + xz * own[2],
    xy * own[0] + yy * own[1] + yz * own[2],
    xz * own[0] + yz * own[1] + zz * own[2],
  ];
  const energy = own.reduce((sum, value, i) => sum + value * turned[i], 0) / 2;
  return { energy, momentum: Math.sqrt(turned.reduce((sum, value) => sum + value * value, 0)) };
}

/** Energies of 300 steps as shares of the first, and momentum at the end as one. */
async function play(
  mesh: SceneMesh,
  speed: number,
  angularDamping = 0,
): Promise<{ energies: number[]; momentum: number }> {
  const { plugin, world } = await openScene({ maxEntities: 2, gravity: [0, 0, 0], sleep: false });
  const body = addEntity(world);
  const [wx, wy, wz] = [0.8305, 0.4983, 0.2491].map((share) => share * speed);
  plugin.addRigidBody(body, { ...mesh, body: { mass: 1, wx, wy, wz, angularDamping } });
  plugin.step();
  const first = spinOf(plugin, body);
  const energies = Array.from({ length: 300 }, () => {
    plugin.step();
    return spinOf(plugin, body).energy / first.energy;
  });
  const { momentum } = spinOf(plugin, body);
  plugin.dispose();
  return { energies, momentum: momentum / first.momentum };
}

test.each(Object.keys(BODIES))('a %s neither gains energy nor loses it, up to 30,000 rad/s', async (name) => {
  for (const speed of [10, 40, 80, 150, 400, 1000, 4000, 30000]) {
    const { energies, momentum } = await play(BODIES[name], speed);
    expect(momentum, `${speed}`).toBeCloseTo(1, 9);
    expect(Math.max(...energies), `${speed}`).toBeLessThan(1.003);
    expect(Math.min(...energies), `${speed}`).toBeGreaterThan(0.996);
  }
});

test.each([10, 800])(
  'damping takes its share of the momentum of a plate that turns at %i rad/s',
  async (speed) => {
    const { momentum } = await play(BODIES.plate, speed, 0.5);
    expect(momentum).toBeCloseTo((1 + 0.5 / 240) ** (-4 * 300), 9);
  },
);

/** The momentum of a body of 1 kg that spins at `speed` about an axis after three steps of a torque, as a share of what it should be. */
async function drive(mesh: SceneMesh, axis: number, speed: number, added: number): Promise<number> {
  const { plugin, world } = await openScene({ maxEntities: 2, gravity: [0, 0, 0], sleep: false });
  const body = addEntity(world);
  const name = (['wx', 'wy', 'wz'] as const)[axis];
  plugin.addRigidBody(body, { ...mesh, body: { mass: 1, [name]: speed } });
  const { RigidBody, MeshTopology } = plugin.components;
  const moment = plugin.meshFacts(MeshTopology.mesh[body]).solid.inertia[axis];
  [RigidBody.tx, RigidBody.ty, RigidBody.tz][axis][body] = (moment * added * 60) / 3;
  for (let step = 0; step < 3; step++) plugin.step(1 / 60);
  const w = [RigidBody.wx, RigidBody.wy, RigidBody.wz].map((column) => column[body]);
  plugin.dispose();
  return w[axis] / (speed + added);
}

// a torque of which a sub-step alone makes radians, one that drives what turns by radians, and one that turns it the other way
test.each([
  [0, 9000],
  [500, 3000],
  [2000, -6000],
])(
  'a torque gives its momentum to what turns at %s rad/s and is to turn at %s more',
  async (speed, added) => {
    for (const axis of [0, 1, 2]) {
      expect(await drive(ball, axis, speed, added), 'ball').toBeCloseTo(1, 9);
      expect(await drive(wheel, axis, speed, added), 'wheel').toBeCloseTo(1, 6);
    }
  },
);

test.each([
  [60000, 0, 0],
  [0, 0, 60000],
  [400, 400, 400],
])('a torque of %s, %s, %s turns a rod at rest', async (...torque) => {
  const { plugin, world } = await openScene({ maxEntities: 2, gravity: [0, 0, 0], sleep: false });
  const body = addEntity(world);
  plugin.addRigidBody(body, { ...BODIES.rod, body: { mass: 1 } });
  const { RigidBody } = plugin.components;
  const { tx, ty, tz } = RigidBody;
  for (const [k, column] of [tx, ty, tz].entries()) column[body] = torque[k];
  plugin.step(1 / 60);
  expect(spinOf(plugin, body).momentum).toBeGreaterThan((0.5 * Math.hypot(...torque)) / 60);
  plugin.dispose();
});

// As games tune them, and as what holds a body about an axis of its own.
test.each([
  [10, 1, 1],
  [1, 10, 2],
  [1, 1e7, 2],
  [1e7, 1, 1e7],
])('moments that no solid has keep momentum too: %f, %f, %f', async (ixx, iyy, izz) => {
  const { plugin, world } = await openScene({ maxEntities: 2, gravity: [0, 0, 0], sleep: false });
  const body = addEntity(world);
  const [wx, wy, wz] = [ixx, iyy, izz].map((moment) => (moment > 1e6 ? 0 : 2 / moment));
  plugin.addRigidBody(body, { ...ball, body: { mass: 1, ixx, iyy, izz, wx, wy, wz } });
  const { RigidBody } = plugin.components;
  const momentum = () => {
    const turn = [RigidBody.qx[body], RigidBody.qy[body], RigidBody.qz[body], RigidBody.qw[body]] as const;
    const back = [-turn[0], -turn[1], -turn[2], turn[3]] as const;
    const own = rotated(back, [RigidBody.wx[body], RigidBody.wy[body], RigidBody.wz[body]]);
    return [...rotated(turn, [ixx * own[0], iyy * own[1], izz * own[2]])];
  };
  const before = momentum();
  for (let i = 0; i < 120; i++) plugin.step();
  momentum().forEach((value, axis) => {
    expect(value).toBeCloseTo(before[axis], 4);
  });
});
