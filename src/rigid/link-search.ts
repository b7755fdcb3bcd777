import { MOST_WAITING } from '../kernels/layout/contacts.js';
import {
  SEARCH_BODIES,
  SEARCH_LINKS,
  SEARCH_NEAR,
  SEARCH_NEAR_CAPACITY,
  SEARCH_PAIRS,
  SEARCH_QUERY,
  SEARCH_TOUCHES,
  SEARCH_WORTH,
} from '../kernels/layout/link-search.js';
import {
  FRONT_STACK,
  NEAR_BYTES,
  PAIR_ENTRY_BYTES,
  RIGID_QUERY_BYTES,
} from '../kernels/layout/rigid-queries.js';
import type { Arena } from '../memory/arena.js';
import { StepBuffer } from '../memory/step-buffer.js';

const SEARCH_BYTES = SEARCH_QUERY + RIGID_QUERY_BYTES + (MOST_WAITING + FRONT_STACK) * PAIR_ENTRY_BYTES;

/** Where the solver has its bodies and pairs: addresses. */
export interface LinkTables {
  readonly bodies: number;
  readonly address: number;
  readonly oldTouches: number;
  readonly nearPairs: number;
}

/** What one thread searches pairs with. */
export class LinkSearch {
  readonly #arena: Arena;
  readonly #search: StepBuffer;
  readonly #near: StepBuffer;
  readonly #worth: StepBuffer;

  constructor(arena: Arena) {
    this.#arena = arena;
    this.#search = new StepBuffer(arena);
    this.#near = new StepBuffer(arena);
    this.#worth = new StepBuffer(arena);
  }

  get isOpen(): boolean {
    return this.#search.bytes > 0;
  }

  get query(): number {
    return this.#search.address + SEARCH_QUERY;
  }

  get heap(): number {
    return this.query + RIGID_QUERY_BYTES;
  }

  /** NEAR records that fit. Both have more room than they were asked for, and not for equally many. */
  get nearCapacity(): number {
    return Math.floor(Math.min(this.#near.bytes / NEAR_BYTES, this.#worth.bytes / 8));
  }

  /** Makes room for so many NEAR records. */
  reserve(near: number): void {
    this.#search.ensure(SEARCH_BYTES);
    this.#near.ensure(near * NEAR_BYTES);
    this.#worth.ensure(near * 8);
  }

  /** Says where everything is, which moves as it grows. Returns what kernels are told to search with. */
  open({ bodies, address, oldTouches, nearPairs }: LinkTables): number {
    const search = this.#search.address;
    const { u32 } = this.#arena;
    const at = search >>> 2;
    u32[at + SEARCH_BODIES / 4] = bodies;
    u32[at + SEARCH_LINKS / 4] = address;
    u32[at + SEARCH_TOUCHES / 4] = oldTouches;
    u32[at + SEARCH_PAIRS / 4] = nearPairs;
    u32[at + SEARCH_NEAR / 4] = this.#near.address;
    u32[at + SEARCH_NEAR_CAPACITY / 4] = this.nearCapacity;
    u32[at + SEARCH_WORTH / 4] = this.#worth.address;
    return search;
  }

  free(): void {
    for (const buffer of [this.#search, this.#near, this.#worth]) buffer.free();
  }
}
