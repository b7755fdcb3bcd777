import { createRequire } from 'node:module';
import type * as BabylonTypes from 'babylonjs';
import { addEntity, removeEntity } from 'bitecs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { attachView } from '../../../src/babylon/index.js';
import { MOTION_FIXED } from '../../../src/components/constants.js';
import { openScene, type Scene } from '../../support/colliders.js';

// A UMD build: Node reads it as CommonJS.
const BABYLON = createRequire(import.meta.url)('babylonjs') as typeof BabylonTypes;
const sheet = gridMesh({ columns: 4, rows: 4 });
const ball = icosphereMesh({ subdivisions: 1 });

describe('attachView', () => {
  let engine: BabylonTypes.NullEngine;
  let scene: BabylonTypes.Scene;
  let collision: Scene;

  beforeEach(async () => {
    engine = new BABYLON.NullEngine();
    scene = new BABYLON.Scene(engine);
    collision = await openScene();
  });
  afterEach(() => {
    collision.plugin.dispose();
    engine.dispose();
  });

  const attached = () => attachView<BabylonTypes.Mesh>({ BABYLON, scene, plugin: collision.plugin });

  test('shows a deformable where its vertices are, with unit normals', () => {
    const { world, plugin } = collision;
    const view = attached();
    const cloth = addEntity(world);
    plugin.addDeformable(cloth, sheet);
    const next = sheet.positions.map((value, i) => (i % 3 === 1 ? 2 : value));
    plugin.moveVertices(cloth, next);
    plugin.step();
    view.sync();
    const mesh = view.meshOf(cloth) as BabylonTypes.Mesh;
    expect(Array.from(mesh.getVerticesData('position') ?? [])).toEqual(Array.from(Float32Array.from(next)));
    const normals = mesh.getVerticesData('normal') ?? [];
    for (let i = 0; i < normals.length; i += 3) {
      expect(Math.abs(normals[i + 1])).toBeCloseTo(1, 6);
    }
    expect(Array.from(mesh.getIndices() ?? [])).toEqual(Array.from(sheet.triangles));
  });

  test('moves a rigid body by its pose', () => {
    const { world, plugin } = collision;
    const view = attached();
    const body = addEntity(world);
    const motion = MOTION_FIXED;
    plugin.addRigidBody(body, { ...ball, position: [1, 2, 3], rotation: [0, 1, 0, 0], body: { motion } });
    plugin.step();
    view.sync();
    plugin.components.RigidBody.px[body] = 7;
    view.sync();
    const mesh = view.meshOf(body) as BabylonTypes.Mesh;
    expect(mesh.position.asArray()).toEqual([7, 2, 3]);
    expect(mesh.rotationQuaternion?.asArray()).toEqual([0, 1, 0, 0]);
    const normals = mesh.getVerticesData('normal') ?? [];
    for (let i = 0; i < normals.length; i++) expect(normals[i]).toBeCloseTo(ball.positions[i], 1);
  });

  test('removes what is gone, and everything at the end', () => {
    const { world, plugin } = collision;
    const view = attached();
    const [a, b] = [addEntity(world), addEntity(world)];
    plugin.addRigidBody(a, ball);
    plugin.addDeformable(b, sheet);
    plugin.step();
    view.sync();
    expect(scene.meshes.length).toBe(2);
    removeEntity(world, a);
    plugin.step();
    view.sync();
    expect(scene.meshes.length).toBe(1);
    expect(view.meshOf(a)).toBeUndefined();
    view.dispose();
    expect(scene.meshes.length).toBe(0);
  });
});
