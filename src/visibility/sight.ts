import { FOOTPRINT_WORDS, writeFootprint } from './footprint.js';
import { fitFrame, newFrame } from './frame.js';
import type { Level } from './level.js';
import { BOX_NUMBERS, type SweptClusters } from './swept-clusters.js';
import type { View } from './view.js';

/** What a view shows: the footprints of the clusters that take part, and the items' order, for all passes of the view. */
export class Sight {
  /** Items from the back to the front. */
  order = new Uint32Array(0);
  count = 0;
  /** Place of each item in the order. */
  rank = new Uint32Array(0);
  /** At `cluster * FOOTPRINT_WORDS`. */
  footprints = new Int32Array(0);
  readonly #frame = newFrame();
  #keys = new Float64Array(0);
  #takesPart = new Uint8Array(0);

  look(view: View, clusters: SweptClusters, level: Level, size: number): void {
    this.#resize(clusters.count, level.itemCount);
    this.#choose(clusters.count, level);
    fitFrame(this.#frame, view, clusters, this.#takesPart, size);
    for (let r = 0; r < this.count; r++) {
      const item = this.order[r];
      for (let i = level.first[item]; i < level.first[item + 1]; i++) {
        const k = level.clusters[i];
        writeFootprint(clusters, k, this.#frame, this.footprints, k * FOOTPRINT_WORDS);
      }
      this.#keys[item] = this.#middle(clusters, level, item);
    }
    const keys = this.#keys;
    this.order.subarray(0, this.count).sort((p, q) => keys[q] - keys[p] || p - q);
    for (let r = 0; r < this.count; r++) this.rank[this.order[r]] = r;
  }

  #choose(clusterCount: number, { first, clusters, itemCount, partners }: Level): void {
    this.#takesPart.fill(0, 0, clusterCount);
    this.count = 0;
    for (let item = 0; item < itemCount; item++) {
      if (!partners.has(item)) continue;
      this.order[this.count++] = item;
      for (let i = first[item]; i < first[item + 1]; i++) this.#takesPart[clusters[i]] = 1;
    }
  }

  /** Twice the depth in the middle of what the item's boxes reach over. */
  #middle({ boxes }: SweptClusters, { first, clusters }: Level, item: number): number {
    const { rows } = this.#frame;
    let near = Number.POSITIVE_INFINITY;
    let far = Number.NEGATIVE_INFINITY;
    for (let i = first[item]; i < first[item + 1]; i++) {
      const box = clusters[i] * BOX_NUMBERS;
      let low = 0;
      let high = 0;
      for (let axis = 0; axis < 3; axis++) {
        const p = rows[6 + axis] * boxes[box + axis];
        const q = rows[6 + axis] * boxes[box + 3 + axis];
        low += Math.min(p, q);
        high += Math.max(p, q);
      }
      near = Math.min(near, low);
      far = Math.max(far, high);
    }
    return near + far;
  }

  #resize(clusterCount: number, itemCount: number): void {
    if (this.#takesPart.length !== clusterCount) {
      this.#takesPart = new Uint8Array(clusterCount);
      this.footprints = new Int32Array(clusterCount * FOOTPRINT_WORDS);
    }
    if (this.order.length >= itemCount) return;
    this.order = new Uint32Array(itemCount);
    this.rank = new Uint32Array(itemCount);
    this.#keys = new Float64Array(itemCount);
  }
}
