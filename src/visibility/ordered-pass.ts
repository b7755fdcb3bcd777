import {
  FOOTPRINT_FAR,
  FOOTPRINT_NEAR,
  FOOTPRINT_SLOPE_X,
  FOOTPRINT_SLOPE_Y,
  writeFootprint,
} from './footprint.js';
import { DEPTH_LEVELS, type Frame } from './frame.js';
import type { Partners } from './partners.js';
import type { PassWriter } from './pass-writer.js';
import { BOX_NUMBERS, type SweptClusters } from './swept-clusters.js';

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
  #order = new Uint32Array(0);
  #keys = new Float64Array(0);

  resize(clusterCount: number): void {
    if (this.rank.length === clusterCount) return;
    this.rank = new Uint32Array(clusterCount);
    this.ask = new Int32Array(clusterCount);
    this.role = new Uint8Array(clusterCount);
    this.#order = new Uint32Array(clusterCount);
    this.#keys = new Float64Array(clusterCount);
  }

  /** `isFromBehind` looks the other way: the same footprints, depths turned around. */
  write(
    writer: PassWriter,
    clusters: SweptClusters,
    partners: Partners,
    frame: Frame,
    isFromBehind: boolean,
  ): void {
    const order = this.#fromBackToFront(clusters, partners, frame, isFromBehind);
    this.ask.fill(NOT_ASKED);
    writer.beginPass();
    let runStart = 0;
    let runFirst = 0;
    let runLength = 0;
    const flush = () => {
      if (runLength > 0) writer.draw(runFirst, runLength);
      runLength = 0;
    };
    for (let r = 0; r < order.length; r++) {
      const cluster = order[r];
      const at = writer.room();
      writeFootprint(clusters, cluster, frame, writer.footprints, at);
      if (isFromBehind) turnAround(writer.footprints, at);
      const footprint = writer.advance();
      if (this.#hasPartner(partners, cluster, runStart, r)) {
        flush();
        runStart = r;
      }
      if ((this.role[cluster] & ASKED) !== 0 && this.#hasPartner(partners, cluster, 0, r)) {
        this.ask[cluster] = writer.ask(footprint, 1);
      }
      if ((this.role[cluster] & DRAWN) === 0 || !this.#hasPartner(partners, cluster, r + 1, order.length)) {
        flush();
        continue;
      }
      if (runLength++ === 0) runFirst = footprint;
    }
    flush();
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

  #fromBackToFront(
    { count, boxes }: SweptClusters,
    { takesPart }: Partners,
    { rows }: Frame,
    isFromBehind: boolean,
  ): Uint32Array {
    let length = 0;
    const sense = isFromBehind ? 1 : -1;
    for (let k = 0; k < count; k++) {
      if (takesPart[k] === 0) continue;
      const b = k * BOX_NUMBERS;
      this.#keys[k] =
        sense *
        (rows[6] * (boxes[b] + boxes[b + 3]) +
          rows[7] * (boxes[b + 1] + boxes[b + 4]) +
          rows[8] * (boxes[b + 2] + boxes[b + 5]));
      this.#order[length++] = k;
    }
    const keys = this.#keys;
    const order = this.#order.subarray(0, length).sort((p, q) => keys[p] - keys[q] || p - q);
    for (let r = 0; r < length; r++) this.rank[order[r]] = r;
    return order;
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

function turnAround(words: Int32Array, at: number): void {
  const near = words[at + FOOTPRINT_NEAR];
  words[at + FOOTPRINT_NEAR] = DEPTH_LEVELS - 1 - words[at + FOOTPRINT_FAR];
  words[at + FOOTPRINT_FAR] = DEPTH_LEVELS - 1 - near;
  words[at + FOOTPRINT_SLOPE_X] = -words[at + FOOTPRINT_SLOPE_X];
  words[at + FOOTPRINT_SLOPE_Y] = -words[at + FOOTPRINT_SLOPE_Y];
}
