// What a step still has to do when the snapshot is taken: looks at new cloth, bodies that are set aside, entities that were refused.
import RAPIER from '@dimforge/rapier3d-deterministic-compat';
import { addComponent, addEntity, createWorld, entityExists, hasComponent, observe, onAdd } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gridMesh, tetrahedronMesh } from '../../../scenes/meshes/index.js';
import { createCollisionPlugin, MOTION_DYNAMIC, MOTION_FIXED, MOTION_KINEMATIC } from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { addSheet, openScene, type Scene } from '../../support/colliders.js';
import { thrownBy } from '../../support/thrown.js';

const sheet = gridMesh({ columns: 4, rows: 4 });
const solid = tetrahedronMesh();

/** Plays some steps twice, from the same snapshot, and compares all that a snapshot has after each. */
function expectSameAgain({ plugin }: Scene, steps: number, meanwhile: () => void = () => undefined): void {
  const before = plugin.snapshot();
  const play = () =>
    Array.from({ length: steps }, () => {
      plugin.step();
      return Buffer.from(plugin.snapshot());
    });
  const first = play();
  meanwhile();
  plugin.restore(before);
  expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
  play().forEach((again, i) => {
    expect(Buffer.compare(again, first[i]), `step ${i}`).toBe(0);
  });
}

describe('a restore goes on as it went on', () => {
  test.each(['untangle', 'report'] as const)(
    'where cloth that starts tangled is to be looked at: %s',
    async (start) => {
      const scene = await openScene({ gravity: [0, 0, 0] });
      const { plugin, world } = scene;
      const ball = addEntity(world);
      plugin.addRigidBody(ball, {
        ...tetrahedronMesh(0.4),
        position: [0.1, 0.05, 0],
        body: { motion: MOTION_FIXED },
      });
      const cloth = addEntity(world);
      plugin.addDeformable(cloth, { ...sheet, cloth: { start, gravityScale: 0 } });
      expect(plugin.tangles([cloth]).length).toBeGreaterThan(0);
      expectSameAgain(scene, 3);
      if (start === 'report') expect(plugin.tangled.length).toBeGreaterThan(0);
      const told = [...plugin.tangled];
      plugin.restore(plugin.snapshot());
      expect(plugin.tangled).toEqual(told);
    },
  );

  test('where a body is set aside, whether its mesh is its own or loaded', async () => {
    const scene = await openScene({ onReport: () => undefined });
    const { plugin, world } = scene;
    const { RigidBody, CollisionSettings } = plugin.components;
    const mesh = plugin.loadMesh(solid);
    const bodies = [addEntity(world), addEntity(world)];
    plugin.addRigidBody(bodies[0], { ...solid, settings: { friction: 0.125 } });
    plugin.addRigidBody(bodies[1], { mesh, position: [5, 0, 0] });
    plugin.step();
    for (const body of bodies) RigidBody.vx[body] = Number.NaN;
    plugin.step();
    expect([...plugin.quarantined.keys()]).toEqual(bodies);
    expectSameAgain(scene, 2, () => {
      for (const body of bodies) RigidBody.vx[body] = 1; // mended after the snapshot
      plugin.step();
      expect(plugin.quarantined.size).toBe(0);
    });
    expect([...plugin.quarantined]).toMatchObject(
      bodies.map((entity) => [entity, { code: 'NON_FINITE_VALUE', entity }]),
    );
    expect(CollisionSettings.friction[bodies[0]]).toBe(0.125);
    for (const body of bodies) RigidBody.vx[body] = 0;
    plugin.step();
    expect(plugin.quarantined.size).toBe(0);
    for (const body of bodies) plugin.removeCollider(body);
    plugin.unloadMesh(mesh);
    plugin.step();
    expect(plugin.memory.blocks).toBe(0);
  });

  test('into another plugin, with the bodies that are set aside', async () => {
    const scene = await openScene({ onReport: () => undefined });
    const body = addEntity(scene.world);
    scene.plugin.addRigidBody(body, solid);
    scene.plugin.step();
    scene.plugin.components.RigidBody.px[body] = Number.NaN;
    scene.plugin.step();
    const snapshot = scene.plugin.snapshot();
    const world = createWorld();
    while (!entityExists(world, body)) addEntity(world);
    const plugin = await createCollisionPlugin(world, { onReport: () => undefined });
    plugin.restore(snapshot);
    expect(plugin.quarantined.get(body)).toMatchObject({ code: 'NON_FINITE_VALUE' });
    expect(hasComponent(world, body, plugin.components.RigidBody)).toBe(true);
    plugin.components.RigidBody.px[body] = 0;
    plugin.step();
    expect(plugin.counters.entered).toBe(1);
  });

  test.each(['built-in', 'rapier'])(
    'into another plugin where a body sleeps and is hit in the next step, over the backend %s',
    async (name) => {
      await RAPIER.init();
      const options = () => (name === 'rapier' ? { rigid: rapierBackend<RAPIER.World>(RAPIER) } : {});
      const box = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });
      const scene = await openScene(options());
      const { plugin, world } = scene;
      const { RigidBody } = plugin.components;
      const [floor, sleeper, thrown] = [addEntity(world), addEntity(world), addEntity(world)];
      plugin.addRigidBody(floor, { ...box, position: [0, -0.5, 0], body: { motion: MOTION_FIXED } });
      plugin.addRigidBody(sleeper, { ...box, position: [0, 0.501, 0] });
      plugin.addRigidBody(thrown, { ...box, position: [0, 5, 0], body: { motion: MOTION_KINEMATIC } });
      for (let i = 0; i < 200 && RigidBody.asleep[sleeper] === 0; i++) plugin.step();
      expect(RigidBody.asleep[sleeper]).toBe(1);
      RigidBody.motion[thrown] = MOTION_DYNAMIC;
      RigidBody.vy[thrown] = -30;
      RigidBody.py[thrown] = 1.9;
      const snapshot = plugin.snapshot();
      const other = await openScene(options());
      while (!entityExists(other.world, thrown)) addEntity(other.world);
      other.plugin.restore(snapshot);
      for (let i = 0; i < 30; i++) {
        for (const each of [plugin, other.plugin]) each.step();
        const same = Buffer.compare(plugin.snapshot(), other.plugin.snapshot()) === 0;
        expect({ step: i, same }).toEqual({ step: i, same: true });
      }
      expect(RigidBody.py[thrown]).toBeGreaterThan(0.5);
    },
  );

  test('where an entity was refused, and waits for its mesh', async () => {
    const scene = await openScene();
    const { plugin, world } = scene;
    const { MeshTopology, RigidBody } = plugin.components;
    const mesh = plugin.loadMesh(solid);
    const entity = addEntity(world);
    addComponent(world, entity, MeshTopology);
    addComponent(world, entity, RigidBody);
    RigidBody.px[entity] = 3;
    expect(thrownBy(() => plugin.step())).toMatchObject({ code: 'STALE_MESH', entity });
    expectSameAgain(scene, 2, () => {
      MeshTopology.mesh[entity] = mesh;
      plugin.step();
      expect(plugin.counters.entered).toBe(1);
    });
    expect(RigidBody.px[entity]).toBe(3);
    MeshTopology.mesh[entity] = mesh;
    plugin.step();
    expect(plugin.counters.entered).toBe(1);
  });
});

test("a user's observer that throws while components come back: all of them do, and its error is told", async () => {
  const scene = await openScene();
  const { plugin, world } = scene;
  const cloths = [addSheet(scene, sheet), addSheet(scene, sheet)];
  plugin.step();
  const before = plugin.snapshot();
  for (const cloth of cloths) plugin.removeCollider(cloth);
  plugin.step();
  const unsubscribe = observe(world, onAdd(plugin.components.Bvh), () => {
    throw new Error("the user's own");
  });
  expect(() => plugin.restore(before)).toThrow("the user's own");
  unsubscribe();
  for (const cloth of cloths) {
    for (const component of [plugin.components.Bvh, plugin.components.Contacts, plugin.components.Deformable])
      expect(hasComponent(world, cloth, component)).toBe(true);
  }
  expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
});

test('what broke after the snapshot has not broken when it is restored', async () => {
  const { plugin, world } = await openScene();
  const box = boxMesh({ cells: [1, 1, 1], size: [4, 1, 4] });
  plugin.addRigidBody(addEntity(world), { ...box, position: [0, -1, 0], body: { motion: MOTION_FIXED } });
  const mesh = plugin.loadMesh(
    {
      positions: [
        ...solid.positions,
        ...solid.positions.map((value, i) => (i % 3 === 0 ? value + 1.1 : value)),
      ],
      triangles: [...solid.triangles, ...solid.triangles.map((vertex) => vertex + 4)],
    },
    { pieces: 'components' },
  );
  plugin.addRigidBody(addEntity(world), { mesh, position: [0, 0.5, 0], strength: 1e-6 });
  plugin.step();
  const before = plugin.snapshot();
  for (let i = 0; i < 60 && plugin.breaks.length === 0; i++) plugin.step();
  expect(plugin.breaks.length).toBe(1);
  plugin.restore(before);
  expect(plugin.breaks.length + plugin.tears.length).toBe(0);
  expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
});
