import { EXACT_SCRATCH_BYTES } from '../kernels/layout/elementary.js';
import {
  TRAVERSAL_DONE_NODES,
  TRAVERSAL_END_NODE,
  TRAVERSAL_FRONT,
  TRAVERSAL_FRONT_COUNT,
  TRAVERSAL_MASKS,
  TRAVERSAL_NODES_A,
  TRAVERSAL_NODES_B,
  TRAVERSAL_TAKEN,
} from '../kernels/layout/shared-traversal.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import type { SearchBody } from '../mesh/search-body.js';
import {
  ASLEEP,
  BEAT,
  COUNT_MASK,
  COUNTED,
  COUNTERS,
  CREW_BYTES,
  FILLED,
  FREE,
  NEEDED,
  OUTPUT,
  OUTPUT_BYTES,
  OUTPUT_USED,
  PARTS_TAKEN,
  QUIT,
  READY,
  SHARE,
  SLOTS,
  STATE,
  slotOf,
  TASK,
  takeSlot,
  VALUE,
  VOLUME,
} from './crew-layout.js';
import { bitsOfTask } from './crew-task.js';
import type { SearchCounters } from './search-counters.js';
import { FRONT_BYTES, SEARCH_REGION_BYTES } from './search-memory.js';
import { type SearchOutput, type SearchTask, SearchWork } from './search-work.js';
import { type StartedWorker, startWorker } from './start-worker.js';

/** A worker that is not there after this time is done without. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 2;
/** A worker that was waited for so long, and was not done with a chunk meanwhile, is lost: chunks take less than a millisecond. */
const LOST_MS = 2000;
/** What the worker finds has at least this much room. */
const LEAST_OUTPUT = 1 << 20;

/**
 * The main thread and one worker over the same memory. The main thread fills slots with work; both empty them. Whoever
 * finds what is not decided by chance: a chunk's results are the same, and they are sorted afterwards.
 */
export class Crew {
  readonly #core: Core;
  readonly #words: Int32Array;
  readonly #counted: Float64Array;
  readonly #worker: StartedWorker;
  readonly #theirs: SearchWork;
  readonly #output: StepBuffer;
  readonly #front: StepBuffer;
  /** Since the last `collect` a traversal was shared. */
  #isShared = false;
  /** Address of PARTS_TAKEN. */
  readonly #taken: number;
  #isLost = false;

  /**
   * Starts the worker, right after the core was opened: what both share lies where nothing ever moves. Undefined where
   * memory is not shared, or no worker comes: everything works without, on one thread.
   */
  static async start(core: Core, file?: string | URL): Promise<Crew | undefined> {
    if (!core.shared) return undefined;
    const bytes = CREW_BYTES + SEARCH_REGION_BYTES + EXACT_SCRATCH_BYTES + 256;
    const first = core.arena.regionAddress(core.arena.allocateRegion(bytes));
    const search = aligned(first + CREW_BYTES);
    const scratch = aligned(search + SEARCH_REGION_BYTES);
    const { modules } = core;
    const { memory } = core.arena;
    let worker: StartedWorker;
    try {
      worker = startWorker({ modules, memory, crew: first, search, scratch }, file);
    } catch {
      return undefined; // no threads here
    }
    const words = new Int32Array(memory.buffer, first, COUNTERS);
    for (let waited = 0; Atomics.load(words, READY) === 0; waited += LOOK_MS) {
      if (worker.failed || waited > PATIENCE_MS) {
        worker.end();
        return undefined;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return new Crew(core, worker, first, search);
  }

  private constructor(core: Core, worker: StartedWorker, first: number, search: number) {
    this.#core = core;
    this.#worker = worker;
    this.#words = new Int32Array(core.arena.memory.buffer, first, COUNTERS);
    this.#counted = new Float64Array(core.arena.memory.buffer, first + 4 * COUNTERS, COUNTED.length);
    this.#theirs = new SearchWork(core, search);
    this.#output = new StepBuffer(core.arena);
    this.#taken = first + 4 * PARTS_TAKEN;
    this.#front = new StepBuffer(core.arena);
  }

  /** Ends the worker. */
  end(): void {
    Atomics.store(this.#words, QUIT, 1);
    Atomics.notify(this.#words, FILLED);
    Atomics.notify(this.#words, NEEDED);
    this.#worker.end();
  }

  /** Whether the worker ended by itself, or does not move any more: nothing may be handed to it. */
  get isLost(): boolean {
    if (this.#worker.failed) this.#isLost = true;
    return this.#isLost;
  }

  /** Waits until a slot is free, and gives the worker room meanwhile; false where the worker was lost. */
  waitFor(slot: number): boolean {
    let beat = Atomics.load(this.#words, BEAT);
    let moved = performance.now();
    // a page's main thread may not sleep; what is left is one chunk, a fraction of a millisecond
    while (this.stateOf(slot) !== FREE) {
      this.serve();
      const now = performance.now();
      const last = Atomics.load(this.#words, BEAT);
      if (last !== beat) {
        beat = last;
        moved = now;
      } else if (now - moved > LOST_MS) {
        // it may hang: what it still writes is in memory that nobody else uses before it has ended
        this.#isLost = true;
        this.end();
        return false;
      }
    }
    return true;
  }

  /** Before work on two bodies, or one with itself. */
  engage(a: SearchBody, b: SearchBody, task: SearchTask, keep: boolean): void {
    const words = this.#words;
    this.#output.ensure(LEAST_OUTPUT);
    this.#theirs.open(a, b, task);
    Atomics.store(words, TASK, bitsOfTask(task.strategy, keep));
    Atomics.store(words, VOLUME, a.volume);
    Atomics.store(words, OUTPUT, this.#output.address | 0);
    Atomics.store(words, OUTPUT_BYTES, this.#output.bytes);
    Atomics.store(words, OUTPUT_USED, 0);
    this.#counted.fill(0);
  }

  /**
   * Takes what is left of a traversal apart, into parts that both threads take from then on: `traverseFront` with the
   * memory of `work` here, and with its own there.
   */
  shareTraversal(work: SearchWork, a: SearchBody, b: SearchBody, masks: number): void {
    const { arena, kernels } = this.#core;
    this.#front.ensure(FRONT_BYTES);
    Atomics.store(this.#words, PARTS_TAKEN, 0);
    const { u32 } = arena; // memory may have grown
    const mine = work.memory.traversal / 4;
    u32[mine + TRAVERSAL_NODES_A / 4] = a.nodes;
    u32[mine + TRAVERSAL_NODES_B / 4] = b.nodes;
    u32[mine + TRAVERSAL_MASKS / 4] = masks;
    u32[mine + TRAVERSAL_FRONT / 4] = this.#front.address;
    u32[mine + TRAVERSAL_TAKEN / 4] = this.#taken;
    kernels.openFront(work.memory.traversal);
    this.#theirs.openPairs();
    const theirs = this.#theirs.memory.traversal / 4;
    for (const field of SHARED_FIELDS) u32[theirs + field / 4] = u32[mine + field / 4];
    this.#isShared = true;
    this.fill(SHARE, 0);
  }

  /** The slot that is filled next: free, or not yet. */
  get next(): number {
    return slotOf(Atomics.load(this.#words, FILLED));
  }

  isFree(slot: number): boolean {
    return this.stateOf(slot) === FREE;
  }

  /** Hands out the next slot: a SHARE in a traversal, or RECORD and where it is. */
  fill(state: number, value: number): void {
    const words = this.#words;
    const number = Atomics.load(words, FILLED);
    const slot = slotOf(number);
    Atomics.store(words, VALUE + slot, value | 0);
    Atomics.store(words, STATE + slot, state);
    Atomics.store(words, FILLED, (number + 1) & COUNT_MASK);
    if (Atomics.load(words, ASLEEP) !== 0) Atomics.notify(words, FILLED);
  }

  /** A slot for the main thread, or -1. */
  take(): number {
    const number = takeSlot(this.#words);
    return number < 0 ? -1 : slotOf(number);
  }

  stateOf(slot: number): number {
    return Atomics.load(this.#words, STATE + slot);
  }

  valueOf(slot: number): number {
    return Atomics.load(this.#words, VALUE + slot) >>> 0;
  }

  done(slot: number): void {
    Atomics.store(this.#words, STATE + slot, FREE);
  }

  /** Gives the worker room where it asks for some. To be called again and again while it works. */
  serve(): void {
    const words = this.#words;
    const needed = Atomics.load(words, NEEDED);
    if (needed === 0) return;
    const { arena } = this.#core;
    const used = Atomics.load(words, OUTPUT_USED);
    const from = this.#output.address;
    const larger = new StepBuffer(arena);
    larger.ensure(2 * needed);
    arena.u8.copyWithin(larger.address, from, from + used);
    this.#output.takeOver(larger);
    Atomics.store(words, OUTPUT, this.#output.address | 0);
    Atomics.store(words, OUTPUT_BYTES, this.#output.bytes);
    Atomics.store(words, NEEDED, 0);
    Atomics.notify(words, NEEDED);
  }

  /** Waits until the worker is done with what it took, and adds what it found to `to`; false where the worker was lost. */
  collect(to: SearchOutput, counters: SearchCounters): boolean {
    for (let slot = 0; slot < SLOTS; slot++) if (!this.waitFor(slot)) return false;
    const bytes = Atomics.load(this.#words, OUTPUT_USED);
    const room = to.room(bytes);
    const { u8 } = this.#core.arena;
    u8.copyWithin(room, this.#output.address, this.#output.address + bytes);
    to.used += bytes;
    for (let i = 0; i < COUNTED.length; i++) counters[COUNTED[i]] += this.#counted[i];
    if (this.#isShared) this.#theirs.countTraversal(counters);
    else this.#theirs.count(counters);
    this.#isShared = false;
    return true;
  }
}

/** What the traversals of both threads have in common. */
const SHARED_FIELDS: readonly number[] = [
  TRAVERSAL_NODES_A,
  TRAVERSAL_NODES_B,
  TRAVERSAL_MASKS,
  TRAVERSAL_FRONT,
  TRAVERSAL_FRONT_COUNT,
  TRAVERSAL_TAKEN,
  TRAVERSAL_DONE_NODES,
  TRAVERSAL_END_NODE,
];

function aligned(address: number): number {
  return Math.ceil(address / 64) * 64;
}
