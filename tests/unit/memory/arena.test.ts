import { afterEach, describe, expect, test, vi } from 'vitest';
import { FirstContactError } from '../../../src/errors.js';
import type { Arena } from '../../../src/memory/arena.js';
import { openCore } from '../../../src/memory/open.js';
import { StepBuffer } from '../../../src/memory/step-buffer.js';
import { random } from '../../support/random.js';
import { rejectedBy, thrownBy } from '../../support/thrown.js';

function fill(arena: Arena, block: number): void {
  const first = arena.address(block) / 4;
  arena.u32.fill(block, first, first + arena.bytes(block) / 4);
}

function holdsItself(arena: Arena, block: number): boolean {
  const first = arena.address(block) / 4;
  return arena.u32.subarray(first, first + arena.bytes(block) / 4).every((word) => word === block);
}

describe('Arena', () => {
  test('10,000 blocks of mixed size come and go, and at most a tenth of the memory is holes', async () => {
    const { arena } = await openCore();
    const next = random(7);
    const live: number[] = [];
    for (let i = 0; i < 10_000; i++) {
      const block = arena.allocate(64 + Math.floor(next() ** 4 * 60_000));
      fill(arena, block);
      live.push(block);
      if (next() < 0.5) arena.free(live.splice(Math.floor(next() * live.length), 1)[0]);
      if (i % 100 === 0) arena.compact();
    }
    while (live.length > 1000) arena.free(live.splice(Math.floor(next() * live.length), 1)[0]);
    expect(arena.stats.fragmentation).toBeGreaterThan(0.1);
    arena.compact();
    expect(arena.stats.fragmentation).toBeLessThanOrEqual(0.1);
    expect(live.every((block) => holdsItself(arena, block))).toBe(true);
  });

  test('a bounded compaction copies little at a time and gets there', async () => {
    const { arena } = await openCore();
    const blocks = Array.from({ length: 200 }, () => arena.allocate(10_000));
    for (let i = 0; i < 200; i += 2) arena.free(blocks[i]);
    let rounds = 0;
    while (arena.stats.fragmentation > 0.1) {
      expect(arena.compact(50_000)).toBeLessThan(50_000 + 10_000 + 64);
      rounds++;
    }
    expect(rounds).toBeGreaterThan(3);
  });

  test('a typed array from before growth or compaction is empty: a stale view cannot be read by mistake', async () => {
    const { arena } = await openCore();
    const before = arena.f64;
    arena.allocate(64 << 20);
    expect(before.length).toBe(0);
    const blocks = [arena.allocate(1 << 20), arena.allocate(1 << 20)];
    const view = arena.f64.subarray(arena.address(blocks[1]) / 8);
    arena.free(blocks[0]);
    arena.allocate(64);
    const { epoch } = arena;
    const first = arena.allocate(40 << 20);
    arena.allocate(64);
    arena.free(first);
    arena.compact();
    expect(arena.epoch).toBeGreaterThan(epoch);
    expect(view.length).toBe(0);
  });

  test('a freed id is refused, also after its slot was used again', async () => {
    const { arena } = await openCore();
    const block = arena.allocate(100);
    arena.free(block);
    const other = arena.allocate(100);
    expect(other).not.toBe(block);
    expect(arena.has(block)).toBe(false);
    for (const call of [() => arena.address(block), () => arena.free(block), () => arena.address(0)]) {
      expect(thrownBy(call)).toMatchObject({ code: 'STALE_BLOCK' });
    }
  });

  test('new blocks hold zeros, also where others were', async () => {
    const { arena } = await openCore();
    const block = arena.allocate(4096);
    fill(arena, block);
    arena.free(block);
    const again = arena.allocate(4096);
    const first = arena.address(again) / 4;
    expect(arena.u32.subarray(first, first + 1024).every((word) => word === 0)).toBe(true);
  });

  test('beyond the maximum: a typed error with the numbers, and the blocks as they were', async () => {
    const { arena } = await openCore({ maximumMemoryBytes: 2 << 20 });
    const block = arena.allocate(1 << 20);
    fill(arena, block);
    const { liveBytes } = arena.stats;
    const error = thrownBy(() => arena.allocate(3 << 20)) as FirstContactError;
    expect(error).toBeInstanceOf(FirstContactError);
    expect(error.code).toBe('OUT_OF_MEMORY');
    expect(error.message).toContain('3145728');
    // what the kernels keep for themselves counts too
    expect(error.message).toContain(`${arena.stats.usedBytes} of at most ${2 << 20} bytes`);
    expect(arena.stats.liveBytes).toBe(liveBytes);
    expect(holdsItself(arena, block)).toBe(true);
  });

  describe('where the engine grants less than it is asked for', () => {
    const Memory = WebAssembly.Memory;
    const granting = (pages: number) => {
      vi.stubGlobal('WebAssembly', {
        ...Object.fromEntries(
          Object.getOwnPropertyNames(WebAssembly).map((name) => [name, Reflect.get(WebAssembly, name)]),
        ),
        Memory: class extends Memory {
          constructor(wanted: WebAssembly.MemoryDescriptor) {
            if (wanted.maximum! > pages) throw new RangeError('could not allocate memory');
            super(wanted);
          }
        },
      });
    };
    afterEach(() => void vi.unstubAllGlobals());

    test('a sixteenth of the default is enough to begin with', async () => {
      granting(4096);
      const { arena } = await openCore();
      arena.allocate(1 << 20);
      const error = thrownBy(() => arena.allocate(1 << 28)) as FirstContactError;
      expect(error.message).toContain(`of at most ${1 << 28} bytes`);
    });

    test('a size that was asked for by name is not changed, and nothing is a typed error', async () => {
      granting(4096);
      const options = { maximumMemoryBytes: 2 ** 30 };
      expect(await rejectedBy(() => openCore(options))).toMatchObject({ code: 'OUT_OF_MEMORY' });
      granting(0);
      const error = await rejectedBy(() => openCore());
      expect(error).toMatchObject({ code: 'OUT_OF_MEMORY' });
      expect(String(error)).toContain('could not allocate memory');
    });
  });

  test('memory can be shared with workers, by the same core.wasm', async () => {
    const core = await openCore({ shared: true });
    expect(core.arena.memory.buffer).toBeInstanceOf(SharedArrayBuffer);
    const block = core.arena.allocate(480);
    const at = core.arena.address(block) / 8;
    core.arena.f64[at + 1] = 5;
    expect(core.kernels.endBecomesStart(core.arena.address(block), 10)).toBe(1);
    expect(core.arena.f64[at]).toBe(5);
  });
});

describe('StepBuffer', () => {
  test('a kernel that runs out of room is run again with enough', async () => {
    const { arena } = await openCore();
    const buffer = new StepBuffer(arena);
    const capacities: number[] = [];
    const found = buffer.runUntilItFits(16, (_, capacity) => {
      capacities.push(capacity);
      return 1000;
    });
    expect(found).toBe(1000);
    expect(capacities[0]).toBe(0);
    expect(capacities.length).toBe(2);
    expect(capacities[1]).toBeGreaterThanOrEqual(1000);
    buffer.runUntilItFits(16, () => 900);
    expect(buffer.grown).toBe(1);
    const { liveBytes } = arena.stats;
    buffer.free();
    expect(arena.stats.liveBytes).toBeLessThan(liveBytes - 16_000);
  });
});
