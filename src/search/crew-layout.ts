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
/** The bits of what is to be done, and the kind of boxes. */
export const TASK = 8;
export const VOLUME = 9;
/** 1 once the worker is there. */
export const READY = 10;
/** How many parts of a traversal have been taken. */
export const PARTS_TAKEN = 11;
/** Changes with each chunk that the worker is done with: that it is alive. */
export const BEAT = 12;
/** A word a slot each: FREE, or what is in it; and the address of a record. */
export const STATE = 16;
export const VALUE = STATE + SLOTS;
/** f64 counters of the worker, at a multiple of 8 bytes, in the order of COUNTED. */
export const COUNTERS = VALUE + SLOTS;
export const COUNTED = [
  'featureTests',
  'vertexTests',
  'afterFeatureBoxes',
  'verticesAfterBoxes',
  'elementaryTests',
] as const;
export const CREW_BYTES = 4 * COUNTERS + 8 * COUNTED.length;

/** States of a slot: free, or with a share in a traversal, or with the address of feature pairs that were kept. */
export const FREE = 0;
export const SHARE = 1;
export const RECORD = 2;

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
