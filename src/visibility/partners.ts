import type { ClusterPairs } from './cluster-pairs.js';

/** For each cluster the clusters that it is paired with, those pairs left out that are free already. */
export class Partners {
  /** Where each cluster's partners begin; at `count` where the last one's end. */
  first = new Uint32Array(1);
  partners = new Uint32Array(0);
  takesPart = new Uint8Array(0);

  collect(pairs: ClusterPairs, clusterCount: number): void {
    if (this.takesPart.length !== clusterCount) {
      this.takesPart = new Uint8Array(clusterCount);
      this.first = new Uint32Array(clusterCount + 1);
    }
    this.first.fill(0);
    const { a, b, isFree } = pairs;
    for (let i = 0; i < pairs.count; i++) {
      if (isFree[i] !== 0) continue;
      this.first[a[i] + 1]++;
      this.first[b[i] + 1]++;
    }
    for (let k = 0; k < clusterCount; k++) {
      this.takesPart[k] = this.first[k + 1] > 0 ? 1 : 0;
      this.first[k + 1] += this.first[k];
    }
    this.#place(pairs);
  }

  #place({ a, b, isFree, count }: ClusterPairs): void {
    const total = this.first[this.first.length - 1];
    if (this.partners.length < total) this.partners = new Uint32Array(2 * total);
    // Filled from the back, so that `first` ends up where the lists begin: shift it by one list and count down.
    const end = this.first.slice(1);
    for (let i = count - 1; i >= 0; i--) {
      if (isFree[i] !== 0) continue;
      this.partners[--end[a[i]]] = b[i];
      this.partners[--end[b[i]]] = a[i];
    }
  }
}
