import type { Arena } from './arena.js';

/** Memory that grows while it is written to, and keeps what it holds; a step reuses what the one before needed. */
export class GrowingBuffer {
  readonly #arena: Arena;
  #region = -1;
  /** How much of it is in use. Whoever writes behind it moves it on. */
  used = 0;

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  get address(): number {
    return this.#region < 0 ? 0 : this.#arena.regionAddress(this.#region);
  }

  get bytes(): number {
    return this.#region < 0 ? 0 : this.#arena.regionBytes(this.#region);
  }

  /** Makes room for `bytes` more; returns the address where they go. */
  room(bytes: number): number {
    const needed = this.used + bytes;
    const before = this.#region;
    if (before < 0 || needed > this.bytes) {
      this.#region = this.#allocate(needed);
      if (before >= 0) this.#moveFrom(before);
    }
    return this.address + this.used;
  }

  /** Twice the size each time: n bytes in all are copied O(n). What is needed alone where memory is short. */
  #allocate(needed: number): number {
    try {
      return this.#arena.allocateRegion(2 * needed);
    } catch {
      return this.#arena.allocateRegion(needed);
    }
  }

  free(): void {
    if (this.#region >= 0) this.#arena.freeRegion(this.#region);
    this.#region = -1;
    this.used = 0;
  }

  #moveFrom(region: number): void {
    const from = this.#arena.regionAddress(region);
    this.#arena.u8.copyWithin(this.address, from, from + this.used);
    this.#arena.freeRegion(region);
  }
}
