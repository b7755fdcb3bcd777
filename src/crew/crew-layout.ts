// What the two sides of a crew share, as i32 words: every number that both write is written by atomic operations.

/** Slots of work, used in turn: while some are worked on, others are filled. */
export const SLOTS = 8;

/** Counters run on within 30 bits. */
export const COUNT_MASK = 0x3fffffff;
/** Slots filled and slots taken so far, as counters that run on: a slot is its number modulo SLOTS. */
export const FILLED = 0;
export const TAKEN = 1;
/** 1 while the worker sleeps, waiting for FILLED to change. */
export const ASLEEP = 2;
/** 1: the worker shall end. */
export const QUIT = 3;
/** How many bytes the worker needs in its output before it can go on; 0: none. */
export const NEEDED = 4;
/** Where the worker's output is, how much room it has there, and how much of it is used. */
export const OUTPUT = 5;
export const OUTPUT_BYTES = 6;
export const OUTPUT_USED = 7;
/** 1 once the worker is there. */
export const READY = 8;
/** How many parts of a job have been taken, by whomever. */
export const PARTS_TAKEN = 9;
/** Changes with each piece of work that the worker is done with: that it is alive. */
export const BEAT = 10;
/** A word a slot each: the kind of work in it, or FREE; and what it is about, mostly an address. */
export const STATE = 16;
export const VALUE = STATE + SLOTS;
/** What a job is told besides; its kind says what is where. */
export const ARGUMENTS = VALUE + SLOTS;
const MOST_ARGUMENTS = 16;
export const CREW_WORDS = ARGUMENTS + MOST_ARGUMENTS;
/** f64 sums of the worker, at a multiple of 8 bytes: what it counted. */
export const MOST_SUMS = 8;
export const CREW_BYTES = 4 * CREW_WORDS + 8 * MOST_SUMS;

/** The slot of a number that FILLED or TAKEN counts. */
export function slotOf(number: number): number {
  return number & (SLOTS - 1);
}

/** Takes the oldest slot that is filled; returns its number, or -1 where there is none. */
export function takeSlot(words: Int32Array): number {
  for (;;) {
    const taken = Atomics.load(words, TAKEN);
    if (taken === Atomics.load(words, FILLED)) return -1;
    if (Atomics.compareExchange(words, TAKEN, taken, (taken + 1) & COUNT_MASK) === taken) return taken;
  }
}

/** What the main thread tells a worker when it starts it. */
export interface WorkerStart {
  readonly modules: readonly WebAssembly.Module[];
  readonly memory: WebAssembly.Memory;
  /** Addresses: of what both share (CREW_BYTES), and of the worker's own memory for exact tests, where there are any. */
  readonly crew: number;
  readonly scratch: number;
}
