import { createRequire } from 'node:module';
import type * as BabylonTypes from 'babylonjs';
import { addEntity, removeEntity } from 'bitecs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh } from '../../scenes/meshes/index.js';
import { attachView, type View } from '../../src/babylon/index.js';
import { MOTION_FIXED } from '../../src/components/constants.js';
import { addSheet, openScene, type Scene } from '../support/colliders.js';

// A UMD build: Node reads it as CommonJS.
const BABYLON: typeof BabylonTypes = createRequire(import.meta.url)('babylonjs');
const sheet = gridMesh({ columns: 4, rows: 3 });
const shifted = (by: number) => sheet.positions.map((value) => value + by);

let engine: BabylonTypes.NullEngine;
let collision: Scene;
let view: View<BabylonTypes.Mesh>;

beforeEach(async () => {
  engine = new BABYLON.NullEngine();
  collision = await openScene();
  view = attachView({ BABYLON, scene: new BABYLON.Scene(engine), plugin: collision.plugin });
});
afterEach(() => {
  view.dispose();
  collision.plugin.dispose();
  engine.dispose();
});

function stepAndShow(): void {
  collision.plugin.step();
  view.sync();
}

function expectShown(entity: number, positions: Float64Array): void {
  const shown = view.meshOf(entity)?.getVerticesData('position') ?? [];
  expect(Float32Array.from(shown)).toEqual(Float32Array.from(positions));
}

test('a step that is played again after a restore is shown, not the one that was undone', () => {
  const { plugin } = collision;
  const cloth = addSheet(collision, sheet);
  stepAndShow();
  const before = plugin.snapshot();
  plugin.moveVertices(cloth, shifted(1));
  stepAndShow();
  expectShown(cloth, shifted(1));
  plugin.restore(before);
  plugin.moveVertices(cloth, shifted(2));
  stepAndShow();
  expectShown(cloth, shifted(2));
});

test.each([false, true])(
  'a body that got the ids of one that was undone is shown with its own mesh: instances %s',
  (thinInstances) => {
    const { plugin, world } = collision;
    view.dispose();
    view = attachView({ BABYLON, scene: new BABYLON.Scene(engine), plugin, thinInstances });
    const before = plugin.snapshot();
    const entity = addEntity(world);
    const [ball, box] = [icosphereMesh({ subdivisions: 1 }), boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] })];
    for (const mesh of [ball, box]) {
      plugin.restore(before);
      plugin.addRigidBody(entity, { ...mesh, body: { motion: MOTION_FIXED } });
      stepAndShow();
      expectShown(entity, mesh.positions);
    }
  },
);

test('an entity that took over the id and the mesh of another is shown where it is itself', () => {
  const { world, plugin } = collision;
  const mesh = plugin.loadMesh(sheet, { use: 'deformable' });
  const addAt = (by: number) => {
    const entity = addEntity(world);
    plugin.addDeformable(entity, { mesh });
    plugin.placeVertices(entity, shifted(by));
    stepAndShow();
    return entity;
  };
  const first = addAt(10);
  expectShown(first, shifted(10));
  removeEntity(world, first);
  const second = addAt(20);
  expect(second).toBe(first);
  expectShown(second, shifted(20));
});

test('a cloth that became a rigid body of the same mesh is shown as one', () => {
  const { world, plugin } = collision;
  const mesh = plugin.loadMesh(sheet, { use: 'deformable' });
  const entity = addEntity(world);
  plugin.addDeformable(entity, { mesh });
  plugin.placeVertices(entity, shifted(1));
  stepAndShow();
  plugin.removeCollider(entity);
  plugin.addRigidBody(entity, { mesh, position: [7, 8, 9], body: { motion: MOTION_FIXED } });
  stepAndShow();
  expectShown(entity, sheet.positions);
  expect(view.meshOf(entity)?.position.asArray()).toEqual([7, 8, 9]);
});
