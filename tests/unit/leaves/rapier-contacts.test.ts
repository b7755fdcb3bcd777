import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity, createWorld } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh, torusMesh } from '../../../scenes/meshes/index.js';
import {
  COLLIDER_SENSOR,
  CONTACT_BEGIN,
  CONTACT_END,
  CONTACT_PERSIST,
  createCollisionPlugin,
} from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { thrownBy } from '../../support/thrown.js';

beforeAll(() => RAPIER.init());

const ring = torusMesh({ around: 16, tube: 8, radius: 0.5, tubeRadius: 0.1 });
const block = boxMesh({ cells: [2, 2, 2], size: [0.5, 0.5, 0.5] });

async function open(settings = {}) {
  const backend = rapierBackend<RAPIER.World>(RAPIER);
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 16, rigid: backend, sleep: false });
  const body = addEntity(world);
  plugin.addRigidBody(body, { ...ring, position: [0, 0.6, 0], body: { mass: 2 }, settings });
  const rows = () => {
    const { count, kind, a, b, handle, sensor, impulse } = plugin.contactEvents;
    return Array.from({ length: count }, (_, i) => [kind[i], a[i], b[i], handle[i], sensor[i], impulse[i]]);
  };
  return { plugin, body, backend, rapier: backend.world as RAPIER.World, rows };
}

describe("contacts with Rapier's own colliders", () => {
  test('begin, carry the weight, and end', async () => {
    const { plugin, body, rapier, rows } = await open();
    const ground = rapier.createCollider(RAPIER.ColliderDesc.cuboid(5, 0.5, 5).setTranslation(0, -0.5, 0));
    const kinds: number[] = [];
    let weight = 0;
    for (let i = 0; i < 150; i++) {
      plugin.step(1 / 60);
      for (const [kind, a, b, handle, sensor, impulse] of rows()) {
        expect([a, b, handle, sensor]).toEqual([body, 0, ground.handle, 0]);
        kinds.push(kind);
        if (i >= 90) weight += impulse;
      }
    }
    expect(kinds[0]).toBe(CONTACT_BEGIN);
    expect(kinds.filter((kind) => kind === CONTACT_PERSIST).length).toBeGreaterThan(60);
    expect(weight).toBeGreaterThan(2 * 9.81 * 0.9);
    expect(weight).toBeLessThan(2 * 9.81 * 1.1);
    const { points, normals } = plugin.contactEvents;
    expect(Math.abs(points[1])).toBeLessThan(0.05);
    expect(normals[1]).toBeCloseTo(-1, 2);
    plugin.components.RigidBody.vy[body] = 6;
    plugin.step(1 / 60);
    plugin.step(1 / 60);
    kinds.push(...rows().map(([kind]) => kind));
    for (let i = 0; i < 5; i++) plugin.step(1 / 60);
    expect(kinds.at(-1)).toBe(CONTACT_END);
    expect(rows()).toEqual([]);
  });

  test('with sensors, ours and theirs', async () => {
    for (const ours of [true, false]) {
      const { plugin, body, rapier, rows } = await open(ours ? { collider: COLLIDER_SENSOR } : {});
      rapier.createCollider(RAPIER.ColliderDesc.cuboid(2, 0.2, 2).setSensor(!ours));
      let met = 0;
      for (let i = 0; i < 60; i++) {
        plugin.step(1 / 60);
        for (const [, , , , sensor, impulse] of rows()) {
          expect([sensor, impulse]).toEqual([1, 0]);
          met++;
        }
      }
      expect(met).toBeGreaterThan(3);
      expect(rows()).toEqual([]);
      expect(plugin.components.RigidBody.vy[body]).toBeCloseTo(-9.81, 5);
    }
  });

  test('come again after a restored snapshot, bit by bit', async () => {
    const { plugin, rapier, rows } = await open();
    rapier.createCollider(RAPIER.ColliderDesc.cuboid(5, 0.5, 5).setTranslation(0, -0.5, 0));
    for (const steps of [10, 40]) {
      for (let i = 0; i < steps; i++) plugin.step(1 / 60);
      const snapshot = plugin.snapshot();
      const run = () =>
        Array.from({ length: 40 }, () => {
          plugin.step(1 / 60);
          return rows();
        });
      const first = run();
      expect(first.flat().length).toBeGreaterThan(5);
      plugin.restore(snapshot);
      expect(run()).toEqual(first);
      plugin.restore(snapshot);
    }
  });
});

const { ColliderDesc } = RAPIER;
const CORNERS = Float32Array.from([-3, 0, -3, 3, 0, -3, 3, 0, 3, -3, 0, 3, 0, -2, 0]);
const slab = boxMesh({ cells: [3, 1, 3], size: [6, 1, 6] });
const still = () => new RAPIER.Quaternion(0, 0, 0, 1);

/** Kinds of Rapier's colliders with something level at y = 0. */
const SHAPES: Record<string, () => RAPIER.ColliderDesc> = {
  cuboid: () => ColliderDesc.cuboid(3, 0.5, 3).setTranslation(0, -0.5, 0),
  capsule: () =>
    ColliderDesc.capsule(3, 1)
      .setRotation({ x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 })
      .setTranslation(0, -1, 0),
  cylinder: () => ColliderDesc.cylinder(0.5, 3).setTranslation(0, -0.5, 0),
  'cone, standing on its tip': () =>
    ColliderDesc.cone(0.5, 3).setRotation({ x: 1, y: 0, z: 0, w: 0 }).setTranslation(0, -0.5, 0),
  'round cuboid': () => ColliderDesc.roundCuboid(3, 0.4, 3, 0.1).setTranslation(0, -0.5, 0),
  'round cylinder': () => ColliderDesc.roundCylinder(0.4, 3, 0.1).setTranslation(0, -0.5, 0),
  'round cone': () =>
    ColliderDesc.roundCone(0.5, 3, 0.1).setRotation({ x: 1, y: 0, z: 0, w: 0 }).setTranslation(0, -0.6, 0),
  'convex hull': () => ColliderDesc.convexHull(CORNERS) as RAPIER.ColliderDesc,
  'round convex hull': () =>
    (ColliderDesc.roundConvexHull(CORNERS, 0.1) as RAPIER.ColliderDesc).setTranslation(0, -0.1, 0),
  heightfield: () => ColliderDesc.heightfield(4, 4, new Float32Array(25), { x: 6, y: 1, z: 6 }),
  trimesh: () =>
    ColliderDesc.trimesh(Float32Array.from(slab.positions), slab.triangles).setTranslation(0, -0.5, 0),
  triangle: () => ColliderDesc.triangle({ x: -5, y: 0, z: -5 }, { x: 0, y: 0, z: 6 }, { x: 5, y: 0, z: -5 }),
  'round triangle': () =>
    ColliderDesc.roundTriangle(
      { x: -5, y: -0.1, z: -5 },
      { x: 0, y: -0.1, z: 6 },
      { x: 5, y: -0.1, z: -5 },
      0.1,
    ),
  'half space': () => new ColliderDesc(new RAPIER.HalfSpace({ x: 0, y: 1, z: 0 })),
  compound: () =>
    ColliderDesc.compound(
      [new RAPIER.Cuboid(1.5, 0.5, 3), new RAPIER.Cuboid(1.5, 0.5, 3)],
      [new RAPIER.Vector3(-1.5, -0.5, 0), new RAPIER.Vector3(1.5, -0.5, 0)],
      [still(), still()],
    ),
};

const FALL_THROUGH: Record<string, () => RAPIER.ColliderDesc> = {
  voxels: () =>
    ColliderDesc.voxels(Int32Array.from([-1, -1, -1, 0, -1, -1, -1, -1, 0, 0, -1, 0]), { x: 2, y: 1, z: 2 }),
};

describe("dropped onto Rapier's colliders", () => {
  test.each(Object.entries(SHAPES))('a ring and a block come to rest on a %s', async (name, shape) => {
    for (const [mesh, half] of [
      [ring, 0.1],
      [block, 0.25],
    ] as const) {
      const { plugin, rapier, body } = await open();
      rapier.createCollider(shape());
      plugin.removeCollider(body);
      plugin.addRigidBody(body, { ...mesh, position: [0.03, 0.5, 0.02] });
      for (let i = 0; i < 90; i++) plugin.step(1 / 60);
      const { py } = plugin.components.RigidBody;
      expect(Math.abs(py[body] - half), `${name}: ${py[body]}`).toBeLessThan(0.02);
      plugin.dispose();
    }
  });

  test.each(Object.entries(FALL_THROUGH))(
    '%s are refused by name, unless they are not to meet',
    async (name, shape) => {
      const { plugin, rapier, body } = await open();
      plugin.step(1 / 60);
      const { py } = plugin.components.RigidBody;
      const before = py[body];
      const collider = rapier.createCollider(shape());
      const error = thrownBy(() => plugin.step(1 / 60)) as Error;
      expect(error).toMatchObject({ code: 'NOT_SUPPORTED' });
      expect(error.message).toContain(name);
      expect(py[body]).toBe(before);
      expect(thrownBy(() => plugin.step(1 / 60))).toMatchObject({ code: 'NOT_SUPPORTED' });
      collider.setCollisionGroups(0xffff7fff);
      plugin.step(1 / 60);
      expect(py[body]).toBeLessThan(before);
    },
  );

  test('voxels that are to meet our bodies later are refused then', async () => {
    const { plugin, rapier } = await open();
    const collider = rapier.createCollider(FALL_THROUGH.voxels().setEnabled(false));
    for (let i = 0; i < 3; i++) plugin.step(1 / 60);
    collider.setEnabled(true);
    expect(thrownBy(() => plugin.step(1 / 60))).toMatchObject({ code: 'NOT_SUPPORTED' });
    rapier.removeCollider(collider, true);
    plugin.step(1 / 60);
  });

  test('another shape that becomes voxels is refused then', async () => {
    const { plugin, rapier } = await open();
    const collider = rapier.createCollider(ColliderDesc.cuboid(3, 0.5, 3).setTranslation(0, -0.5, 0));
    for (let i = 0; i < 3; i++) plugin.step(1 / 60);
    collider.setShape(FALL_THROUGH.voxels().shape);
    expect(thrownBy(() => plugin.step(1 / 60))).toMatchObject({ code: 'NOT_SUPPORTED' });
    collider.setShape(new RAPIER.Cuboid(3, 0.5, 3));
    plugin.step(1 / 60);
  });
});
