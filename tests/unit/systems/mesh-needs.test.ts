import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { ADVANCEMENT_C2A, COLLIDER_SENSOR, MOTION_FIXED } from '../../../src/components/constants.js';
import type { LoadOptions } from '../../../src/index.js';
import { insideOf } from '../../../src/plugin/inside.js';
import { addSheet, openScene, type Scene } from '../../support/colliders.js';

const BALL = icosphereMesh({ subdivisions: 2, radius: 0.5 });
const SHEET = gridMesh({ columns: 8, rows: 8 });

function inside({ plugin }: Scene) {
  const found = insideOf(plugin);
  if (found === undefined) throw new Error('not a plugin');
  return found.context;
}

/** A ball far from everything else. */
function addFarBall(scene: Scene, options?: LoadOptions): { ball: number; mesh: number } {
  const mesh = scene.plugin.loadMesh(BALL, options);
  const ball = addEntity(scene.world);
  scene.plugin.addRigidBody(ball, { mesh, position: [50, 0, 0], body: { motion: MOTION_FIXED } });
  return { ball, mesh };
}

/** Bytes that are allocated where a stage asks for what searches read of the mesh. */
function bytesInStage(scene: Scene, mesh: number): number {
  const { meshes, searches } = inside(scene);
  const before = scene.plugin.memory.liveBytes;
  searches?.obstacles.sections(meshes, mesh);
  return scene.plugin.memory.liveBytes - before;
}

/** What the sheet meets when it is swept through a ball that has come near. */
function contactsWithBall(scene: Scene, { ball }: { ball: number }, sheet: number): number[] {
  scene.plugin.components.RigidBody.px[ball] = 0;
  scene.plugin.components.RigidBody.py[ball] = -0.6;
  const next = Float64Array.from(SHEET.positions, (x, i) => (i % 3 === 1 ? x - 1.3 : x));
  scene.plugin.moveVertices(sheet, next);
  scene.plugin.step();
  const { count, time, featureA, featureB } = scene.plugin.contacts;
  return [...time.subarray(0, count), ...featureA.subarray(0, count), ...featureB.subarray(0, count)];
}

describe('what searches read of a rigid mesh', () => {
  test('is made at ingest, before the body comes near', async () => {
    const scene = await openScene({ maxEntities: 4 });
    const { mesh } = addFarBall(scene);
    addSheet(scene, SHEET);
    scene.plugin.step();
    expect(bytesInStage(scene, mesh)).toBe(0);
  });

  test('is made when the first deformable comes, and again after a restore elsewhere', async () => {
    const scene = await openScene({ maxEntities: 4 });
    const { mesh } = addFarBall(scene);
    scene.plugin.step();
    addSheet(scene, SHEET);
    scene.plugin.step();
    expect(bytesInStage(scene, mesh)).toBe(0);
    const other = await openScene({ maxEntities: 4 });
    for (let i = 0; i < 2; i++) addEntity(other.world);
    other.plugin.restore(scene.plugin.snapshot({ meshes: true }));
    other.plugin.step();
    expect(bytesInStage(other, mesh)).toBe(0);
  });

  test('is left out where the cloth solver does its own search, and made once a sensor is there', async () => {
    const scene = await openScene({ maxEntities: 4 });
    const { ball, mesh } = addFarBall(scene);
    const cloth = addEntity(scene.world);
    scene.plugin.addDeformable(cloth, { ...SHEET, cloth: {} });
    expect(scene.plugin.components.Cloth.simulated[cloth]).toBe(1);
    scene.plugin.components.CollisionSettings.collider[ball] = COLLIDER_SENSOR;
    scene.plugin.step();
    expect(bytesInStage(scene, mesh)).toBe(0);

    const solid = await openScene({ maxEntities: 4 });
    const without = addFarBall(solid);
    const other = addEntity(solid.world);
    solid.plugin.addDeformable(other, { ...SHEET, cloth: {} });
    solid.plugin.step();
    expect(bytesInStage(solid, without.mesh)).toBeGreaterThan(0);
  });

  test('comes with a mesh that is loaded for it, and changes no contact', async () => {
    const found: number[][] = [];
    for (const options of [{}, { meetsDeformables: true }]) {
      const scene = await openScene({ maxEntities: 4 });
      const added = addFarBall(scene, options);
      expect(bytesInStage(scene, added.mesh) === 0).toBe('meetsDeformables' in options);
      const sheet = addSheet(scene, SHEET);
      scene.plugin.step();
      found.push(contactsWithBall(scene, added, sheet));
    }
    expect(found[0].length).toBeGreaterThan(100);
    expect(found[1]).toEqual(found[0]);
  });

  test('is made in slices too, with progress', async () => {
    const scene = await openScene({ maxEntities: 4 });
    const stages = new Set<string>();
    const mesh = await scene.plugin.loadMeshAsync(BALL, {
      meetsDeformables: true,
      sliceMs: 0,
      onProgress: ({ stage }) => stages.add(stage),
    });
    expect(stages).toContain('preparing searches');
    expect(bytesInStage(scene, mesh)).toBe(0);
  });
});

test('swept spheres are made at ingest where a body asks for C2A', async () => {
  const scene = await openScene({ maxEntities: 4 });
  const { ball, mesh } = addFarBall(scene);
  scene.plugin.step();
  expect(inside(scene).meshes.shape(mesh).sweptIfBuilt).toBe(0);
  scene.plugin.components.CollisionSettings.advancement[ball] = ADVANCEMENT_C2A;
  scene.plugin.systems.ingest(scene.world);
  expect(inside(scene).meshes.shape(mesh).sweptIfBuilt).not.toBe(0);
});
