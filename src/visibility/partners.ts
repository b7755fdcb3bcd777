/** Pairs of items, by their numbers. */
interface ItemPairs {
  readonly itemCount: number;
  readonly pairCount: number;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
}

/** For each item those that it is paired with, and the number of the pair. */
export class Partners {
  /** Where each item's partners begin; at `itemCount` where the last one's end. */
  first = new Uint32Array(1);
  partners = new Uint32Array(0);
  pair = new Uint32Array(0);

  collect({ itemCount, pairCount, a, b }: ItemPairs): void {
    if (this.first.length < itemCount + 1) this.first = new Uint32Array(2 * itemCount + 1);
    if (this.partners.length < 2 * pairCount) {
      this.partners = new Uint32Array(4 * pairCount);
      this.pair = new Uint32Array(4 * pairCount);
    }
    const { first, partners, pair } = this;
    first.fill(0, 0, itemCount + 1);
    for (let i = 0; i < pairCount; i++) {
      first[a[i]]++;
      first[b[i]]++;
    }
    for (let k = 0; k < itemCount; k++) first[k + 1] += first[k];
    // Filled from the back, so that `first` ends up where the lists begin.
    for (let i = pairCount - 1; i >= 0; i--) {
      partners[--first[a[i]]] = b[i];
      pair[first[a[i]]] = i;
      partners[--first[b[i]]] = a[i];
      pair[first[b[i]]] = i;
    }
  }

  has(item: number): boolean {
    return this.first[item + 1] > this.first[item];
  }
}
