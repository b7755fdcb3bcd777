import { describe, expect, it } from 'vitest';
import {
  CONTACT_RECORD_BYTES,
  EXACT_SCRATCH_BYTES,
  QUERY_BYTES,
  STAGE_COUNTERS,
} from '../../../src/kernels/layout/elementary.js';
import { SWEPT_VERTEX_BYTES } from '../../../src/kernels/layout/meshes.js';
import { instantiateKernels } from '../../../src/memory/core.js';
import { type Core, openCore } from '../../../src/memory/open.js';
import * as family from './families.js';

const SIDE = { vf: 'vertexFaceContacts', ee: 'edgeEdgeContacts' } as const;

/** Writes queries as the kernels read them; returns the addresses. */
function place({ arena }: Core, queries: readonly family.Query[]) {
  const swept = arena.address(arena.allocate(queries.length * 4 * SWEPT_VERTEX_BYTES));
  const list = arena.address(arena.allocate(queries.length * QUERY_BYTES));
  const records = arena.address(arena.allocate(queries.length * CONTACT_RECORD_BYTES));
  const stats = arena.address(arena.allocate(STAGE_COUNTERS * 4));
  queries.forEach((query, q) => {
    for (let k = 0; k < 12; k++) {
      arena.f64[(swept >> 3) + q * 24 + k * 2] = query[k];
      arena.f64[(swept >> 3) + q * 24 + k * 2 + 1] = query[k + 12];
    }
    for (let p = 0; p < 4; p++) arena.u32[(list >> 2) + q * 4 + p] = q * 4 + p;
  });
  return { swept, list, records, stats };
}

const FILL = 0xa5;

describe('the exact stage keeps to its scratch area', () => {
  it.each(['vf', 'ee'] as const)(
    '%s: the largest numbers that f64 allow need less than all of it',
    async (kind) => {
      const core = await openCore();
      const { arena, kernels } = core;
      const random = family.randomFrom(3);
      // Every axis with full mantissas at both ends of the exponents, and determinants with roots: sign changes
      const queries = Array.from({ length: 40 }, () => family.allExponents(random, -1074, 1023));
      const { swept, list, records, stats } = place(core, queries);
      const own = arena.address(arena.allocate(EXACT_SCRATCH_BYTES));
      kernels.useExactScratch(own);
      arena.u8.fill(FILL, own, own + EXACT_SCRATCH_BYTES);
      const first = kernels.heapBase() - EXACT_SCRATCH_BYTES;
      arena.u8.fill(FILL, first, first + EXACT_SCRATCH_BYTES);
      kernels[SIDE[kind]](swept, list, queries.length, records, queries.length, stats, 0);
      let used = EXACT_SCRATCH_BYTES;
      while (used > 0 && arena.u8[own + used - 1] === FILL) used--;
      expect(used).toBeGreaterThan(EXACT_SCRATCH_BYTES / 8);
      expect(used).toBeLessThan(EXACT_SCRATCH_BYTES);
      const untouched = arena.u8.subarray(first, first + EXACT_SCRATCH_BYTES).every((byte) => byte === FILL);
      expect(untouched, 'the first area is left alone once there is another').toBe(true);
    },
  );

  it('two instances over one memory, each with its own area, answer alike in turns', async () => {
    const core = await openCore();
    const second = await instantiateKernels(core.modules, core.arena.memory);
    second.useExactScratch(core.arena.address(core.arena.allocate(EXACT_SCRATCH_BYTES)));
    const random = family.randomFrom(4);
    const queries = Array.from({ length: 500 }, () => family.grid(random, 2));
    const { swept, list, records, stats } = place(core, queries);
    const found = [core.kernels, second].map((kernels) => {
      core.arena.u8.fill(0, records, records + queries.length * CONTACT_RECORD_BYTES);
      const count = kernels.vertexFaceContacts(
        swept,
        list,
        queries.length,
        records,
        queries.length,
        stats,
        0,
      );
      return [count, ...core.arena.u8.slice(records, records + count * CONTACT_RECORD_BYTES)];
    });
    expect(found[0]).toEqual(found[1]);
    expect(found[0][0]).toBeGreaterThan(50);
  });
});

describe('batch kernels', () => {
  it('write no more than the capacity, and return how many there are', async () => {
    const core = await openCore();
    const random = family.randomFrom(6);
    const queries = Array.from({ length: 300 }, () => family.grid(random, 1));
    const { swept, list, records, stats } = place(core, queries);
    const ask = (capacity: number) =>
      core.kernels.edgeEdgeContacts(swept, list, queries.length, records, capacity, stats, 0);
    const found = ask(queries.length);
    const all = core.arena.u8.slice(records, records + found * CONTACT_RECORD_BYTES);
    core.arena.u8.fill(FILL, records, records + queries.length * CONTACT_RECORD_BYTES);
    expect(ask(7)).toBe(found);
    const end = records + 7 * CONTACT_RECORD_BYTES;
    expect([...core.arena.u8.slice(records, end)]).toEqual([...all.subarray(0, 7 * CONTACT_RECORD_BYTES)]);
    expect(core.arena.u8[end]).toBe(FILL);
    expect(ask(0)).toBe(found);
    const counted = core.arena.u32.slice(stats >> 2, (stats >> 2) + STAGE_COUNTERS);
    expect(counted.reduce((a, b) => a + b)).toBe(3 * queries.length);
  });
});
