import { FirstContactError } from '../errors.js';

const SLOT_BITS = 20;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
const GENERATION_MASK = 0xfff;
/** So many freed slots rest before the first is used again: an old id lives again only after millions of others. */
const RESTING_SLOTS = 1024;

/**
 * Generational ids for things that come and go: 20 bits of slot, 12 of generation, never 0. Freed slots wait in a queue,
 * so an old id comes back only after RESTING_SLOTS slots were used 4,096 times.
 */
export class IdTable<Item> {
  readonly #item: (Item | undefined)[] = [undefined]; // slot 0 stays empty: id 0 is nothing
  readonly #generation: number[] = [0];
  readonly #free: number[] = [];
  #firstFree = 0;

  get count(): number {
    return this.#item.length - 1 - (this.#free.length - this.#firstFree);
  }

  add(item: Item): number {
    const slot = this.#nextSlot();
    this.#item[slot] = item;
    return this.#id(slot);
  }

  /** Forgets a live id. */
  remove(id: number): void {
    const slot = id & SLOT_MASK;
    this.#item[slot] = undefined;
    this.#generation[slot] = (this.#generation[slot] + 1) & GENERATION_MASK;
    this.#free.push(slot);
  }

  /** What the id stands for, or undefined where it was removed or never given. */
  get(id: number): Item | undefined {
    if (typeof id !== 'number') return undefined; // users hand ids in
    const slot = id & SLOT_MASK;
    return slot < this.#item.length && this.#id(slot) === id ? this.#item[slot] : undefined;
  }

  /** Live ids in slot order. */
  *ids(): Generator<number> {
    for (let slot = 1; slot < this.#item.length; slot++) {
      if (this.#item[slot] !== undefined) yield this.#id(slot);
    }
  }

  /** Everything that decides which ids are live and which come next. */
  save(): Uint32Array {
    const waiting = this.#free.slice(this.#firstFree);
    return Uint32Array.from([this.#generation.length, ...this.#generation, ...waiting]);
  }

  /** The table that `save` described; `itemOf` is asked for each live id, in slot order. */
  static restore<Item>(saved: Uint32Array, itemOf: (id: number) => Item): IdTable<Item> {
    const table = new IdTable<Item>();
    const slots = saved[0];
    table.#free.push(...saved.subarray(1 + slots));
    const free = new Set(table.#free);
    for (let slot = 1; slot < slots; slot++) {
      table.#generation.push(saved[1 + slot]);
      table.#item.push(undefined);
      if (!free.has(slot)) table.#item[slot] = itemOf(table.#id(slot));
    }
    return table;
  }

  #id(slot: number): number {
    return ((this.#generation[slot] << SLOT_BITS) | slot) >>> 0;
  }

  #nextSlot(): number {
    if (this.#free.length - this.#firstFree > RESTING_SLOTS) {
      const slot = this.#free[this.#firstFree++];
      this.#forgetUsedQueue();
      return slot;
    }
    const slot = this.#item.length;
    if (slot > SLOT_MASK) {
      throw new FirstContactError(
        'OUT_OF_MEMORY',
        `more than ${SLOT_MASK} ids`,
        'Remove meshes that are not used.',
      );
    }
    this.#item.push(undefined);
    this.#generation.push(0);
    return slot;
  }

  #forgetUsedQueue(): void {
    if (this.#firstFree < 1024 || this.#firstFree * 2 < this.#free.length) return;
    this.#free.splice(0, this.#firstFree);
    this.#firstFree = 0;
  }
}

/** The live ids of a table that `save` described, in slot order; undefined where no table could have been saved so. */
export function liveIdsOf(saved: Uint32Array): number[] | undefined {
  const slots = saved[0];
  if (!(slots >= 1 && slots <= SLOT_MASK + 1 && saved.length >= 1 + slots)) return undefined;
  const waiting = saved.subarray(1 + slots);
  const free = new Set(waiting);
  if (free.size < waiting.length || waiting.some((slot) => slot === 0 || slot >= slots)) return undefined;
  const generations = saved.subarray(1, 1 + slots);
  if (generations.some((generation) => generation > GENERATION_MASK)) return undefined;
  return Array.from(generations, (generation, slot) => ((generation << SLOT_BITS) | slot) >>> 0).filter(
    (_, slot) => slot > 0 && !free.has(slot),
  );
}
