import { BOX_NUMBERS, longer, type SweptClusters } from './swept-clusters.js';

/** Pairs of clusters, and which of them are shown to be apart. */
export class ClusterPairs {
  /** How many there are; the columns may be longer. */
  count = 0;
  /** The smaller cluster of each pair. */
  a = new Uint32Array(64);
  /** The larger one. */
  b = new Uint32Array(64);
  /** 1 where the pair is shown to be apart in this step. */
  apart = new Uint8Array(64);

  /** Forgets all pairs. */
  clear(): void {
    this.count = 0;
  }

  /** Adds a pair that may touch. */
  add(a: number, b: number): void {
    if (this.count === this.a.length) this.#grow();
    this.a[this.count] = Math.min(a, b);
    this.b[this.count] = Math.max(a, b);
    this.apart[this.count++] = 0;
  }

  /** Takes over another one's pairs, which is not used any more. */
  take({ count, a, b, apart }: ClusterPairs): void {
    this.count = count;
    this.a = a;
    this.b = b;
    this.apart = apart;
  }

  #grow(): void {
    const length = this.a.length * 2;
    this.a = longer(this.a, new Uint32Array(length));
    this.b = longer(this.b, new Uint32Array(length));
    this.apart = longer(this.apart, new Uint8Array(length));
  }
}

/**
 * Sweep and prune: all pairs of clusters of different objects whose boxes touch and which `mayTouch` admits. It loses
 * none, so it is the authority: the GPU only takes pairs away.
 */
export class SweepAndPrune {
  #order = new Uint32Array(0);
  #keys = new Float64Array(0);

  find(clusters: SweptClusters, mayTouch: (a: number, b: number) => boolean, pairs: ClusterPairs): void {
    const { object } = clusters;
    this.#sweep(clusters, pairs, (p, q) => object[p] !== object[q] && mayTouch(object[p], object[q]));
  }

  /** The same within each object: all pairs of its clusters whose boxes touch and that `areApart` in the mesh. */
  findWithin(
    clusters: SweptClusters,
    areApart: (p: number, q: number) => boolean,
    pairs: ClusterPairs,
  ): void {
    const { object } = clusters;
    this.#sweep(clusters, pairs, (p, q) => object[p] === object[q] && areApart(p, q));
  }

  #sweep(clusters: SweptClusters, pairs: ClusterPairs, admits: (p: number, q: number) => boolean): void {
    pairs.clear();
    const { count, boxes } = clusters;
    const order = this.#sorted(clusters);
    for (let i = 0; i < count; i++) {
      const p = order[i];
      const reach = boxes[p * BOX_NUMBERS + 3];
      for (let j = i + 1; j < count; j++) {
        const q = order[j];
        if (boxes[q * BOX_NUMBERS] > reach) break;
        if (overlapYZ(boxes, p, q) && admits(p, q)) pairs.add(p, q);
      }
    }
  }

  /** Clusters by where their boxes begin, and by number where two begin together. */
  #sorted({ count, boxes }: SweptClusters): Uint32Array {
    if (this.#order.length !== count) {
      this.#order = Uint32Array.from({ length: count }, (_, k) => k);
      this.#keys = new Float64Array(count);
    }
    const keys = this.#keys;
    for (let k = 0; k < count; k++) keys[k] = boxes[k * BOX_NUMBERS];
    return this.#order.sort((p, q) => keys[p] - keys[q] || p - q);
  }
}

function overlapYZ(boxes: Float64Array, p: number, q: number): boolean {
  for (let axis = 1; axis < 3; axis++) {
    if (boxes[p * BOX_NUMBERS + axis] > boxes[q * BOX_NUMBERS + 3 + axis]) return false;
    if (boxes[q * BOX_NUMBERS + axis] > boxes[p * BOX_NUMBERS + 3 + axis]) return false;
  }
  return true;
}
