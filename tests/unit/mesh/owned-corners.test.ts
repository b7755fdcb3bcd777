import { expect, test } from 'vitest';
import { torusMesh } from '../../../scenes/meshes/index.js';
import { CORNER_VERTEX, OWNS_CORNER, OWNS_EDGE } from '../../../src/kernels/layout/rigid-meshes.js';
import { markOwned } from '../../../src/mesh/owned-corners.js';

test('of every vertex and every edge one triangle is the owner', () => {
  const { triangles } = torusMesh({ around: 24, tube: 10, radius: 1, tubeRadius: 0.3 });
  // and three triangles at one edge
  const corners = Uint32Array.from([...triangles, 500, 501, 502, 501, 500, 503, 500, 501, 504]);
  const before = corners.slice();
  markOwned(corners);
  const vertices = new Map<number, number>();
  const edges = new Map<string, number>();
  corners.forEach((word, i) => {
    expect(word & CORNER_VERTEX).toBe(before[i]);
    const next = before[i % 3 === 2 ? i - 2 : i + 1];
    const edge = [before[i], next].sort((p, q) => p - q).join();
    vertices.set(before[i], (vertices.get(before[i]) ?? 0) + ((word & OWNS_CORNER) === 0 ? 0 : 1));
    edges.set(edge, (edges.get(edge) ?? 0) + ((word & OWNS_EDGE) === 0 ? 0 : 1));
  });
  expect(vertices.size).toBe(245);
  expect([...vertices.values()].every((owners) => owners === 1)).toBe(true);
  expect(edges.size).toBe(720 + 7);
  expect([...edges.values()].every((owners) => owners === 1)).toBe(true);
});
