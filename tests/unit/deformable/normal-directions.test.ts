import { beforeAll, describe, expect, it } from 'vitest';
import { initGeometry } from '../../../src/geometry/index.js';
import { geometryCore } from '../../../src/geometry/runtime.js';
import { BLOCK_TRIANGLES } from '../../../src/kernels/layout/meshes.js';
import { OPPOSITE_BIT } from '../../../src/kernels/layout/regions.js';
import { buildBvh, trianglesBelow } from '../../../src/mesh/bvh-build.js';
import { placeMesh } from '../../../src/mesh/mesh-blocks.js';
import { sectionAt } from '../../../src/mesh/search-body.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { exact } from './support/exact.js';
import { connectivityOf } from './support/feature-pairs.js';
import { LINES } from './support/lines.js';
import { grid, type MovingMesh, moving, soup } from './support/meshes.js';

beforeAll(() => initGeometry());

type Vector = readonly [bigint, bigint, bigint];

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Exactly: the three control normals of a triangle (the middle one doubled), and the largest size of an edge squared. */
function controlNormals(mesh: MovingMesh, triangle: number): { normals: Vector[]; size: bigint } {
  const corners = [0, 1, 2].map((k) => mesh.triangles[3 * triangle + k]);
  const at = (positions: Float64Array, v: number) => [0, 1, 2].map((k) => exact(positions[3 * v + k]));
  const edge = (positions: Float64Array, to: number): Vector => {
    const [from, target] = [at(positions, corners[0]), at(positions, corners[to])];
    return [target[0] - from[0], target[1] - from[1], target[2] - from[2]];
  };
  const [a0, b0] = [edge(mesh.start, 1), edge(mesh.start, 2)];
  const [a1, b1] = [edge(mesh.end, 1), edge(mesh.end, 2)];
  const [p, q] = [cross(a0, b1), cross(a1, b0)];
  const sizes = [a0, b0, a1, b1].flat().map((x) => (x < 0n ? -x : x));
  const largest = sizes.sort((x, y) => (x < y ? 1 : -1))[0];
  const middle: Vector = [(p[0] + q[0]) / 2n, (p[1] + q[1]) / 2n, (p[2] + q[2]) / 2n];
  return { normals: [cross(a0, b0), cross(a1, b1), middle], size: largest * largest };
}

/** The smallest product of a triangle's control normals with a direction, as a share of the size of its edges. */
function leastShare(mesh: MovingMesh, triangle: number, direction: readonly number[]): number {
  const { normals, size } = controlNormals(mesh, triangle);
  if (size === 0n) return 0;
  const shares = normals.map((n) => {
    const product = n.reduce((sum, x, k) => sum + x * BigInt(direction[k]), 0n);
    return Number((product * 10n ** 12n) / size) / 1e12;
  });
  return Math.min(...shares);
}

const meshes: MovingMesh[] = [
  moving('a slow sheet', grid(5, 5), 1, { speed: 0.2 }),
  moving('a soup', soup(60), 2, { speed: 0.5 }),
  moving('a tiny soup far away', soup(40), 3, { speed: 0.3, scale: 2 ** -30, offset: 1e4 }),
  moving('a soup of points', soup(10), 4, { scale: 0 }),
  ...[0, 1, 2, 3, 4, 5].map((seed) => turning(seed)),
];

/** Triangles that turn over or nearly do: their first and last normals say little about those between. */
function turning(seed: number): MovingMesh {
  const mesh = moving(`turning triangles ${seed}`, soup(50), 20 + seed, { speed: 0 });
  // the third corner swings around the first edge
  const end = mesh.end.map((x, i) => (i % 9 >= 6 ? 2 * mesh.end[i - 6] - x + 0.1 * (i % 7) : x));
  return { ...mesh, end };
}

describe.each(meshes)('directions of $name', (mesh) => {
  it('agree with every normal of every triangle below, and are missing only where one is at the margin', () => {
    const { arena, kernels } = geometryCore();
    const swept = sweptVertices(mesh.start, mesh.end);
    const bvh = buildBvh(swept, mesh.triangles);
    const blocks = placeMesh(arena, swept, mesh.triangles, connectivityOf(mesh));
    const at = (block: number) => arena.address(block);
    kernels.boundNormals(
      at(blocks.nodes),
      0,
      blocks.nodeCount,
      at(blocks.swept),
      sectionAt(arena, at(blocks.mesh), BLOCK_TRIANGLES),
      at(blocks.normalMasks),
    );
    const wrong: string[] = [];
    for (let node = 0; node < blocks.nodeCount; node++) {
      const mask = arena.u32[at(blocks.normalMasks) / 4 + node];
      const below = [...trianglesBelow(bvh, node)];
      LINES.forEach((line, i) => {
        for (const sign of [1, -1]) {
          const bit = sign === 1 ? i : i + OPPOSITE_BIT;
          const direction = line.map((x) => sign * x);
          const least = Math.min(...below.map((triangle) => leastShare(mesh, triangle, direction)));
          const has = ((mask >>> bit) & 1) === 1;
          if (has && least <= 0) wrong.push(`node ${node} agrees with ${direction}: ${least}`);
          if (!has && least > 2 ** -15) wrong.push(`node ${node} has not ${direction}: ${least}`);
        }
      });
    }
    expect(wrong).toEqual([]);
  });
});
