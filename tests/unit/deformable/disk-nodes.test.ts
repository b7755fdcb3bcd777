import { describe, expect, it } from 'vitest';
import { NONE } from '../../../src/kernels/layout/meshes.js';
import { buildBvh, trianglesBelow } from '../../../src/mesh/bvh-build.js';
import type { Connectivity as MeshConnectivity } from '../../../src/mesh/connectivity.js';
import { diskNodes } from '../../../src/mesh/disk-nodes.js';
import { flatRegions } from '../../../src/mesh/flat-regions.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { connectivityOf } from './support/feature-pairs.js';
import { annulus, type Connectivity, connectivities, fan, grid, moving, together } from './support/meshes.js';

/** Half of the triangles turned over. */
function turned(connectivity: Connectivity): Connectivity {
  return connectivity.map(([a, b, c], i) => (i % 2 === 0 ? [a, b, c] : [b, a, c]));
}

const shapes: (readonly [string, Connectivity])[] = [
  ...connectivities,
  ['grid 9 x 9', grid(9, 9)],
  ['grid 9 x 9, half turned over', turned(grid(9, 9))],
  ['annulus of 12 x 3', annulus(12, 3)],
  ['closed fan of 20', fan(20, true)],
  ['grids at a vertex', together([grid(3, 3), grid(3, 3)], true)],
];
const meshes = shapes.flatMap(([name, connectivity]) => [
  // random positions: nodes with triangles from all over
  ...[1, 2, 3].map((seed) => moving(`${name}, tree ${seed}`, connectivity, seed)),
  inOrder(name, connectivity),
]);

/** Vertices on a line in their order: nodes with triangles that are neighbours. */
function inOrder(name: string, connectivity: Connectivity) {
  const mesh = moving(`${name}, in order`, connectivity, 1, { speed: 0 });
  const along = mesh.start.map((_, i) => (i % 3 === 0 ? i : 0));
  return { ...mesh, start: along, end: along };
}

describe.each(meshes)('$name', (mesh) => {
  const connectivity = connectivityOf(mesh);
  const bvh = buildBvh(sweptVertices(mesh.start, mesh.end), mesh.triangles);

  it('has disks where brute force finds them', () => {
    const found = diskNodes(bvh, mesh.triangles, connectivity);
    const expected = Array.from(found, (_, node) =>
      isDisk(trianglesBelow(bvh, node), mesh.triangles, connectivity) ? 1 : 0,
    );
    expect([...found]).toEqual(expected);
  });

  it('has contours of boundary edges, each once', () => {
    const regions = flatRegions(bvh, mesh.triangles, connectivity);
    regions.nodes.forEach((node, i) => {
      const contour = [...regions.contours.subarray(regions.contourStart[i], regions.contourStart[i + 1])];
      const sides = contour.map((a, k) => edgeText(a, contour[(k + 1) % contour.length]));
      expect(sides.sort()).toEqual(boundary(trianglesBelow(bvh, node), mesh.triangles).sort());
    });
  });
});

it('finds the whole of a grid and nothing above a seam', () => {
  const mesh = inOrder('grid', grid(20, 20));
  const bvh = buildBvh(sweptVertices(mesh.start, mesh.end), mesh.triangles);
  expect(diskNodes(bvh, mesh.triangles, connectivityOf(mesh))[0]).toBe(1);
});

function edgeText(a: number, b: number): string {
  return `${Math.min(a, b)}-${Math.max(a, b)}`;
}

function sidesOf(faces: Uint32Array, triangles: Uint32Array): [number, number][] {
  return [...faces].flatMap((face) =>
    [0, 1, 2].map((k): [number, number] => [triangles[3 * face + k], triangles[3 * face + ((k + 1) % 3)]]),
  );
}

function boundary(faces: Uint32Array, triangles: Uint32Array): string[] {
  const texts = sidesOf(faces, triangles).map(([a, b]) => edgeText(a, b));
  return texts.filter((text) => texts.indexOf(text) === texts.lastIndexOf(text));
}

function isDisk(faces: Uint32Array, triangles: Uint32Array, mesh: MeshConnectivity): boolean {
  const sides = sidesOf(faces, triangles);
  // an edge with three faces in the mesh disqualifies what has any of them
  if (
    [...faces].some((face) => [0, 1, 2].some((k) => mesh.edgeFaceCount[mesh.triangleEdges[3 * face + k]] > 2))
  ) {
    return false;
  }
  const directed = new Set(sides.map(([a, b]) => `${a}>${b}`));
  if (directed.size !== sides.length) return false;
  const edges = new Set(sides.map(([a, b]) => edgeText(a, b)));
  const vertices = new Set(sides.flat());
  if (vertices.size - edges.size + faces.length !== 1) return false;
  const inside = (face: number) => faces.includes(face);
  const across = (face: number): number[] =>
    [0, 1, 2].flatMap((k) => {
      const edge = mesh.triangleEdges[3 * face + k];
      return [mesh.edgeFaces[2 * edge], mesh.edgeFaces[2 * edge + 1]].filter((f) => f !== NONE && inside(f));
    });
  const reach = (start: number, allowed: (face: number) => boolean): number => {
    const seen = new Set([start]);
    for (const face of seen) for (const next of across(face)) if (allowed(next)) seen.add(next);
    return seen.size;
  };
  if (reach(faces[0], () => true) !== faces.length) return false;
  return [...vertices].every((vertex) => {
    const around = [...faces].filter((face) => triangles.subarray(3 * face, 3 * face + 3).includes(vertex));
    return reachAround(around, vertex, triangles, mesh) === around.length;
  });
}

/** How many of the faces around a vertex are reached from the first by crossing edges at the vertex. */
function reachAround(
  around: number[],
  vertex: number,
  triangles: Uint32Array,
  mesh: MeshConnectivity,
): number {
  const seen = new Set([around[0]]);
  for (const face of seen) {
    for (let k = 0; k < 3; k++) {
      const ends = [triangles[3 * face + k], triangles[3 * face + ((k + 1) % 3)]];
      if (!ends.includes(vertex)) continue;
      const edge = mesh.triangleEdges[3 * face + k];
      for (const next of [mesh.edgeFaces[2 * edge], mesh.edgeFaces[2 * edge + 1]]) {
        if (around.includes(next)) seen.add(next);
      }
    }
  }
  return seen.size;
}
