import { PerformanceObserver } from 'node:perf_hooks';
import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { openScene } from '../../support/colliders.js';

const WARM_UP = 5000;
/** Young memory is some megabytes: one small object a step would fill it less than once, one a collider several times. */
const STEPS = 20_000;

describe('a step after warm-up', () => {
  test('allocates nothing to speak of', async () => {
    const { world, plugin } = await openScene({ maxEntities: 100 });
    const cloth = gridMesh({ columns: 2, rows: 2 });
    const moved = [cloth.positions, cloth.positions.map((value) => value + 0.01)];
    const cloths = Array.from({ length: 10 }, () => addEntity(world));
    for (const entity of cloths) plugin.addDeformable(entity, cloth);
    const mesh = plugin.loadMesh(icosphereMesh({ subdivisions: 0 }));
    // Some of them meet in each step, some only come close.
    for (let i = 0; i < 10; i++) {
      const body = { vx: i & 1 ? -30 : 30, wz: 5 };
      plugin.addRigidBody(addEntity(world), { mesh, position: [2.6 * i, 0, 0], body });
    }
    const run = (steps: number) => {
      for (let i = 0; i < steps; i++) {
        for (const entity of cloths) plugin.moveVertices(entity, moved[i & 1]);
        plugin.step(1 / 60);
      }
    };
    run(WARM_UP);
    const collections = await collectionsDuring(() => run(STEPS));
    expect(collections).toBeLessThanOrEqual(1);
  });
});

async function collectionsDuring(work: () => void): Promise<number> {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().length;
  });
  observer.observe({ entryTypes: ['gc'] });
  work();
  await new Promise((resolve) => setTimeout(resolve, 50));
  observer.disconnect();
  return count;
}
