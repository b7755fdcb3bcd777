// Culling within one mesh: patches miss nothing and free pairs; the paper's own frees more, and loses contacts.
import { expect, test } from 'vitest';
import { rolledStrip } from '../../scenes/swept/index.js';
import { initGeometry } from '../../src/geometry/index.js';
import { Neighbours } from '../../src/visibility/self-pairs.js';
import { AXIS_VIEWS, OBLIQUE_VIEWS } from '../../src/visibility/view.js';
import { missedPairs } from '../../tools/gpu/culled-scene.js';
import { cullWithin, selfInput, touchingWithin } from '../../tools/gpu/self-input.js';
import { openPairs } from '../../tools/gpu/swept-input.js';
import { processorBackend } from './rasteriser.js';

await initGeometry();

test.each([1, 2, 3])('a rolled strip, seed %i', async (seed) => {
  const mesh = rolledStrip(seed);
  const input = selfInput(mesh, 4);
  const touching = touchingWithin(mesh, input);
  expect(touching.size).toBeGreaterThan(5);
  for (const size of [64, 256]) {
    const pairs = openPairs(input);
    const views = [...AXIS_VIEWS, ...OBLIQUE_VIEWS.slice(0, 3)];
    const { freed, problem } = await cullWithin(input, pairs, processorBackend(size), 'patches', views);
    expect(problem).toBeUndefined();
    expect(missedPairs(touching, pairs, input.clusters.count)).toBe(0);
    expect(freed).toBeGreaterThan((pairs.count - touching.size) / 10);
  }
  const lossy = openPairs(input);
  await cullWithin(input, lossy, processorBackend(64), 'paper', AXIS_VIEWS);
  expect(missedPairs(touching, lossy, input.clusters.count)).toBeGreaterThan(0);
});

test('clusters that share a vertex are neighbours', () => {
  const { cut, neighbours } = selfInput(rolledStrip(1), 4);
  let pairs = 0;
  for (let a = 0; a < cut.count; a++) {
    const own = new Set(cut.vertices.subarray(cut.vertexStart[a], cut.vertexStart[a + 1]));
    for (let b = a + 1; b < cut.count; b++) {
      const shares = cut.vertices
        .subarray(cut.vertexStart[b], cut.vertexStart[b + 1])
        .some((v) => own.has(v));
      expect(neighbours.has(b, a)).toBe(shares);
      pairs += Number(shares);
    }
  }
  expect(neighbours.pairs).toBe(pairs);
  expect(new Neighbours(cut).pairs).toBe(pairs);
});
