import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '../../../bench/tunnel/engines/index.js';
import { runEngine } from '../../../bench/tunnel/run-engine.js';
import { SCENARIOS } from '../../../bench/tunnel/scenarios/index.js';
import { boxMesh, icosphereMesh, type SceneMesh, torusMesh } from '../../../scenes/meshes/index.js';
import {
  CONTINUOUS_AUTOMATIC,
  CONTINUOUS_OFF,
  CONTINUOUS_ON,
  MOTION_FIXED,
  MOTION_KINEMATIC,
} from '../../../src/index.js';
import { openCore } from '../../../src/memory/open.js';
import { buildRigidBlock } from '../../../src/mesh/rigid-block.js';
import { thicknessOf } from '../../../src/mesh/thickness.js';
import { intersections, type Known } from '../../../tools/soak/surfaces.js';
import { openScene } from '../../support/colliders.js';

/** A scenario's trial, cut short. */
async function runShort(name: string, engine: string, steps: number, trial: number) {
  const whole = await SCENARIOS[name]();
  const scenario = { ...whole, trial: (random: () => number) => ({ ...whole.trial(random), steps }) };
  const run = { scenario: name, engine, seed: 33, trials: [trial] };
  return runEngine(scenario, await ENGINES[engine](), run);
}

describe('CollisionSettings.rigid', () => {
  test.each(Object.keys(SCENARIOS))(
    'automatic, %s: nothing passes through anything, no two triangles meet',
    async (name) => {
      const result = await runShort(name, 'ours-builtin-automatic', 20, 2);
      expect(result).toMatchObject({ tunnelled: 0, intersectingSteps: 0, standingSteps: 0 });
      expect(result.energyGainMax).toBeLessThan(0.01);
    },
  );

  test('off, links: bodies pass through each other, or the tests above could not fail', async () => {
    expect(await runShort('links', 'ours-builtin-off', 30, 2)).toMatchObject({ tunnelled: 1 });
  });

  const plate = boxMesh({ cells: [2, 1, 2], size: [2, 0.02, 2] });
  const ball = icosphereMesh({ subdivisions: 1, radius: 0.1 });

  /** Where a ball is, that flew at a plate 1 m below for half a second. */
  async function thrown(speed: number, rigid: number, plateRigid = CONTINUOUS_ON, motion = MOTION_FIXED) {
    const { world, plugin } = await openScene({ maxEntities: 4, gravity: [0, 0, 0] });
    const [a, b] = [addEntity(world), addEntity(world)];
    plugin.addRigidBody(a, { ...plate, body: { motion, mass: 1e6 }, settings: { rigid: plateRigid } });
    plugin.addRigidBody(b, { ...ball, position: [0, 1, 0], body: { vy: -speed }, settings: { rigid } });
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    return { y: plugin.components.RigidBody.py[b], impacts: plugin.impacts.count };
  }

  test('says of a fast body whether it may pass through', async () => {
    expect((await thrown(200, CONTINUOUS_ON)).y).toBeGreaterThan(0.1);
    expect((await thrown(200, CONTINUOUS_OFF)).y).toBeLessThan(-10);
    // 66 m/s are from above the plate to below it in one sub-step
    for (const speed of [20, 66, 100, 200])
      expect((await thrown(speed, CONTINUOUS_AUTOMATIC)).y).toBeGreaterThan(0.1);
  });

  test('is that of the pushed body beside what is fixed or driven, and the stronger of two pushed ones', async () => {
    expect((await thrown(200, CONTINUOUS_OFF, CONTINUOUS_ON, MOTION_KINEMATIC)).y).toBeLessThan(-10);
    expect((await thrown(200, CONTINUOUS_ON, CONTINUOUS_OFF)).y).toBeGreaterThan(0.1);
    expect((await thrown(200, CONTINUOUS_OFF, CONTINUOUS_ON, 0)).y).toBeGreaterThan(0.1);
    expect((await thrown(200, CONTINUOUS_OFF, CONTINUOUS_AUTOMATIC, 0)).y).toBeGreaterThan(0.1);
    expect((await thrown(200, CONTINUOUS_OFF, CONTINUOUS_OFF, 0)).y).toBeLessThan(-10);
  });

  test.each([CONTINUOUS_OFF, CONTINUOUS_AUTOMATIC])('%i: slow bodies land, rest and sleep', async (rigid) => {
    const { world, plugin } = await openScene({ maxEntities: 12 });
    const known = new Map<number, Known>();
    const add = (mesh: SceneMesh, position: readonly [number, number, number], body = {}) => {
      const entity = addEntity(world);
      plugin.addRigidBody(entity, { ...mesh, position, body, settings: { rigid, friction: 0.5 } });
      known.set(entity, { kind: 'rigid', ...mesh });
      return entity;
    };
    add(boxMesh({ cells: [1, 1, 1], size: [4, 1, 4] }), [0, -0.5, 0], { motion: MOTION_FIXED });
    const ring = torusMesh({ around: 16, tube: 8, radius: 0.2, tubeRadius: 0.05 });
    const crate = boxMesh({ cells: [1, 1, 1], size: [0.3, 0.3, 0.3] });
    const bodies = [0, 1, 2, 3].map((i) => add(i % 2 ? ring : crate, [0.03 * i, 0.3 + 0.5 * i, 0]));
    const { RigidBody: b } = plugin.components;
    let crossings = 0;
    for (let i = 0; i < 300; i++) {
      plugin.step(1 / 60);
      if (i % 5 === 0) crossings += intersections(plugin, known);
      for (const e of bodies) expect(Math.hypot(b.vx[e], b.vy[e], b.vz[e])).toBeLessThan(9);
    }
    for (const e of bodies) {
      expect(b.py[e]).toBeGreaterThan(0.02);
      expect(Math.hypot(b.vx[e], b.vy[e], b.vz[e])).toBeLessThan(0.05);
    }
    if (rigid === CONTINUOUS_AUTOMATIC) expect(crossings).toBe(0);
  });

  test('off asks for no time of contact', async () => {
    const steps = async (rigid: number) => {
      const { world, plugin } = await openScene({ maxEntities: 4 });
      plugin.addRigidBody(addEntity(world), { ...plate, body: { motion: MOTION_FIXED } });
      plugin.addRigidBody(addEntity(world), { ...ball, position: [0, 0.2, 0], settings: { rigid } });
      let impacts = 0;
      let stops = 0;
      for (let i = 0; i < 30; i++) {
        plugin.step(1 / 60);
        impacts += plugin.impacts.count;
        stops += plugin.counters.stops;
      }
      return { impacts, stops };
    };
    expect(await steps(CONTINUOUS_OFF)).toEqual({ impacts: 0, stops: 0 });
    expect((await steps(CONTINUOUS_ON)).impacts).toBeGreaterThan(0);
  });

  test('is part of snapshots, and refused where it is none of its values', async () => {
    const { world, plugin } = await openScene({ maxEntities: 4 });
    const entity = addEntity(world);
    expect(() => plugin.addRigidBody(entity, { ...ball, settings: { rigid: 3 } })).toThrow(/rigid is 3/);
    plugin.addRigidBody(entity, { ...ball, settings: { rigid: CONTINUOUS_AUTOMATIC } });
    plugin.step();
    const { rigid } = plugin.components.CollisionSettings;
    const snapshot = plugin.snapshot();
    rigid[entity] = CONTINUOUS_OFF;
    plugin.restore(snapshot);
    expect(rigid[entity]).toBe(CONTINUOUS_AUTOMATIC);
  });
});

/** The same lines against every triangle. */
function bruteThickness({ positions: p, triangles }: SceneMesh): number {
  const corner = (i: number) => [p[3 * triangles[i]], p[3 * triangles[i] + 1], p[3 * triangles[i] + 2]];
  const minus = (a: number[], b: number[]) => a.map((x, k) => x - b[k]);
  const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a: number[], b: number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  let least = Number.POSITIVE_INFINITY;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [corner(t), corner(t + 1), corner(t + 2)];
    const normal = cross(minus(b, a), minus(c, a));
    const way = normal.map((x) => -x / Math.sqrt(dot(normal, normal)));
    const from = a.map((x, k) => (x + b[k] + c[k]) / 3);
    for (let s = 0; s < triangles.length; s += 3) {
      const [d, e, f] = [corner(s), corner(s + 1), corner(s + 2)];
      const n = cross(minus(e, d), minus(f, d));
      const time = dot(n, minus(d, from)) / dot(n, way);
      if (s === t || !(time > 0 && time < least)) continue;
      const at = from.map((x, k) => x + time * way[k]);
      const sides = [
        [d, e],
        [e, f],
        [f, d],
      ].map(([g, h]) => dot(n, cross(minus(h, g), minus(at, g))));
      if (sides.every((side) => side >= 0)) least = time;
    }
  }
  return least;
}

describe('the thickness of a mesh', () => {
  const turned = (mesh: SceneMesh): SceneMesh => ({
    positions: mesh.positions,
    triangles: mesh.triangles.map((_, i) => mesh.triangles[3 * Math.floor(i / 3) + [0, 2, 1][i % 3]]),
  });
  const thickness = async ({ positions, triangles }: SceneMesh) => {
    const { arena } = await openCore({});
    return thicknessOf(arena, buildRigidBlock(arena, positions, triangles));
  };

  test('is the least way through it, whichever way its triangles face', async () => {
    const box = boxMesh({ cells: [3, 2, 4], size: [3, 0.25, 2] });
    const ring = torusMesh({ around: 24, tube: 10, radius: 0.5, tubeRadius: 0.06 });
    expect(await thickness(box)).toBeCloseTo(0.25, 12);
    expect(await thickness(turned(box))).toBeCloseTo(0.25, 12);
    expect(await thickness(ring)).toBeGreaterThan(0.1);
    expect(await thickness(ring)).toBeLessThan(0.12);
    for (const mesh of [ring, icosphereMesh({ subdivisions: 2, radius: 1 })]) {
      expect(await thickness(mesh)).toBeCloseTo(bruteThickness(mesh), 12);
      expect(await thickness(turned(mesh))).toBeCloseTo(bruteThickness(mesh), 12);
    }
  });
});
