import { FirstContactError } from '../errors.js';
import { BLOCK_ALIGNMENT } from '../kernels/layout/meshes.js';
import { IdTable } from './id-table.js';
import { NO_REGION, RegionHeap } from './region-heap.js';

/** A block's generational id: what component columns hold instead of an address. 0 is no block. */
export type BlockId = number;

const PAGE = 65536;
/** Above this share of holes, ingest closes some of them. */
const TOLERATED_FRAGMENTATION = 0.1;
/** Memory grows by at least this share of its size, so that growing n times costs O(n) copies in all. */
const GROWTH = 0.25;

/** What the plugin's memory holds: `plugin.memory`. */
export interface ArenaStats {
  /** Size of the WebAssembly memory. */
  readonly memoryBytes: number;
  /** Of it, from the first block to the end of the last one. */
  readonly usedBytes: number;
  /** Of that, what blocks hold. */
  readonly liveBytes: number;
  /** Share of `usedBytes` that holds nothing. */
  readonly fragmentation: number;
  /** How many blocks there are: meshes, trees, vertices. */
  readonly blocks: number;
  /** Whether other threads can work on it: false where sharing was asked for and is not to be had. */
  readonly shared: boolean;
}

/**
 * Blocks over one WebAssembly.Memory. A block is named by a generational id and may move between steps, so nobody
 * keeps an address or a typed array across calls: `address` and the `heap` views are looked up anew.
 */
export class Arena {
  readonly memory: WebAssembly.Memory;
  /** The whole memory as typed arrays. Made anew when memory grows or a block moves: never keep one. */
  u8!: Uint8Array;
  u32!: Uint32Array;
  f32!: Float32Array;
  f64!: Float64Array;
  /** Counts up whenever a typed array made before became stale. */
  epoch = 0;

  readonly #heap: RegionHeap;
  /** Of the kernels, below all blocks. */
  readonly #base: number;
  #blocks = new IdTable<number>();
  readonly #maximumBytes: number;
  readonly #shared: boolean;
  /** From here on nobody had any of the memory. */
  #untouched = 0;
  /** Blocks allocated since allOrNone began. */
  #together: BlockId[] | undefined;

  constructor(memory: WebAssembly.Memory, base: number, maximumBytes: number) {
    this.memory = memory;
    this.#shared = !(memory.buffer instanceof ArrayBuffer);
    this.#maximumBytes = maximumBytes;
    this.#base = base;
    this.#heap = new RegionHeap(base, BLOCK_ALIGNMENT);
    this.#makeViews();
  }

  /** A new block, filled with zeros. Where memory ends, holes are closed to make room: blocks move. */
  allocate(bytes: number): BlockId {
    return this.nameRegion(this.#filled(this.allocateRegionUnfilled(bytes), 0));
  }

  /** The same with anything in it: for what is written over at once. */
  allocateUnfilled(bytes: number): BlockId {
    return this.nameRegion(this.allocateRegionUnfilled(bytes));
  }

  /** A region becomes a block: nothing moves. */
  nameRegion(region: number): BlockId {
    try {
      const block = this.#blocks.add(region);
      this.#together?.push(block);
      return block;
    } catch (error) {
      this.#heap.release(region);
      throw error;
    }
  }

  /** Runs `make`; where it throws, the blocks that it has allocated are freed. */
  allOrNone<Result>(make: () => Result): Result {
    const outer = this.#together;
    const made: BlockId[] = [];
    this.#together = made;
    try {
      const result = make();
      outer?.push(...made);
      return result;
    } catch (error) {
      for (const block of made) this.free(block);
      throw error;
    } finally {
      this.#together = outer;
    }
  }

  free(block: BlockId): void {
    const region = this.#region(block);
    this.#blocks.remove(block);
    this.#heap.release(region);
  }

  has(block: BlockId): boolean {
    return this.#blocks.get(block) !== undefined;
  }

  /** Valid until the next allocation or step. */
  address(block: BlockId): number {
    return this.#heap.address(this.#region(block));
  }

  bytes(block: BlockId): number {
    return this.#heap.bytes(this.#region(block));
  }

  /** Memory without an id and with anything in it, up to the end of what was asked for. Where memory ends, holes are closed to make room: blocks move. */
  allocateRegionUnfilled(bytes: number): number {
    try {
      return this.#filled(this.#allocate(bytes), bytes);
    } catch (error) {
      if (this.#heldBytes + bytes > this.#maximumBytes) throw error;
      this.#closeHoles(0, Number.POSITIVE_INFINITY);
      return this.#filled(this.#allocate(bytes), bytes);
    }
  }

  /** Memory without an id, for buffers whose contents do not outlive a stage. */
  allocateRegion(bytes: number): number {
    return this.#filled(this.#allocate(bytes), 0);
  }

  /** With zeros from a byte on. What nobody had before is zero already, and is not touched: pages that stay unused cost nothing. */
  #filled(region: number, from: number): number {
    const address = this.#heap.address(region);
    const end = address + this.#heap.bytes(region);
    this.u8.fill(0, address + from, Math.max(address + from, Math.min(end, this.#untouched)));
    this.#untouched = Math.max(this.#untouched, end);
    return region;
  }

  #allocate(bytes: number): number {
    let region = this.#heap.allocate(bytes, this.memory.buffer.byteLength);
    if (region === NO_REGION) {
      this.#growTo(this.#heap.topAfter(bytes), bytes);
      region = this.#heap.allocate(bytes, this.memory.buffer.byteLength);
    }
    return region;
  }

  freeRegion(region: number): void {
    this.#heap.release(region);
  }

  regionAddress(region: number): number {
    return this.#heap.address(region);
  }

  regionBytes(region: number): number {
    return this.#heap.bytes(region);
  }

  /**
   * Closes holes until at most a tenth of the used memory is empty, copying about `budget` bytes at most.
   * Returns the bytes copied. Only between steps: it moves blocks.
   */
  compact(budget = Number.POSITIVE_INFINITY): number {
    if (this.#heap.fragmentation <= TOLERATED_FRAGMENTATION) return 0;
    return this.#closeHoles(TOLERATED_FRAGMENTATION, budget);
  }

  #closeHoles(tolerated: number, budget: number): number {
    const copied = this.#heap.compact(tolerated, budget, (to, from, bytes) => {
      this.u8.copyWithin(to, from, from + bytes);
    });
    this.#outdateViews();
    return copied;
  }

  get #heldBytes(): number {
    return this.#base + this.#heap.liveBytes;
  }

  /** What is left of the maximum. */
  get spareBytes(): number {
    return this.#maximumBytes - this.#heap.top;
  }

  /** From the first block to the end of the last one. */
  get usedBytes(): number {
    return this.#heap.top;
  }

  get stats(): ArenaStats {
    return {
      memoryBytes: this.memory.buffer.byteLength,
      usedBytes: this.usedBytes,
      liveBytes: this.#heap.liveBytes,
      fragmentation: this.#heap.fragmentation,
      blocks: this.#blocks.count,
      shared: this.#shared,
    };
  }

  /** Live blocks in an order that does not depend on where they lie. */
  blockIds(): Iterable<BlockId> {
    return this.#blocks.ids();
  }

  /** The ids, for a snapshot: with them, ids given out after a restore are those given out before. */
  saveIds(): Uint32Array {
    return this.#blocks.save();
  }

  /**
   * Gives each id of `saved` a block of `bytesOf(id)`: its own, where it is live and has that size, and otherwise a new
   * one. All other blocks are freed. Where memory runs out, nothing has changed.
   */
  restoreIds(saved: Uint32Array, bytesOf: (block: BlockId) => number): void {
    const before = this.#blocks;
    const kept = new Set<BlockId>();
    const made: number[] = [];
    try {
      this.#blocks = IdTable.restore(saved, (block) => {
        const bytes = bytesOf(block);
        const region = before.get(block);
        if (region !== undefined && this.#heap.bytes(region) === bytes) {
          kept.add(block);
          return region;
        }
        made.push(this.allocateRegion(bytes));
        return made[made.length - 1];
      });
    } catch (error) {
      for (const region of made) this.#heap.release(region);
      throw error;
    }
    for (const block of before.ids()) {
      if (!kept.has(block)) this.#heap.release(before.get(block) as number);
    }
    this.#outdateViews();
  }

  #region(block: BlockId): number {
    const region = this.#blocks.get(block);
    if (region !== undefined) return region;
    throw new FirstContactError(
      'STALE_BLOCK',
      `block ${block} was freed or never was`,
      'Look the id up again.',
    );
  }

  #growTo(bytes: number, asked: number): void {
    const now = this.memory.buffer.byteLength;
    const generous = Math.min(this.#maximumBytes, Math.ceil(now * (1 + GROWTH)));
    if (bytes > this.#maximumBytes || !this.#grown(Math.max(bytes, generous) - now, bytes - now)) {
      throw new FirstContactError(
        'OUT_OF_MEMORY',
        `${asked} bytes more do not fit: ${this.#heldBytes} of at most ${this.#maximumBytes} bytes are in use`,
        'Remove meshes, or raise the option `maximumMemoryBytes` (4 GiB at most).',
      );
    }
    this.#makeViews();
  }

  /** Grows by the generous amount, or by what is needed at least where the engine refuses more. */
  #grown(generous: number, needed: number): boolean {
    for (const bytes of [generous, needed]) {
      try {
        this.memory.grow(Math.ceil(bytes / PAGE));
        return true;
      } catch {
        // refused: try the smaller amount, then report
      }
    }
    return false;
  }

  /** Detaches every typed array handed out before, so that a stale one cannot be read by mistake. */
  #outdateViews(): void {
    if (!this.#shared) this.memory.grow(0);
    this.#makeViews();
  }

  #makeViews(): void {
    const buffer = this.memory.buffer;
    this.u8 = new Uint8Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.epoch++;
  }
}
