import { EXACT_SCRATCH_BYTES } from '../kernels/layout.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import type { SearchBody } from '../mesh/search-body.js';
import {
  ASLEEP,
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
  QUIT,
  READY,
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
import { SEARCH_REGION_BYTES, SLOT_BYTES } from './search-memory.js';
import { type SearchOutput, type SearchTask, SearchWork } from './search-work.js';
import { type StartedWorker, startWorker } from './start-worker.js';

/** A worker that is not there after this time is done without. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 2;
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
  readonly #slots: number;

  /**
   * Starts the worker, right after the core was opened: what both share lies where nothing ever moves. Undefined where
   * memory is not shared, or no worker comes: everything works without, on one thread.
   */
  static async start(core: Core, file?: string | URL): Promise<Crew | undefined> {
    if (!core.shared) return undefined;
    const bytes = CREW_BYTES + SEARCH_REGION_BYTES + EXACT_SCRATCH_BYTES + SLOTS * SLOT_BYTES + 256;
    const first = core.arena.regionAddress(core.arena.allocateRegion(bytes));
    const search = aligned(first + CREW_BYTES);
    const scratch = aligned(search + SEARCH_REGION_BYTES);
    const slots = aligned(scratch + EXACT_SCRATCH_BYTES);
    const { modules } = core;
    const { memory } = core.arena;
    let worker: StartedWorker;
    try {
      worker = startWorker(
        { modules, memory, crew: first, search, scratch, slots, slotBytes: SLOT_BYTES },
        file,
      );
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
    return new Crew(core, worker, first, search, slots);
  }

  private constructor(core: Core, worker: StartedWorker, first: number, search: number, slots: number) {
    this.#core = core;
    this.#worker = worker;
    this.#words = new Int32Array(core.arena.memory.buffer, first, COUNTERS);
    this.#counted = new Float64Array(core.arena.memory.buffer, first + 4 * COUNTERS, COUNTED.length);
    this.#theirs = new SearchWork(core, search);
    this.#output = new StepBuffer(core.arena);
    this.#slots = slots;
  }

  /** Ends the worker. */
  end(): void {
    Atomics.store(this.#words, QUIT, 1);
    Atomics.notify(this.#words, FILLED);
    Atomics.notify(this.#words, NEEDED);
    this.#worker.end();
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

  /** Where the pairs of the next slot go, or 0 while that one is worked on. */
  get nextSlot(): number {
    const slot = slotOf(Atomics.load(this.#words, FILLED));
    return Atomics.load(this.#words, STATE + slot) === FREE ? this.#slots + slot * SLOT_BYTES : 0;
  }

  /** Hands out the next slot: PAIRS and how many, or RECORD and where. */
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

  pairsOf(slot: number): number {
    return this.#slots + slot * SLOT_BYTES;
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

  /** Waits until the worker is done with what it took, and adds what it found to `to`. */
  collect(to: SearchOutput, counters: SearchCounters): void {
    for (let slot = 0; slot < SLOTS; slot++) {
      // a page's main thread may not sleep; what is left is one chunk, a fraction of a millisecond
      while (this.stateOf(slot) !== FREE) this.serve();
    }
    const bytes = Atomics.load(this.#words, OUTPUT_USED);
    const room = to.room(bytes);
    const { u8 } = this.#core.arena;
    u8.copyWithin(room, this.#output.address, this.#output.address + bytes);
    to.used += bytes;
    for (let i = 0; i < COUNTED.length; i++) counters[COUNTED[i]] += this.#counted[i];
    this.#theirs.count(counters);
  }
}

function aligned(address: number): number {
  return Math.ceil(address / 64) * 64;
}
