// A second thread that dies or hangs in a search: nothing is missing, and one thread goes on.
import { addEntity } from 'bitecs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FirstContactError } from '../../../src/errors.js';
import {
  closeGeometry,
  DeformableCollider,
  type DeformableContacts,
  geometryWorkers,
  initGeometry,
} from '../../../src/geometry/index.js';
import { openScene } from '../../support/colliders.js';
import { crumpled } from './crumpled.js';

const worker = new URL('../crew/dying-worker.mjs', import.meta.url);
/** How often work is shared until the worker has certainly had some of it, however little of the machine it gets. */
const MOST_SEARCHES = 2000;

const bytesOf = ({ count, kind, a, b, time }: DeformableContacts): Buffer =>
  Buffer.concat([kind, a, b, time].map((column) => Buffer.from(column.slice(0, count).buffer)));

afterEach(() => {
  closeGeometry();
  vi.unstubAllEnvs();
});

describe('a worker that is lost in a search', () => {
  it.each(['1 exits', '2 hangs'])('%s, and nothing is missing', async (ending) => {
    vi.stubEnv('DYING_WORKER', ending);
    await initGeometry({ workers: 2, worker });
    expect(geometryWorkers()).toBe(2);
    const { start: positions, end, triangles } = crumpled(48, 3);
    const [one, two] = [1, 2].map((workers) => new DeformableCollider({ positions, triangles }, { workers }));
    one.update(end, positions);
    const alone = one.contacts();
    const [expected, { ms: _, ...counted }] = [bytesOf(alone), alone.counters];
    expect(alone.count).toBeGreaterThan(1000);
    for (let search = 0; search < MOST_SEARCHES && geometryWorkers() === 2; search++) {
      two.update(end, positions);
      const found = two.contacts();
      expect(Buffer.compare(bytesOf(found), expected)).toBe(0);
      expect(found.counters).toMatchObject(counted);
    }
    expect(geometryWorkers()).toBe(1);
    two.update(end, positions);
    expect(Buffer.compare(bytesOf(two.contacts()), expected)).toBe(0);
  });

  it('costs the plugin no contact, and is told once', async () => {
    vi.stubEnv('DYING_WORKER', '2 exits');
    const reports: FirstContactError[] = [];
    const scenes = [];
    for (const workers of [1, 2]) {
      const options = { maxEntities: 10, workers, worker, sharedMemory: true };
      const scene = await openScene({ ...options, onReport: (report) => reports.push(report) });
      const { start, end, triangles } = crumpled(48, 5);
      const entity = addEntity(scene.world);
      scene.plugin.addDeformable(entity, { positions: start, triangles });
      scenes.push({ plugin: scene.plugin, move: (step: number) => [end, start][step & 1], entity });
    }
    const [one, two] = scenes;
    expect(two.plugin.workers).toBe(2);
    const hold = (plugin: typeof one.plugin) =>
      Buffer.from(plugin.contacts.time.slice(0, plugin.contacts.count).buffer);
    let after = 0;
    for (let step = 0; step < MOST_SEARCHES && after < 3; step++) {
      for (const { entity, move, plugin } of scenes) {
        plugin.moveVertices(entity, move(step));
        plugin.step();
      }
      expect(one.plugin.contacts.count).toBeGreaterThan(1000);
      expect(Buffer.compare(hold(two.plugin), hold(one.plugin))).toBe(0);
      if (two.plugin.workers === 1) after++;
    }
    expect(reports.map(({ code }) => code)).toEqual(['WORKER_LOST']);
    expect([one.plugin.counters.lostWorkers, two.plugin.counters.lostWorkers]).toEqual([0, 1]);
    for (const { plugin } of scenes) plugin.dispose();
  });
});
