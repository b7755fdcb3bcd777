import { addComponent, addEntity, createWorld, entityExists, hasComponent, removeEntity } from 'bitecs';
import {
  createSnapshotDeserializer,
  createSnapshotSerializer,
  createSoADeserializer,
  createSoASerializer,
} from 'bitecs/serialization';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { createCollisionPlugin } from '../../../src/index.js';
import { addSheet, openScene, type Scene, verticesOf } from '../../support/colliders.js';
import { random } from '../../support/random.js';
import { thrownBy } from '../../support/thrown.js';

const sheet = gridMesh({ columns: 6, rows: 5 });
const ball = icosphereMesh({ subdivisions: 1 });

/** A step of a small scene that depends on everything before it. */
function lockstep(scene: Scene, cloths: number[], bodies: number[], next: () => number): void {
  const { RigidBody } = scene.plugin.components;
  for (const cloth of cloths) {
    scene.plugin.moveVertices(
      cloth,
      verticesOf(scene, cloth).map((value) => value * 1.01 + (next() - 0.5) / 10),
    );
  }
  for (const body of bodies) RigidBody.px[body] += RigidBody.vx[body] * scene.plugin.clock.dt + next();
  scene.plugin.step();
}

async function filledScene(): Promise<{ scene: Scene; cloths: number[]; bodies: number[] }> {
  const scene = await openScene({ maxEntities: 50 });
  const cloths = [addSheet(scene, sheet), addSheet(scene, ball)];
  const gone = addSheet(scene, sheet);
  const mesh = scene.plugin.loadMesh(ball);
  const bodies = [addEntity(scene.world), addEntity(scene.world)];
  for (const body of bodies) scene.plugin.addRigidBody(body, { mesh, body: { vx: body } });
  scene.plugin.step();
  removeEntity(scene.world, gone);
  scene.plugin.step();
  return { scene, cloths, bodies };
}

describe('snapshot and restore', () => {
  test('120 lockstep steps after a restore are the same, bit by bit', async () => {
    const { scene, cloths, bodies } = await filledScene();
    for (let i = 0; i < 20; i++) lockstep(scene, cloths, bodies, random(i));
    const before = scene.plugin.snapshot();
    const played: Uint8Array[] = [];
    for (let i = 0; i < 120; i++) {
      lockstep(scene, cloths, bodies, random(1000 + i));
      played.push(scene.plugin.snapshot());
    }
    scene.plugin.restore(before);
    expect(scene.plugin.snapshot()).toEqual(before);
    for (let i = 0; i < 120; i++) {
      lockstep(scene, cloths, bodies, random(1000 + i));
      expect(Buffer.compare(scene.plugin.snapshot(), played[i])).toBe(0);
    }
  });

  test('brings back colliders that were removed, and takes away those that came', async () => {
    const { scene, cloths } = await filledScene();
    const before = scene.plugin.snapshot();
    scene.plugin.removeCollider(cloths[0]);
    const late = addSheet(scene, sheet);
    scene.plugin.step();
    scene.plugin.restore(before);
    const { Deformable, Bvh } = scene.plugin.components;
    expect(hasComponent(scene.world, cloths[0], Deformable)).toBe(true);
    expect(hasComponent(scene.world, late, Deformable)).toBe(false);
    expect(hasComponent(scene.world, late, Bvh)).toBe(false);
    expect(verticesOf(scene, cloths[0])).toEqual(sheet.positions);
    scene.plugin.step();
    expect(scene.plugin.counters).toMatchObject({ entered: 0, left: 0 });
  });

  test('works into a new plugin over a world with the same entities', async () => {
    const { scene, cloths } = await filledScene();
    const snapshot = scene.plugin.snapshot();
    const world = createWorld();
    while (!entityExists(world, 10)) addEntity(world);
    const plugin = await createCollisionPlugin(world, { maxEntities: 60 });
    plugin.restore(snapshot);
    expect(verticesOf({ world, plugin }, cloths[1])).toEqual(ball.positions);
    expect(Buffer.compare(plugin.snapshot(), snapshot)).toBe(0);
  });

  test('without meshes is small, and needs them to be loaded still', async () => {
    const { scene, cloths } = await filledScene();
    const whole = scene.plugin.snapshot();
    const light = scene.plugin.snapshot({ meshes: false });
    expect(light.length).toBeLessThan(whole.length * 0.8);
    scene.plugin.moveVertices(
      cloths[0],
      sheet.positions.map((value) => value + 1),
    );
    scene.plugin.step();
    scene.plugin.restore(light);
    expect(Buffer.compare(scene.plugin.snapshot(), whole)).toBe(0);
    scene.plugin.removeCollider(cloths[0]);
    scene.plugin.step();
    const now = scene.plugin.snapshot();
    expect(thrownBy(() => scene.plugin.restore(light))).toMatchObject({ code: 'SNAPSHOT_MISMATCH' });
    expect(Buffer.compare(scene.plugin.snapshot(), now)).toBe(0);
  });

  test('is refused where bytes are missing, changed, of another version or of another world', async () => {
    const { scene, cloths, bodies } = await filledScene();
    const good = scene.plugin.snapshot();
    lockstep(scene, cloths, bodies, random(3));
    const now = scene.plugin.snapshot();
    const changed = (at: number, by = 1) => good.map((byte, i) => (i === at ? byte ^ by : byte));
    const restoring = (bytes: Uint8Array) => thrownBy(() => scene.plugin.restore(bytes));
    expect(restoring(good.subarray(0, 10))).toMatchObject({ code: 'SNAPSHOT_TRUNCATED', index: 10 });
    expect(restoring(good.subarray(0, good.length - 1))).toMatchObject({ code: 'SNAPSHOT_TRUNCATED' });
    expect(restoring(changed(0))).toMatchObject({ code: 'SNAPSHOT_CORRUPT' });
    expect(restoring(changed(4))).toMatchObject({ code: 'SNAPSHOT_VERSION' });
    expect(restoring(Uint8Array.from([...good, 0]))).toMatchObject({ code: 'SNAPSHOT_CORRUPT' });
    removeEntity(scene.world, cloths[0]);
    expect(restoring(good)).toMatchObject({ code: 'SNAPSHOT_MISMATCH', entity: cloths[0] });
    expect(Buffer.compare(scene.plugin.snapshot(), now)).not.toBe(0);
  });

  test('no flipped bit goes unnoticed', async () => {
    const { scene } = await filledScene();
    const good = scene.plugin.snapshot();
    const next = random(5);
    for (let i = 0; i < 2000; i++) {
      const bad = good.slice();
      const at = Math.floor(next() * bad.length);
      bad[at] ^= 1 << Math.floor(next() * 8);
      expect(thrownBy(() => scene.plugin.restore(bad))).toHaveProperty('code');
    }
    expect(Buffer.compare(scene.plugin.snapshot(), good)).toBe(0);
  });
});

describe("bitECS's own serialisers", () => {
  test('the SoA serialiser carries our columns from world to world', async () => {
    const { scene, bodies } = await filledScene();
    const other = await openScene({ maxEntities: 50 });
    const { RigidBody, CollisionSettings } = scene.plugin.components;
    RigidBody.px[bodies[0]] = 12.5;
    CollisionSettings.friction[bodies[1]] = 0.25;
    const columns = [RigidBody, CollisionSettings];
    const packet = createSoASerializer(columns)(bodies);
    const target = other.plugin.components;
    createSoADeserializer([target.RigidBody, target.CollisionSettings])(packet);
    expect(target.RigidBody.px[bodies[0]]).toBe(12.5);
    expect(target.CollisionSettings.friction[bodies[1]]).toBe(0.25);
  });

  test('the snapshot serialiser round-trips a world: colliders are built anew from the meshes they name', async () => {
    const scene = await openScene({ maxEntities: 50 });
    const mesh = scene.plugin.loadMesh(sheet, { use: 'deformable' });
    const cloth = addEntity(scene.world);
    scene.plugin.addDeformable(cloth, { mesh, settings: { friction: 0.125 } });
    scene.plugin.moveVertices(
      cloth,
      sheet.positions.map((value) => value + 3),
    );
    scene.plugin.step();
    const { MeshTopology, Deformable, CollisionSettings } = scene.plugin.components;
    const saved = [MeshTopology, Deformable, CollisionSettings];
    const packet = createSnapshotSerializer(scene.world, saved)();
    const ids = createSnapshotDeserializer(scene.world, saved)(packet);
    scene.plugin.step();
    const copy = ids.get(cloth) as number;
    expect(copy).not.toBe(cloth);
    expect(CollisionSettings.friction[copy]).toBe(0.125);
    expect(verticesOf(scene, copy)).toEqual(verticesOf(scene, cloth));
    scene.plugin.moveVertices(copy, sheet.positions);
    scene.plugin.step();
    expect(verticesOf(scene, cloth)).toEqual(sheet.positions.map((value) => value + 3));
  });

  test('a component that another plugin made means nothing here', async () => {
    const [one, two] = [await openScene(), await openScene()];
    const entity = addEntity(one.world);
    addComponent(one.world, entity, two.plugin.components.RigidBody);
    one.plugin.step();
    expect(one.plugin.counters.entered).toBe(0);
  });
});
