// The order of contacts, for lists of them that are made up: what two threads found is one list, and a cell tells of this sub-step alone.
import { expect, it } from 'vitest';
import { FlatMemory } from '../../../src/cloth/flat-memory.js';
import type { Room } from '../../../src/cloth/stages.js';
import * as C from '../../../src/kernels/layout/cloth.js';
import { openCore } from '../../../src/memory/open.js';

const core = await openCore();
const { arena, kernels } = core;
const VERTICES = 100;

function openMemory(isShared: boolean): FlatMemory {
  const memory = new FlatMemory(arena, isShared);
  memory.resize({
    vertices: VERTICES,
    triangles: 0,
    nodes: 0,
    parts: 0,
    constraints: 0,
    stitches: 0,
    ranges: { even: [], odd: [], rest: [] },
    verticesOf: [VERTICES],
    cellWidth: 1,
    surfaces: 1,
  });
  return memory;
}

/** Chunks that found as many as fit into these rooms, all in the first cell. */
function fill(memory: FlatMemory, rooms: readonly Room[], most = Number.POSITIVE_INFINITY): number {
  memory.setWord(C.CLOTH_CHUNK_COUNT, rooms.length);
  let all = 0;
  rooms.forEach(({ first, full }, i) => {
    const count = Math.min(most, Math.floor((full - first) / C.CLOTH_CONTACT_BYTES));
    arena.u8.fill(0, first, first + count * C.CLOTH_CONTACT_BYTES);
    const chunk = (memory.array(C.CLOTH_CHUNKS) + i * C.CHUNK_BYTES) >> 2;
    arena.u32.fill(0, chunk, chunk + C.CHUNK_BYTES / 4);
    arena.u32[chunk + C.CHUNK_FIRST / 4] = first;
    arena.u32[chunk + C.CHUNK_CONTACTS / 4] = count;
    arena.u32[chunk + C.CHUNK_KEPT / 4] = count;
    arena.u32[chunk + C.CHUNK_COUNTS / 4] = count;
    all += count;
  });
  return all;
}

it('has room for all that both threads have room for', () => {
  const memory = openMemory(true);
  memory.makeRoomForContacts(50 * VERTICES);
  // what lies behind it, wherever that is
  const others = Array.from({ length: 1000 }, () => arena.allocate(1024));
  const all = fill(memory, [memory.roomForContacts, memory.roomForOthers]);
  expect(all).toBeGreaterThan(100 * VERTICES);
  expect(kernels.clothOrderContacts(memory.world)).toBe(all);
  expect(memory.word(C.CLOTH_CONTACT_COUNT)).toBe(all);
  const written = others.filter((block) => {
    const at = arena.address(block);
    return arena.u8.subarray(at, at + 1024).some((byte) => byte !== 0);
  });
  expect(written).toEqual([]);
  const order = arena.u32.subarray(memory.array(C.CLOTH_ORDER) >> 2).subarray(0, all);
  expect(order[0]).toBe(memory.roomForContacts.first);
  expect(order[all - 1]).toBeGreaterThan(memory.roomForOthers.first);
  expect(order[all - 1] + 2 * C.CLOTH_CONTACT_BYTES).toBeGreaterThan(memory.roomForOthers.full);
  for (const block of others) arena.free(block);
  memory.free();
});

it('forgets what cells pushed when there were more contacts', () => {
  const memory = openMemory(false);
  for (const count of [C.FEW_CONTACTS - 1, C.FEW_CONTACTS]) {
    memory.makeRoomForContacts(2 * C.FEW_CONTACTS);
    fill(memory, [memory.roomForContacts], count);
    for (let cell = 0; cell <= C.ALL_CELLS; cell++) {
      arena.f64[(memory.array(C.CLOTH_CELLS) + cell * C.CELL_BYTES + C.CELL_PUSHED) >> 3] = 7;
    }
    expect(memory.farthestPush).toBe(7);
    kernels.clothOrderContacts(memory.world);
    expect(memory.farthestPush, `${count} contacts`).toBe(0);
  }
  memory.free();
});
