import {
  LINK_A,
  LINK_B,
  LINK_BOUND,
  LINK_BYTES,
  LINK_COUNT,
  LINK_ENTITY_A,
  LINK_ENTITY_B,
  LINK_FIRST,
  LINK_FLAGS,
  LINK_OVER,
  LINK_PAIRS_COUNT,
  LINK_PAIRS_END,
  LINK_PAIRS_FIRST,
  MOST_PAIRS,
  MOST_TOUCHES,
  TOUCH_BODY_A,
  TOUCH_BYTES,
  WAITING_A_PAIR,
} from '../kernels/layout/contacts.js';
import { PAIR_ENTRY_BYTES } from '../kernels/layout/rigid-queries.js';
import { ROW_BYTES } from '../kernels/layout/solver-rows.js';
import { GrowingBuffer } from '../memory/growing-buffer.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { LinkSearch } from '../rigid/link-search.js';
import type { LinkMemory, SharedLinks } from '../rigid/shared-links.js';
import type { Colliders } from './colliders.js';
import type { RigidBodies } from './rigid-bodies.js';

const FIRST_NEAR = 512;
/** Entities have 24 bits: two of them are one exact number. */
const PAIR_BASE = 2 ** 24;

/**
 * The pairs of rigid bodies that may meet in a step, and their contact points. Both are kept from step to step: a pair
 * begins with the impulses and the distance that it had.
 */
export class RigidLinks implements LinkMemory {
  count = 0;
  touchCount = 0;
  /** The smallest gap that bodies of any pair rest at. */
  leastRest = Number.POSITIVE_INFINITY;
  /** Contact points before those of pairs that sleep. */
  awakeTouches = 0;
  readonly #core: Core;
  readonly #bodies: RigidBodies;
  /** With another thread. */
  readonly #shared: SharedLinks | undefined;
  readonly search: LinkSearch;
  readonly #rows: StepBuffer;
  /** For certificates. */
  readonly #waiting: StepBuffer;
  #links: GrowingBuffer;
  #otherLinks: GrowingBuffer;
  #touches: GrowingBuffer;
  #otherTouches: GrowingBuffer;
  #pairs: GrowingBuffer;
  #otherPairs: GrowingBuffer;

  /** Of the copies that `copyTo` made. */
  readonly #copied = { links: 0, touches: 0, awake: 0, leastRest: 0 };

  /** Pairs of entities that a joint ties together. */
  readonly joined = new Set<number>();
  readonly join = (a: number, b: number): void => {
    this.joined.add(Math.min(a, b) * PAIR_BASE + Math.max(a, b));
  };

  areJoined(a: number, b: number): boolean {
    return this.joined.has(Math.min(a, b) * PAIR_BASE + Math.max(a, b));
  }

  constructor(core: Core, bodies: RigidBodies, shared?: SharedLinks) {
    const { arena } = core;
    this.#core = core;
    this.#bodies = bodies;
    this.#shared = shared;
    this.search = new LinkSearch(arena);
    this.#rows = new StepBuffer(arena);
    this.#waiting = new StepBuffer(arena);
    this.#links = new GrowingBuffer(arena);
    this.#otherLinks = new GrowingBuffer(arena);
    this.#touches = new GrowingBuffer(arena);
    this.#otherTouches = new GrowingBuffer(arena);
    this.#pairs = new GrowingBuffer(arena);
    this.#otherPairs = new GrowingBuffer(arena);
  }

  get address(): number {
    return this.#links.address;
  }

  get touches(): number {
    return this.#touches.address;
  }

  /** What the solver sets up for the contact points of awake pairs. */
  get rows(): number {
    return this.#rows.address;
  }

  reserveRows(): void {
    this.#rows.ensure(this.awakeTouches * ROW_BYTES);
  }

  get query(): number {
    return this.search.query;
  }

  get heap(): number {
    return this.search.heap;
  }

  get bodies(): number {
    return this.#bodies.address;
  }

  get oldTouches(): number {
    return this.#otherTouches.address;
  }

  get nearPairs(): number {
    return this.#pairs.address;
  }

  addressOf(i: number): number {
    return this.#links.address + i * LINK_BYTES;
  }

  word(i: number, offset: number): number {
    return this.#core.arena.u32[(this.addressOf(i) + offset) >>> 2];
  }

  setWord(i: number, offset: number, value: number): void {
    this.#core.arena.u32[(this.addressOf(i) + offset) >>> 2] = value;
  }

  number(i: number, offset: number): number {
    return this.#core.arena.f64[(this.addressOf(i) + offset) >>> 3];
  }

  setNumber(i: number, offset: number, value: number): void {
    this.#core.arena.f64[(this.addressOf(i) + offset) >>> 3] = value;
  }

  /** For a snapshot: the pairs and their contact points, as numbers that do not depend on where memory lies. */
  save(): { readonly links: Uint8Array; readonly touches: Uint8Array } {
    const touches = this.#copyOf(this.#touches);
    const view = new DataView(touches.buffer);
    for (let at = 0; at < touches.length; at += TOUCH_BYTES) view.setFloat64(at + TOUCH_BODY_A, 0);
    return { links: forgetPairs(this.#copyOf(this.#links)), touches };
  }

  /** What `copyTo` writes. */
  get listBytes(): number {
    return this.#links.used + this.#touches.used;
  }

  /** Copies both lists to an address in the arena, for `copyFrom`. */
  copyTo(at: number): void {
    const { u8 } = this.#core.arena;
    const copied = this.#copied;
    copied.links = this.#links.used;
    copied.touches = this.#touches.used;
    copied.awake = this.awakeTouches;
    copied.leastRest = this.leastRest;
    u8.copyWithin(at, this.#links.address, this.#links.address + copied.links);
    u8.copyWithin(at + copied.links, this.#touches.address, this.#touches.address + copied.touches);
  }

  /** Makes the lists what `copyTo` copied. Each was in one of two buffers, which still has the room; where both were freed, nothing touches. */
  copyFrom(at: number): void {
    const { links, touches, awake, leastRest } = this.#copied;
    if (this.#links.bytes < links) [this.#links, this.#otherLinks] = [this.#otherLinks, this.#links];
    if (this.#touches.bytes < touches)
      [this.#touches, this.#otherTouches] = [this.#otherTouches, this.#touches];
    if (this.#links.bytes < links || this.#touches.bytes < touches) {
      this.free();
      return;
    }
    const { u8 } = this.#core.arena;
    u8.copyWithin(this.#links.address, at, at + links);
    u8.copyWithin(this.#touches.address, at + links, at + links + touches);
    this.#links.used = links;
    this.#touches.used = touches;
    this.#pairs.used = 0;
    forgetPairs(u8.subarray(this.#links.address, this.#links.address + links));
    this.count = links / LINK_BYTES;
    this.touchCount = touches / TOUCH_BYTES;
    this.awakeTouches = awake;
    this.leastRest = leastRest;
  }

  /** Makes room for lists of so many bytes, so that `restore` needs none; what the lists hold stays. */
  reserve(links: number, touches: number): void {
    this.#links.room(Math.max(0, links - this.#links.used));
    this.#touches.room(Math.max(0, touches - this.#touches.used));
  }

  /** After `reserve`. */
  restore(links: Uint8Array, touches: Uint8Array): void {
    this.#fill(this.#links, links);
    this.#pairs.used = 0;
    this.#fill(this.#touches, touches);
    this.count = links.length / LINK_BYTES;
    this.touchCount = touches.length / TOUCH_BYTES;
    this.#next = 0;
  }

  #copyOf(buffer: GrowingBuffer): Uint8Array {
    return this.#core.arena.u8.slice(buffer.address, buffer.address + buffer.used);
  }

  #fill(buffer: GrowingBuffer, bytes: Uint8Array): void {
    buffer.used = 0;
    const address = buffer.room(bytes.length);
    this.#core.arena.u8.set(bytes, address);
    buffer.used = bytes.length;
  }

  /** Where there is no body left there is nothing to keep. */
  free(): void {
    for (const buffer of [this.#links, this.#otherLinks, this.#touches, this.#otherTouches]) buffer.free();
    for (const buffer of [this.#pairs, this.#otherPairs]) buffer.free();
    for (const buffer of [this.search, this.#rows, this.#waiting]) buffer.free();
    this.#shared?.free();
    this.count = 0;
    this.touchCount = 0;
  }

  /** Begins a new list. What the list before holds can be found with `before` until the next one begins. */
  begin(): void {
    this.search.reserve(FIRST_NEAR);
    const links = this.#links;
    this.#links = this.#otherLinks;
    this.#otherLinks = links;
    this.#links.used = 0;
    const pairs = this.#pairs;
    this.#pairs = this.#otherPairs;
    this.#otherPairs = pairs;
    this.#pairs.used = 0;
    this.count = 0;
    this.leastRest = Number.POSITIVE_INFINITY;
  }

  /** Appends a pair of entities, with what the pair was before where it was one. True where it is new. */
  append(a: number, b: number): boolean {
    const at = this.#links.room(LINK_BYTES);
    this.#links.used += LINK_BYTES;
    const { arena } = this.#core;
    const before = this.#find(a, b);
    if (before === 0) arena.u8.fill(0, at, at + LINK_BYTES);
    else arena.u8.copyWithin(at, before, before + LINK_BYTES);
    const word = at >>> 2;
    arena.u32[word + LINK_A / 4] = this.#bodies.row[a];
    arena.u32[word + LINK_B / 4] = this.#bodies.row[b];
    arena.u32[word + LINK_ENTITY_A / 4] = a;
    arena.u32[word + LINK_ENTITY_B / 4] = b;
    this.#keepPairs(word);
    this.count++;
    return before === 0;
  }

  // The near triangles of a pair that was in the list before go to those of the new one.
  #keepPairs(word: number): void {
    const { arena } = this.#core;
    const bytes = arena.u32[word + LINK_PAIRS_COUNT / 4] * PAIR_ENTRY_BYTES;
    if (bytes > 0) {
      const to = this.#pairs.room(bytes);
      const from = this.#otherPairs.address + arena.u32[word + LINK_PAIRS_FIRST / 4] * PAIR_ENTRY_BYTES;
      arena.u8.copyWithin(to, from, from + bytes);
    }
    arena.u32[word + LINK_PAIRS_FIRST / 4] = this.#pairs.used / PAIR_ENTRY_BYTES;
    this.#pairs.used += bytes;
  }

  /** The entity is another body from now on: its pairs begin anew in the next list. */
  forget(entity: number): void {
    for (let i = 0; i < this.count; i++) {
      const isIts = this.word(i, LINK_ENTITY_A) === entity || this.word(i, LINK_ENTITY_B) === entity;
      if (isIts) this.setWord(i, LINK_FLAGS, this.word(i, LINK_FLAGS) | LINK_OVER);
    }
  }

  /** The same of all entities that are no colliders any more: whoever gets their ids is somebody else. */
  forgetGone(colliders: Colliders): void {
    for (let i = 0; i < this.count; i++) {
      const a = this.word(i, LINK_ENTITY_A);
      const b = this.word(i, LINK_ENTITY_B);
      if (colliders.isCollider(a) && colliders.isCollider(b)) continue;
      this.setWord(i, LINK_FLAGS, this.word(i, LINK_FLAGS) | LINK_OVER);
    }
  }

  /** Whether a pair is in the list of this step. */
  has(a: number, b: number): boolean {
    for (let i = 0; i < this.count; i++) {
      if (this.word(i, LINK_ENTITY_A) === a && this.word(i, LINK_ENTITY_B) === b) return true;
    }
    return false;
  }

  /** How far a pair is apart at least where the last loop left its bodies; 0 where nothing is known. */
  gapOf(a: number, b: number): number {
    const at = this.#findIn(this.#links, a, b);
    return at === 0 ? 0 : this.#core.arena.f64[(at + LINK_BOUND) >>> 3];
  }

  #find(a: number, b: number): number {
    return this.#findIn(this.#otherLinks, a, b);
  }

  // Lists are in the order of creation, and are walked in that order: the pair is near the last one found.
  #next = 0;
  #findIn(list: GrowingBuffer, a: number, b: number): number {
    const { arena } = this.#core;
    const start = list.address;
    const length = list.used / LINK_BYTES;
    for (let k = 0; k < length; k++) {
      const i = (this.#next + k) % length;
      const word = (start + i * LINK_BYTES) >>> 2;
      if (arena.u32[word + LINK_ENTITY_A / 4] !== a || arena.u32[word + LINK_ENTITY_B / 4] !== b) continue;
      this.#next = i + 1;
      return (arena.u32[word + LINK_FLAGS / 4] & LINK_OVER) === 0 ? start + i * LINK_BYTES : 0;
    }
    return 0;
  }

  /** Begins a new list of contact points; `touchesOf` takes what it needs from the one before. */
  beginTouches(): void {
    const touches = this.#touches;
    this.#touches = this.#otherTouches;
    this.#otherTouches = touches;
    this.#touches.used = 0;
    this.touchCount = 0;
    this.#shared?.findTouches(this);
  }

  /** When the contact points of all pairs are listed. */
  endTouches(): void {
    this.#shared?.forget();
  }

  /** Certifies the motion in progress of all pairs. Returns how often a body was stopped. */
  certify(): number {
    const { kernels } = this.#core;
    kernels.beginCertificates(this.address, this.count);
    this.#shared?.certify(this);
    const answers = this.#shared?.answers ?? 0;
    const bodies = this.#bodies;
    this.#waiting.ensure(this.count * (WAITING_A_PAIR * PAIR_ENTRY_BYTES + 8) + 4 * bodies.count);
    const stops = kernels.certifyLinks(
      this.query,
      this.heap,
      bodies.address,
      bodies.count,
      this.address,
      this.count,
      this.#waiting.address,
      answers,
    );
    this.#shared?.forget();
    return stops;
  }

  /** Appends pair i's contact points for what is left of the sub-step. */
  touchesOf(i: number): void {
    const count = this.findTouches(i);
    this.setWord(i, LINK_FIRST, this.touchCount);
    this.setWord(i, LINK_COUNT, count);
    this.touchCount += count;
    this.#touches.used += count * TOUCH_BYTES;
  }

  /** Where contact points go next. Near triangles are found again at no loss but of time: they give way where memory is short. */
  #roomForTouches(): number {
    try {
      this.#pairs.room(MOST_PAIRS * PAIR_ENTRY_BYTES);
      return this.#touches.room(MOST_TOUCHES * TOUCH_BYTES);
    } catch (error) {
      if (!this.#dropPairs()) throw error;
      this.#pairs.room(MOST_PAIRS * PAIR_ENTRY_BYTES);
      return this.#touches.room(MOST_TOUCHES * TOUCH_BYTES);
    }
  }

  /** Frees the near triangles of all pairs. False where there are none. */
  #dropPairs(): boolean {
    if (this.#pairs.used === 0 && this.#otherPairs.address === 0) return false;
    this.#pairs.free();
    this.#otherPairs.free();
    const { address } = this.#links;
    forgetPairs(this.#core.arena.u8.subarray(address, address + this.#links.used));
    this.#shared?.forget();
    return true;
  }

  /** Measures pair i and finds its contact points, without keeping them. */
  findTouches(i: number): number {
    for (;;) {
      const target = this.#roomForTouches();
      const count = this.#searchOrTake(i, target, this.#pairs.used / PAIR_ENTRY_BYTES);
      const end = this.word(i, LINK_PAIRS_FIRST) + this.word(i, LINK_PAIRS_COUNT);
      this.#pairs.used = Math.max(this.#pairs.used, end * PAIR_ENTRY_BYTES);
      if (count >= 0) return count;
      this.search.reserve(-count);
    }
  }

  #searchOrTake(i: number, target: number, pairsUsed: number): number {
    const { kernels } = this.#core;
    const answer = this.#shared?.answerOf(i) ?? 0;
    if (answer !== 0) return kernels.takeTouches(answer, this.address, target, this.nearPairs, pairsUsed);
    return kernels.touchesOfLink(this.search.open(this), i, target, pairsUsed);
  }
}

/** Near triangles are found again where they are missing, and are the same: a snapshot has none. */
function forgetPairs(links: Uint8Array): Uint8Array {
  for (let at = 0; at < links.length; at += LINK_BYTES) {
    links.fill(0, at + LINK_PAIRS_FIRST, at + LINK_PAIRS_END);
  }
  return links;
}
