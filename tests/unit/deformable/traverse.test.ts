import { beforeAll, describe, expect, it } from 'vitest';
import { DOP_CHILD, DOP_META, DOP_NODE_BYTES } from '../../../src/kernels/layout/meshes.js';
import { PAIRS_A_BATCH, TRAVERSAL_BOX_TESTS, TRAVERSAL_STACK } from '../../../src/kernels/layout/search.js';
import { type Core, openCore } from '../../../src/memory/open.js';
import type { MeshBlocks } from '../../../src/mesh/mesh-blocks.js';
import { AXES, type Dop, readDop } from './support/dops.js';
import { annulus, grid, type MovingMesh, moving, soup, tetrahedron } from './support/meshes.js';
import { placedMesh } from './support/placed.js';

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

const meshes: MovingMesh[] = [
  moving('one triangle', soup(1), 1),
  moving('two triangles', soup(2), 2),
  moving('three triangles', soup(3), 3),
  moving('tetrahedron', tetrahedron, 4),
  moving('crowded soup', soup(150), 5),
  moving('slow soup', soup(200), 6, { speed: 0.05 }),
  moving('grid', grid(9, 7), 7, { speed: 0.2 }),
  moving('annulus', annulus(30, 2), 8, { speed: 0.3 }),
  moving('all at one point', soup(60), 9, { scale: 0 }),
];

/** Leaves in the arena: their boxes and triangles. */
function leavesOf(mesh: MeshBlocks): { triangle: number; box: Dop }[] {
  const { arena } = core;
  const at = arena.address(mesh.nodes);
  const word = (node: number, offset: number) => arena.u32[(at + node * DOP_NODE_BYTES + offset) / 4];
  return Array.from({ length: mesh.nodeCount }, (_, node) => node)
    .filter((node) => word(node, DOP_CHILD) === 0)
    .map((node) => ({ triangle: word(node, DOP_META), box: readDop(arena, at, node) }));
}

const overlap = (a: Dop, b: Dop) => AXES.every((_, k) => a.lo[k] <= b.hi[k] && b.lo[k] <= a.hi[k]);

/** Runs a traversal with room for a few pairs at a time; returns the pairs of triangles, first mesh first. */
function run(room: number, traverse: (state: number, pairs: number, capacity: number) => number) {
  const { arena, kernels } = core;
  const blocks = [arena.allocate(TRAVERSAL_STACK + 65536), arena.allocate(8 * room + 8)];
  const [state, pairs] = blocks.map((block) => arena.address(block)) as [number, number];
  const found: [number, number][] = [];
  let calls = 0;
  do {
    const count = traverse(state, pairs, room);
    expect(count).toBeLessThanOrEqual(room);
    for (let i = 0; i < count; i++) {
      const leaves = [0, 1].map((k) => arena.u32[pairs / 4 + 2 * i + k]);
      found.push(leaves.map((leaf) => arena.u32[(leaf + DOP_META) / 4]) as [number, number]);
    }
    calls++;
  } while (!kernels.isTraversed.value);
  const boxTests = arena.f64[(state + TRAVERSAL_BOX_TESTS) / 8];
  for (const block of blocks) arena.free(block);
  return { found, calls, boxTests };
}

const ordered = (pairs: Iterable<readonly [number, number]>) =>
  [...pairs].map(([s, t]) => `${s} ${t}`).sort();

describe.each([PAIRS_A_BATCH, PAIRS_A_BATCH + 3, 100_000])('with room for %d pairs', (room) => {
  it.each(meshes)('finds the overlapping pairs of leaves of $name, each once', (mesh) => {
    const blocks = placedMesh(core, mesh);
    const leaves = leavesOf(blocks);
    const expected = leaves.flatMap((a, i) =>
      leaves
        .slice(i + 1)
        .filter((b) => overlap(a.box, b.box))
        .map((b) => [Math.min(a.triangle, b.triangle), Math.max(a.triangle, b.triangle)] as const),
    );
    const nodes = core.arena.address(blocks.nodes);
    const { found, boxTests } = run(room, (state, pairs, capacity) =>
      core.kernels.traverseSelf(nodes, blocks.nodeCount, 0, state, pairs, capacity),
    );
    expect(ordered(found.map(([s, t]) => [Math.min(s, t), Math.max(s, t)] as const))).toEqual(
      ordered(expected),
    );
    expect(boxTests).toBeGreaterThanOrEqual(found.length);
  });

  it.each(meshes.flatMap((a, i) => [[a, meshes[(i + 3) % meshes.length]] as const]))(
    'finds those between two meshes (%#)',
    (first, second) => {
      const [a, b] = [placedMesh(core, first), placedMesh(core, second)];
      const expected = leavesOf(a).flatMap((s) =>
        leavesOf(b)
          .filter((t) => overlap(s.box, t.box))
          .map((t) => [s.triangle, t.triangle] as const),
      );
      const [nodesA, nodesB] = [core.arena.address(a.nodes), core.arena.address(b.nodes)];
      const { found } = run(room, (state, pairs, capacity) =>
        core.kernels.traversePair(nodesA, nodesB, state, pairs, capacity),
      );
      expect(ordered(found)).toEqual(ordered(expected));
    },
  );
});

it('stops where the output is full', () => {
  const blocks = placedMesh(core, moving('soup', soup(150), 5));
  const nodes = core.arena.address(blocks.nodes);
  const { calls } = run(PAIRS_A_BATCH, (state, pairs, capacity) =>
    core.kernels.traverseSelf(nodes, blocks.nodeCount, 0, state, pairs, capacity),
  );
  expect(calls).toBeGreaterThan(10);
});
