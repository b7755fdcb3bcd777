import { addEntity, removeEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh } from '../../scenes/meshes/index.js';
import type { Arena } from '../../src/memory/arena.js';
import { IdTable } from '../../src/memory/id-table.js';
import { openCore } from '../../src/memory/open.js';
import { connect } from '../../src/mesh/connectivity.js';
import { type MeshBlocks, placeMesh } from '../../src/mesh/mesh-blocks.js';
import { refitBody } from '../../src/mesh/refit-body.js';
import { locateBody, newSearchBody } from '../../src/mesh/search-body.js';
import { drain } from '../../src/mesh/steps.js';
import { sweptVertices } from '../../src/mesh/swept.js';
import { openScene, verticesOf } from '../support/colliders.js';
import { random } from '../support/random.js';
import { thrownBy } from '../support/thrown.js';

function placeGrid(arena: Arena, size: number): MeshBlocks {
  const { positions, triangles } = gridMesh({ columns: size, rows: size });
  const connectivity = drain(connect(triangles, positions.length / 3));
  return placeMesh(arena, sweptVertices(positions, positions), triangles, connectivity);
}

/** Takes all memory there is, in pieces that become smaller; returns the blocks. */
function fillUp(arena: Arena): number[] {
  const blocks: number[] = [];
  const pieces = [65536, 4096, 64];
  for (const bytes of pieces) {
    const untilFull = () => {
      for (;;) blocks.push(arena.allocate(bytes));
    };
    expect(thrownBy(untilFull)).toMatchObject({ code: 'OUT_OF_MEMORY' });
  }
  return blocks;
}

test('a freed id does not name something new within 10,000 uses', () => {
  const table = new IdTable<string>();
  const first = table.add('first');
  table.remove(first);
  for (let i = 0; i < 10_000; i++) {
    const id = table.add('another');
    expect(id).not.toBe(first);
    table.remove(id);
  }
});

describe('where memory ends', () => {
  test('a mesh that does not fit leaves no block behind', async () => {
    const { arena } = await openCore({ maximumMemoryBytes: 1 << 20 });
    const { blocks } = arena.stats;
    expect(thrownBy(() => placeGrid(arena, 40))).toMatchObject({ code: 'OUT_OF_MEMORY' });
    expect(arena.stats.blocks).toBe(blocks);
  });

  test('a refit that had no room sees what moved when it is called again', async () => {
    const core = await openCore({ maximumMemoryBytes: 2 << 20 });
    const { arena } = core;
    const mesh = placeGrid(arena, 10);
    const refit = () => refitBody(core, locateBody(arena, mesh.mesh, mesh, newSearchBody()), 0, 0.5);
    refit();
    const fill = fillUp(arena);
    const swept = arena.address(mesh.swept) / 8;
    for (let i = 0; i < 3 * mesh.vertexCount; i++) arena.f64[swept + 2 * i + 1] += 50;
    expect(thrownBy(refit)).toMatchObject({ code: 'OUT_OF_MEMORY' });
    for (const block of fill) arena.free(block);
    refit();
    const rootMaximum = arena.f32[arena.address(mesh.nodes) / 4 + 4];
    expect(rootMaximum).toBeGreaterThan(24);
  });

  test('holes that are large enough together are closed to make room', async () => {
    const { arena } = await openCore({ maximumMemoryBytes: 4 << 20 });
    const blocks = Array.from({ length: 30 }, () => arena.allocate(100_000));
    for (let i = 0; i < 30; i += 2) arena.free(blocks[i]);
    const large = arena.allocate(2_000_000);
    expect(arena.bytes(large)).toBeGreaterThanOrEqual(2_000_000);
  });
});

test('a typed array from before a compaction is empty, also where memory did not grow', async () => {
  const { arena } = await openCore();
  const blocks = Array.from({ length: 10 }, () => arena.allocate(10_000));
  const { memoryBytes } = arena.stats;
  const stale = arena.f64.subarray(arena.address(blocks[9]) / 8);
  for (const block of blocks.slice(0, 9)) arena.free(block);
  expect(stale.length).toBeGreaterThan(0);
  expect(arena.compact()).toBeGreaterThan(0);
  expect(arena.stats.memoryBytes).toBe(memoryBytes);
  expect(stale.length).toBe(0);
});

test('10,000 meshes of mixed size come and go, and a few steps later a tenth of the memory at most is holes', async () => {
  const scene = await openScene();
  const { world, plugin } = scene;
  const next = random(11);
  const grids = Array.from({ length: 16 }, (_, i) => gridMesh({ columns: 1 + i, rows: 1 + (i % 5) }));
  const live = new Map<number, Float64Array>();
  let copied = 0;
  const step = () => {
    plugin.step();
    copied += plugin.counters.bytesCompacted;
  };
  const removeOne = () => {
    const entities = [...live.keys()];
    const entity = entities[Math.floor(next() * entities.length)];
    live.delete(entity);
    removeEntity(world, entity);
  };
  for (let i = 0; i < 10_000; i++) {
    const grid = grids[Math.floor(next() * grids.length)];
    const entity = addEntity(world);
    // all in one place: the contacts of 300 are not the question here
    plugin.addDeformable(entity, { ...grid, settings: { mask: 0, selfCollision: 0 } });
    live.set(entity, grid.positions);
    if (live.size > 300) removeOne();
    if (i % 50 === 0) step();
  }
  while (live.size > 30) removeOne();
  for (let i = 0; i < 10; i++) step();
  expect(copied).toBeGreaterThan(0);
  expect(plugin.memory.fragmentation).toBeLessThanOrEqual(0.1);
  for (const [entity, positions] of live) expect(verticesOf(scene, entity)).toEqual(positions);
});

test('where four of five large meshes go, ten steps close the holes', async () => {
  const { plugin } = await openScene({ maxEntities: 4 });
  const next = random(5);
  const meshes = Array.from({ length: 300 }, () =>
    plugin.loadMesh(gridMesh({ columns: 1 + Math.floor(34 * next()), rows: 1 + Math.floor(34 * next()) })),
  );
  meshes.forEach((mesh, i) => {
    if (i % 5 > 0) plugin.unloadMesh(mesh);
  });
  for (let i = 0; i < 10; i++) plugin.step();
  expect(plugin.memory.usedBytes).toBeGreaterThan(4 << 20);
  expect(plugin.memory.fragmentation).toBeLessThanOrEqual(0.1);
});
