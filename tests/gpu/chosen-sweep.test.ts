// Whoever sweeps finds the same pairs, in the same order; who cannot is not waited for, and who is slower is left alone.
import { afterEach, expect, test, vi } from 'vitest';
import { webgpu } from '../../src/gpu/index.js';
import { ChosenSweep } from '../../src/visibility/chosen-sweep.js';
import { ClusterPairs, SweepAndPrune } from '../../src/visibility/cluster-pairs.js';
import type { SweptClusters } from '../../src/visibility/swept-clusters.js';
import { makeSoup } from './soups.js';

afterEach(() => vi.restoreAllMocks());

const { clusters } = makeSoup({ objects: 5, clustersEach: 12, seed: 4, size: 0.3, motion: 0.2 });
const mayTouch = (a: number, b: number) => a + b !== 3;
const list = (pairs: ClusterPairs) =>
  Array.from({ length: pairs.count }, (_, i) => `${pairs.a[i]} ${pairs.b[i]}`);

/** A backend that sweeps elsewhere, or cannot, and how often it was asked to. */
function sweeping(can: boolean) {
  const backend = {
    sweep: 'gpu' as 'gpu' | 'automatic' | 'processor',
    asked: 0,
    findPairs: async (all: SweptClusters, pairs: ClusterPairs) => {
      backend.asked++;
      if (can) new SweepAndPrune().find(all, () => true, pairs);
      return can;
    },
  };
  return backend;
}

const expected = new ClusterPairs();
new SweepAndPrune().find(clusters, mayTouch, expected);

test.each([true, false])('the same pairs, the GPU can: %s', async (can) => {
  expect(expected.count).toBeGreaterThan(20);
  for (const sweep of ['processor', 'gpu', 'automatic'] as const) {
    const backend = { ...sweeping(can), sweep };
    const pairs = new ClusterPairs();
    pairs.add(1, 2);
    await new ChosenSweep().find(backend, clusters, mayTouch, pairs);
    expect(list(pairs)).toEqual(list(expected));
  }
});

test('automatic keeps what takes less time', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const backend = sweeping(true);
  backend.sweep = 'automatic';
  const find = backend.findPairs;
  backend.findPairs = async (all, pairs) => {
    now += 5;
    return find(all, pairs);
  };
  const chosen = new ChosenSweep();
  const pairs = new ClusterPairs();
  for (let step = 0; step < 100; step++) await chosen.find(backend, clusters, mayTouch, pairs);
  // It is tried in eleven steps.
  expect(backend.asked).toBe(11);
});

test('only places that there are', () => {
  expect(() => webgpu({ sweep: 'cloud' as never })).toThrow('sweep is "cloud"');
  expect(webgpu({}).sweep).toBe('processor');
});
