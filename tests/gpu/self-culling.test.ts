// Culling within one mesh: patches miss nothing and free pairs; the paper's own frees more, and loses contacts.
import { expect, test } from 'vitest';
import { gridMesh } from '../../scenes/meshes/index.js';
import { cos, sin } from '../../scenes/meshes/trig.js';
import { random } from '../../scenes/random.js';
import type { SweptObject } from '../../scenes/swept/index.js';
import { initGeometry } from '../../src/geometry/index.js';
import { Neighbours } from '../../src/visibility/self-pairs.js';
import { AXIS_VIEWS, OBLIQUE_VIEWS } from '../../src/visibility/view.js';
import { missedPairs } from '../../tools/gpu/culled-scene.js';
import { cullWithin, selfInput, touchingWithin } from '../../tools/gpu/self-input.js';
import { openPairs } from '../../tools/gpu/swept-input.js';
import { processorBackend } from './rasteriser.js';

await initGeometry();

/** A strip rolled up, its layers close together, which trembles so that some of them meet. */
function rolled(seed: number): SweptObject {
  const next = random(seed);
  const flat = gridMesh({ columns: 60, rows: 8, width: 6, depth: 0.6 });
  const tremble = 0.07 + 0.03 * next();
  const rolledUp = (shake: number) => {
    const points = new Float64Array(flat.positions.length);
    for (let p = 0; p < points.length; p += 3) {
      const along = flat.positions[p] + 3;
      const radius = 0.3 + 0.012 * along + shake * (next() - 0.5);
      points[p] = radius * cos(2.2 * along);
      points[p + 1] = radius * sin(2.2 * along);
      points[p + 2] = flat.positions[p + 2] + 0.2 * shake * (next() - 0.5);
    }
    return points;
  };
  return { triangles: flat.triangles, start: rolledUp(tremble), end: rolledUp(tremble) };
}

test.each([1, 2, 3])('a rolled strip, seed %i', async (seed) => {
  const mesh = rolled(seed);
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
  const { cut, neighbours } = selfInput(rolled(1), 4);
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
