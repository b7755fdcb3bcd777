import { addEntity, hasComponent } from 'bitecs';
import { expect, test } from 'vitest';
import { tetrahedronMesh } from '../../scenes/meshes/index.js';
import { openScene } from '../support/colliders.js';
import { thrownBy } from '../support/thrown.js';

const solid = tetrahedronMesh();

test('restoring takes away a collider that was added since and has not entered yet', async () => {
  const { world, plugin } = await openScene();
  const { Bvh, RigidBody } = plugin.components;
  const before = plugin.snapshot();
  const entity = addEntity(world);
  plugin.addRigidBody(entity, solid);
  plugin.restore(before);
  expect(hasComponent(world, entity, RigidBody)).toBe(false);
  plugin.step();
  expect(hasComponent(world, entity, Bvh)).toBe(false);
});

test('a snapshot without meshes is refused where another mesh of the same size took the place', async () => {
  const { world, plugin } = await openScene();
  const entity = addEntity(world);
  const start = plugin.snapshot();
  plugin.addRigidBody(entity, { mesh: plugin.loadMesh(solid) });
  const light = plugin.snapshot({ meshes: false });
  plugin.restore(start);
  plugin.loadMesh({ ...solid, positions: solid.positions.map((value) => value * 3) });
  const before = plugin.snapshot();
  expect(thrownBy(() => plugin.restore(light))).toMatchObject({ code: 'SNAPSHOT_MISMATCH' });
  expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
});
