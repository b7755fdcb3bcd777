import {
  addComponent,
  addEntity,
  hasComponent,
  pipe,
  query,
  removeComponent,
  removeEntity,
  set,
} from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { collisionSystem } from '../../../src/index.js';
import { addSheet, openScene, verticesOf } from '../../support/colliders.js';
import { random } from '../../support/random.js';

const sheet = gridMesh({ columns: 4, rows: 3 });
const ball = icosphereMesh({ subdivisions: 1 });

describe('a step', () => {
  test('brings a deformable where it shall go, and bounds the way there', async () => {
    const scene = await openScene();
    const cloth = addSheet(scene, sheet);
    const next = sheet.positions.map((value, i) => (i % 3 === 1 ? value - 2 : value));
    scene.plugin.moveVertices(cloth, next);
    scene.plugin.step();
    expect(verticesOf(scene, cloth)).toEqual(next);
    const { minY, maxY } = scene.plugin.components.Bvh;
    expect(minY[cloth]).toBeLessThanOrEqual(-2);
    expect(minY[cloth]).toBeGreaterThan(-2 - 1e-6);
    expect(maxY[cloth]).toBeGreaterThanOrEqual(0);
    expect(maxY[cloth]).toBeLessThan(1e-6);
    expect(scene.plugin.clock).toMatchObject({ step: 1, dt: 1 / 60, time: 1 / 60 });
  });

  test('leaves alone what does not move', async () => {
    const scene = await openScene();
    const cloth = addSheet(scene, sheet);
    scene.plugin.step();
    expect(scene.plugin.counters).toMatchObject({ entered: 1, refitted: 1, unmoved: 0 });
    const { version } = scene.plugin.components.Deformable;
    const seen = version[cloth];
    scene.plugin.step();
    expect(scene.plugin.counters).toMatchObject({ entered: 0, refitted: 0, unmoved: 1 });
    expect(version[cloth]).toBe(seen);
  });

  test('widens boxes by half the thickness', async () => {
    const scene = await openScene();
    const cloth = addEntity(scene.world);
    scene.plugin.addDeformable(cloth, { ...sheet, settings: { thickness: 0.5 } });
    scene.plugin.step();
    const { minY, maxY } = scene.plugin.components.Bvh;
    expect(maxY[cloth] - minY[cloth]).toBeGreaterThanOrEqual(0.5);
    expect(maxY[cloth] - minY[cloth]).toBeLessThan(0.5001);
  });

  test('bounds a rigid body along its way', async () => {
    const { world, plugin } = await openScene();
    const body = addEntity(world);
    plugin.addRigidBody(body, { ...ball, position: [10, 0, 0], body: { vx: 60 } });
    plugin.step(1 / 60);
    const { minX, maxX, minY } = plugin.components.Bvh;
    expect(minX[body]).toBeLessThanOrEqual(9);
    expect(maxX[body]).toBeGreaterThanOrEqual(12);
    expect(maxX[body]).toBeLessThan(12.06); // a twentieth of its size is spare
    expect(minY[body]).toBeLessThanOrEqual(-1);
  });

  test('is one system among others in a pipe, and each stage is one too', async () => {
    const { world, plugin } = await openScene();
    const order: string[] = [];
    const note = (w: typeof world, what: string) => {
      order.push(what);
      return w;
    };
    const loop = pipe(
      (w: typeof world) => note(w, 'before'),
      collisionSystem(plugin, () => 1 / 30),
      (w: typeof world) => note(w, 'after'),
    );
    expect(loop(world)).toBe(world);
    expect(order).toEqual(['before', 'after']);
    expect(plugin.clock.time).toBe(1 / 30);
    const { ingest, refit, publish } = plugin.systems;
    expect(pipe(ingest, refit, publish)(world)).toBe(world);
    expect(plugin.clock.step).toBe(2);
  });
});

describe('entities come and go', () => {
  test('has stages that run in any order, while bodies come and go', async () => {
    const { plugin, world } = await openScene({ maxEntities: 60 });
    const next = random(17);
    const stages = Object.values(plugin.systems);
    const mesh = plugin.loadMesh(ball);
    for (let i = 0; i < 1500; i++) {
      stages[Math.floor(stages.length * next())](world);
      const bodies = [...query(world, [plugin.components.RigidBody])];
      if (next() < 0.03 && bodies.length < 6) {
        plugin.addRigidBody(addEntity(world), { mesh, position: [3 * next(), 3 * next(), 0] });
        plugin.addDeformable(addEntity(world), { ...sheet, cloth: {} });
      } else if (next() < 0.03 && bodies.length > 0) {
        const cloths = query(world, [plugin.components.Deformable]);
        removeEntity(world, bodies[Math.floor(bodies.length * next())]);
        removeEntity(world, cloths[Math.floor(cloths.length * next())]);
      }
    }
    const { step } = plugin.clock;
    plugin.step();
    expect(plugin.clock.step).toBe(step + 1);
  });

  test('in bitECS terms alone', async () => {
    const { world, plugin } = await openScene();
    const { MeshTopology, Deformable, Bvh } = plugin.components;
    const mesh = plugin.loadMesh(sheet, { use: 'deformable' });
    const cloth = addEntity(world);
    addComponent(world, cloth, Deformable);
    plugin.step();
    expect(hasComponent(world, cloth, Bvh)).toBe(false);
    addComponent(world, cloth, set(MeshTopology, { mesh }));
    plugin.step();
    expect(hasComponent(world, cloth, Bvh)).toBe(true);
    expect([...query(world, [Bvh])]).toEqual([cloth]);
    expect(MeshTopology.triangleCount[cloth]).toBe(sheet.triangles.length / 3);
    removeComponent(world, cloth, Deformable);
    plugin.step();
    expect(hasComponent(world, cloth, Bvh)).toBe(false);
    expect(plugin.counters.left).toBe(1);
  });

  test('an id that bitECS gives out again within a step finds defaults and its own memory', async () => {
    const scene = await openScene();
    const first = addSheet(scene, sheet);
    scene.plugin.components.CollisionSettings.friction[first] = 0.9;
    scene.plugin.step();
    removeEntity(scene.world, first);
    const second = addEntity(scene.world);
    expect(second).toBe(first);
    scene.plugin.addDeformable(second, ball);
    expect(scene.plugin.components.CollisionSettings.friction[second]).toBe(0.5);
    scene.plugin.step();
    expect(scene.plugin.counters).toMatchObject({ entered: 1, left: 1 });
    expect(verticesOf(scene, second)).toEqual(ball.positions);
  });

  test('a mesh is shared, and goes with its last entity once it is unloaded', async () => {
    const { world, plugin } = await openScene();
    const mesh = plugin.loadMesh(ball);
    const [a, b] = [addEntity(world), addEntity(world)];
    plugin.addRigidBody(a, { mesh });
    plugin.addRigidBody(b, { mesh });
    plugin.step();
    const { blocks } = plugin.memory;
    expect(plugin.meshFacts(mesh)).toMatchObject({ users: 2, triangleCount: ball.triangles.length / 3 });
    plugin.unloadMesh(mesh);
    removeEntity(world, a);
    plugin.step();
    expect(plugin.memory.blocks).toBe(blocks);
    removeEntity(world, b);
    plugin.step();
    expect(plugin.memory.blocks).toBe(0);
  });

  test('another mesh in the column is another collider', async () => {
    const scene = await openScene();
    const cloth = addSheet(scene, sheet);
    scene.plugin.step();
    scene.plugin.components.MeshTopology.mesh[cloth] = scene.plugin.loadMesh(ball, { use: 'deformable' });
    scene.plugin.step();
    expect(scene.plugin.counters).toMatchObject({ entered: 1, left: 1 });
    expect(verticesOf(scene, cloth)).toEqual(ball.positions);
  });

  test('two worlds live side by side', async () => {
    const [one, two] = [await openScene(), await openScene()];
    const inOne = addSheet(one, sheet);
    const inTwo = addSheet(two, ball);
    expect(inOne).toBe(inTwo);
    one.plugin.moveVertices(
      inOne,
      sheet.positions.map((value) => value + 1),
    );
    one.plugin.step();
    two.plugin.step();
    two.plugin.step();
    expect(verticesOf(one, inOne)).toEqual(sheet.positions.map((value) => value + 1));
    expect(verticesOf(two, inTwo)).toEqual(ball.positions);
    expect([one.plugin.clock.step, two.plugin.clock.step]).toEqual([1, 2]);
    one.plugin.dispose();
    two.plugin.step();
    expect(verticesOf(two, inTwo)).toEqual(ball.positions);
  });

  test('placing vertices is no motion', async () => {
    const scene = await openScene();
    const cloth = addSheet(scene, sheet);
    scene.plugin.placeVertices(
      cloth,
      sheet.positions.map((value) => value + 100),
    );
    scene.plugin.step();
    expect(scene.plugin.components.Bvh.minX[cloth]).toBeGreaterThan(99);
  });

  test('meshes load in slices, with progress, while the page stays alive', async () => {
    const { plugin } = await openScene();
    const grid = gridMesh({ columns: 120, rows: 120 });
    const reports: number[] = [];
    let ticks = 0;
    let ticking = setImmediate(function tick() {
      ticks++;
      ticking = setImmediate(tick);
    });
    const mesh = await plugin.loadMeshAsync(grid, {
      use: 'deformable',
      sliceMs: 1,
      onProgress: ({ progress }) => reports.push(progress),
    });
    clearImmediate(ticking);
    expect(plugin.meshFacts(mesh).triangleCount).toBe(grid.triangles.length / 3);
    expect(reports.at(-1)).toBe(1);
    expect(reports).toEqual([...reports].sort((a, b) => a - b));
    expect(ticks).toBeGreaterThan(2);
  });
});
