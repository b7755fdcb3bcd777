// Culling by visibility never takes a pair away that touches; the paper's own footprints do.
import { expect, test } from 'vitest';
import { ClusterPairs, SweepAndPrune } from '../../src/visibility/cluster-pairs.js';
import { PotentiallyCollidingSet } from '../../src/visibility/cullide.js';
import { conservativeFootprint } from '../../src/visibility/footprint-writer.js';
import { PairFacts } from '../../src/visibility/pair-facts.js';
import { PassWriter, withoutCanaries } from '../../src/visibility/pass-writer.js';
import { lossyFootprint } from '../../src/visibility/raw-triangles.js';
import { SweptClusters } from '../../src/visibility/swept-clusters.js';
import { ALL_VIEWS, AXIS_VIEWS } from '../../src/visibility/view.js';
import { BFV, NFV } from '../../src/visibility/visible-classes.js';
import { processorBackend } from './rasteriser.js';
import { makeSoup, rawOf, type Soup, type SoupOptions, touch } from './soups.js';

const KINDS: Record<string, Omit<SoupOptions, 'seed'>> = {
  'standing still': { objects: 4, clustersEach: 12, size: 0.25, motion: 0 },
  'crossing the view': { objects: 5, clustersEach: 8, size: 0.2, motion: 1.5 },
  'on borders of pixels': { objects: 4, clustersEach: 12, size: 0.25, motion: 0.25, grid: 1 / 32 },
  'thin, edge-on': { objects: 4, clustersEach: 12, size: 0.25, motion: 0.1, flatten: 1e-3 },
  'all in one plane': { objects: 3, clustersEach: 8, size: 0.2, motion: 0.2, flatten: 0 },
  'far from the origin': { objects: 4, clustersEach: 12, size: 0.25, motion: 0.2, offset: 1e9 },
  large: { objects: 3, clustersEach: 8, size: 0.9, motion: 0.3 },
  tiny: { objects: 4, clustersEach: 12, size: 0.25, motion: 0.2, scale: 1e-20 },
};

interface Candidates {
  readonly soup: Soup;
  readonly pairs: ClusterPairs;
  readonly touches: readonly boolean[];
}

function candidates(options: SoupOptions): Candidates {
  const soup = makeSoup(options);
  const pairs = new ClusterPairs();
  new SweepAndPrune().find(soup.clusters, () => true, pairs);
  const touches = Array.from({ length: pairs.count }, (_, i) =>
    soup.triangles[pairs.a[i]].some((p) => soup.triangles[pairs.b[i]].some((q) => touch(p, q))),
  );
  return { soup, pairs, touches };
}

function missed({ pairs, touches }: Candidates): number {
  return touches.filter((touches, i) => touches && pairs.apart[i] === 1).length;
}

test.each(Object.entries(KINDS))('pairs that touch stay: %s', async (_, kind) => {
  let freed = 0;
  for (const [size, seeds] of [
    [16, 4],
    [64, 3],
    [256, 1],
  ]) {
    for (let seed = 1; seed <= seeds; seed++) {
      const scene = candidates({ ...kind, seed });
      const { problem } = await new PairFacts().cull(
        processorBackend(size),
        scene.soup.clusters,
        scene.pairs,
        { views: ALL_VIEWS, groups: scene.soup.clusters.object, startsWithObjects: seed % 2 === 0 },
      );
      expect(problem).toBeUndefined();
      expect(missed(scene)).toBe(0);
      freed += scene.pairs.apart.slice(0, scene.pairs.count).reduce((a, b) => a + b, 0);
    }
  }
  if (kind.flatten !== 0 && kind.size < 0.5) expect(freed).toBeGreaterThan(0);
});

test('what is fully visible in both passes has no pair left', async () => {
  const counts = { both: 0, neither: 0 };
  for (let seed = 1; seed <= 10; seed++) {
    for (const views of [...AXIS_VIEWS.map((view) => [view]), AXIS_VIEWS]) {
      const { soup, pairs } = candidates({ ...KINDS['standing still'], seed });
      const facts = new PairFacts();
      await facts.cull(processorBackend(64), soup.clusters, pairs, {
        views,
        groups: soup.clusters.object,
      });
      for (let i = 0; i < pairs.count; i++) {
        const classes = [facts.classes[pairs.a[i]], facts.classes[pairs.b[i]]];
        if (classes.includes(BFV)) {
          counts.both++;
          expect(pairs.apart[i], `seed ${seed}, pair ${i}`).toBe(1);
        }
        if (classes[0] === NFV && classes[1] === NFV) counts.neither++;
      }
    }
  }
  expect(counts.both).toBeGreaterThan(20);
  expect(counts.neither).toBeGreaterThan(20);
});

test.each([false, true])('so do they in the papers’ sets, classes used: %s', async (usesClasses) => {
  for (const kind of Object.values(KINDS)) {
    for (let seed = 1; seed <= 3; seed++) {
      const scene = candidates({ ...kind, seed });
      const set = new PotentiallyCollidingSet();
      const options = { views: AXIS_VIEWS, usesClasses, footprint: conservativeFootprint };
      await set.cull(processorBackend(64), scene.soup.clusters, scene.pairs, options);
      expect(missed(scene)).toBe(0);
    }
  }
});

test('the classes free more pairs, with fewer asks', async () => {
  const total = { freed: [0, 0], asks: [0, 0] };
  for (let seed = 1; seed <= 10; seed++) {
    for (const usesClasses of [false, true]) {
      const scene = candidates({ ...KINDS['standing still'], seed });
      const options = { views: AXIS_VIEWS, usesClasses, footprint: conservativeFootprint };
      const { freed, asks } = await new PotentiallyCollidingSet().cull(
        processorBackend(128),
        scene.soup.clusters,
        scene.pairs,
        options,
      );
      total.freed[Number(usesClasses)] += freed;
      total.asks[Number(usesClasses)] += asks;
    }
  }
  expect(total.freed[1]).toBeGreaterThan(total.freed[0]);
  expect(total.asks[1]).toBeLessThan(total.asks[0]);
});

test('raw triangles at the centres of pixels miss contacts: what the footprints are for', async () => {
  let lost = 0;
  for (let seed = 1; seed <= 10; seed++) {
    const scene = candidates({ ...KINDS['crossing the view'], seed });
    const footprint = lossyFootprint(rawOf(scene.soup), false);
    const options = { views: AXIS_VIEWS, usesClasses: true, footprint };
    await new PotentiallyCollidingSet().cull(processorBackend(64), scene.soup.clusters, scene.pairs, options);
    lost += missed(scene);
  }
  expect(lost).toBeGreaterThan(0);
});

test('each canary of each pass is looked at, and how many answers there are', () => {
  const writer = new PassWriter();
  writer.begin(16);
  for (let pass = 0; pass < 2; pass++) {
    writer.beginPass();
    writer.ask(0, 1);
    writer.endPass();
  }
  const { passes } = writer.batch();
  // Seen and not seen, around what was asked.
  const right = [1, 0, 0, 1, 0, 1, 0, 1, 1, 0];
  expect(withoutCanaries(passes, Uint8Array.from(right))?.map((own) => [...own])).toEqual([[0], [1]]);
  for (const at of [0, 1, 3, 4, 5, 6, 8, 9]) {
    expect(
      withoutCanaries(
        passes,
        Uint8Array.from(right, (seen, i) => (i === at ? 1 - seen : seen)),
      ),
    ).toBeUndefined();
  }
  for (const wrong of [right.slice(1), [...right, 0]]) {
    expect(withoutCanaries(passes, Uint8Array.from(wrong))).toBeUndefined();
  }
});

test.each([1e-300, 1e-160, 1e-20])(
  'flat bodies that touch, in one plane, with a reach of %d',
  async (reach) => {
    for (const views of [AXIS_VIEWS, ALL_VIEWS]) {
      const clusters = new SweptClusters();
      for (const [object, x] of [
        [0, 0],
        [1, 0.5],
        [2, 3],
      ]) {
        for (const [dx, y] of [
          [0, 0],
          [1, 0],
          [0, 1],
        ])
          clusters.addPoint(x + dx, y, 0);
        clusters.endCluster(object, reach, 0, 0, 1);
      }
      const pairs = new ClusterPairs();
      pairs.add(0, 1);
      pairs.add(1, 2);
      const { problem } = await new PairFacts().cull(processorBackend(64), clusters, pairs, {
        views,
        groups: clusters.object,
      });
      expect(problem).toBeUndefined();
      expect([...pairs.apart.subarray(0, 2)]).toEqual([0, 1]);
    }
  },
);
