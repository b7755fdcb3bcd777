// Answers that are taken for known without asking are those that pictures give.
import { expect, test } from 'vitest';
import { ClusterPairs, SweepAndPrune } from '../../src/visibility/cluster-pairs.js';
import { DEPTH_LEVELS } from '../../src/visibility/frame.js';
import { Level } from '../../src/visibility/level.js';
import { PassWriter, withoutCanaries } from '../../src/visibility/pass-writer.js';
import { Sight } from '../../src/visibility/sight.js';
import { ALL_VIEWS } from '../../src/visibility/view.js';
import { markWitnesses } from '../../src/visibility/witnesses.js';
import { rasterise } from './rasteriser.js';
import { makeSoup } from './soups.js';

const WORDS = 20;

/** Draws one footprint and asks about another, from in front or from behind; whether something is seen. */
function isSeen(footprints: Int32Array, drawn: number, asked: number, isFromBehind: boolean, size: number) {
  const writer = new PassWriter();
  writer.begin(size);
  const copy = (k: number) => {
    const at = writer.room();
    const words = footprints.slice(k * WORDS, (k + 1) * WORDS);
    const [slopeX, slopeY, near, far] = words.subarray(16);
    const turned = [-slopeX, -slopeY, DEPTH_LEVELS - 1 - far, DEPTH_LEVELS - 1 - near];
    if (isFromBehind) words.set(turned, 16);
    writer.footprints.set(words, at);
    return writer.advance();
  };
  writer.beginPass();
  writer.draw(copy(drawn), 1);
  writer.ask(copy(asked), 1);
  writer.endPass();
  const batch = writer.batch();
  return withoutCanaries(batch.passes, rasterise(batch, size))?.[0][0] === 1;
}

test.each([
  ['small', { size: 0.25, motion: 0.2 }],
  ['large and fast', { size: 0.9, motion: 0.8 }],
  ['thin', { size: 0.3, motion: 0.1, flatten: 1e-3 }],
  ['in one plane', { size: 0.2, motion: 0.2, flatten: 0 }],
])('pairs with a witness are seen, whichever is asked: %s', (_, kind) => {
  let witnesses = 0;
  let others = 0;
  for (let seed = 1; seed <= 3; seed++) {
    const { clusters } = makeSoup({ objects: 3, clustersEach: 8, seed, ...kind });
    const pairs = new ClusterPairs();
    new SweepAndPrune().find(clusters, () => true, pairs);
    const level = new Level();
    level.ofClusters(clusters, pairs);
    const sight = new Sight();
    const marks = new Uint8Array(pairs.count);
    for (const size of [16, 64]) {
      for (const view of ALL_VIEWS) {
        sight.look(view, clusters, level, size);
        markWitnesses(sight, level, pairs, size, marks);
        for (let i = 0; i < pairs.count; i++) {
          if (marks[i] === 0) {
            others++;
            continue;
          }
          witnesses++;
          const isOrdered = sight.rank[pairs.a[i]] < sight.rank[pairs.b[i]];
          const [behind, before] = isOrdered ? [pairs.a[i], pairs.b[i]] : [pairs.b[i], pairs.a[i]];
          expect(isSeen(sight.footprints, behind, before, false, size)).toBe(true);
          expect(isSeen(sight.footprints, before, behind, true, size)).toBe(true);
        }
      }
    }
  }
  expect(witnesses).toBeGreaterThan(100);
  expect(others).toBeGreaterThan(0);
});

test('objects are asked about with all their clusters that have partners, and freed with all their pairs', () => {
  const { clusters } = makeSoup({ objects: 4, clustersEach: 10, seed: 7, size: 0.3, motion: 0.1 });
  const pairs = new ClusterPairs();
  new SweepAndPrune().find(clusters, () => true, pairs);
  pairs.apart[0] = 1;
  const level = new Level();
  level.ofObjects(clusters, pairs);
  const open = Array.from({ length: pairs.count }, (_, i) => i).slice(1);
  const { object } = clusters;
  const expected = new Set(open.flatMap((i) => [pairs.a[i], pairs.b[i]]));
  expect(new Set(level.clusters.subarray(0, level.first[level.itemCount]))).toEqual(expected);
  for (let item = 0; item < level.itemCount; item++) {
    for (const k of level.clusters.subarray(level.first[item], level.first[item + 1]))
      expect(object[k]).toBe(item);
  }
  expect(level.pairCount).toBe(new Set(open.map((i) => `${object[pairs.a[i]]} ${object[pairs.b[i]]}`)).size);
  const isOfFirst = (i: number) => object[pairs.a[i]] === 0 || object[pairs.b[i]] === 0;
  const freed = level.free((a, b) => a === 0 || b === 0, pairs);
  expect(freed).toBe(open.filter(isOfFirst).length);
  for (const i of open) expect(pairs.apart[i]).toBe(isOfFirst(i) ? 1 : 0);
});
