import {
  FOOTPRINT_FAR,
  FOOTPRINT_NEAR,
  FOOTPRINT_SLOPE_X,
  FOOTPRINT_SLOPE_Y,
  FOOTPRINT_WORDS,
} from './footprint.js';
import { DEPTH_LEVELS } from './frame.js';
import type { Partners } from './partners.js';
import type { PassWriter } from './pass-writer.js';
import type { Sight } from './sight.js';

/** Roles of a cluster in a pass. */
export const DRAWN = 1;
export const ASKED = 2;

const NOT_ASKED = -1;

/**
 * One pass over the clusters from the back to the front: each is asked about those drawn before it, and nothing that
 * is farther away can hide it, so that what is in front of its partners is found to be. A pair is free where the later
 * of the two is asked and no pixel of it is seen (CULLIDE, Lemma 1, for each pair by itself).
 */
export class OrderedPass {
  /** Place of each cluster in the order. */
  rank = new Uint32Array(0);
  /** Number of each cluster's ask in the pass. */
  ask = new Int32Array(0);
  role = new Uint8Array(0);
  /** What each cluster really has to do, and the number of its footprint in the pass. */
  #task = new Uint8Array(0);
  #footprint = new Uint32Array(0);

  resize(clusterCount: number): void {
    if (this.rank.length === clusterCount) return;
    this.rank = new Uint32Array(clusterCount);
    this.ask = new Int32Array(clusterCount);
    this.role = new Uint8Array(clusterCount);
    this.#task = new Uint8Array(clusterCount);
    this.#footprint = new Uint32Array(clusterCount);
  }

  /** `isFromBehind` looks the other way: the same footprints, depths turned around. */
  write(writer: PassWriter, partners: Partners, sight: Sight, isFromBehind: boolean): void {
    this.#rank(sight, isFromBehind);
    this.#plan(partners, sight);
    writer.beginPass();
    // Those that are drawn follow one another, so that a run of them is one draw.
    this.#copy(writer, sight, isFromBehind, DRAWN);
    this.#copy(writer, sight, isFromBehind, 0);
    this.#command(writer, partners, sight, isFromBehind);
    writer.endPass();
  }

  /** Whether the answers of this pass show the two to be apart. */
  separates(a: number, b: number, seen: Uint8Array): boolean {
    const later = this.rank[a] > this.rank[b] ? a : b;
    const earlier = later === a ? b : a;
    if ((this.role[earlier] & DRAWN) === 0) return false;
    const ask = this.ask[later];
    return ask !== NOT_ASKED && seen[ask] === 0;
  }

  #rank({ count, order }: Sight, isFromBehind: boolean): void {
    for (let r = 0; r < count; r++) this.rank[at(order, count, r, isFromBehind)] = r;
  }

  /** A cluster is asked if a partner is drawn before it, and drawn if a partner is asked after it. */
  #plan(partners: Partners, { count, order }: Sight): void {
    for (let i = 0; i < count; i++) {
      const cluster = order[i];
      const rank = this.rank[cluster];
      const isAsked = (this.role[cluster] & ASKED) !== 0 && this.#hasPartner(partners, cluster, 0, rank);
      const isDrawn =
        (this.role[cluster] & DRAWN) !== 0 && this.#hasPartner(partners, cluster, rank + 1, count);
      this.#task[cluster] = (isAsked ? ASKED : 0) | (isDrawn ? DRAWN : 0);
      this.ask[cluster] = NOT_ASKED;
    }
  }

  /** Copies the footprints of clusters that have something to do and are drawn, or are not. */
  #copy(writer: PassWriter, sight: Sight, isFromBehind: boolean, drawn: number): void {
    for (let r = 0; r < sight.count; r++) {
      const cluster = at(sight.order, sight.count, r, isFromBehind);
      const task = this.#task[cluster];
      if (task === 0 || (task & DRAWN) !== drawn) continue;
      this.#footprint[cluster] = copyFootprint(writer, sight, cluster, isFromBehind);
    }
  }

  /** A run is drawn when one of its clusters is a partner of who is asked next. */
  #command(writer: PassWriter, partners: Partners, { count, order }: Sight, isFromBehind: boolean): void {
    let runRank = 0;
    let runFirst = 0;
    let runLength = 0;
    for (let r = 0; r < count; r++) {
      const cluster = at(order, count, r, isFromBehind);
      const task = this.#task[cluster];
      if ((task & ASKED) !== 0) {
        if (runLength > 0 && this.#hasPartner(partners, cluster, runRank, r)) {
          writer.draw(runFirst, runLength);
          runLength = 0;
          runRank = r;
        }
        this.ask[cluster] = writer.ask(this.#footprint[cluster], 1);
      }
      if ((task & DRAWN) !== 0 && runLength++ === 0) runFirst = this.#footprint[cluster];
    }
  }

  /** Whether a partner of the cluster that is drawn, if it comes first, or asked, if later, has a rank in [from, to). */
  #hasPartner({ first, partners }: Partners, cluster: number, from: number, to: number): boolean {
    const role = to <= this.rank[cluster] ? DRAWN : ASKED;
    for (let i = first[cluster]; i < first[cluster + 1]; i++) {
      const other = partners[i];
      const rank = this.rank[other];
      if (rank >= from && rank < to && (this.role[other] & role) !== 0) return true;
    }
    return false;
  }
}

/** The cluster of a rank. */
function at(order: Uint32Array, count: number, rank: number, isFromBehind: boolean): number {
  return order[isFromBehind ? count - 1 - rank : rank];
}

function copyFootprint(writer: PassWriter, sight: Sight, cluster: number, isFromBehind: boolean): number {
  const to = writer.room();
  const from = cluster * FOOTPRINT_WORDS;
  for (let word = 0; word < FOOTPRINT_WORDS; word++)
    writer.footprints[to + word] = sight.footprints[from + word];
  if (isFromBehind) turnAround(writer.footprints, to);
  return writer.advance();
}

function turnAround(words: Int32Array, at: number): void {
  const near = words[at + FOOTPRINT_NEAR];
  words[at + FOOTPRINT_NEAR] = DEPTH_LEVELS - 1 - words[at + FOOTPRINT_FAR];
  words[at + FOOTPRINT_FAR] = DEPTH_LEVELS - 1 - near;
  words[at + FOOTPRINT_SLOPE_X] = -words[at + FOOTPRINT_SLOPE_X];
  words[at + FOOTPRINT_SLOPE_Y] = -words[at + FOOTPRINT_SLOPE_Y];
}
