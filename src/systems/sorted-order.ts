/** What can be sorted: `order` is below 0 where entry i of the list comes before entry k of another one. */
export interface Sortable {
  readonly count: number;
  order(i: number, other: this, k: number): number;
}

/** The order of a list's entries, found by merging; what is in order already is found to be in one pass. */
export class SortedOrder {
  #from = new Uint32Array(64);
  #to = new Uint32Array(64);

  /** Indices of entries, sorted. Valid until the next call. */
  of<List extends Sortable>(list: List): Uint32Array {
    const { count } = list;
    if (count > this.#from.length) {
      this.#from = new Uint32Array(2 * count);
      this.#to = new Uint32Array(2 * count);
    }
    let isSorted = true;
    for (let i = 0; i < count; i++) {
      this.#from[i] = i;
      if (i > 0 && list.order(i - 1, list, i) > 0) isSorted = false;
    }
    for (let width = 1; !isSorted && width < count; width *= 2) this.#merge(list, width);
    return this.#from;
  }

  #merge<List extends Sortable>(list: List, width: number): void {
    const from = this.#from;
    const to = this.#to;
    for (let start = 0; start < list.count; start += 2 * width) {
      const middle = Math.min(start + width, list.count);
      const end = Math.min(start + 2 * width, list.count);
      let i = start;
      let k = middle;
      for (let at = start; at < end; at++) {
        const first = k === end || (i < middle && list.order(from[i], list, from[k]) <= 0);
        to[at] = first ? from[i++] : from[k++];
      }
    }
    this.#from = to;
    this.#to = from;
  }
}
