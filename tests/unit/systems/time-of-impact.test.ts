import { addEntity } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { icosphereMesh, torusMesh } from '../../../scenes/meshes/index.js';
import { initGeometry, type RigidMesh, rigidMesh, timeOfContact } from '../../../src/geometry/index.js';
import {
  ADVANCEMENT_C2A,
  ADVANCEMENT_CA,
  type CollisionPlugin,
  IMPACT_CONTACT,
  IMPACT_FREE,
  IMPACT_INITIAL_OVERLAP,
  SEPARATING_CONTACT,
} from '../../../src/index.js';
import { openScene, type Scene } from '../../support/colliders.js';
import { random } from '../../support/random.js';

const ball = icosphereMesh({ subdivisions: 2 });
const ring = torusMesh({ around: 24, tube: 12 });
const STATES = ['free', 'contact', 'initial-overlap', 'failed'];
const DT = 1 / 60;

let geometryBall: RigidMesh;
let geometryRing: RigidMesh;

beforeAll(async () => {
  await initGeometry();
  geometryBall = rigidMesh(ball.positions, ball.triangles);
  geometryRing = rigidMesh(ring.positions, ring.triangles);
});

describe('the time of impact of two rigid colliders', () => {
  test.each(['earliest-first', 'c2a', 'ca'] as const)(
    'is what timeOfContact says, to the bit: %s',
    async (method) => {
      const next = random(71);
      const number = (size: number) => (2 * next() - 1) * size;
      const { world, plugin } = await openScene({ maxEntities: 4, advancement: method, timeStep: DT });
      const [a, b] = [addEntity(world), addEntity(world)];
      plugin.addRigidBody(a, { mesh: plugin.loadMesh(ball) });
      plugin.addRigidBody(b, { mesh: plugin.loadMesh(ring) });
      const { RigidBody, Contacts } = plugin.components;
      const seen = new Set<string>();
      for (let trial = 0; trial < 60; trial++) {
        const motions = [a, b].map((entity, side) => {
          const position = [number(1) + 3 * side, number(1), number(1)];
          const q = [number(1), number(1), number(1), number(1)];
          const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
          const rotation = q.map((x) => x / length);
          const linear = [number(200) - 150 * side, number(90), number(90)];
          const angular = [number(90), number(90), number(90)];
          [RigidBody.px[entity], RigidBody.py[entity], RigidBody.pz[entity]] = position as [
            number,
            number,
            number,
          ];
          [RigidBody.qx[entity], RigidBody.qy[entity], RigidBody.qz[entity], RigidBody.qw[entity]] =
            rotation as [number, number, number, number];
          [RigidBody.vx[entity], RigidBody.vy[entity], RigidBody.vz[entity]] = linear as [
            number,
            number,
            number,
          ];
          [RigidBody.wx[entity], RigidBody.wy[entity], RigidBody.wz[entity]] = angular as [
            number,
            number,
            number,
          ];
          const perStep = (v: number[]) => v.map((x) => x * DT);
          return { start: { position, rotation }, linear: perStep(linear), angular: perStep(angular) };
        });
        look({ world, plugin });
        const { impacts, counters } = plugin;
        if (impacts.count === 0) continue;
        const [moveA, moveB] = motions.map((motion, side) => ({
          ...motion,
          pivot: centreOf(plugin, [a, b][side]!),
        }));
        const wanted = timeOfContact(geometryBall, moveA!, geometryRing, moveB!, { method });
        expect(STATES[impacts.state[0]!]).toBe(wanted.state);
        expect(impacts.time[0]).toBe(wanted.time);
        expect(impacts.tolerance[0]).toBe(wanted.tolerance);
        expect(counters.rigidPairs).toBe(1);
        seen.add(wanted.state);
        if (wanted.state !== 'contact' && wanted.state !== 'initial-overlap') {
          expect(Contacts.earliest[a]).toBe(Infinity);
          expect(impacts.closest.distance[0]).toBe(Infinity);
          continue;
        }
        expect(Contacts.earliest[a]).toBe(wanted.time);
        expect(Contacts.earliest[b]).toBe(wanted.time);
        expect(impacts.closest.distance[0]).toBe(wanted.distance);
        expect([...impacts.closest.normal.subarray(0, 3)]).toEqual(wanted.normal);
        expect([...impacts.closest.pointA.subarray(0, 3)]).toEqual(wanted.pointA);
        expect(impacts.closest.triangleB[0]).toBe(wanted.triangleB);
        expect(impacts.pointCount[0]).toBe(wanted.manifold.length);
        wanted.manifold.forEach((point, k) => {
          expect(impacts.points.distance[impacts.firstPoint[0]! + k]).toBe(point.distance);
        });
      }
      expect([...seen].sort()).toEqual(['contact', 'free', 'initial-overlap']);
    },
  );

  test('is looked for once a pair, in the order of creation, and fixed bodies stay where they are', async () => {
    const scene = await openScene({ maxEntities: 10, timeStep: 1 });
    const bodies = row(scene, 5, 3);
    scene.plugin.components.RigidBody.vx[bodies[0]!] = 10;
    scene.plugin.components.RigidBody.motion[bodies[2]!] = 2;
    scene.plugin.components.RigidBody.vx[bodies[2]!] = 1000;
    look(scene);
    const { impacts } = scene.plugin;
    const found = Array.from({ length: impacts.count }, (_, i) => [
      impacts.a[i],
      impacts.b[i],
      impacts.state[i],
    ]);
    expect(found.filter(([a, b]) => a === bodies[0] && b === bodies[1])).toEqual([
      [bodies[0], bodies[1], IMPACT_CONTACT],
    ]);
    expect(found.filter(([a, b]) => a === bodies[2] && b === bodies[3])).toEqual([
      [bodies[2], bodies[3], IMPACT_FREE],
    ]);
    expect(impacts.time[0]).toBeGreaterThan(0.09);
    expect(impacts.time[0]).toBeLessThan(0.1 + 1e-6);
    scene.plugin.components.RigidBody.px[bodies[0]!] = -1000;
    look(scene);
    expect(scene.plugin.components.Contacts.earliest[bodies[1]!]).toBe(Infinity);
  });

  test('keeps the smaller of the tolerances that two colliders ask for', async () => {
    const scene = await openScene({ maxEntities: 10, timeStep: 1 });
    const [a, b] = row(scene, 2, 3) as [number, number];
    const { RigidBody, CollisionSettings } = scene.plugin.components;
    RigidBody.vx[a] = 3;
    const toleranceOfStep = () => {
      look(scene);
      return scene.plugin.impacts.tolerance[0];
    };
    expect(toleranceOfStep()).toBeCloseTo(1e-6, 8);
    CollisionSettings.tolerance[a] = 1e-3;
    expect(toleranceOfStep()).toBe(1e-3);
    CollisionSettings.tolerance[b] = 1e-2;
    expect(toleranceOfStep()).toBe(1e-3);
    expect(scene.plugin.impacts.closest.distance[0]).toBeLessThanOrEqual(1e-3);
  });

  test('lets bodies that start within tolerance part, or reports them, as asked', async () => {
    const scene = await openScene({ maxEntities: 10, timeStep: 1 });
    const [a, b] = row(scene, 2, 2.0005) as [number, number];
    const { RigidBody, CollisionSettings } = scene.plugin.components;
    CollisionSettings.tolerance[a] = 0.2;
    RigidBody.vx[a] = -1;
    look(scene);
    expect(scene.plugin.impacts.state[0]).toBe(IMPACT_FREE);
    CollisionSettings.separating[b] = SEPARATING_CONTACT;
    look(scene);
    expect(scene.plugin.impacts.state[0]).toBe(IMPACT_INITIAL_OVERLAP);
    expect(scene.plugin.impacts.time[0]).toBe(0);
  });

  test('is found by the method that either collider asks for', async () => {
    const scene = await openScene({ maxEntities: 10, timeStep: 1 });
    const [a, b] = row(scene, 2, 3) as [number, number];
    const { RigidBody, CollisionSettings } = scene.plugin.components;
    RigidBody.vx[a] = 3;
    RigidBody.wy[b] = 2;
    const boxTests = [0, ADVANCEMENT_C2A, ADVANCEMENT_CA].map((method) => {
      CollisionSettings.advancement[b] = method;
      look(scene);
      expect(scene.plugin.impacts.state[0]).toBe(IMPACT_CONTACT);
      return scene.plugin.counters.impactBoxTests;
    });
    expect(boxTests[0]).toBeLessThan(boxTests[1]!);
    expect(boxTests[1]).toBeLessThan(boxTests[2]!);
  });

  test('goes on bit by bit after a restore, with and without the meshes', async () => {
    for (const meshes of [true, false]) {
      const scene = await openScene({ maxEntities: 10, advancement: 'c2a' });
      const bodies = row(scene, 3, 2.5);
      scene.plugin.components.RigidBody.vx[bodies[0]!] = 100;
      scene.plugin.components.RigidBody.wz[bodies[1]!] = 100;
      scene.plugin.step();
      const snapshot = scene.plugin.snapshot({ meshes });
      const seen = () => {
        scene.plugin.step();
        const { impacts } = scene.plugin;
        return [
          ...impacts.time.subarray(0, impacts.count),
          ...impacts.closest.pointA.subarray(0, impacts.count),
        ];
      };
      const before = seen();
      scene.plugin.restore(snapshot);
      expect(scene.plugin.impacts.count).toBe(0);
      expect(scene.plugin.snapshot({ meshes })).toEqual(snapshot);
      expect(seen()).toEqual(before);
    }
  });
});

describe('the shape of a mesh', () => {
  test('is there once, whoever shares it, and goes with the mesh', async () => {
    const { world, plugin } = await openScene({ maxEntities: 10 });
    const empty = plugin.memory.blocks;
    const mesh = plugin.loadMesh(ball);
    const loaded = plugin.memory.blocks;
    expect(loaded).toBe(empty + 2);
    for (let i = 0; i < 3; i++) plugin.addRigidBody(addEntity(world), { mesh, position: [10 * i, 0, 0] });
    plugin.step();
    expect(plugin.memory.blocks).toBe(loaded);
    plugin.unloadMesh(mesh);
    for (const entity of [1, 2, 3]) plugin.removeCollider(entity);
    plugin.step();
    expect(plugin.memory.blocks).toBe(empty);
  });

  test('is made for a deformable mesh when a rigid body has it', async () => {
    const { world, plugin } = await openScene({ maxEntities: 10 });
    const mesh = plugin.loadMesh(ball, { use: 'deformable' });
    const before = plugin.memory.blocks;
    plugin.addRigidBody(addEntity(world), { mesh });
    plugin.addRigidBody(addEntity(world), { mesh, position: [2.5, 0, 0], body: { vx: -60 } });
    plugin.step();
    expect(plugin.memory.blocks).toBe(before + 1);
    expect(plugin.impacts.state[0]).toBe(IMPACT_CONTACT);
  });
});

/** A step up to the stage, so that nothing moves. */
function look({ world, plugin }: Scene): void {
  for (const stage of ['ingest', 'refit', 'broadPhase', 'rigidIntegration', 'timeOfImpact'] as const) {
    plugin.systems[stage](world);
  }
}

function centreOf({ components: { RigidBody } }: CollisionPlugin, entity: number): number[] {
  return [RigidBody.cx[entity]!, RigidBody.cy[entity]!, RigidBody.cz[entity]!];
}

/** Balls of radius 1 along the x axis. */
function row({ world, plugin }: Scene, count: number, apart: number): number[] {
  const mesh = plugin.loadMesh(ball);
  return Array.from({ length: count }, (_, i) => {
    const entity = addEntity(world);
    plugin.addRigidBody(entity, { mesh, position: [apart * i, 0, 0] });
    return entity;
  });
}

test('rigid colliders touch at half of both thicknesses', async () => {
  const { world, plugin } = await openScene({ maxEntities: 4, gravity: [0, 0, 0], timeStep: 1 });
  const mesh = plugin.loadMesh(ball);
  const [a, b] = [addEntity(world), addEntity(world)];
  plugin.addRigidBody(a, { mesh, settings: { thickness: 0.2 }, body: { motion: 1 } });
  plugin.addRigidBody(b, {
    mesh,
    position: [4, 0, 0],
    settings: { thickness: 0.4 },
    body: { vx: -4, motion: 1 },
  });
  plugin.step(1);
  const { impacts } = plugin;
  expect(impacts.state[0]).toBe(IMPACT_CONTACT);
  expect(impacts.closest.distance[0]).toBeGreaterThan(0.3);
  expect(impacts.closest.distance[0]).toBeLessThanOrEqual(0.3 + impacts.tolerance[0] + 1e-12);
  // a query of the world asks for surfaces, whatever the step before it asked for
  const [hit] = plugin.shapeCast({ mesh }, { position: [0, 10, 0] }, [0, -10, 0]);
  expect(hit.entity).toBe(a);
  expect(hit.time).toBeCloseTo(0.8, 4);
});
