// Debug layers: what they draw is what the plugin says, and they cost nothing when they are off.
import { createRequire } from 'node:module';
import type * as BabylonTypes from 'babylonjs';
import { addEntity } from 'bitecs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { attachLayers, type DebugLayers, LAYERS, type LayerName } from '../../../src/babylon/index.js';
import { DebugLines, inspect } from '../../../src/index.js';
import { openScene, type Scene } from '../../support/colliders.js';

// A UMD build: Node reads it as CommonJS.
const BABYLON = createRequire(import.meta.url)('babylonjs') as typeof BabylonTypes;
const names = Object.keys(LAYERS) as LayerName[];
const sheet = gridMesh({ columns: 12, rows: 12, width: 4, depth: 4 });
const LINES_A_BOX = 12;
const LINES_AN_ARROW = 4;

let engine: BabylonTypes.NullEngine;
let scene: BabylonTypes.Scene;
let collision: Scene;
let layers: DebugLayers;
let cloth: number;
let ball: number;
let box: number;

beforeEach(async () => {
  engine = new BABYLON.NullEngine();
  scene = new BABYLON.Scene(engine);
  collision = await openScene({ gravity: [0, 0, 0] });
  layers = attachLayers({ BABYLON, scene, plugin: collision.plugin });
  const { plugin, world } = collision;
  cloth = addEntity(world);
  plugin.addDeformable(cloth, sheet);
  ball = addEntity(world);
  const mesh = icosphereMesh({ subdivisions: 1, radius: 0.5 });
  plugin.addRigidBody(ball, { ...mesh, position: [0, 1, 0], body: { vy: -12 } });
  box = addEntity(world);
  plugin.addRigidBody(box, { ...boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] }), position: [9, 0, 0] });
  plugin.step(0.1);
});
afterEach(() => {
  layers.dispose();
  collision.plugin.dispose();
  engine.dispose();
});

function drawn(name: LayerName): number {
  layers.show(name, true);
  layers.sync();
  const mesh = scene.getMeshByName(`layer ${name}`) as BabylonTypes.LinesMesh;
  expect(mesh.subMeshes[0].indexCount).toBe(2 * layers.count(name));
  return layers.count(name);
}

function linesOf(name: 'islands' | 'steps'): DebugLines {
  const lines = new DebugLines();
  const inspection = inspect(collision.plugin);
  if (name === 'islands') inspection.islands(lines);
  else inspection.advancement(lines);
  return lines;
}

test('each is a switch, and dispose leaves nothing', () => {
  for (const name of names) {
    layers.show(name, true);
    layers.show(name, true);
    expect(layers.isShown(name)).toBe(true);
  }
  layers.sync();
  expect(scene.meshes.length).toBe(names.length);
  layers.show('trees', false);
  layers.sync();
  expect(scene.meshes.length).toBe(names.length - 1);
  layers.dispose();
  expect(scene.meshes.length).toBe(0);
});

test('boxes of what is swept, and of what is in a pair and what is not', () => {
  expect(drawn('swept')).toBe(3 * LINES_A_BOX);
  expect(drawn('pairs')).toBe(1);
  expect(drawn('candidates')).toBe(2 * LINES_A_BOX);
  expect(drawn('culled')).toBe(LINES_A_BOX);
});

test('contacts of a deformable, each with its normal', () => {
  const { contacts } = collision.plugin;
  expect(contacts.count).toBeGreaterThan(0);
  expect(drawn('contacts')).toBe(LINES_AN_ARROW * contacts.count);
  const at = new Float64Array(3);
  for (let i = 0; i < contacts.count; i++) {
    inspect(collision.plugin).contactPoint(i, at);
    const reach = Math.hypot(at[0], at[2]);
    expect(reach, `contact ${i}`).toBeLessThan(0.9);
  }
});

test('velocities and sleep', () => {
  const { RigidBody } = collision.plugin.components;
  expect(drawn('velocities')).toBe(2);
  expect(drawn('sleeping')).toBe(0);
  RigidBody.asleep[box] = 1;
  expect(drawn('sleeping')).toBe(LINES_A_BOX);
});

test('islands: what touches is one, what is alone is none', () => {
  const { plugin, world } = collision;
  expect(drawn('islands')).toBe(0);
  const above = addEntity(world);
  plugin.addRigidBody(above, { ...boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] }), position: [9, 1.01, 0] });
  plugin.components.RigidBody.vy[above] = -1;
  for (let i = 0; i < 5; i++) plugin.step(1 / 60);
  expect(drawn('islands')).toBe(2);
  const { positions } = linesOf('islands');
  // both begin in the middle of the two
  expect(positions.slice(0, 3)).toEqual(positions.slice(6, 9));
  expect(positions[1]).toBeCloseTo(0.5, 1);
});

test('what touches: an arrow a pair, at its point and along its normal, until it ends', () => {
  const { plugin, world } = collision;
  plugin.components.RigidBody.vy[ball] = 0;
  const touching = () => {
    drawn('touching');
    const lines = new DebugLines();
    LAYERS.touching.draw({ plugin, inspection: inspect(plugin) }, lines, layers.settings);
    return lines;
  };
  for (let i = 0; i < 3; i++) plugin.step(1 / 60);
  // the deformable and what it lies at
  const before = touching().count;
  expect(before).toBe(LINES_AN_ARROW);
  const above = addEntity(world);
  plugin.addRigidBody(above, { ...boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] }), position: [9, 1.01, 0] });
  plugin.components.RigidBody.vy[above] = -1;
  for (let i = 0; i < 5; i++) plugin.step(1 / 60);
  const { count, positions } = touching();
  expect(count).toBe(before + LINES_AN_ARROW);
  const { points, a } = plugin.contactEvents;
  const at = 3 * a.indexOf(box);
  const shaft = 24 * a.indexOf(box) + 18;
  expect([...positions.slice(shaft, shaft + 3)]).toEqual([...Float32Array.from(points.slice(at, at + 3))]);
  expect(positions[shaft + 4] - positions[shaft + 1]).toBeCloseTo(layers.settings.normalLength, 6);
  plugin.components.RigidBody.vy[above] = 5;
  for (let i = 0; i < 5; i++) plugin.step(1 / 60);
  expect(touching().count).toBe(before);
});

test('steps of the advancement: from the start of the step to the contact', () => {
  const { plugin, world } = collision;
  const falling = addEntity(world);
  const mesh = icosphereMesh({ subdivisions: 2, radius: 0.4 });
  plugin.addRigidBody(falling, { ...mesh, position: [9.2, 1, 0], body: { vy: -5 } });
  plugin.step(1 / 60);
  const lines = linesOf('steps');
  expect(lines.count).toBeGreaterThan(1);
  const heights = Array.from({ length: lines.count }, (_, i) => [
    lines.positions[6 * i + 1],
    lines.positions[6 * i + 4],
  ]);
  const isOfBall = (height: number) => height > 0.7;
  const ball = heights.map((pair) => pair.find(isOfBall) as number);
  for (let i = 1; i < ball.length; i++) expect(ball[i]).toBeLessThan(ball[i - 1]);
  const height = plugin.components.RigidBody.py[falling];
  expect(ball[0]).toBeLessThanOrEqual(height + 1e-6);
  expect(ball[ball.length - 1]).toBeLessThan(height);
  expect(ball[ball.length - 1]).toBeCloseTo(0.9, 2);
});

test('tree levels hold the mesh: each deeper level in at least as many boxes', () => {
  const inspection = inspect(collision.plugin);
  for (const entity of [cloth, ball, box]) {
    let before = 0;
    for (let level = 0; level < 12; level++) {
      const lines = new DebugLines();
      inspection.treeBoxes(entity, level, lines);
      expect(lines.count % LINES_A_BOX).toBe(0);
      expect(lines.count).toBeGreaterThanOrEqual(before);
      before = lines.count;
    }
    const triangles = collision.plugin.components.MeshTopology.triangleCount[entity];
    expect(before).toBe(LINES_A_BOX * triangles);
  }
});

test("a rigid body's boxes are where the body is", () => {
  const lines = new DebugLines();
  inspect(collision.plugin).treeBoxes(box, 0, lines);
  const x = lines.positions.subarray(0, 6 * lines.count).filter((_, i) => i % 3 === 0);
  expect(Math.min(...x)).toBeCloseTo(8.5, 5);
  expect(Math.max(...x)).toBeCloseTo(9.5, 5);
});

test('a flat sheet is skipped whole; its features have one representative each', () => {
  const { plugin } = collision;
  plugin.step(0.1);
  const skipped = new DebugLines();
  inspect(plugin).skippedRegions(cloth, skipped);
  expect(skipped.count).toBe(3 * plugin.components.MeshTopology.triangleCount[cloth]);
  const { vertexCount, edgeCount } = plugin.components.MeshTopology;
  expect(drawn('representatives')).toBe(vertexCount[cloth] + edgeCount[cloth]);
  expect(drawn('orphans')).toBeGreaterThan(0);
});

test('normal cones: those of 26 directions that agree with all normals below, at the start of the step and at its end', () => {
  const { plugin } = collision;
  const { positions: flat, triangles } = sheet;
  const bent = flat.map((x, i) => (i % 3 === 1 ? 0.4 * flat[i - 1] * flat[i - 1] - 0.2 * flat[i + 1] : x));
  plugin.moveVertices(cloth, bent);
  plugin.step(0.1);
  const lines = new DebugLines();
  inspect(plugin).normalDirections(cloth, 0, 1, lines);
  const agreeing = ALL_DIRECTIONS.filter((direction) =>
    [flat, bent].every((at) => normalsOf(at, triangles).every((normal) => dot(normal, direction) > 0)),
  );
  expect(agreeing.length).toBeGreaterThan(0);
  expect(agreeing.length).toBeLessThan(9); // what a flat sheet has
  const key = (direction: readonly number[]) =>
    direction.map((value) => (Math.abs(value) < 1e-3 ? 0 : Math.sign(value))).join();
  const drawnKeys = Array.from({ length: lines.count }, (_, i) => {
    const [x, y, z, ...end] = lines.positions.subarray(6 * i, 6 * i + 6);
    const along = [end[0] - x, end[1] - y, end[2] - z];
    expect(Math.hypot(...along)).toBeCloseTo(1, 5);
    return key(along);
  });
  expect(drawnKeys.sort()).toEqual(agreeing.map(key).sort());
});

const SIGNS = [-1, 0, 1];
const ALL_DIRECTIONS = SIGNS.flatMap((x) => SIGNS.flatMap((y) => SIGNS.map((z) => [x, y, z]))).filter(
  (direction) => direction.some((value) => value !== 0),
);
const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function normalsOf(at: ArrayLike<number>, triangles: ArrayLike<number>): number[][] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [p, q, r] = [0, 1, 2].map((k) => [0, 1, 2].map((i) => at[3 * triangles[3 * t + k] + i]));
    const [u, v] = [q, r].map((corner) => corner.map((value, i) => value - p[i]));
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  });
}

test('the time that each stage took is known', () => {
  const inspection = inspect(collision.plugin);
  expect(inspection.milliseconds.length).toBe(inspection.stages.length);
  expect(inspection.milliseconds[inspection.stages.indexOf('refit')]).toBeGreaterThan(0);
});

test('reading changes nothing', () => {
  const { plugin } = collision;
  const before = plugin.snapshot();
  for (const name of names) layers.show(name, true);
  layers.sync();
  expect(plugin.snapshot()).toEqual(before);
});
