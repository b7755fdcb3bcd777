import {
  FOOTPRINT_FAR,
  FOOTPRINT_NEAR,
  FOOTPRINT_SLOPE_X,
  FOOTPRINT_SLOPE_Y,
  FOOTPRINT_WORDS,
} from './footprint.js';
import { DEPTH_LEVELS } from './frame.js';
import type { Level } from './level.js';
import type { PassWriter } from './pass-writer.js';
import type { Sight } from './sight.js';

/** Roles of an item in a pass. */
export const DRAWN = 1;
export const ASKED = 2;

/** What is known of pairs of items before anything is asked. */
export interface PairNotes {
  /** 1 where the answer is known in this view: the later of the two would be seen. */
  readonly hasWitness: Uint8Array;
  /** The one split that asks about the pair. */
  readonly split: Uint32Array;
}

/** What an item's number of an ask is otherwise: it had no partner before it, or one behind which it is known to be seen. */
const NOT_ASKED = -1;
const KNOWN_TO_BE_SEEN = -2;

/**
 * One pass over the items from the back to the front: each is asked about those drawn before it, and nothing that
 * is farther away can hide it, so that what is in front of its partners is found to be. A pair is free where the later
 * of the two is asked and no pixel of it is seen (CULLIDE, Lemma 1, for each pair by itself).
 */
export class OrderedPass {
  /** Place of each item in the order. */
  rank = new Uint32Array(0);
  role = new Uint8Array(0);
  /** Number of each item's ask in the pass. */
  #ask = new Int32Array(0);
  /** What each item really has to do, and the number of its first footprint in the pass. */
  #task = new Uint8Array(0);
  #footprint = new Uint32Array(0);

  resize(itemCount: number): void {
    if (this.rank.length >= itemCount) return;
    this.rank = new Uint32Array(itemCount);
    this.role = new Uint8Array(itemCount);
    this.#ask = new Int32Array(itemCount);
    this.#task = new Uint8Array(itemCount);
    this.#footprint = new Uint32Array(itemCount);
  }

  /**
   * Returns whether there was anything to ask. `isFromBehind` looks the other way: the same footprints, depths turned
   * around.
   */
  write(
    writer: PassWriter,
    level: Level,
    sight: Sight,
    isFromBehind: boolean,
    notes: PairNotes,
    split: number,
  ): boolean {
    const { order, count } = sight;
    let asked = 0;
    for (let r = 0; r < count; r++) this.rank[at(order, count, r, isFromBehind)] = r;
    for (let r = 0; r < count; r++) if (this.#chooseAsked(level, order[r], notes, split)) asked++;
    if (asked === 0) return false;
    for (let r = 0; r < count; r++) this.#chooseDrawn(level, order[r]);
    writer.beginPass();
    // Those that are drawn follow one another, so that a run of them is one draw.
    this.#copy(writer, level, sight, isFromBehind, DRAWN);
    this.#copy(writer, level, sight, isFromBehind, 0);
    this.#command(writer, level, sight, isFromBehind);
    writer.endPass();
    return true;
  }

  /** Whether the answers of this pass show the two to be apart. */
  separates(a: number, b: number, seen: Uint8Array): boolean {
    const later = this.rank[a] > this.rank[b] ? a : b;
    const earlier = later === a ? b : a;
    if ((this.#task[earlier] & DRAWN) === 0) return false;
    const ask = this.#ask[later];
    return ask >= 0 && seen[ask] === 0;
  }

  /** Whether something that was drawn before the item is not behind it. */
  isSeen(item: number, seen: Uint8Array): boolean {
    const ask = this.#ask[item];
    return ask === KNOWN_TO_BE_SEEN || (ask >= 0 && seen[ask] !== 0);
  }

  /** An item is asked if a partner of this split is drawn before it, unless the answer is known. */
  #chooseAsked({ partners }: Level, item: number, notes: PairNotes, split: number): boolean {
    this.#ask[item] = NOT_ASKED;
    this.#task[item] = 0;
    if ((this.role[item] & ASKED) === 0) return false;
    for (let i = partners.first[item]; i < partners.first[item + 1]; i++) {
      const other = partners.partners[i];
      if (this.rank[other] > this.rank[item] || (this.role[other] & DRAWN) === 0) continue;
      const pair = partners.pair[i];
      if (notes.split[pair] === split) this.#task[item] = ASKED;
      if (notes.hasWitness[pair] === 0) continue;
      this.#task[item] = 0;
      this.#ask[item] = KNOWN_TO_BE_SEEN;
      return false;
    }
    return this.#task[item] === ASKED;
  }

  /** And drawn if a partner is asked after it. */
  #chooseDrawn(level: Level, item: number): void {
    if ((this.role[item] & DRAWN) === 0) return;
    if (this.#hasPartner(level, item, this.rank[item] + 1, Number.POSITIVE_INFINITY, ASKED)) {
      this.#task[item] |= DRAWN;
    }
  }

  /** Copies the footprints of items that have something to do and are drawn, or are not. */
  #copy(writer: PassWriter, level: Level, sight: Sight, isFromBehind: boolean, drawn: number): void {
    for (let r = 0; r < sight.count; r++) {
      const item = at(sight.order, sight.count, r, isFromBehind);
      const task = this.#task[item];
      if (task === 0 || (task & DRAWN) !== drawn) continue;
      this.#footprint[item] = writer.footprintCount;
      for (let i = level.first[item]; i < level.first[item + 1]; i++) {
        copyFootprint(writer, sight, level.clusters[i], isFromBehind);
      }
    }
  }

  /** A run is drawn when one of its items is a partner of who is asked next. */
  #command(writer: PassWriter, level: Level, { count, order }: Sight, isFromBehind: boolean): void {
    let runRank = 0;
    let runFirst = 0;
    let runLength = 0;
    for (let r = 0; r < count; r++) {
      const item = at(order, count, r, isFromBehind);
      const task = this.#task[item];
      const footprints = level.first[item + 1] - level.first[item];
      if ((task & ASKED) !== 0) {
        if (runLength > 0 && this.#hasPartner(level, item, runRank, r, DRAWN)) {
          writer.draw(runFirst, runLength);
          runLength = 0;
          runRank = r;
        }
        this.#ask[item] = writer.ask(this.#footprint[item], footprints);
      }
      if ((task & DRAWN) === 0) continue;
      if (runLength === 0) runFirst = this.#footprint[item];
      runLength += footprints;
    }
  }

  /** Whether a partner of the item that has the task has a rank in [from, to). */
  #hasPartner({ partners }: Level, item: number, from: number, to: number, task: number): boolean {
    for (let i = partners.first[item]; i < partners.first[item + 1]; i++) {
      const other = partners.partners[i];
      const rank = this.rank[other];
      if (rank >= from && rank < to && (this.#task[other] & task) !== 0) return true;
    }
    return false;
  }
}

/** The item of a rank. */
function at(order: Uint32Array, count: number, rank: number, isFromBehind: boolean): number {
  return order[isFromBehind ? count - 1 - rank : rank];
}

function copyFootprint(writer: PassWriter, sight: Sight, cluster: number, isFromBehind: boolean): void {
  const to = writer.room();
  const from = cluster * FOOTPRINT_WORDS;
  for (let word = 0; word < FOOTPRINT_WORDS; word++)
    writer.footprints[to + word] = sight.footprints[from + word];
  if (isFromBehind) turnAround(writer.footprints, to);
  writer.advance();
}

function turnAround(words: Int32Array, at: number): void {
  const near = words[at + FOOTPRINT_NEAR];
  words[at + FOOTPRINT_NEAR] = DEPTH_LEVELS - 1 - words[at + FOOTPRINT_FAR];
  words[at + FOOTPRINT_FAR] = DEPTH_LEVELS - 1 - near;
  words[at + FOOTPRINT_SLOPE_X] = -words[at + FOOTPRINT_SLOPE_X];
  words[at + FOOTPRINT_SLOPE_Y] = -words[at + FOOTPRINT_SLOPE_Y];
}
