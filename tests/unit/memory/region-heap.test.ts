import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_REGION, RegionHeap } from '../../../src/memory/region-heap.js';

const START = 1024;
const ALIGNMENT = 64;

/** What the heap must agree with: which bytes belong to which region, kept by brute force. */
class Model {
  readonly heap = new RegionHeap(START, ALIGNMENT);
  readonly live = new Map<number, number>();
  /** Contents by address: the region that wrote there. */
  readonly memory: number[] = [];

  allocate(bytes: number, limit = Number.POSITIVE_INFINITY): void {
    const before = this.heap.top;
    const region = this.heap.allocate(bytes, limit);
    if (region === NO_REGION) {
      expect(this.heap.top).toBe(before);
      expect(this.heap.topAfter(bytes)).toBeGreaterThan(limit);
      return;
    }
    expect(this.live.has(region)).toBe(false);
    expect(this.heap.bytes(region)).toBeGreaterThanOrEqual(bytes);
    this.live.set(region, bytes);
    this.#write(region);
  }

  release(nth: number): void {
    const regions = [...this.live.keys()];
    if (regions.length === 0) return;
    const region = regions[nth % regions.length];
    this.live.delete(region);
    this.heap.release(region);
  }

  compact(wanted: number, budget: number): void {
    const copied = this.heap.compact(wanted, budget, (to, from, bytes) => {
      expect(to).toBeLessThan(from);
      this.memory.copyWithin(to / ALIGNMENT, from / ALIGNMENT, (from + bytes) / ALIGNMENT);
    });
    expect(copied < budget + 5000).toBe(true);
    if (copied < budget) expect(this.heap.fragmentation).toBeLessThanOrEqual(wanted);
  }

  check(): void {
    let bytes = 0;
    let top = START;
    for (const region of this.live.keys()) {
      const first = this.heap.address(region);
      const size = this.heap.bytes(region);
      expect(first % ALIGNMENT).toBe(0);
      for (let at = first; at < first + size; at += ALIGNMENT)
        expect(this.memory[at / ALIGNMENT]).toBe(region);
      bytes += size;
      top = Math.max(top, first + size);
    }
    expect(this.heap.liveBytes).toBe(bytes);
    expect(this.heap.top).toBe(top);
  }

  #write(region: number): void {
    const first = this.heap.address(region) / ALIGNMENT;
    const end = first + this.heap.bytes(region) / ALIGNMENT;
    for (let at = first; at < end; at++) this.memory[at] = region;
  }
}

const operation = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constant('allocate' as const), fc.integer({ min: 0, max: 3000 })) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('release' as const), fc.nat()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('compact' as const), fc.integer({ min: 0, max: 20000 })) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('full' as const), fc.integer({ min: 0, max: 3000 })) },
);

describe('RegionHeap', () => {
  test('regions never overlap, keep their contents and are counted, whatever the order of calls', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 120 }), (operations) => {
        const model = new Model();
        for (const [name, value] of operations) {
          if (name === 'allocate') model.allocate(value);
          else if (name === 'release') model.release(value);
          else if (name === 'compact') model.compact(0.1, value);
          else model.allocate(value, model.heap.top);
          model.check();
        }
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  test('compaction closes every hole when it may', () => {
    const model = new Model();
    for (let i = 0; i < 100; i++) model.allocate(64 + ((i * 257) % 1900));
    for (let i = 0; i < 50; i++) model.release(i);
    model.compact(0, Number.POSITIVE_INFINITY);
    model.check();
    expect(model.heap.fragmentation).toBe(0);
  });

  test('what is freed is used again before memory grows', () => {
    const heap = new RegionHeap(START, ALIGNMENT);
    const regions = Array.from({ length: 10 }, () => heap.allocate(256, Number.POSITIVE_INFINITY));
    const top = heap.top;
    heap.release(regions[3]);
    heap.allocate(200, Number.POSITIVE_INFINITY);
    expect(heap.top).toBe(top);
  });
});
