import { FirstContactError } from '../errors.js';

const SLOT_BITS = 20;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
const GENERATION_MASK = 0xfff;
const EMPTY = -1;

/**
 * Generational ids: 20 bits of slot, 12 of generation, never 0. Freed slots wait in a queue, so an old id comes back
 * only after every free slot was used 4,096 times.
 */
export class BlockTable {
  readonly #region: number[] = [EMPTY]; // slot 0 stays empty: id 0 is no block
  readonly #generation: number[] = [0];
  readonly #freeSlots: number[] = [];
  #firstFree = 0;

  get count(): number {
    return this.#region.length - 1 - (this.#freeSlots.length - this.#firstFree);
  }

  add(region: number): number {
    const slot = this.#nextSlot();
    this.#region[slot] = region;
    return this.#id(slot);
  }

  /** Forgets the block and returns its region. */
  remove(block: number): number {
    const region = this.region(block);
    const slot = block & SLOT_MASK;
    this.#region[slot] = EMPTY;
    this.#generation[slot] = (this.#generation[slot]! + 1) & GENERATION_MASK;
    this.#freeSlots.push(slot);
    return region;
  }

  has(block: number): boolean {
    const slot = block & SLOT_MASK;
    return slot > 0 && slot < this.#region.length && this.#region[slot] !== EMPTY && this.#id(slot) === block;
  }

  region(block: number): number {
    if (!this.has(block)) {
      throw new FirstContactError(
        'STALE_BLOCK',
        `block ${block} was freed or never was`,
        'Look the id up again.',
      );
    }
    return this.#region[block & SLOT_MASK]!;
  }

  /** Live ids in slot order. */
  *ids(): Generator<number> {
    for (let slot = 1; slot < this.#region.length; slot++) {
      if (this.#region[slot] !== EMPTY) yield this.#id(slot);
    }
  }

  /** Everything that decides which ids come next. */
  save(): Uint32Array {
    const waiting = this.#freeSlots.slice(this.#firstFree);
    return Uint32Array.from([this.#generation.length, ...this.#generation, waiting.length, ...waiting]);
  }

  #id(slot: number): number {
    return ((this.#generation[slot]! << SLOT_BITS) | slot) >>> 0;
  }

  #nextSlot(): number {
    if (this.#firstFree < this.#freeSlots.length) {
      const slot = this.#freeSlots[this.#firstFree++]!;
      this.#forgetUsedQueue();
      return slot;
    }
    const slot = this.#region.length;
    if (slot > SLOT_MASK) {
      throw new FirstContactError(
        'OUT_OF_MEMORY',
        `more than ${SLOT_MASK} blocks`,
        'Remove meshes that are not used.',
      );
    }
    this.#region.push(EMPTY);
    this.#generation.push(0);
    return slot;
  }

  #forgetUsedQueue(): void {
    if (this.#firstFree < 1024 || this.#firstFree * 2 < this.#freeSlots.length) return;
    this.#freeSlots.splice(0, this.#firstFree);
    this.#firstFree = 0;
  }
}
