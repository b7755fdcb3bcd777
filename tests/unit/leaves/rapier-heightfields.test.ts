import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { icosphereMesh, torusMesh } from '../../../scenes/meshes/index.js';
import { CONTACT_END, CONTACT_PERSIST, type CollisionPlugin } from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { openScene } from '../../support/colliders.js';

// Rapier's heightfields, which its triangle meshes fall through: ours do not.

const ball = icosphereMesh({ subdivisions: 1, radius: 0.2 });
const ring = torusMesh({ around: 20, tube: 8, radius: 0.3, tubeRadius: 0.1 });
const [ROWS, COLUMNS] = [5, 7];
const SCALE = { x: 7, y: 0.8, z: 5 };
/** Hills that are the same in no direction. */
const HEIGHTS = Float32Array.from({ length: (ROWS + 1) * (COLUMNS + 1) }, (_, i) => ((i * 7919) % 13) / 13);
const field = () => RAPIER.ColliderDesc.heightfield(ROWS, COLUMNS, HEIGHTS, SCALE);
const flat = (height: number) =>
  new RAPIER.Heightfield(2, 2, new Float32Array(9).fill(height), { x: 8, y: 1, z: 8 });

beforeAll(() => RAPIER.init());

async function open(world?: RAPIER.World) {
  const rigid = rapierBackend<RAPIER.World>(RAPIER, { world });
  const scene = await openScene({ maxEntities: 60, rigid, sleep: false });
  const add = (position: readonly [number, number, number], mesh = ball) => {
    const entity = addEntity(scene.world);
    scene.plugin.addRigidBody(entity, { ...mesh, position });
    return entity;
  };
  const run = (steps: number) => {
    for (let i = 0; i < steps; i++) scene.plugin.step(1 / 60);
  };
  return { ...scene, rigid, rapier: rigid.world as RAPIER.World, add, run };
}

/** Kinds and handles of all contact events of so many steps. */
function kindsOf(plugin: CollisionPlugin, run: (steps: number) => void, steps: number): number[][] {
  const { contactEvents } = plugin;
  return Array.from({ length: steps }, () => {
    run(1);
    return Array.from({ length: contactEvents.count }, (_, i) => [
      contactEvents.kind[i],
      contactEvents.handle[i],
    ]);
  }).flat();
}

describe('heightfields', () => {
  test('hold our bodies up where they are, hill by hill', async () => {
    const { plugin, rapier, add, run } = await open();
    const collider = rapier.createCollider(field().setTranslation(1, -2, 0.5).setFriction(3));
    collider.setFrictionCombineRule(RAPIER.CoefficientCombineRule.Max);
    const entities = Array.from({ length: 8 }, (_, i) =>
      add([1 + 1.4 * (i % 4) - 2.6, -0.6, 0.5 + 2.1 * Math.floor(i / 4) - 1.1]),
    );
    run(20);
    const { px, py, pz } = plugin.components.RigidBody;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 6; i++) {
      run(8);
      for (const e of entities) {
        const from = { x: px[e], y: py[e], z: pz[e] };
        const point = collider.projectPoint(from, true)?.point as RAPIER.Vector;
        const gap = Math.hypot(point.x - from.x, point.y - from.y, point.z - from.z);
        if (Math.abs(px[e] - 1) < 3 && Math.abs(pz[e] - 0.5) < 2) least = Math.min(least, gap);
        expect(py[e]).toBeGreaterThan(-2);
      }
    }
    // the ball's flat faces are a little nearer than its corners, and Rapier's contacts give way a little
    expect(least).toBeGreaterThan(0.16);
    expect(least).toBeLessThan(0.21);
  });

  test('tell of contacts with their own handle, and end them when they leave', async () => {
    const { plugin, rapier, add, run } = await open();
    const collider = rapier.createCollider(field());
    const entity = add([0.3, 1.3, 0.2], ring);
    run(60);
    const { contactEvents, components } = plugin;
    expect(contactEvents.count).toBe(1);
    expect([contactEvents.a[0], contactEvents.b[0]]).toEqual([entity, 0]);
    expect(contactEvents.handle[0]).toBe(collider.handle);
    expect(contactEvents.impulse[0]).toBeGreaterThan(0);
    expect(rapier.colliders.len()).toBe(3);
    rapier.removeCollider(collider, true);
    const after = kindsOf(plugin, run, 30);
    expect(after.filter(([kind]) => kind !== CONTACT_PERSIST)).toEqual([[CONTACT_END, collider.handle]]);
    expect(rapier.colliders.len()).toBe(1);
    expect(components.RigidBody.py[entity]).toBeLessThan(-0.5);
  });

  test('carry our bodies where they are moved, and let them through where they are not to meet', async () => {
    const { plugin, rapier, add, run } = await open();
    const lift = rapier.createRigidBody(RAPIER.RigidBodyDesc.kinematicVelocityBased());
    const flat = RAPIER.ColliderDesc.heightfield(2, 2, new Float32Array(9), { x: 4, y: 1, z: 4 });
    const collider = rapier.createCollider(flat.setTranslation(0, -0.2, 0), lift);
    const entity = add([0, 0.05, 0], ring);
    const { py } = plugin.components.RigidBody;
    run(30);
    expect(py[entity]).toBeCloseTo(-0.1, 1);
    lift.setLinvel({ x: 0, y: 0.5, z: 0 }, true);
    run(60);
    expect(py[entity]).toBeCloseTo(0.4, 1);
    collider.setTranslationWrtParent({ x: 0, y: -0.5, z: 0 });
    lift.setLinvel({ x: 0, y: 0, z: 0 }, true);
    run(60);
    expect(py[entity]).toBeCloseTo(0.1, 1);
    collider.setCollisionGroups(0xffff7fff);
    run(60);
    expect(py[entity]).toBeLessThan(0);
  });

  test('hold our bodies up where one comes in the place of another collider, in the same step', async () => {
    const { plugin, rapier, add, run } = await open();
    const ground = rapier.createCollider(RAPIER.ColliderDesc.cuboid(4, 0.1, 4).setTranslation(0, -0.1, 0));
    const entity = add([0.3, 0.15, 0.2], ring);
    const { py } = plugin.components.RigidBody;
    run(30);
    expect(py[entity]).toBeCloseTo(0.1, 1);
    rapier.removeCollider(ground, true);
    const flat = RAPIER.ColliderDesc.heightfield(2, 2, new Float32Array(9), { x: 8, y: 1, z: 8 });
    rapier.createCollider(flat);
    run(60);
    expect(py[entity]).toBeCloseTo(0.1, 1);
  });

  test('go on touching where they are given heights that are the same there', async () => {
    const { plugin, rapier, add, run } = await open();
    const collider = rapier.createCollider(new RAPIER.ColliderDesc(flat(0)));
    add([0.3, 0.11, 0.2], ring);
    run(40);
    collider.setShape(flat(0));
    const all = kindsOf(plugin, run, 10);
    expect(all).toEqual(Array.from({ length: 10 }, () => [CONTACT_PERSIST, collider.handle]));
  });

  test('go on touching from a snapshot that was taken when they had been given other heights', async () => {
    const { plugin, rapier, add, run } = await open();
    const collider = rapier.createCollider(new RAPIER.ColliderDesc(flat(0)));
    add([0.3, 0.11, 0.2], ring);
    run(40);
    collider.setShape(flat(0));
    const snapshot = plugin.snapshot();
    const first = kindsOf(plugin, run, 4);
    expect(first).toEqual(Array.from({ length: 4 }, () => [CONTACT_PERSIST, collider.handle]));
    plugin.restore(snapshot);
    expect(kindsOf(plugin, run, 4)).toEqual(first);
  });

  test('hold our bodies up at the heights that they are given later, also from a snapshot on', async () => {
    const { plugin, rigid, rapier, add, run } = await open();
    const collider = rapier.createCollider(new RAPIER.ColliderDesc(flat(0)));
    const entity = add([0.3, 0.15, 0.2], ring);
    const { py } = plugin.components.RigidBody;
    run(30);
    expect(py[entity]).toBeCloseTo(0.1, 1);
    collider.setShape(flat(-0.5));
    const snapshot = plugin.snapshot();
    run(60);
    expect(py[entity]).toBeCloseTo(-0.4, 1);
    const first = [py[entity], rapier.colliders.len()];
    plugin.restore(snapshot);
    run(60);
    expect([py[entity], (rigid.world as RAPIER.World).colliders.len()]).toEqual(first);
  });

  test('hold our bodies up at heights that are written into the same shape, which others have too', async () => {
    const { plugin, rapier, add, run } = await open();
    const heights = [0, -0.5];
    const shape = flat(0);
    const colliders = heights.map((height, i) => {
      shape.heights.fill(height);
      return rapier.createCollider(new RAPIER.ColliderDesc(shape).setTranslation(20 * i, 0, 0));
    });
    const entities = heights.map((height, i) => add([20 * i + 0.3, height + 0.15, 0.2], ring));
    const { py } = plugin.components.RigidBody;
    const expectAt = (ground: readonly number[]) => {
      run(60);
      for (const [i, e] of entities.entries()) expect(py[e] - 0.1).toBeCloseTo(ground[i], 1);
    };
    expectAt(heights);
    shape.heights.fill(-0.2);
    for (const collider of colliders) collider.setShape(shape);
    entities.forEach((e) => {
      py[e] = 0.05;
    });
    expectAt([-0.2, -0.2]);
    // the object says what it said before, and the first has other heights
    shape.heights.fill(-1);
    colliders[0].setShape(shape);
    shape.heights.fill(-0.2);
    colliders[1].setShape(shape);
    expectAt([-1, -0.2]);
  });

  test('hold our bodies up at heights that are given between a restored snapshot and the step after', async () => {
    const { plugin, rigid, rapier, add, run } = await open();
    const collider = rapier.createCollider(new RAPIER.ColliderDesc(flat(0)));
    const entity = add([0.3, 0.15, 0.2], ring);
    const { py } = plugin.components.RigidBody;
    run(30);
    plugin.restore(plugin.snapshot());
    const restored = (rigid.world as RAPIER.World).getCollider(collider.handle);
    restored.setShape(flat(-0.5));
    run(60);
    expect(py[entity]).toBeCloseTo(-0.4, 1);
    restored.setTranslation({ x: 0, y: -1, z: 0 });
    run(60);
    expect(py[entity]).toBeCloseTo(-1.4, 1);
  });

  test('hold our bodies up where another shape becomes one, and one that was another between', async () => {
    const { plugin, rapier, add, run } = await open();
    const slab = () => new RAPIER.Cuboid(4, 0.01, 4);
    const collider = rapier.createCollider(new RAPIER.ColliderDesc(slab()));
    const entity = add([0.3, 0.15, 0.2], ring);
    const { py } = plugin.components.RigidBody;
    run(30);
    for (const shape of [flat(0), slab(), flat(0)]) {
      collider.setShape(shape);
      run(40);
      expect(py[entity], String(shape.type)).toBeCloseTo(0.1, 1);
      expect(rapier.colliders.len()).toBe(shape instanceof RAPIER.Heightfield ? 3 : 2);
    }
  });

  test('are as they were when the plugin goes, or leaves their world for a restored one', async () => {
    const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
    const { plugin, rigid, run } = await open(world);
    const collider = world.createCollider(new RAPIER.ColliderDesc(flat(0)));
    run(1);
    plugin.restore(plugin.snapshot());
    const restored = (rigid.world as RAPIER.World).getCollider(collider.handle);
    plugin.dispose();
    for (const left of [collider, restored]) expect(left.setShape).toBe(RAPIER.Collider.prototype.setShape);
  });

  test("meet Rapier's own bodies once, as before", async () => {
    const { rapier, run, add } = await open();
    const alone = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
    const drop = (world: RAPIER.World) => {
      world.createCollider(field());
      const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0.3, 1.5, 0.2));
      world.createCollider(RAPIER.ColliderDesc.ball(0.2), body);
      return body;
    };
    add([50, 0, 0]);
    const [ours, theirs] = [drop(rapier), drop(alone)];
    alone.timestep = 1 / 240;
    for (let i = 0; i < 40; i++) {
      run(1);
      for (let k = 0; k < 4; k++) alone.step();
      const [p, q] = [ours.translation(), theirs.translation()];
      expect(Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z)).toBeLessThan(1e-4);
    }
    alone.free();
  });

  test('go on bit by bit from a snapshot, and leave an adopted world as it was', async () => {
    const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
    const { plugin, rigid, add, run } = await open(world);
    const collider = world.createCollider(field());
    const entities = [add([0.3, 1.3, 0.2], ring), add([1.2, 1.3, -0.4])];
    run(25);
    const snapshot = plugin.snapshot();
    const { px, py, pz, qw, wx } = plugin.components.RigidBody;
    const play = () =>
      Array.from({ length: 40 }, () => {
        run(1);
        const { count, handle, impulse } = plugin.contactEvents;
        const events = Array.from({ length: count }, (_, i) => [handle[i], impulse[i]]);
        return [...entities.map((e) => [px[e], py[e], pz[e], qw[e], wx[e]]), ...events];
      });
    const first = play();
    plugin.restore(snapshot);
    expect(play()).toEqual(first);
    const after = rigid.world as RAPIER.World;
    expect(after.colliders.len()).toBe(4);
    plugin.dispose();
    expect(after.colliders.len()).toBe(1);
    expect(after.getCollider(collider.handle).shapeType()).toBe(RAPIER.ShapeType.HeightField);
    after.free();
    world.free();
  });
});
