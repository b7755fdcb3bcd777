import { beforeAll, describe, expect, it } from 'vitest';
import { gridMesh, icosphereMesh, moebiusStripMesh } from '../../../scenes/meshes/index.js';
import { initGeometry } from '../../../src/geometry/index.js';
import { geometryCore } from '../../../src/geometry/runtime.js';
import {
  BLOCK_ORPHAN_REGIONS,
  BLOCK_REGION_COUNT,
  BLOCK_REGIONS,
  BLOCK_TREE_LINKS,
  NONE,
} from '../../../src/kernels/layout/meshes.js';
import { REGION_BYTES, REGION_NODE } from '../../../src/kernels/layout/regions.js';
import { blockWords, connectivityInBlock, readBuiltMesh } from '../../../src/mesh/block-connectivity.js';
import { BlockRoom } from '../../../src/mesh/block-room.js';
import { buildBvh, bvhNodeCount, NO_CHILD, trianglesBelow } from '../../../src/mesh/bvh-build.js';
import { connect } from '../../../src/mesh/connectivity.js';
import { readCutMesh, sectionsOf } from '../../../src/mesh/cut-block.js';
import { edgesAround, type FanSplit, splitFans } from '../../../src/mesh/cut-fans.js';
import type { CutSides } from '../../../src/mesh/cut-sides.js';
import { flatRegions } from '../../../src/mesh/flat-regions.js';
import { type CutMesh, cutMesh, recut } from '../../../src/mesh/fracture.js';
import { editedTriangles } from '../../../src/mesh/fracture-edit.js';
import { keepRegions, recutRegions } from '../../../src/mesh/fracture-regions.js';
import { buildMeshNow } from '../../../src/mesh/index.js';
import { MeshStore } from '../../../src/mesh/mesh-store.js';
import { edgeOf } from '../../../src/mesh/side-edges.js';
import { drain } from '../../../src/mesh/steps.js';
import { SURFACE_BUILDING } from '../../../src/mesh/surface-building.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { random } from '../../support/random.js';
import { book, listed, unsigned } from './support.js';

beforeAll(() => initGeometry());

/** Two sheets that hang together at one vertex, so that the faces there are two fans. */
function pinched() {
  const sheet = gridMesh({ columns: 7, rows: 5 });
  const count = sheet.positions.length / 3;
  const second = sheet.positions.map((x, i) => (i % 3 === 0 ? x + 1 : x));
  return {
    positions: Float64Array.of(...sheet.positions, ...second.subarray(3)),
    // the second one's first vertex is the first one's last
    triangles: Uint32Array.of(
      ...sheet.triangles,
      ...sheet.triangles.map((vertex) => (vertex === 0 ? count - 1 : count + vertex - 1)),
    ),
  };
}

const MESHES = [
  ['a sheet', gridMesh({ columns: 14, rows: 11 })],
  ['a ball', icosphereMesh({ subdivisions: 2 })],
  ['two sheets at one vertex', pinched()],
] as const;

/** Bodies that deform are refused these, which the lists of a block can hold all the same. */
const OTHERS = [
  ['a Moebius strip', moebiusStripMesh({ around: 24, across: 3 })],
  ['a book', book()],
] as const;

describe.each(MESHES)('the block of %s', (_, input) => {
  it('says what connecting the triangles and building a tree anew says', () => {
    const { arena } = geometryCore();
    const store = new MeshStore(arena);
    const mesh = buildMeshNow(input, 'deformable', { surfaces: SURFACE_BUILDING });
    const id = store.add(mesh, 'deformable', false);
    const block = arena.address(store.record(id).block);
    const { positions, triangles } = mesh;
    expect(readBuiltMesh(arena, block)).toEqual({
      connectivity: drain(connect(triangles, positions.length / 3)),
      tree: buildBvh(sweptVertices(positions, positions), triangles),
    });
    store.removeUnclaimed();
  });
});

describe.each([...MESHES, ...OTHERS])('the block of %s', (name, input) => {
  it('holds after each cut of many what a mesh made anew has', () => {
    const { arena } = geometryCore();
    const store = new MeshStore(arena);
    const next = random(3 + name.length);
    const whole = cutMesh(Uint32Array.from(input.triangles), input.positions.length / 3);
    let id = store.add(sectionsOf(whole, ...placed(input, whole)), 'deformable', false);
    let cutSides: CutSides = new Uint8Array(input.triangles.length / 3);
    let opened = 0;
    let kept = 0;
    for (let round = 0; round < 25; round++) {
      const before = arena.address(store.record(id).block);
      const old = readCutMesh(arena, before);
      const some = Array.from({ length: 1 + Math.floor(4 * next()) }, () =>
        Math.floor(next() * old.mesh.triangleCount),
      );
      const edges =
        round % 2 === 0
          ? edgesAround(old.mesh, some)
          : new Set(some.map((face) => 3 * face).map((side) => edgeOf(old.mesh, side)));
      const edit = splitFans(old.triangles, old.mesh, edges, cutSides);
      cutSides = edit.cutSides;
      opened += edit.source.length;
      const positions = Float64Array.from({ length: 3 * edit.vertexCount }, (_, i) => {
        const vertex = Math.floor(i / 3);
        const origin = vertex < old.mesh.vertexCount ? vertex : edit.source[vertex - old.mesh.vertexCount];
        return old.positions[3 * origin + (i % 3)];
      });
      const { tree } = readBuiltMesh(arena, before);
      const whole = { tree, flat: recutRegions(regionsInBlock(before), tree, edit.changed) };
      id = store.add(sectionsOf(recut(old, edit), positions, whole), 'deformable', false);
      expectSplitToBeAsConnected(before, edit);
      const block = arena.address(store.record(id).block);
      const { positions: read, ...now } = readCutMesh(arena, block);
      const anew = cutMesh(now.triangles.slice(), edit.vertexCount);
      expect(read).toEqual(positions);
      expect(unsigned(now)).toEqual(unsigned(anew));
      expect(connectivityInBlock(arena, block)).toEqual(listed(anew.mesh));
      kept += checkOrphanRegions(block, anew);
      findRegionsAgain(block);
      checkOrphanRegions(block, anew);
    }
    expect(opened).toBeGreaterThan(20);
    if (name === 'a sheet') expect(kept).toBeGreaterThan(0);
    store.removeUnclaimed();
  });
});

/** Where it is, and the tree that it has there. */
function placed({ positions }: { readonly positions: ArrayLike<number> }, { triangles, mesh }: CutMesh) {
  const at = Float64Array.from(positions);
  const tree = buildBvh(sweptVertices(at, at), triangles);
  return [at, { tree, flat: flatRegions(tree, triangles, listed(mesh)) }] as const;
}

/** What kernels write of a cut, straight into a block, is what connecting its triangles anew says. */
function expectSplitToBeAsConnected(before: number, edit: FanSplit): void {
  const core = geometryCore();
  const triangles = editedTriangles(readCutMesh(core.arena, before).triangles, edit);
  const room = new BlockRoom(core, 0);
  room.split(() => before, edit);
  const { mesh, triangles: split } = readCutMesh(core.arena, room.address);
  expect(split).toEqual(triangles);
  expect(listed(mesh)).toEqual(drain(connect(triangles, edit.vertexCount)));
  room.free();
}

/** The regions that a block holds; each is one of those that are found in its tree anew, with the same contour. */
function regionsInBlock(block: number) {
  const { arena } = geometryCore();
  const { triangles, mesh } = readCutMesh(arena, block);
  const { tree } = readBuiltMesh(arena, block);
  const fresh = flatRegions(tree, triangles, listed(mesh));
  const kept = nodesOfRegions(block).map((node) => ({ node, region: fresh.nodes.indexOf(node) }));
  expect(kept.every(({ region }) => region >= 0)).toBe(true);
  return keepRegions(fresh, kept, tree);
}

function nodesOfRegions(block: number): number[] {
  const { arena } = geometryCore();
  const count = arena.u32[(block + BLOCK_REGION_COUNT) / 4];
  const words = REGION_BYTES / 4;
  const records = blockWords(arena, block, BLOCK_REGIONS, (1 + count) * words);
  return Array.from({ length: count }, (_, i) => records[(1 + i) * words + REGION_NODE / 4]);
}

/** Has the kernel find the regions of orphans that the block says. */
function findRegionsAgain(block: number): void {
  const { arena, kernels } = geometryCore();
  const { mesh, orphans } = readCutMesh(arena, block);
  const { child, meta } = readBuiltMesh(arena, block).tree;
  const count = (orphans.vertexFace.length + orphans.edgeEdge.length) / 2;
  const said = blockWords(arena, block, BLOCK_ORPHAN_REGIONS, count);
  const before = said.slice();
  said.fill(12345);
  const leaves = 4 * mesh.triangleCount;
  const region = arena.allocateRegion(2 * leaves + 4 * child.length);
  const at = arena.regionAddress(region);
  child.forEach((first, node) => {
    if (first === NO_CHILD) arena.u32[at / 4 + meta[node]] = node;
  });
  kernels.findOrphanRegions(block, at, at + leaves, at + leaves + 4 * child.length);
  expect(blockWords(arena, block, BLOCK_ORPHAN_REGIONS, count)).toEqual(before);
  arena.freeRegion(region);
}

/** By going through the triangles of every region: the smallest one that has a face of each feature. Returns how many there are. */
function checkOrphanRegions(block: number, { mesh, orphans }: ReturnType<typeof cutMesh>): number {
  const { arena } = geometryCore();
  const nodes = nodesOfRegions(block);
  const nodeCount = bvhNodeCount(mesh.triangleCount);
  const links = blockWords(arena, block, BLOCK_TREE_LINKS, 2 * nodeCount);
  const tree = { child: links.subarray(0, nodeCount), meta: links.subarray(nodeCount) };
  expect([...trianglesBelow(tree, 0)].sort((a, b) => a - b)).toEqual([...Array(mesh.triangleCount).keys()]);
  const below = nodes.map((node) => new Set(trianglesBelow(tree, node)));
  const pairs: [number[], number[]][] = [];
  for (let i = 0; i < orphans.vertexFace.length; i += 2)
    pairs.push([facesOfVertex(mesh, orphans.vertexFace[i]), [orphans.vertexFace[i + 1]]]);
  for (let i = 0; i < orphans.edgeEdge.length; i += 2)
    pairs.push([facesOfEdge(mesh, orphans.edgeEdge[i]), facesOfEdge(mesh, orphans.edgeEdge[i + 1])]);
  const found = blockWords(arena, block, BLOCK_ORPHAN_REGIONS, pairs.length);
  let inRegions = 0;
  pairs.forEach(([some, others], i) => {
    const around = below.filter((faces) =>
      [some, others].every((list) => list.some((face) => faces.has(face))),
    );
    const smallest = Math.min(...around.map((faces) => faces.size));
    if (around.length === 0) expect(found[i]).toBe(NONE);
    else expect(below[found[i] - 1].size).toBe(smallest);
    inRegions += around.length > 0 ? 1 : 0;
  });
  return inRegions;
}

type Mesh = ReturnType<typeof cutMesh>['mesh'];

function facesOfVertex({ vertexFaceStart, vertexFaces }: Mesh, vertex: number): number[] {
  return [...vertexFaces.subarray(vertexFaceStart[vertex], vertexFaceStart[vertex + 1])];
}

function facesOfEdge({ edgeFaces }: Mesh, edge: number): number[] {
  return [...edgeFaces.subarray(2 * edge, 2 * edge + 2)].filter((face) => face !== NONE);
}
