import RAPIER from '@dimforge/rapier3d-compat';
import { addComponent, addEntity, createWorld } from 'bitecs';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { torusMesh } from '../../../scenes/meshes/index.js';
import { createCollisionPlugin } from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';

const RING = torusMesh({ around: 24, tube: 12, radius: 0.5, tubeRadius: 0.1 });

/** Meshes that Rapier built the boxes of, and how many of them it was told to free. */
let built = 0;
let freed = 0;

class Counted extends RAPIER.ColliderDesc {
  static override trimesh(...given: Parameters<typeof RAPIER.ColliderDesc.trimesh>): RAPIER.ColliderDesc {
    const desc = RAPIER.ColliderDesc.trimesh(...given);
    const { shape } = desc;
    const intoRaw = shape.intoRaw.bind(shape);
    shape.intoRaw = () => {
      built++;
      const raw = intoRaw();
      const free = raw.free.bind(raw);
      raw.free = () => {
        freed++;
        free();
      };
      return raw;
    };
    return desc;
  }
}

const open = async () => {
  const world = createWorld();
  const rigid = rapierBackend(
    { ...RAPIER, ColliderDesc: Counted } as typeof RAPIER,
    new RAPIER.World({ x: 0, y: 0, z: 0 }),
  );
  const plugin = await createCollisionPlugin(world, { gravity: [0, 0, 0], rigid });
  const mesh = plugin.loadMesh(RING);
  [built, freed] = [0, 0]; // before that the module was warmed up
  const add = (x = 0) => {
    const entity = addEntity(world);
    plugin.addRigidBody(entity, { mesh, position: [x, 0, 0], body: { vz: 1 } });
    return entity;
  };
  return { world, plugin, mesh, rigid, add };
};

beforeAll(() => RAPIER.init());
beforeEach(() => {
  [built, freed] = [0, 0];
});

test('a mesh is built for Rapier when a body gets it, and once for all that have it', async () => {
  const { plugin, add, rigid } = await open();
  const bodies = [add(0), add(3), add(6)];
  expect([built, freed]).toEqual([1, 0]);
  plugin.step(1 / 60);
  bodies.push(add(9));
  plugin.step(1 / 60);
  expect([built, freed]).toEqual([1, 0]);
  for (const entity of bodies) {
    const x = plugin.components.RigidBody.px[entity];
    const ray = new RAPIER.Ray({ x: x + 0.5, y: 5, z: 0.02 }, { x: 0, y: -1, z: 0 });
    const hit = rigid.world?.castRay(ray, 10, true);
    expect(hit?.timeOfImpact).toBeCloseTo(4.9, 1);
    expect(rigid.entityOf(hit?.collider.parent()?.handle as number)).toBe(entity);
  }
  plugin.dispose();
  expect([built, freed]).toEqual([1, 1]);
});

test('what Rapier has of it goes with the last body that has it', async () => {
  const { plugin, add, rigid } = await open();
  const [a, b] = [add(0), add(3)];
  plugin.step(1 / 60);
  plugin.removeCollider(a);
  plugin.step(1 / 60);
  expect(freed).toBe(0);
  plugin.removeCollider(b);
  plugin.step(1 / 60);
  expect([built, freed, rigid.world?.colliders.len()]).toEqual([1, 1, 0]);
  const again = add(0);
  expect(built).toBe(2);
  plugin.step(1 / 60);
  const collider = rigid.bodyOf(again)?.collider(0) as RAPIER.Collider;
  plugin.removeCollider(again);
  // a shape that somebody took from a collider is theirs, and makes colliders when ours is freed
  const { shape } = collider;
  plugin.step(1 / 60);
  expect(freed).toBe(2);
  const own = rigid.world?.createCollider(new RAPIER.ColliderDesc(shape));
  expect(own?.isValid()).toBe(true);
});

test('a body that goes before the step that would take it in leaves nothing in Rapier', async () => {
  const { world, plugin, add, rigid } = await open();
  add(3);
  const goes = addEntity(world);
  plugin.addRigidBody(goes, { mesh: plugin.loadMesh(RING) });
  plugin.removeCollider(goes);
  expect([built, freed]).toEqual([2, 0]);
  plugin.step(1 / 60);
  expect([built, freed, rigid.world?.bodies.len()]).toEqual([2, 1, 1]);
});

test('columns that are written before the step count, and refused ones leave nothing', async () => {
  const { plugin, add, rigid } = await open();
  const [moved, refused] = [add(0), add(3)];
  const { RigidBody } = plugin.components;
  RigidBody.px[moved] = 7;
  RigidBody.vx[refused] = Number.NaN;
  expect(() => plugin.step(1 / 60)).toThrow(/vx/);
  plugin.step(1 / 60);
  expect(rigid.bodyOf(moved)?.translation().x).toBe(7);
  expect(rigid.world?.bodies.len()).toBe(1);
  expect(rigid.bodyOf(refused)).toBeUndefined();
  RigidBody.vx[refused] = 0;
  plugin.step(1 / 60);
  expect(rigid.bodyOf(refused)?.isValid()).toBe(true);
  expect(built).toBe(1);
});

test('bodies that come by their columns alone, and restored ones, have their meshes', async () => {
  const { world, plugin, mesh, add, rigid } = await open();
  add(0);
  const byColumns = addEntity(world);
  const { MeshTopology, RigidBody } = plugin.components;
  addComponent(world, byColumns, RigidBody);
  addComponent(world, byColumns, MeshTopology);
  MeshTopology.mesh[byColumns] = mesh;
  RigidBody.px[byColumns] = 5;
  plugin.step(1 / 60);
  expect([built, rigid.world?.colliders.len()]).toEqual([1, 2]);
  const pending = add(9);
  const saved = plugin.snapshot();
  plugin.restore(saved);
  expect(freed).toBe(1);
  plugin.step(1 / 60);
  expect(rigid.bodyOf(pending)?.isValid()).toBe(true);
  expect(rigid.world?.colliders.len()).toBe(3);
  for (const entity of [byColumns, pending]) plugin.removeCollider(entity);
  plugin.step(1 / 60);
  plugin.step(1 / 60);
  expect(rigid.world?.colliders.len()).toBe(1);
  plugin.dispose();
  expect(freed).toBe(built);
});
