import { addEntity, createWorld } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gridMesh, type SceneMesh, torusKnotMesh, torusMesh } from '../../../scenes/meshes/index.js';
import type { Vec3 } from '../../../scenes/meshes/vectors.js';
import {
  type Character,
  type CharacterOptions,
  type CollisionPlugin,
  createCollisionPlugin,
  MOTION_FIXED,
} from '../../../src/index.js';
import { random } from '../../support/random.js';
import { thrownBy } from '../../support/thrown.js';
import { distanceToTriangle } from './point-triangle.js';

interface Place {
  readonly plugin: CollisionPlugin;
  readonly surfaces: Float64Array[];
  add(mesh: SceneMesh, position: Vec3): number;
}

async function place(): Promise<Place> {
  const plugin = await createCollisionPlugin(createWorld(), { maxEntities: 64 });
  const surfaces: Float64Array[] = [];
  const add = (mesh: SceneMesh, position: Vec3) => {
    const entity = addEntity(plugin.world);
    plugin.addRigidBody(entity, { ...mesh, position, body: { motion: MOTION_FIXED } });
    surfaces.push(
      Float64Array.from(
        { length: 3 * mesh.triangles.length },
        (_, i) => mesh.positions[3 * mesh.triangles[Math.floor(i / 3)] + (i % 3)] + position[i % 3],
      ),
    );
    return entity;
  };
  return { plugin, surfaces, add };
}

const CAPSULE = { radius: 0.3, halfHeight: 0.5 };

/** The distance of the middle line's samples to all surfaces. */
function gap(
  { position: [x, y, z] }: Character,
  surfaces: readonly Float64Array[],
  halfHeight: number,
): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = -4; k <= 4; k++) {
    const point: Vec3 = [x, y + (k / 4) * halfHeight, z];
    for (const corners of surfaces) {
      for (let at = 0; at < corners.length; at += 9)
        least = Math.min(least, distanceToTriangle(point, corners, at));
    }
  }
  return least;
}

const slab = (size: Vec3): SceneMesh => boxMesh({ cells: [1, 1, 1], size } as never);

async function onFloor(options: Partial<CharacterOptions> = {}) {
  const here = await place();
  const floor = here.add(slab([40, 1, 40]), [0, -0.5, 0]);
  const walker = here.plugin.createCharacter({ ...CAPSULE, position: [0, 1, 0], ...options });
  for (let i = 0; i < 10; i++) walker.move([0, -0.1, 0]);
  return { ...here, floor, walker };
}

const walk = (walker: Character, way: Vec3, steps = 100) => {
  for (let i = 0; i < steps; i++) walker.move([way[0] / steps, way[1] / steps - 0.01, way[2] / steps]);
};

describe('a character', () => {
  test('falls to the ground, says what it stands on, and walks on it', async () => {
    const { walker, floor } = await onFloor();
    expect(walker.isGrounded).toBe(true);
    expect(walker.ground).toBe(floor);
    expect(walker.position[1]).toBeCloseTo(0.8, 1);
    expect(walker.position[1]).toBeGreaterThan(0.8);
    walk(walker, [3, 0, 4]);
    expect(walker.position[0]).toBeCloseTo(3, 3);
    expect(walker.position[2]).toBeCloseTo(4, 3);
    expect(walker.isGrounded).toBe(true);
    walker.move([0, 2, 0]);
    expect(walker.isGrounded).toBe(false);
    expect(walker.ground).toBeUndefined();
  });

  test('slides along a wall, and stops in a corner', async () => {
    const { walker, add } = await onFloor();
    add(slab([1, 4, 20]), [3, 2, 0]);
    walk(walker, [5, 0, 2]);
    expect(walker.position[0]).toBeLessThan(2.2);
    expect(walker.position[0]).toBeGreaterThan(2.15);
    expect(walker.position[2]).toBeCloseTo(2, 1);
    add(slab([20, 4, 1]), [0, 2, 5]);
    walk(walker, [5, 0, 5]);
    expect(walker.position[2]).toBeLessThan(4.2);
    expect(walker.position[2]).toBeGreaterThan(4.15);
  });

  test.each([
    [0.25, true],
    [0.45, false],
  ])('a step %f high with a step height of 0.3: %s', async (height, climbs) => {
    const { walker, add } = await onFloor();
    add(slab([4, height, 4]), [4, height / 2, 0]);
    walk(walker, [4, 0, 0]);
    if (climbs) {
      expect(walker.position[0]).toBeGreaterThan(3.8);
      expect(walker.position[1]).toBeCloseTo(0.8 + height, 1);
      walk(walker, [5, 0, 0]);
      expect(walker.position[1]).toBeCloseTo(0.8, 1);
    } else {
      expect(walker.position[0]).toBeLessThan(1.75);
      expect(walker.position[1]).toBeCloseTo(0.8, 1);
    }
  });

  test.each([
    [0.6, true],
    [1.6, false],
  ])('a slope of %f with a limit of 1: %s', async (slope, climbs) => {
    const { walker, add } = await onFloor({ stepHeight: 0, snapDistance: 0.3 });
    const hill = gridMesh({ columns: 2, rows: 2 });
    const positions = hill.positions.map((value, i) => (i % 3 === 1 ? 0 : 8 * value));
    const low = Math.min(...positions.filter((_, i) => i % 3 === 0));
    for (let i = 0; i < positions.length; i += 3) positions[i + 1] = slope * (positions[i] - low);
    add({ ...hill, positions }, [1 - low, 0, -4 - Math.min(...positions.filter((_, i) => i % 3 === 2))]);
    walk(walker, [4, 0, 0]);
    if (climbs) {
      expect(walker.position[0]).toBeGreaterThan(3);
      expect(walker.position[1]).toBeGreaterThan(1.5);
      // Down again it keeps to the ground.
      for (let i = 0; i < 50; i++) walker.move([-0.03, -0.01, 0]);
    } else expect(walker.position[1]).toBeLessThan(1.3);
    expect(walker.isGrounded).toBe(true);
  });

  test('never penetrates, wherever it is driven', async () => {
    const here = await place();
    const next = random(3);
    here.add(slab([12, 1, 12]), [0, -0.5, 0]);
    here.add(torusMesh({ around: 24, tube: 12, radius: 1.5, tubeRadius: 0.5 }), [2, 0.4, 1]);
    here.add(torusKnotMesh({ along: 48, tube: 8, radius: 1.4 }), [-2, 1, -1]);
    here.add(torusMesh({ around: 16, tube: 8, radius: 1, tubeRadius: 0.2 }), [-1, 0.1, 3]);
    const walker = here.plugin.createCharacter({ ...CAPSULE, position: [0, 4, 4] });
    let heading = 0;
    let closest = Number.POSITIVE_INFINITY;
    let travelled = 0;
    for (let i = 0; i < 400; i++) {
      heading += next() - 0.5;
      const speed = i % 40 === 0 ? 2 : 0.12;
      const before = walker.position;
      walker.move([speed * Math.cos(heading), i % 25 < 6 ? 0.2 : -0.15, speed * Math.sin(heading)]);
      travelled += Math.hypot(...walker.position.map((value, k) => value - before[k]));
      closest = Math.min(closest, gap(walker, here.surfaces, CAPSULE.halfHeight));
      if (Math.hypot(walker.position[0], walker.position[2]) > 5) heading += Math.PI / 2;
      if (walker.position[1] < -3) walker.position = [0, 4, 4];
    }
    expect(closest).toBeGreaterThan(CAPSULE.radius);
    expect(travelled).toBeGreaterThan(20);
  });

  test('is pushed away by a body that moves into it', async () => {
    const { walker, add, plugin, surfaces } = await onFloor();
    const pusher = add(slab([1, 1, 1]), [2, 0.51, 0]);
    const { px } = plugin.components.RigidBody;
    for (let i = 0; i < 30; i++) {
      px[pusher] -= 0.05;
      for (let k = 0; k < surfaces[1].length; k += 3) surfaces[1][k] -= 0.05;
      walker.move([0, -0.01, 0]);
      expect(gap(walker, surfaces, CAPSULE.halfHeight)).toBeGreaterThan(CAPSULE.radius);
      expect(walker.isStuck).toBe(false);
    }
    expect(walker.position[0]).toBeLessThan(-0.2);
  });

  test('refuses what makes no character, and moves of it that make no sense', async () => {
    const { walker, plugin } = await onFloor();
    for (const options of [
      { radius: 0 },
      { radius: 1, skin: 0 },
      { radius: 1, stepHeight: -1 },
      { radius: 1, step: 1 },
    ]) {
      expect(thrownBy(() => plugin.createCharacter(options as never))).toMatchObject({
        code: expect.stringMatching(/BAD_/),
      });
    }
    const before = walker.position;
    expect(thrownBy(() => walker.move([Number.NaN, 0, 0]))).toMatchObject({ code: 'NON_FINITE_QUERY' });
    expect(walker.position).toBe(before);
    plugin.dispose();
    expect(thrownBy(() => walker.move([1, 0, 0]))).toMatchObject({ code: 'DISPOSED' });
  });
});

describe('a character and dynamic bodies', () => {
  const crate = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });

  test.each([
    ['is stopped by them', undefined],
    ['pushes them, where it has a mass', 80],
  ])('%s', async (_, mass) => {
    const { plugin, add } = await place();
    add(boxMesh({ cells: [1, 1, 1], size: [40, 1, 40] }), [0, -0.5, 0]);
    const box = addEntity(plugin.world);
    plugin.addRigidBody(box, { ...crate, position: [1.5, 0.502, 0], body: { mass: 20 } });
    for (let i = 0; i < 60; i++) plugin.step(1 / 60); // it sleeps by now
    const walker = plugin.createCharacter({
      ...CAPSULE,
      position: [0, 0.82, 0],
      ...(mass === undefined ? {} : { mass }),
    });
    const { px, py, vx } = plugin.components.RigidBody;
    let fastest = 0;
    for (let i = 0; i < 90; i++) {
      walker.move([0.03, -0.01, 0]);
      fastest = Math.max(fastest, vx[box]);
      plugin.step(1 / 60);
      expect(px[box] - 0.5 - walker.position[0]).toBeGreaterThan(0.299);
    }
    if (mass === undefined) {
      expect(px[box]).toBeCloseTo(1.5, 2);
      expect(walker.position[0]).toBeLessThan(0.71);
      return;
    }
    // 1.8 m/s, shared by 80 and 20 kilograms
    expect(fastest).toBeGreaterThan(1);
    expect(fastest).toBeLessThan(1.8);
    expect(px[box]).toBeGreaterThan(1.9);
    expect(py[box]).toBeCloseTo(0.5, 1);
  });

  test('a mass that is none is refused', async () => {
    const { plugin } = await place();
    expect(thrownBy(() => plugin.createCharacter({ ...CAPSULE, mass: -1 }))).toMatchObject({
      code: 'BAD_SETTING',
    });
  });
});
