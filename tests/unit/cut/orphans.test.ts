import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { initGeometry } from '../../../src/geometry/index.js';
import { geometryCore } from '../../../src/geometry/runtime.js';
import {
  BLOCK_HEADER_BYTES,
  BLOCK_ORPHAN_EDGE_COUNT,
  BLOCK_ORPHAN_EDGES,
  BLOCK_ORPHAN_VERTEX_COUNT,
  BLOCK_ORPHAN_VERTICES,
  NONE,
} from '../../../src/kernels/layout/meshes.js';
import { areAdjacent, hasCorner } from '../../../src/mesh/adjacency.js';
import { buildBvh } from '../../../src/mesh/bvh-build.js';
import { sectionsOf } from '../../../src/mesh/cut-block.js';
import { flatRegions } from '../../../src/mesh/flat-regions.js';
import { type CutMesh, cutMesh } from '../../../src/mesh/fracture.js';
import { MeshStore } from '../../../src/mesh/mesh-store.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { random } from '../../support/random.js';
import {
  annulus,
  type Connectivity,
  connectivities,
  fan,
  grid,
  moving,
  together,
} from '../deformable/support/meshes.js';
import { book, listed } from './support.js';

beforeAll(() => initGeometry());

type Pair = readonly [number, number];

function inThrees(triangles: Uint32Array): Connectivity {
  return Array.from({ length: triangles.length / 3 }, (_, t) => [
    triangles[3 * t],
    triangles[3 * t + 1],
    triangles[3 * t + 2],
  ]);
}

const MESHES = [
  ...connectivities,
  ['a grid', grid(9, 7)],
  ['a band', annulus(11, 3)],
  ['narrow tubes at a vertex', together([annulus(3, 6), annulus(4, 5)], true)],
  ['a closed fan', fan(7, true)],
  ['a book', inThrees(book().triangles)],
] as const;

let regions: number[] = [];
let store: MeshStore | undefined;

afterEach(() => {
  for (const region of regions) geometryCore().arena.freeRegion(region);
  regions = [];
  store?.removeUnclaimed();
});

/** The definition: no pair of faces of the two that are not adjacent, and no vertex in common. */
function orphansByDefinition({ triangles, mesh }: CutMesh): { atVertices: Pair[]; atEdges: Pair[] } {
  const facesAt = (vertex: number) => [
    ...mesh.vertexFaces.subarray(mesh.vertexFaceStart[vertex], mesh.vertexFaceStart[vertex + 1]),
  ];
  const facesOf = (edge: number) =>
    [...mesh.edgeFaces.subarray(2 * edge, 2 * edge + 2)].filter((face) => face !== NONE);
  const areAll = (some: number[], others: number[]) =>
    some.length > 0 && some.every((s) => others.every((t) => areAdjacent(triangles, s, t)));
  const atVertices: Pair[] = [];
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    for (let face = 0; face < mesh.triangleCount; face++) {
      if (!hasCorner(triangles, face, vertex) && areAll(facesAt(vertex), [face]))
        atVertices.push([vertex, face]);
    }
  }
  const atEdges: Pair[] = [];
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const ends = mesh.edges.subarray(2 * edge, 2 * edge + 2);
    for (let other = edge + 1; other < mesh.edgeCount; other++) {
      const isApart = [0, 1].every((k) => !ends.includes(mesh.edges[2 * other + k]));
      if (isApart && areAll(facesOf(edge), facesOf(other))) atEdges.push([edge, other]);
    }
  }
  return { atVertices, atEdges };
}

/** The mesh in a block. */
function loaded(cut: CutMesh, positions: Float64Array): number {
  const { arena } = geometryCore();
  store = new MeshStore(arena);
  const tree = buildBvh(sweptVertices(positions, positions), cut.triangles);
  const whole = { tree, flat: flatRegions(tree, cut.triangles, listed(cut.mesh)) };
  return arena.address(store.record(store.add(sectionsOf(cut, positions, whole), 'deformable', false)).block);
}

/** Room for all lists is there before the block's address is asked for. */
function place(bytes: number): number {
  const { arena } = geometryCore();
  const region = arena.allocateRegion(bytes);
  regions.push(region);
  return arena.regionAddress(region);
}

/** A block of before that has nothing but orphans of one kind. */
function writeKnown(section: number, counter: number, pairs: readonly number[], old: number): void {
  write([BLOCK_HEADER_BYTES], old + section);
  write([pairs.length / 2], old + counter);
  write(pairs, old + BLOCK_HEADER_BYTES);
}

function write(words: readonly number[], at: number): void {
  geometryCore().arena.u32.set(words, at / 4);
}

describe.each(MESHES)('orphans of %s', (name, connectivity) => {
  const { start, triangles } = moving(name, connectivity, 1);
  const cut = cutMesh(triangles, start.length / 3);
  const { atEdges, atVertices } = orphansByDefinition(cut);
  const { edgeCount, vertexCount } = cut.mesh;

  test.each([1, 0.4, 0.05, 0])(
    'are those of the definition, where %d of all features have a mark',
    (share) => {
      const next = random(3 + name.length);
      const { arena, kernels } = geometryCore();
      const capacity = Math.max(atEdges.length, atVertices.length);
      const [marks, old, shifts, to] = [
        edgeCount + vertexCount + 16,
        BLOCK_HEADER_BYTES + 8 * (capacity + 2 * edgeCount + 4),
        8 * edgeCount,
        16 * capacity + 16,
      ].map(place);
      const block = loaded(cut, start);
      const markAll = (count: number) => {
        const has = Array.from({ length: count }, () => next() < share);
        arena.u8.set(has.map(Number), marks);
        return has;
      };
      const found = (count: number) => {
        const words = arena.u32.subarray(to / 4, to / 4 + 2 * count);
        return Array.from({ length: count }, (_, i) => [words[2 * i], words[2 * i + 1]]);
      };

      const isNear = markAll(vertexCount);
      // what was known of a vertex with a mark may be wrong
      const known = atVertices.map(([vertex, face]): Pair => [vertex, isNear[vertex] ? face + 1 : face]);
      writeKnown(BLOCK_ORPHAN_VERTICES, BLOCK_ORPHAN_VERTEX_COUNT, known.flat(), old);
      const count = kernels.recutVertexOrphans(block, old, marks, to, capacity);
      expect(found(count)).toEqual(atVertices);

      const isNearEdge = markAll(edgeCount);
      // each third number was that of an edge which is gone
      const before = (edge: number) => edge + Math.floor(edge / 2) + 1;
      write(
        Array.from({ length: 2 * edgeCount }, (_, edge) => NONE - edge),
        shifts,
      );
      for (let edge = 0; edge < edgeCount; edge++) write([edge - before(edge)], shifts + 4 * before(edge));
      const wasKnown = atEdges
        .filter(([a, b]) => !isNearEdge[a] && !isNearEdge[b])
        .flatMap(([a, b]) => [before(a), before(b)]);
      const wrong = Array.from({ length: edgeCount }, (_, edge) => before(edge)).filter(
        (_, edge) => isNearEdge[edge],
      );
      // edges 0 and 3 of before are gone
      const all = [
        ...wasKnown,
        ...[0, 3, ...wrong].flatMap((edge) => [before(0), edge, edge, before(edgeCount - 1)]),
      ];
      writeKnown(BLOCK_ORPHAN_EDGES, BLOCK_ORPHAN_EDGE_COUNT, all, old);
      const edgesFound = kernels.recutEdgeOrphans(block, old, marks, shifts, to, capacity);
      expect(found(edgesFound)).toEqual(atEdges);
    },
  );

  test('are counted where there is no room for them, and nothing is written behind it', () => {
    const { arena, kernels } = geometryCore();
    const [marks, old, to] = [edgeCount + 16, BLOCK_HEADER_BYTES, 64].map(place);
    const block = loaded(cut, start);
    arena.u8.fill(1, marks, marks + edgeCount);
    arena.u32.fill(7, to / 4, to / 4 + 16);
    const capacity = Math.min(2, Math.max(0, atEdges.length - 1));
    const count = kernels.recutEdgeOrphans(block, old, marks, 0, to, capacity);
    expect(count).toBe(atEdges.length);
    const behind = count > capacity ? 2 * capacity : 0;
    expect([...arena.u32.subarray(to / 4 + behind, to / 4 + 16)]).toEqual(Array(16 - behind).fill(7));
  });
});
