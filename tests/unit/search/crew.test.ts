import { addEntity } from 'bitecs';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  closeGeometry,
  DeformableCollider,
  type DeformableContacts,
  geometryWorkers,
  initGeometry,
  STRATEGIES,
  type StrategyName,
} from '../../../src/geometry/index.js';
import { openScene } from '../../support/colliders.js';
import { grid, moving } from '../deformable/support/meshes.js';
import { crumpled } from './crumpled.js';

const worker = new URL('../../../tools/source-worker.mjs', import.meta.url);

function bytesOf({ count, kind, a, b, time }: DeformableContacts): Buffer {
  return Buffer.concat([
    Buffer.from([count & 255]),
    ...[kind, a, b, time].map((column) => Buffer.from(column.slice().buffer)),
  ]);
}

afterEach(() => {
  closeGeometry();
  vi.unstubAllGlobals();
});
afterAll(() => closeGeometry());

describe('two workers', () => {
  it('find the same as one on curved paths', async () => {
    await initGeometry({ workers: 2, worker });
    const { start: positions, end, triangles } = crumpled(32, 5);
    const bent = positions.map((x, i) => (x + end[i]) / 2 + 0.01 * ((i % 5) - 2));
    const [one, two] = [1, 2].map((workers) => new DeformableCollider({ positions, triangles }, { workers }));
    for (const collider of [one, two]) collider.updateCurved([bent], end);
    for (const strategy of ['all', 'r-triangles'] as const) {
      const alone = one.contacts({ strategy });
      expect(alone.count).toBeGreaterThan(100);
      expect(Buffer.compare(bytesOf(two.contacts({ strategy })), bytesOf(alone))).toBe(0);
    }
    one.dispose();
    two.dispose();
  });

  it('find the same as one, bit by bit, with every strategy', async () => {
    await initGeometry({ workers: 2, worker });
    expect(geometryWorkers()).toBe(2);
    const mesh = crumpled(48, 3);
    const { start: positions, triangles } = mesh;
    const two = new DeformableCollider({ positions, triangles });
    const one = new DeformableCollider({ positions, triangles }, { workers: 1 });
    for (const strategy of Object.keys(STRATEGIES) as StrategyName[]) {
      two.update(mesh.end, mesh.start);
      one.update(mesh.end, mesh.start);
      const alone = one.contacts({ strategy });
      const together = two.contacts({ strategy });
      expect(alone.count).toBeGreaterThan(1000);
      expect(Buffer.compare(bytesOf(together), bytesOf(alone))).toBe(0);
      const { ms: _, ...counted } = together.counters;
      expect(alone.counters).toMatchObject(counted);
    }
    const thick = [1, 2].map((workers) => {
      const collider = new DeformableCollider({ positions, triangles }, { workers, thickness: 0.002 });
      collider.update(mesh.end);
      return bytesOf(collider.contacts({ details: true }));
    });
    expect(Buffer.compare(thick[0], thick[1])).toBe(0);
    const other = crumpled(48, 4);
    const second = new DeformableCollider({ positions: other.start, triangles: other.triangles });
    second.update(other.end);
    two.update(mesh.end, mesh.start);
    one.update(mesh.end, mesh.start);
    expect(Buffer.compare(bytesOf(two.contactsWith(second)), bytesOf(one.contactsWith(second)))).toBe(0);
  });

  it('take a traversal apart that is far on its way', async () => {
    await initGeometry({ workers: 2, worker });
    const sheet = moving('sheet', grid(64, 64), 8);
    const flat = sheet.start.map((_, i) => {
      const vertex = Math.floor(i / 3);
      return [vertex % 65, Math.floor(vertex / 65), 0.3 * Math.floor((vertex % 65) / 40)][i % 3];
    });
    const moved = flat.map((x, i) => x + 0.2 * sheet.end[i]);
    for (const tree of ['median', 'connected'] as const) {
      const [one, two] = [1, 2].map((workers) => {
        const input = { positions: flat, triangles: sheet.triangles };
        const collider = new DeformableCollider(input, { workers, tree });
        collider.update(moved);
        return collider;
      });
      for (const strategy of ['all', 'feature-boxes', 'r-triangles'] as const) {
        const [alone, together] = [one.contacts({ strategy }), two.contacts({ strategy })];
        if (strategy === 'feature-boxes') expect(alone.counters.boxTests).toBeGreaterThan(50_000);
        expect(Buffer.compare(bytesOf(together), bytesOf(alone))).toBe(0);
        const { ms: _, ...counted } = together.counters;
        expect(alone.counters).toMatchObject(counted);
      }
    }
  });

  it('give the plugin the same contacts and the same snapshot', async () => {
    const mesh = crumpled(48, 5);
    const other = crumpled(32, 6);
    const runs = [];
    for (const workers of [1, 2]) {
      const { world, plugin } = await openScene({ maxEntities: 10, workers, worker, sharedMemory: true });
      expect(plugin.workers).toBe(workers);
      expect(plugin.memory.shared).toBe(true);
      const entities = [mesh, other].map(({ start, triangles }) => {
        const entity = addEntity(world);
        plugin.addDeformable(entity, { positions: start, triangles });
        return entity;
      });
      const counts: number[] = [];
      for (let step = 0; step < 3; step++) {
        plugin.moveVertices(entities[0], step % 2 === 0 ? mesh.end : mesh.start);
        plugin.moveVertices(entities[1], step % 2 === 0 ? other.end : other.start);
        plugin.step();
        counts.push(plugin.contacts.count);
      }
      // where memory has holes is the one thing that another thread changes
      const counters = { ...plugin.counters, bytesCompacted: 0 };
      runs.push({ counts, counters, snapshot: Buffer.from(plugin.snapshot()) });
      plugin.dispose();
    }
    expect(runs[0].counts[0]).toBeGreaterThan(1000);
    expect(runs[1].counts).toEqual(runs[0].counts);
    expect(runs[1].counters).toEqual(runs[0].counters);
    expect(Buffer.compare(runs[0].snapshot, runs[1].snapshot)).toBe(0);
  });

  it('are one where memory cannot be shared, or no worker comes', async () => {
    vi.stubGlobal('crossOriginIsolated', false);
    await initGeometry({ workers: 2, worker });
    expect(geometryWorkers()).toBe(1);
    const { plugin } = await openScene({ workers: 2, worker, sharedMemory: true });
    expect([plugin.workers, plugin.memory.shared]).toEqual([1, false]);
    vi.unstubAllGlobals();
    closeGeometry();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await initGeometry({ workers: 2, worker: new URL('./no-such-file.mjs', import.meta.url) });
    expect(geometryWorkers()).toBe(1);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
    const mesh = crumpled(16, 7);
    const collider = new DeformableCollider({ positions: mesh.start, triangles: mesh.triangles });
    collider.update(mesh.end);
    expect(collider.contacts().count).toBeGreaterThan(0);
  });

  it('are no more than two', async () => {
    await expect(initGeometry({ workers: 3 })).rejects.toMatchObject({ code: 'BAD_SETTING' });
    await expect(openScene({ workers: 0 })).rejects.toMatchObject({ code: 'BAD_SETTING' });
  });
});
