// Babylon's other package: the same names as modules.
import { addEntity, createWorld } from 'bitecs';
import { expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { attachLayers, attachView, FirstContactPlugin } from '../../../src/babylon/index.js';
import { createCollisionPlugin } from '../../../src/index.js';

interface Core {
  readonly NullEngine: new () => { dispose(): void };
  readonly Scene: new (
    engine: unknown,
  ) => {
    enablePhysics(gravity: unknown, plugin: unknown): boolean;
    getPhysicsEngine(): { _step(seconds: number): void } | null;
  };
  readonly Vector3: new (x: number, y: number, z: number) => object;
  readonly CreateBox: (name: string, options: object, scene: unknown) => Shown;
  readonly PhysicsAggregate: new (mesh: unknown, type: number, options: object, scene: unknown) => object;
}

interface Shown {
  readonly position: { y: number };
  getVerticesData(kind: string): Float32Array;
}

/** By name at run time: whoever has not installed it since it came sees that here alone. */
async function core(): Promise<Core> {
  const name: string = '@babylonjs/core';
  return import(name) as Promise<Core>;
}

test('@babylonjs/core: a view, layers, and physics', { timeout: 120_000 }, async () => {
  const BABYLON = await core();
  const engine = new BABYLON.NullEngine();
  const scene = new BABYLON.Scene(engine);
  const plugin = await createCollisionPlugin(createWorld());
  const view = attachView({ BABYLON, scene, plugin });
  const layers = attachLayers({ BABYLON, scene, plugin });
  layers.show('swept', true);
  const ball = addEntity(plugin.world);
  plugin.addRigidBody(ball, { ...icosphereMesh({ subdivisions: 1 }), position: [0, 5, 0] });
  const cloth = addEntity(plugin.world);
  const sheet = gridMesh({ columns: 2, rows: 2 });
  plugin.addDeformable(cloth, sheet);
  plugin.moveVertices(
    cloth,
    sheet.positions.map((x) => x + 0.25),
  );
  view.step();
  view.sync();
  layers.sync();
  const shown = (entity: number) => view.meshOf(entity) as unknown as Shown;
  expect(shown(ball).position.y).toBe(plugin.components.RigidBody.py[ball]);
  expect(shown(ball).position.y).toBeLessThan(5);
  expect([...shown(cloth).getVerticesData('position')]).toEqual(
    [...sheet.positions].map((x) => Math.fround(x + 0.25)),
  );
  expect(layers.count('swept')).toBeGreaterThan(0);
  scene.enablePhysics(new BABYLON.Vector3(0, -9.81, 0), new FirstContactPlugin(plugin));
  const box = BABYLON.CreateBox('box', { size: 1 }, scene);
  box.position.y = 20;
  new BABYLON.PhysicsAggregate(box, 3, { mass: 1 }, scene);
  scene.getPhysicsEngine()?._step(1 / 60);
  expect(box.position.y).toBeLessThan(20);
  engine.dispose();
});
