import type { Arena } from './arena.js';

/** Grown buffers get this much more than asked for, so that a slowly growing scene does not grow them each step. */
const HEADROOM = 1.25;

/**
 * Memory that a stage writes and whose contents nobody needs after the step. It only grows, and never during a kernel:
 * a kernel that runs out of room returns the size that it needed, and `runUntilItFits` runs it again.
 */
export class StepBuffer {
  readonly #arena: Arena;
  #region = -1;
  /** How often the buffer was too small: 0 in a warmed-up loop. */
  grown = 0;

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  get address(): number {
    return this.#region < 0 ? 0 : this.#arena.regionAddress(this.#region);
  }

  get bytes(): number {
    return this.#region < 0 ? 0 : this.#arena.regionBytes(this.#region);
  }

  /** Makes room for at least `bytes`. What the buffer held is lost; where memory ends, all is as it was. */
  ensure(bytes: number): void {
    if (bytes > this.bytes) this.#exchange(bytes, 0);
  }

  /** The same, and what the buffer held is in it, elsewhere. Returns how far it was moved. */
  extend(bytes: number): number {
    if (bytes <= this.bytes) return 0;
    const from = this.address;
    this.#exchange(bytes, this.bytes);
    return this.address - from;
  }

  /** A larger region in the place of the one that there is, with its first `kept` bytes. */
  #exchange(bytes: number, kept: number): void {
    const arena = this.#arena;
    const before = this.#region;
    const region = arena.allocateRegion(Math.ceil(bytes * HEADROOM));
    if (before >= 0) {
      const from = arena.regionAddress(before);
      if (kept > 0) arena.u8.copyWithin(arena.regionAddress(region), from, from + kept);
      arena.freeRegion(before);
    }
    this.#region = region;
    this.grown++;
  }

  /**
   * Runs a kernel that returns how many items it found, though it may have had no room for all of them, until all fit.
   * The kernel is deterministic, so that the second run finds the same items.
   */
  runUntilItFits(itemBytes: number, kernel: (address: number, capacity: number) => number): number {
    for (;;) {
      const capacity = Math.floor(this.bytes / itemBytes);
      const found = kernel(this.address, capacity);
      if (found <= capacity) return found;
      this.ensure(found * itemBytes);
    }
  }

  /** Takes another buffer's memory in the place of its own. */
  takeOver(other: StepBuffer): void {
    this.free();
    this.#region = other.#region;
    other.#region = -1;
  }

  free(): void {
    if (this.#region >= 0) this.#arena.freeRegion(this.#region);
    this.#region = -1;
  }
}
