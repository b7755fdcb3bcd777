import { beforeAll, describe, expect, it } from 'vitest';
import { initGeometry } from '../../../src/geometry/index.js';
import { geometryCore } from '../../../src/geometry/runtime.js';
import {
  BLOCK_REGION_COUNT,
  BLOCK_TRIANGLES,
  DOP_CHILD,
  DOP_META,
  DOP_NODE_BYTES,
  NONE,
} from '../../../src/kernels/layout/meshes.js';
import { REBUILD_NODE_BYTES, REBUILD_STACK_BYTES } from '../../../src/kernels/layout/rebuild.js';
import { REGION_BYTES, REGION_IS_OUTER, REGION_NODE } from '../../../src/kernels/layout/regions.js';
import { connect } from '../../../src/mesh/connectivity.js';
import { freeMesh, placeMesh } from '../../../src/mesh/mesh-blocks.js';
import { refitBody } from '../../../src/mesh/refit-body.js';
import { locateBody, newSearchBody, sectionAt } from '../../../src/mesh/search-body.js';
import { drain } from '../../../src/mesh/steps.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { annulus, type Connectivity, grid, seeded, together } from './support/meshes.js';

beforeAll(() => initGeometry());

interface Tree {
  readonly child: number[];
  readonly meta: number[];
}

/** A tree, the triangles below each node, and its regions in the order of their records. */
interface Shape {
  readonly tree: Tree;
  readonly below: (node: number) => string;
  readonly regions: readonly { node: number; isOuter: boolean; mask: number }[];
}

/** A mesh laid out flat and then folded into zigzags of some width; what becomes of its tree when it is split anew. */
function splitAnew(connectivity: Connectivity, columns: number, seed: number) {
  const { arena, kernels } = geometryCore();
  const random = seeded(seed);
  const triangles = Uint32Array.from(connectivity.flat());
  const count = 1 + triangles.reduce((most, v) => Math.max(most, v), 0);
  const flat = Float64Array.from({ length: 3 * count }, (_, i) => {
    const v = Math.floor(i / 3);
    return [v % columns, Math.floor(v / columns), 0][i % 3] + 0.01 * random();
  });
  const width = 3 + 9 * random();
  const folded = flat.map((x, i) => {
    const at = flat[i - (i % 3)];
    const fold = Math.floor(at / width);
    const along = at - fold * width;
    if (i % 3 === 0) return fold % 2 === 0 ? along : width - along;
    return i % 3 === 2 ? x + 0.5 * fold : x;
  });
  const mesh = drain(connect(triangles, count));
  const blocks = placeMesh(arena, sweptVertices(flat, flat), triangles, mesh);
  const scratch = arena.allocateRegion(REBUILD_STACK_BYTES + blocks.nodeCount * REBUILD_NODE_BYTES);
  const body = locateBody(arena, blocks.mesh, blocks, newSearchBody());
  arena.f64.set(sweptVertices(folded, folded), body.swept / 8);
  refitBody(geometryCore(), body, 0);
  const section = sectionAt(arena, body.mesh, BLOCK_TRIANGLES);
  const regionCount = arena.u32[(body.search + BLOCK_REGION_COUNT) / 4];
  const shape = (): Shape => {
    const word = (node: number, field: number) => arena.u32[(body.nodes + node * DOP_NODE_BYTES + field) / 4];
    const indices = Array.from({ length: blocks.nodeCount }, (_, node) => node);
    const tree = {
      child: indices.map((node) => word(node, DOP_CHILD)),
      meta: indices.map((node) => word(node, DOP_META)),
    };
    const facesBelow = (node: number): number[] =>
      tree.child[node] === 0
        ? [tree.meta[node]]
        : [...facesBelow(tree.child[node]), ...facesBelow(tree.child[node] + 1)];
    return {
      tree,
      below: (node) =>
        facesBelow(node)
          .sort((a, b) => a - b)
          .join(),
      regions: Array.from({ length: regionCount }, (_, i) => {
        const at = body.regions + (1 + i) * REGION_BYTES;
        const node = arena.u32[(at + REGION_NODE) / 4];
        const mask = node === NONE ? 0 : arena.u32[body.normalMasks / 4 + node];
        return { node, isOuter: arena.u8[at + REGION_IS_OUTER] === 1, mask };
      }),
    };
  };
  const before = shape();
  const own = before.regions.map(({ node }) => before.below(node));
  const left = kernels.rebuildTree(
    body.nodes,
    body.nodeCount,
    body.swept,
    section,
    body.normalMasks,
    body.regions,
    regionCount,
    arena.regionAddress(scratch),
  );
  const after = shape();
  arena.freeRegion(scratch);
  freeMesh(arena, blocks);
  return { triangleCount: triangles.length / 3, before, own, left, after };
}

const meshes: (readonly [string, Connectivity, number])[] = [
  ['a sheet', grid(40, 12), 41],
  ['a long strip', grid(120, 2), 121],
  ['two sheets', together([grid(20, 9), grid(20, 7)]), 21],
  ['a band closed around', annulus(40, 6), 40],
];

describe.each(meshes)('%s whose tree is split anew', (_, connectivity, columns) => {
  const results = () => Array.from({ length: 8 }, (_, seed) => splitAnew(connectivity, columns, seed));

  it('has every triangle once, descendants in ranges, and true counts', () => {
    for (const { triangleCount, after } of results()) {
      const { child, meta } = after.tree;
      const faces = meta.filter((_, node) => child[node] === 0).sort((a, b) => a - b);
      expect(faces).toEqual(Array.from({ length: triangleCount }, (_, t) => t));
      // the last of the range below is a leaf, and every node in it is below
      const wrong = child.flatMap((first, node) => {
        if (first === 0) return [];
        const end = first + 2 * meta[node] - 2;
        const outside = child
          .slice(first, end)
          .filter((at, i) => at !== 0 && (at <= first + i || at + 2 * meta[first + i] - 2 > end));
        const isCounted = meta[node] === after.below(node).split(',').length;
        return first > node && isCounted && outside.length === 0 ? [] : [node];
      });
      expect(wrong).toEqual([]);
    }
  });

  it('keeps regions of the same triangles, or gives them up', () => {
    let kept = 0;
    let lost = 0;
    for (const { before, own, left, after } of results()) {
      const outer: number[] = [];
      after.regions.forEach(({ node, isOuter }, i) => {
        if (node === NONE) {
          lost++;
          expect(isOuter).toBe(false);
          return;
        }
        kept++;
        expect(after.below(node)).toBe(own[i]);
        if (isOuter) outer.push(node);
      });
      expect(left).toBe(after.regions.filter(({ node }) => node !== NONE).length);
      // whole ones before their parts, each within one that is outermost, and those side by side
      const { child, meta } = after.tree;
      const isBelow = (node: number, above: number) =>
        node >= child[above] && node < child[above] + 2 * meta[above] - 2;
      after.regions.forEach(({ node, isOuter }) => {
        if (node === NONE) return;
        expect(outer.filter((other) => other === node || isBelow(node, other)).length).toBe(1);
        expect(isOuter).toBe(outer.includes(node));
      });
      expect(before.regions.length).toBe(after.regions.length);
    }
    expect(kept).toBeGreaterThan(10);
    expect(lost).toBeGreaterThan(5);
  });
});
