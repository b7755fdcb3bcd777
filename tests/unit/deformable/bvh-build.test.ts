import { describe, expect, it } from 'vitest';
import {
  type BvhTopology,
  buildBvh,
  bvhNodeCount,
  NO_CHILD,
  rebuildBelow,
  trianglesBelow,
} from '../../../src/mesh/bvh-build.js';
import { buildConnectedBvh } from '../../../src/mesh/bvh-connected.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { connectivityOf } from './support/feature-pairs.js';
import { connectivities, grid, type MovingMesh, moving } from './support/meshes.js';

const meshes: MovingMesh[] = [
  ...connectivities.map(([name, triangles], seed) => moving(name, triangles, seed)),
  moving('all in one place', grid(20, 20), 5, { scale: 0 }),
  moving('far from the origin', grid(20, 20), 6, { offset: 1e6 }),
];

describe.each(meshes)('tree over $name', (mesh) => {
  const swept = sweptVertices(mesh.start, mesh.end);
  const bvh = buildBvh(swept, mesh.triangles);

  it('has each triangle in one leaf and siblings side by side behind their parent', () => {
    checkShape(bvh, mesh.triangles.length / 3);
  });

  it('is balanced', () => {
    expect(depth(bvh)).toBeLessThanOrEqual(1 + Math.ceil(Math.log2(mesh.triangles.length / 3)));
  });

  it('keeps its shape around a part that is rebuilt', () => {
    const moved = sweptVertices(
      mesh.end,
      mesh.start.map((at, i) => at + (i % 7)),
    );
    for (let node = 0; node < bvh.child.length; node += 1 + (bvh.child.length >> 6)) {
      const rebuilt = { child: bvh.child.slice(), meta: bvh.meta.slice() };
      rebuildBelow(rebuilt, node, moved, mesh.triangles);
      checkShape(rebuilt, mesh.triangles.length / 3);
      expect(trianglesBelow(rebuilt, node).sort()).toEqual(trianglesBelow(bvh, node).sort());
    }
    const whole = { child: bvh.child.slice(), meta: bvh.meta.slice() };
    rebuildBelow(whole, 0, moved, mesh.triangles);
    const anew = buildBvh(moved, mesh.triangles);
    expect(depth(whole)).toBe(depth(anew));
  });
});

describe.each(meshes)('tree merged along the edges of $name', (mesh) => {
  const bvh = buildConnectedBvh(sweptVertices(mesh.start, mesh.end), mesh.triangles, connectivityOf(mesh));

  it('has each triangle in one leaf and siblings side by side behind their parent', () => {
    checkShape(bvh, mesh.triangles.length / 3);
  });

  it('is not deeper than a search has room for', () => {
    expect(depth(bvh)).toBeLessThanOrEqual(2 + 1.42 * Math.log2(mesh.triangles.length / 3) + 1);
  });
});

it('has connected nodes alone where the mesh is connected', () => {
  const cloth = moving('cloth', grid(20, 16), 3);
  const flat = cloth.start
    .map((_, i) => (i % 3 === 2 ? 0 : (i - (i % 3)) / 3))
    .map((v, i) => (i % 3 === 0 ? v % 21 : i % 3 === 1 ? Math.floor(v / 21) : 0));
  const mesh = connectivityOf(cloth);
  const connected = buildConnectedBvh(sweptVertices(flat, flat), cloth.triangles, mesh);
  const inPieces = (bvh: BvhTopology) => {
    let count = 0;
    for (let node = 0; node < bvh.child.length; node++) {
      const inside = new Set(trianglesBelow(bvh, node));
      const [first] = inside;
      const reached = [first];
      inside.delete(first);
      for (const t of reached) {
        for (let k = 0; k < 3; k++) {
          const edge = mesh.triangleEdges[3 * t + k];
          for (const other of mesh.edgeFaces.subarray(2 * edge, 2 * edge + 2)) {
            if (inside.delete(other)) reached.push(other);
          }
        }
      }
      if (inside.size > 0) count++;
    }
    return count;
  };
  expect(inPieces(connected)).toBe(0);
});

it('gives a hub with many neighbours a tree of bounded depth', () => {
  // triangles that share one edge each with the next around a vertex, and a long chain
  const chain = moving('strip', grid(700, 1), 4);
  const bvh = buildConnectedBvh(
    sweptVertices(chain.start, chain.end),
    chain.triangles,
    connectivityOf(chain),
  );
  expect(depth(bvh)).toBeLessThanOrEqual(2 + 1.42 * Math.log2(1400) + 1);
});

it('splits along the longest axis at the median', () => {
  const row = moving('row', grid(64, 1), 1);
  for (let v = 0; v < row.start.length / 3; v++) row.start.set([v % 65, Math.floor(v / 65), 0], 3 * v);
  const bvh = buildBvh(sweptVertices(row.start, row.start), row.triangles);
  const left = trianglesBelow(bvh, bvh.child[0]);
  expect(left.length).toBe(64);
  expect([...left].every((triangle) => triangle < 64)).toBe(true);
});

it('is empty for no triangles', () => {
  expect(buildBvh(new Float64Array(0), new Uint32Array(0)).child.length).toBe(0);
});

function checkShape(bvh: BvhTopology, triangleCount: number): void {
  expect(bvh.child.length).toBe(bvhNodeCount(triangleCount));
  const parents = new Uint32Array(bvh.child.length);
  const leaves = new Uint32Array(triangleCount);
  const wrong: number[] = [];
  for (let node = 0; node < bvh.child.length; node++) {
    const child = bvh.child[node];
    if (child === NO_CHILD) {
      leaves[bvh.meta[node]]++;
      continue;
    }
    if (child <= node || bvh.meta[node] !== below(bvh, child) + below(bvh, child + 1)) wrong.push(node);
    parents[child]++;
    parents[child + 1]++;
  }
  expect(wrong).toEqual([]);
  expect(parents[0]).toBe(0);
  expect(parents.subarray(1).every((count) => count === 1)).toBe(true);
  expect(leaves.every((count) => count === 1)).toBe(true);
}

function below(bvh: BvhTopology, node: number): number {
  return bvh.child[node] === NO_CHILD ? 1 : bvh.meta[node];
}

function depth(bvh: BvhTopology, node = 0): number {
  const child = bvh.child[node];
  return child === NO_CHILD ? 1 : 1 + Math.max(depth(bvh, child), depth(bvh, child + 1));
}
