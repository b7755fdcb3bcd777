import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, describe, expect, test } from 'vitest';
import { torusMesh } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED } from '../../../src/index.js';
import { ball, NO_GRAVITY, openRapier, ring } from './support/rapier-world.js';

beforeAll(() => RAPIER.init());

describe("Rapier's own colliders", () => {
  const shapes: Record<string, () => RAPIER.ColliderDesc> = {
    ball: () => RAPIER.ColliderDesc.ball(2).setTranslation(0, -2, 0),
    box: () => RAPIER.ColliderDesc.cuboid(3, 0.5, 3).setTranslation(0, -0.5, 0),
    capsule: () =>
      RAPIER.ColliderDesc.capsule(3, 1)
        .setRotation({ x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 })
        .setTranslation(0, -1, 0),
    'convex hull': () =>
      RAPIER.ColliderDesc.convexHull(
        Float32Array.from([-3, 0, -3, 3, 0, -3, 3, 0, 3, -3, 0, 3, 0, -2, 0]),
      ) as RAPIER.ColliderDesc,
  };

  test.each(Object.entries(shapes))('our mesh comes to rest on a %s', async (name, shape) => {
    const { plugin, add, rapier } = await openRapier();
    rapier.createCollider(shape());
    const entity = add({ ...ring, position: [0, 0.3, 0] });
    for (let i = 0; i < 120; i++) plugin.step(1 / 60);
    const { py, vy } = plugin.components.RigidBody;
    expect(py[entity]).toBeGreaterThan(name === 'ball' ? 0.03 : 0.07);
    expect(py[entity]).toBeLessThan(0.13);
    // Rapier's own contacts of triangle meshes tremble.
    expect(Math.abs(vy[entity])).toBeLessThan(0.2);
  });

  test.each([0, 1, 2, 3])('Rapier body %i of its own comes to rest on our fixed mesh', async (which) => {
    const { plugin, add, rapier } = await openRapier();
    add({
      ...torusMesh({ around: 48, tube: 24, radius: 1, tubeRadius: 0.5 }),
      body: { motion: MOTION_FIXED },
    });
    plugin.step();
    const own = rapier.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 2, 0));
    const desc = [
      RAPIER.ColliderDesc.ball(0.8),
      RAPIER.ColliderDesc.cuboid(0.9, 0.2, 0.9),
      RAPIER.ColliderDesc.capsule(0.2, 0.8),
      RAPIER.ColliderDesc.convexHull(
        Float32Array.from([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1, 0, 1, 0]),
      ) as RAPIER.ColliderDesc,
    ][which];
    rapier.createCollider(desc, own);
    for (let i = 0; i < 180; i++) plugin.step(1 / 60);
    expect(own.translation().y).toBeGreaterThan(0.1);
    expect(Math.abs(own.linvel().y)).toBeLessThan(0.3);
  });

  test('no two of our meshes meet in Rapier', async () => {
    const { plugin, add, rapier, backend } = await openRapier(NO_GRAVITY);
    const a = add(ball);
    const b = add({ ...ball, position: [0.5, 0, 0], settings: { mask: 2 } });
    plugin.step();
    const collider = (entity: number) => (backend.bodyOf(entity) as RAPIER.RigidBody).collider(0);
    let pairs = 0;
    rapier.contactPairsWith(collider(a), () => pairs++);
    rapier.contactPairsWith(collider(b), () => pairs++);
    expect(pairs).toBe(0);
  });

  test("Rapier's queries meet our meshes, unless told otherwise", async () => {
    const ray = new RAPIER.Ray({ x: 0, y: 5, z: 0 }, { x: 0, y: -1, z: 0 });
    for (const colliders of [true, false]) {
      const { plugin, add, rapier, backend } = await openRapier(NO_GRAVITY, { colliders });
      const entity = add({ ...ball, body: { motion: MOTION_FIXED } });
      plugin.step();
      const hit = rapier.castRay(ray, 10, true);
      expect(hit !== null).toBe(colliders);
      if (hit === null) continue;
      expect(hit.timeOfImpact).toBeCloseTo(4, 1);
      expect(backend.entityOf(hit.collider.parent()?.handle as number)).toBe(entity);
    }
  });
});

describe('an adopted world', () => {
  test('has one gravity with ours, and keeps its time step', async () => {
    const adopted = new RAPIER.World({ x: 0, y: -2, z: 0 });
    adopted.timestep = 0.5;
    const own = adopted.createRigidBody(RAPIER.RigidBodyDesc.dynamic());
    adopted.createCollider(RAPIER.ColliderDesc.ball(0.1), own);
    const { plugin, add } = await openRapier({}, adopted);
    const entity = add({ ...ball, position: [10, 0, 0] });
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    expect(own.linvel().y).toBeCloseTo(-2, 4);
    expect(plugin.components.RigidBody.vy[entity]).toBeCloseTo(-2, 6);
    expect(adopted.timestep).toBe(0.5);
  });
});
