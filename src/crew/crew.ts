import { FirstContactError } from '../errors.js';
import { EXACT_SCRATCH_BYTES } from '../kernels/layout/elementary.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import {
  ARGUMENTS,
  ASLEEP,
  BEAT,
  COUNT_MASK,
  CREW_BYTES,
  CREW_WORDS,
  FILLED,
  MOST_SUMS,
  NEEDED,
  OUTPUT,
  OUTPUT_BYTES,
  OUTPUT_USED,
  PARTS_TAKEN,
  QUIT,
  READY,
  SLOTS,
  STATE,
  slotOf,
  takeSlot,
  VALUE,
} from './crew-layout.js';
import { FREE } from './job-kinds.js';
import type { Output } from './output.js';
import { messageOf, type StartedWorker, startWorker } from './start-worker.js';

/** A worker that is not there after this time is done without. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 2;
/** A worker that was waited for so long, and was not done with anything meanwhile, is lost: pieces of work take less than a millisecond. */
const LOST_MS = 2000;
/**
 * The worker is looked for without a pause for so long, about what a piece of work takes. One that is not done by then may have no
 * core to run on: where this thread may sleep, it does, for a little at a time, and leaves it its own.
 */
const LOOKING_MS = 0.2;
const NAP_MS = 0.1;
/** What the worker finds has at least this much room. */
const LEAST_OUTPUT = 1 << 20;

/**
 * The main thread and one worker over the same memory. The main thread fills slots with work; both empty them. Whoever
 * does what is not decided by chance alone: so a piece of work gives the same bits on either thread, and whoever hands it out
 * puts what was found into an order of its own. The main thread never waits while there is work that nobody has begun.
 */
export class Crew {
  /** Address of PARTS_TAKEN. */
  readonly partsTaken: number;
  /** What the worker counted since `begin`, as its job says. */
  readonly sums: Float64Array;
  readonly #core: Core;
  readonly #words: Int32Array;
  readonly #worker: StartedWorker;
  readonly #output: StepBuffer;
  readonly #maySleep: boolean;
  #isLost = false;

  /**
   * Starts the worker, right after the core was opened: what both share lies where nothing ever moves. Undefined where
   * memory is not shared, or no worker comes, which is told: everything works without, on one thread.
   */
  static async start(
    core: Core,
    file: string | URL | undefined,
    tell: (report: FirstContactError) => void,
  ): Promise<Crew | undefined> {
    if (!core.shared) return undefined;
    const { arena, kernels, modules } = core;
    const isExact = kernels.useExactScratch !== undefined;
    const bytes = CREW_BYTES + (isExact ? 64 + EXACT_SCRATCH_BYTES : 0);
    const crew = arena.regionAddress(arena.allocateRegion(bytes));
    const scratch = isExact ? Math.ceil((crew + CREW_BYTES) / 64) * 64 : 0;
    let worker: StartedWorker;
    try {
      worker = startWorker({ modules, memory: arena.memory, crew, scratch }, file);
    } catch (error) {
      tell(notStarted(file, messageOf(error)));
      return undefined;
    }
    const words = new Int32Array(arena.memory.buffer, crew, CREW_WORDS);
    const began = performance.now();
    while (Atomics.load(words, READY) === 0) {
      if (worker.failure !== undefined || performance.now() - began > PATIENCE_MS) {
        worker.end();
        tell(notStarted(file, worker.failure ?? `it was not there after ${PATIENCE_MS / 1000} s`));
        return undefined;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return new Crew(core, worker, crew);
  }

  private constructor(core: Core, worker: StartedWorker, crew: number) {
    const { buffer } = core.arena.memory;
    this.#core = core;
    this.#worker = worker;
    this.#words = new Int32Array(buffer, crew, CREW_WORDS);
    this.sums = new Float64Array(buffer, crew + 4 * CREW_WORDS, MOST_SUMS);
    this.#output = new StepBuffer(core.arena);
    this.#maySleep = maySleep(this.#words);
    this.partsTaken = crew + 4 * PARTS_TAKEN;
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
    if (this.#worker.failure !== undefined) this.#isLost = true;
    return this.#isLost;
  }

  /** Before a job: nothing is found yet, and no part of it begun. What the worker finds has room for so many bytes at least. */
  begin(bytes = LEAST_OUTPUT): void {
    const words = this.#words;
    this.#output.ensure(Math.max(bytes, LEAST_OUTPUT));
    Atomics.store(words, OUTPUT, this.#output.address | 0);
    Atomics.store(words, OUTPUT_BYTES, this.#output.bytes);
    Atomics.store(words, OUTPUT_USED, 0);
    Atomics.store(words, PARTS_TAKEN, 0);
    this.sums.fill(0);
  }

  /** Tells the job that was begun one of its arguments. */
  tell(argument: number, value: number): void {
    Atomics.store(this.#words, ARGUMENTS + argument, value | 0);
  }

  /** The next part of a job that nobody has begun. */
  takePart(): number {
    return Atomics.add(this.#words, PARTS_TAKEN, 1);
  }

  get foundAddress(): number {
    return this.#output.address;
  }

  get foundBytes(): number {
    return Atomics.load(this.#words, OUTPUT_USED);
  }

  /** Adds what the worker found to an output. */
  handOver(to: Output): void {
    const bytes = this.foundBytes;
    const room = to.room(bytes);
    this.#core.arena.u8.copyWithin(room, this.foundAddress, this.foundAddress + bytes);
    to.used += bytes;
  }

  /** The slot that is filled next: free, or not yet. */
  get next(): number {
    return slotOf(Atomics.load(this.#words, FILLED));
  }

  isFree(slot: number): boolean {
    return this.kindOf(slot) === FREE;
  }

  /** Hands out the next slot. */
  fill(kind: number, value: number): void {
    const words = this.#words;
    const number = Atomics.load(words, FILLED);
    const slot = slotOf(number);
    Atomics.store(words, VALUE + slot, value | 0);
    Atomics.store(words, STATE + slot, kind);
    Atomics.store(words, FILLED, (number + 1) & COUNT_MASK);
    if (Atomics.load(words, ASLEEP) !== 0) Atomics.notify(words, FILLED);
  }

  /** A slot for the main thread, or -1. */
  take(): number {
    const number = takeSlot(this.#words);
    return number < 0 ? -1 : slotOf(number);
  }

  kindOf(slot: number): number {
    return Atomics.load(this.#words, STATE + slot);
  }

  valueOf(slot: number): number {
    return Atomics.load(this.#words, VALUE + slot) >>> 0;
  }

  done(slot: number): void {
    Atomics.store(this.#words, STATE + slot, FREE);
  }

  /** A job whose parts both threads take, here by `mine`, until none is left; false where the worker was lost. */
  share(kind: number, mine: () => void): boolean {
    this.fill(kind, 0);
    mine();
    const slot = this.take(); // the worker has not come to it
    if (slot >= 0) this.done(slot);
    return this.waitForAll();
  }

  /** Waits until a slot is free, and gives the worker room meanwhile; false where the worker was lost. */
  waitFor(slot: number): boolean {
    let beat = Atomics.load(this.#words, BEAT);
    let moved = performance.now();
    const begun = moved;
    while (!this.isFree(slot)) {
      this.serve();
      const now = performance.now();
      // nobody wakes it: this is to sleep for a given time
      if (this.#maySleep && now - begun > LOOKING_MS) Atomics.wait(this.#words, READY, 1, NAP_MS);
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

  /** Waits until the worker is done with what it took; false where it was lost. */
  waitForAll(): boolean {
    for (let slot = 0; slot < SLOTS; slot++) if (!this.waitFor(slot)) return false;
    return true;
  }

  /** Gives the worker room where it asks for some. To be called again and again while it works. */
  serve(): void {
    const words = this.#words;
    const needed = Atomics.load(words, NEEDED);
    if (needed === 0) return;
    const { arena } = this.#core;
    const from = this.#output.address;
    const larger = new StepBuffer(arena);
    larger.ensure(2 * needed);
    arena.u8.copyWithin(larger.address, from, from + this.foundBytes);
    this.#output.takeOver(larger);
    Atomics.store(words, OUTPUT, this.#output.address | 0);
    Atomics.store(words, OUTPUT_BYTES, this.#output.bytes);
    Atomics.store(words, NEEDED, 0);
    Atomics.notify(words, NEEDED);
  }
}

/** A page's main thread may not sleep. */
function maySleep(words: Int32Array): boolean {
  try {
    return Atomics.wait(words, READY, 0) === 'not-equal';
  } catch {
    return false;
  }
}

function notStarted(file: string | URL | undefined, why: string): FirstContactError {
  return new FirstContactError(
    'WORKER_LOST',
    `The second thread did not start from ${file === undefined ? "the package's crew/worker.js" : String(file)}: ${why}`,
    "Nothing is missing, and one thread does it all. Serve that file from the page's own origin, with the files that it imports, and give its address as the option `worker`.",
  );
}
