// The seeded scenes of docs/gpu.md, culled with the reference rasteriser: no pair that touches goes, and the papers' own
// footprints let some go, so that the scenes have teeth. tests/browser/gpu.test.ts asks the real backends the same.
import { expect, test } from 'vitest';
import { icosphereMesh, placedPoints } from '../../scenes/meshes/index.js';
import { SMALL_SWEPT_SCENES, SWEPT_SCENES } from '../../scenes/swept/index.js';
import { initGeometry, penetrationDepth, rigidMesh } from '../../src/geometry/index.js';
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
  for (const method of ['step', 'split', 'pairs', 'quick-cullide'] as const) {
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

test('what the processor knows to be seen need not be asked: fewer asks, and no fewer pairs free', async () => {
  const asks = { split: 0, 'all-asks': 0 };
  for (const name of SMALL_SWEPT_SCENES) {
    const input = sweptInput(SWEPT_SCENES[name](5));
    const freed: Record<string, Uint8Array> = {};
    for (const method of ['split', 'all-asks'] as const) {
      const culled = await cullScene(input, processorBackend(64), method, DEFAULT_VIEWS);
      asks[method] += culled.asks;
      freed[method] = culled.pairs.apart;
    }
    expect(freed['all-asks'].filter((apart, i) => apart > freed.split[i])).toEqual(new Uint8Array(0));
  }
  expect(asks.split).toBeLessThan(asks['all-asks'] / 2);
});

test('what overlaps is left after culling, with its depth (section 6); what is apart is not', async () => {
  const ball = icosphereMesh({ subdivisions: 3, radius: 0.5 });
  // The first two overlap by 0.2; the third is apart from both along a slope, its box is not.
  const places = [
    [0, 0, 0],
    [0.8, 0, 0],
    [-0.75, 0.75, 0],
  ] as const;
  const scene = places.map((position) => {
    const points = placedPoints(ball.positions, { position });
    return { triangles: ball.triangles, start: points, end: points };
  });
  const input = sweptInput(scene);
  const { pairs } = await cullScene(input, processorBackend(256), 'split', DEFAULT_VIEWS);
  const left = new Set<string>();
  for (let i = 0; i < pairs.count; i++) {
    const [a, b] = [input.clusters.object[pairs.a[i]], input.clusters.object[pairs.b[i]]];
    if (pairs.apart[i] === 0) left.add(`${Math.min(a, b)} ${Math.max(a, b)}`);
  }
  expect([...left]).toEqual(['0 1']);
  expect(new Set(Array.from({ length: pairs.count }, (_, i) => input.clusters.object[pairs.b[i]]))).toContain(
    2,
  );
  const mesh = rigidMesh(ball.positions, ball.triangles);
  const pose = (which: number) => ({ position: places[which], rotation: [0, 0, 0, 1] });
  const { depth, direction } = penetrationDepth(mesh, pose(0), mesh, pose(1));
  expect(depth).toBeGreaterThan(0.15);
  expect(depth).toBeLessThan(0.21);
  expect(direction[0]).toBeLessThan(-0.95);
});
