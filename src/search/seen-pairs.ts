import { SEEN_COUNT, SEEN_SLOT_BYTES, SEEN_SLOTS } from '../kernels/layout/ablations.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';

const FEWEST_SLOTS = 2 ** 16;

/** R-Triangles 5.2, ADJ: the run-time database of pairs that a search has tested. */
export class SeenPairs {
  readonly #core: Core;
  #table: StepBuffer;
  #spare: StepBuffer;
  #slots = 0;

  constructor(core: Core) {
    this.#core = core;
    this.#table = new StepBuffer(core.arena);
    this.#spare = new StepBuffer(core.arena);
  }

  clear(): void {
    this.#slots = Math.max(this.#slots, FEWEST_SLOTS);
    this.#empty(this.#table, this.#slots);
  }

  /** Drops what was seen from the lists of WORK, which hold `most` pairs at the most, and remembers the others. */
  drop(work: number, most: number): void {
    const { kernels, arena } = this.#core;
    const needed = 2 * (arena.u32[(this.#table.address + SEEN_COUNT) / 4] + most);
    if (needed > this.#slots) this.#grow(needed);
    kernels.dropSeen(work, this.#table.address, this.#slots - 1);
  }

  free(): void {
    this.#table.free();
    this.#spare.free();
    this.#slots = 0;
  }

  #grow(needed: number): void {
    let slots = this.#slots;
    while (slots < needed) slots *= 2;
    this.#empty(this.#spare, slots);
    this.#core.kernels.moveSeen(this.#table.address, this.#slots, this.#spare.address, slots - 1);
    [this.#table, this.#spare] = [this.#spare, this.#table];
    this.#slots = slots;
  }

  #empty(table: StepBuffer, slots: number): void {
    const bytes = SEEN_SLOTS + slots * SEEN_SLOT_BYTES;
    table.ensure(bytes);
    this.#core.arena.u8.fill(0, table.address, table.address + bytes);
  }
}
