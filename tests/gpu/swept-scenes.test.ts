// The seeded scenes of docs/gpu.md, culled with the reference rasteriser: no pair that touches goes, and the papers' own
// footprints let some go, so that the scenes have teeth. tests/browser/gpu.test.ts asks the real backends the same.
import { expect, test } from 'vitest';
import { SMALL_SWEPT_SCENES, SWEPT_SCENES } from '../../scenes/swept/index.js';
import { initGeometry } from '../../src/geometry/index.js';
import { AXIS_VIEWS, DEFAULT_VIEWS } from '../../src/visibility/view.js';
import { cullScene, missedPairs, touchingClusters } from '../../tools/gpu/culled-scene.js';
import { sweptInput } from '../../tools/gpu/swept-input.js';
import { processorBackend } from './rasteriser.js';

await initGeometry();

test.each(SMALL_SWEPT_SCENES)('%s', async (name) => {
  const scene = SWEPT_SCENES[name](11);
  const input = sweptInput(scene);
  const touching = touchingClusters(scene, input);
  const backend = processorBackend(64);
  expect(touching.size).toBeGreaterThan(20);
  for (const method of ['split', 'pairs', 'quick-cullide'] as const) {
    const culled = await cullScene(input, backend, method, DEFAULT_VIEWS);
    expect(culled.problem).toBeUndefined();
    expect(missedPairs(touching, culled.pairs, input.clusters.count)).toBe(0);
    // Where everything crosses everything, there is nothing to free.
    if (method === 'split' && name !== 'crossing') expect(culled.freed).toBeGreaterThan(0);
  }
  const raw = await cullScene(input, backend, 'raw', AXIS_VIEWS);
  expect(missedPairs(touching, raw.pairs, input.clusters.count)).toBeGreaterThan(0);
});

test('who is drawn and who is asked are split: several times as many pairs are free', async () => {
  const freed = { split: 0, pairs: 0 };
  for (const name of ['closed', 'open', 'containing', 'borders']) {
    const input = sweptInput(SWEPT_SCENES[name](5));
    for (const method of ['split', 'pairs'] as const) {
      freed[method] += (await cullScene(input, processorBackend(64), method, DEFAULT_VIEWS)).freed;
    }
  }
  expect(freed.split).toBeGreaterThan(2 * freed.pairs);
});
