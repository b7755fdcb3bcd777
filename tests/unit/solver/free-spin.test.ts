// Bodies that turn about no axis of their own, and that nothing touches: momentum and energy stay what they are.
import { addEntity } from 'bitecs';
import { expect, test } from 'vitest';
import { boxMesh, rodMesh, type SceneMesh } from '../../../scenes/meshes/index.js';
import type { CollisionPlugin } from '../../../src/index.js';
import { openScene } from '../../support/colliders.js';

const BODIES: Record<string, SceneMesh> = {
  rod: rodMesh({ around: 8, along: 4, radius: 0.05, length: 1.8 }),
  plate: boxMesh({ cells: [1, 1, 1], size: [1.6, 0.05, 0.9] }),
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
async function play(mesh: SceneMesh, speed: number): Promise<{ energies: number[]; momentum: number }> {
  const { plugin, world } = await openScene({ maxEntities: 2, gravity: [0, 0, 0], sleep: false });
  const body = addEntity(world);
  const [wx, wy, wz] = [0.8305, 0.4983, 0.2491].map((share) => share * speed);
  plugin.addRigidBody(body, { ...mesh, body: { mass: 1, wx, wy, wz } });
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

test.each(Object.keys(BODIES))('a %s neither gains energy nor loses it, up to 80 rad/s', async (name) => {
  for (const speed of [10, 40, 80]) {
    const { energies, momentum } = await play(BODIES[name], speed);
    expect(momentum, `${speed}`).toBeCloseTo(1, 9);
    expect(Math.max(...energies), `${speed}`).toBeLessThan(1.002);
    expect(Math.min(...energies), `${speed}`).toBeGreaterThan(0.996);
  }
});

test.each(Object.keys(BODIES))(
  'a %s that turns by radians in a sub-step does not gain energy without end',
  async (name) => {
    for (const speed of [400, 1000, 4000]) {
      const { energies } = await play(BODIES[name], speed);
      expect(Math.max(...energies), `${speed}`).toBeLessThan(1.5);
    }
  },
);
