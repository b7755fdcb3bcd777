import { FOUND_BYTES, FOUND_TIME, SORT_DIGITS } from '../kernels/layout/search.js';
import { GrowingBuffer } from '../memory/growing-buffer.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';

/** Contacts as searches find them, FOUND_BYTES each, and what puts them in order. */
export class FoundContacts extends GrowingBuffer {
  readonly #core: Core;
  readonly #sorting: StepBuffer;

  constructor(core: Core) {
    super(core.arena);
    this.#core = core;
    this.#sorting = new StepBuffer(core.arena);
  }

  /**
   * Puts the contacts from an offset on in one order, by kind and features; of those with the same features the one
   * that was found first stays. Returns how many there are.
   */
  finish(first = 0): number {
    const bytes = this.used - first;
    this.#sorting.ensure(SORT_DIGITS * 4 + bytes);
    const count = this.#core.kernels.sortContacts(
      this.address + first,
      this.#sorting.address,
      bytes / FOUND_BYTES,
    );
    this.used = first + count * FOUND_BYTES;
    return count;
  }

  /** The earliest of the contacts' times from an offset on; Infinity without any. */
  earliest(first = 0): number {
    const { f64 } = this.#core.arena;
    let least = Number.POSITIVE_INFINITY;
    for (let at = this.address + first; at < this.address + this.used; at += FOUND_BYTES) {
      least = Math.min(least, f64[(at + FOUND_TIME) / 8]);
    }
    return least;
  }

  /** Keeps the contacts at the earliest time from an offset on, in their order; returns how many. */
  keepEarliest(first = 0): number {
    const { u8, f64 } = this.#core.arena;
    const { address, used } = this;
    const least = this.earliest(first);
    let to = address + first;
    for (let at = to; at < address + used; at += FOUND_BYTES) {
      if (f64[(at + FOUND_TIME) / 8] !== least) continue;
      u8.copyWithin(to, at, at + FOUND_BYTES);
      to += FOUND_BYTES;
    }
    this.used = to - address;
    return (this.used - first) / FOUND_BYTES;
  }

  override free(): void {
    super.free();
    this.#sorting.free();
  }
}
