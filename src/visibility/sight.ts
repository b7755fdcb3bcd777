import { FOOTPRINT_WORDS, writeFootprint } from './footprint.js';
import { fitFrame, newFrame } from './frame.js';
import { BOX_NUMBERS, type SweptClusters } from './swept-clusters.js';
import type { View } from './view.js';

/** What a view shows: the footprints of the clusters that take part, and their order, for all passes of the view. */
export class Sight {
  /** From the back to the front. */
  order = new Uint32Array(0);
  count = 0;
  /** At `cluster * FOOTPRINT_WORDS`. */
  footprints = new Int32Array(0);
  readonly #frame = newFrame();
  #keys = new Float64Array(0);

  look(view: View, clusters: SweptClusters, takesPart: Uint8Array, size: number): void {
    this.#resize(clusters.count);
    fitFrame(this.#frame, view, clusters, takesPart, size);
    const { rows } = this.#frame;
    const { boxes } = clusters;
    this.count = 0;
    for (let k = 0; k < clusters.count; k++) {
      if (takesPart[k] === 0) continue;
      writeFootprint(clusters, k, this.#frame, this.footprints, k * FOOTPRINT_WORDS);
      const b = k * BOX_NUMBERS;
      this.#keys[k] =
        rows[6] * (boxes[b] + boxes[b + 3]) +
        rows[7] * (boxes[b + 1] + boxes[b + 4]) +
        rows[8] * (boxes[b + 2] + boxes[b + 5]);
      this.order[this.count++] = k;
    }
    const keys = this.#keys;
    this.order.subarray(0, this.count).sort((p, q) => keys[q] - keys[p] || p - q);
  }

  #resize(clusterCount: number): void {
    if (this.#keys.length === clusterCount) return;
    this.order = new Uint32Array(clusterCount);
    this.footprints = new Int32Array(clusterCount * FOOTPRINT_WORDS);
    this.#keys = new Float64Array(clusterCount);
  }
}
