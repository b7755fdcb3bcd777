import { addEntity, removeEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { tetrahedronMesh } from '../../scenes/meshes/index.js';
import { MOTION_KINEMATIC } from '../../src/components/constants.js';
import { Colliders, RIGID } from '../../src/systems/colliders.js';
import { PairList } from '../../src/systems/pair-list.js';
import { openScene, type Scene } from '../support/colliders.js';

const processorMs = (work: () => void): number => {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

function bodies({ world, plugin }: Scene, count: number): number[] {
  const mesh = plugin.loadMesh(tetrahedronMesh());
  return Array.from({ length: count }, () => {
    const entity = addEntity(world);
    plugin.addRigidBody(entity, { mesh, body: { motion: MOTION_KINEMATIC } });
    return entity;
  });
}

describe('bodies that all started in one place', () => {
  async function medianStep(bodiesOf: (scene: Scene) => number[], warmUp: (scene: Scene) => void) {
    const scene = await openScene();
    const all = bodiesOf(scene);
    warmUp(scene);
    all.forEach((entity, i) => {
      scene.plugin.components.RigidBody.px[entity] = 100 * i;
    });
    scene.plugin.step();
    const steps = Array.from({ length: 9 }, () => processorMs(() => scene.plugin.step()));
    expect(scene.plugin.counters.boxPairs).toBe(0);
    return steps.sort((a, b) => a - b)[4];
  }

  test('cost no more, once they are apart, than others do', async () => {
    const count = 1500;
    const neverMet = await medianStep(
      (scene) => bodies(scene, count),
      () => {},
    );
    const met = await medianStep(
      (scene) => bodies(scene, count),
      ({ plugin, world }) => {
        for (const stage of ['ingest', 'refit', 'broadPhase'] as const) plugin.systems[stage](world);
        expect(plugin.counters.pairs).toBe((count * (count - 1)) / 2);
      },
    );
    expect(met).toBeLessThan(5 * neverMet + 5);
  });

  test('pairs are sorted, whatever was found before', () => {
    const list = new PairList();
    const entities = Uint32Array.from({ length: 1000 }, (_, rank) => rank + 1);
    for (const count of [900, 63, 64, 65, 1, 0, 128, 129]) {
      list.clear();
      for (let i = count; i > 0; i--) list.add(i, 0);
      list.finish(entities, () => true);
      expect(Array.from(list.b.subarray(0, list.count))).toEqual(
        Array.from({ length: count }, (_, i) => i + 2),
      );
    }
  });
});

describe('a hundred thousand colliders', () => {
  const MANY = 100_000;

  test('are forgotten at once: one by one would take the square of their number', () => {
    const colliders = new Colliders(MANY);
    for (let entity = 1; entity <= MANY; entity++) colliders.append(entity, RIGID, 1);
    const odd = Array.from({ length: MANY / 2 }, (_, i) => 2 * i + 1);
    const ms = processorMs(() => colliders.remove(odd));
    expect([colliders.count, colliders.order[0], colliders.order[1]]).toEqual([MANY / 2, 2, 4]);
    expect(ms + processorMs(() => colliders.clear())).toBeLessThan(300);
    expect(colliders.count).toBe(0);
  });

  test('enter, go on after a restore, and half of them leave in a step', async () => {
    const scene = await openScene({ maxEntities: MANY });
    const all = bodies(scene, MANY);
    const { world, plugin } = scene;
    all.forEach((entity, i) => {
      plugin.components.RigidBody.px[entity] = 10 * i;
    });
    plugin.step();
    const before = plugin.snapshot();
    plugin.step();
    plugin.restore(before);
    expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
    for (let i = 0; i < MANY; i += 2) removeEntity(world, all[i]);
    plugin.step();
    expect(plugin.counters).toMatchObject({ left: MANY / 2, boxPairs: 0 });
    expect(plugin.snapshot().length).toBeLessThan(0.51 * before.length);
  });
});
