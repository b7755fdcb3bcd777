import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '../../../bench/tunnel/engines/index.js';
import { runEngine } from '../../../bench/tunnel/run-engine.js';
import { SCENARIOS } from '../../../bench/tunnel/scenarios/index.js';
import { torusMesh } from '../../../scenes/meshes/index.js';
import { ADVANCEMENT_C2A, MOTION_FIXED } from '../../../src/components/constants.js';
import { openScene, type Scene } from '../../support/colliders.js';

const ring = torusMesh({ around: 32, tube: 12, radius: 0.3, tubeRadius: 0.06 });
const AROUND_Z = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
const AROUND_X = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;

async function chain(advancement = 0): Promise<Scene & { links: number[] }> {
  const scene = await openScene({ maxEntities: 10, sleep: false });
  const links = Array.from({ length: 7 }, (_, i) => {
    const entity = addEntity(scene.world);
    const rotation = i % 2 ? AROUND_X : AROUND_Z;
    const body = i === 0 ? { motion: MOTION_FIXED } : {};
    scene.plugin.addRigidBody(entity, {
      ...ring,
      position: [0, -0.475 * i, 0],
      rotation,
      body,
      settings: { advancement },
    });
    return entity;
  });
  return { ...scene, links };
}

/** The first of a trial: bodies have met by then. */
const STEPS = 20;

describe('bodies that collide', () => {
  const variants = ['ours-builtin', 'ours-c2a', 'ours'].flatMap((engine) =>
    Object.keys(SCENARIOS).map((name) => [name, engine] as const),
  );
  test.each(variants)(
    '%s, %s: nothing passes through anything, no two triangles meet, nothing stands still, no energy from nowhere',
    async (name, engine) => {
      const whole = await SCENARIOS[name]();
      const scenario = {
        ...whole,
        trial: (random: () => number) => ({ ...whole.trial(random), steps: STEPS }),
      };
      const result = await runEngine(scenario, await ENGINES[engine](), {
        scenario: name,
        engine,
        seed: 21,
        trials: [1],
      });
      expect(result).toMatchObject({ tunnelled: 0, intersectingSteps: 0, standingSteps: 0 });
      expect(result.energyGainMax).toBeLessThan(0.01);
    },
    60_000,
  );

  test.each([0, ADVANCEMENT_C2A])('six hanging links come to rest, advancement %i', async (advancement) => {
    const { plugin, links } = await chain(advancement);
    for (let i = 0; i < 180; i++) plugin.step(1 / 60);
    const { py, vx, vy, vz } = plugin.components.RigidBody;
    const before = links.map((e) => py[e]);
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    links.forEach((e, i) => {
      expect(Math.hypot(vx[e], vy[e], vz[e])).toBeLessThan(0.02);
      expect(Math.abs(py[e] - before[i])).toBeLessThan(1e-3);
    });
    expect(plugin.counters.touches).toBeGreaterThan(5);
  });

  test('an impact keeps linear momentum', async () => {
    const { world, plugin } = await openScene({ maxEntities: 4, gravity: [0, 0, 0] });
    const [a, b] = [addEntity(world), addEntity(world)];
    plugin.addRigidBody(a, { ...ring, position: [-0.5, 0.05, 0], body: { vx: 20, wz: 4, mass: 2 } });
    plugin.addRigidBody(b, { ...ring, position: [0.5, 0, 0.1], body: { vx: -20, wy: 5 } });
    const { px, py, pz, vx, vy, vz } = plugin.components.RigidBody;
    const momentum = () => [vx, vy, vz].map((v) => 2 * v[a] + v[b]);
    const before = momentum();
    let met = 0;
    for (let i = 0; i < 30; i++) {
      plugin.step(1 / 60);
      met = Math.max(met, plugin.counters.touches);
    }
    expect(met).toBeGreaterThan(0);
    expect(Math.abs(vx[a] - 20)).toBeGreaterThan(1);
    momentum().forEach((p, k) => {
      expect(Math.abs(p - before[k])).toBeLessThan(1e-9 * 60);
    });
    expect([px, py, pz].every((column) => Number.isFinite(column[a]))).toBe(true);
  });

  test('a snapshot in the middle of contacts goes on bit by bit', async () => {
    const { plugin, links } = await chain();
    for (let i = 0; i < 40; i++) plugin.step(1 / 60);
    const before = plugin.snapshot();
    const run = () => {
      for (let i = 0; i < 60; i++) plugin.step(1 / 60);
      const { px, py, pz, qx, qw, vy, wx } = plugin.components.RigidBody;
      return links.map((e) => [px, py, pz, qx, qw, vy, wx].map((column) => column[e]));
    };
    const first = run();
    plugin.restore(before);
    expect(run()).toEqual(first);
  });
});
