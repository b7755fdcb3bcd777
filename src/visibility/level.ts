import type { ClusterPairs } from './cluster-pairs.js';
import { Partners } from './partners.js';
import type { SweptClusters } from './swept-clusters.js';

/** Pairs of clusters that are shown to be apart already have no pair of items. */
const NO_PAIR = -1;

/**
 * What is drawn and asked about as one, an item: each cluster by itself, or each object with those of its clusters that
 * have a partner (Quick-CULLIDE 4.2: first objects, then what they are made of). A pair of items stands for all open pairs
 * of their clusters.
 */
export class Level {
  itemCount = 0;
  /** Where each item's clusters begin, and at `itemCount` where the last one's end. */
  first = new Uint32Array(1);
  clusters = new Uint32Array(0);
  /** Of each cluster. */
  itemOf = new Uint32Array(0);
  /** Pairs of items. */
  pairCount = 0;
  a = new Uint32Array(0);
  b = new Uint32Array(0);
  readonly partners = new Partners();
  /** The pair of items that each pair of clusters belongs to. */
  #pairOf = new Int32Array(0);

  ofClusters({ count }: SweptClusters, pairs: ClusterPairs): void {
    this.#begin(count, count, pairs.count);
    for (let i = 0; i < pairs.count; i++) {
      this.#pairOf[i] = pairs.apart[i] === 0 ? this.#add(pairs.a[i], pairs.b[i]) : NO_PAIR;
    }
    for (let k = 0; k < count; k++) this.itemOf[k] = this.clusters[k] = this.first[k] = k;
    this.first[count] = count;
    this.partners.collect(this);
  }

  ofObjects({ count, object }: SweptClusters, pairs: ClusterPairs): void {
    let objects = 0;
    for (let k = 0; k < count; k++) objects = Math.max(objects, object[k] + 1);
    this.#begin(objects, count, pairs.count);
    const known = new Map<number, number>();
    const hasPartner = new Uint8Array(count);
    for (let i = 0; i < pairs.count; i++) {
      this.#pairOf[i] = NO_PAIR;
      if (pairs.apart[i] !== 0) continue;
      hasPartner[pairs.a[i]] = hasPartner[pairs.b[i]] = 1;
      const [p, q] = [object[pairs.a[i]], object[pairs.b[i]]];
      const key = Math.min(p, q) * objects + Math.max(p, q);
      const pair = known.get(key) ?? this.#add(p, q);
      known.set(key, pair);
      this.#pairOf[i] = pair;
    }
    this.itemOf.set(object.subarray(0, count));
    this.#gather(hasPartner);
    this.partners.collect(this);
  }

  /** For each pair of items whether one of its pairs of clusters is marked. */
  anyOf(marks: Uint8Array, pairs: ClusterPairs, any: Uint8Array): void {
    any.fill(0, 0, this.pairCount);
    for (let i = 0; i < pairs.count; i++) if (this.#pairOf[i] !== NO_PAIR) any[this.#pairOf[i]] |= marks[i];
  }

  /** Frees the pairs of clusters whose pair of items is apart; returns how many. */
  free(areApart: (a: number, b: number) => boolean, pairs: ClusterPairs): number {
    const apart = new Uint8Array(this.pairCount);
    for (let pair = 0; pair < this.pairCount; pair++)
      apart[pair] = areApart(this.a[pair], this.b[pair]) ? 1 : 0;
    let freed = 0;
    for (let i = 0; i < pairs.count; i++) {
      if (this.#pairOf[i] === NO_PAIR || apart[this.#pairOf[i]] === 0) continue;
      pairs.apart[i] = 1;
      freed++;
    }
    return freed;
  }

  #begin(itemCount: number, clusterCount: number, pairCount: number): void {
    this.itemCount = itemCount;
    this.pairCount = 0;
    if (this.first.length < itemCount + 1) this.first = new Uint32Array(2 * itemCount + 1);
    if (this.clusters.length < clusterCount) {
      this.clusters = new Uint32Array(2 * clusterCount);
      this.itemOf = new Uint32Array(2 * clusterCount);
    }
    if (this.a.length >= pairCount) return;
    this.a = new Uint32Array(2 * pairCount);
    this.b = new Uint32Array(2 * pairCount);
    this.#pairOf = new Int32Array(2 * pairCount);
  }

  #add(p: number, q: number): number {
    this.a[this.pairCount] = p;
    this.b[this.pairCount] = q;
    return this.pairCount++;
  }

  #gather(hasPartner: Uint8Array): void {
    const { first, clusters, itemOf, itemCount } = this;
    first.fill(0, 0, itemCount + 1);
    for (let k = 0; k < hasPartner.length; k++) first[itemOf[k] + 1] += hasPartner[k];
    for (let i = 0; i < itemCount; i++) first[i + 1] += first[i];
    const next = first.slice(0, itemCount);
    for (let k = 0; k < hasPartner.length; k++) if (hasPartner[k] !== 0) clusters[next[itemOf[k]]++] = k;
  }
}
