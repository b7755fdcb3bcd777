import { longer } from '../memory/longer.js';
import type { PairSink } from './object-tree.js';

/** Ranks have 24 bits, as entities have: two of them are one number that is exact and sorts as the pair does. */
const SHIFT = 2 ** 24;
const SMALLEST = 64;

/** Pairs of objects, sorted by rank, whatever order they were found in. It grows; no pair is lost. */
export class PairList implements PairSink {
  count = 0;
  /** Entities of each pair: the one that became a collider first, and the other. */
  a = new Uint32Array(SMALLEST);
  b = new Uint32Array(SMALLEST);
  #keys = new Float64Array(SMALLEST);
  /** The first 64, 128, 256, ... keys. Sorting one of them costs what this step found, not what the busiest one did. */
  #beginnings = beginningsOf(this.#keys);

  clear(): void {
    this.count = 0;
  }

  add(a: number, b: number): void {
    if (this.count === this.#keys.length) this.#grow();
    this.#keys[this.count++] = a < b ? a * SHIFT + b : b * SHIFT + a;
  }

  /** Sorts the pairs, turns ranks into entities and keeps those that `keep` wants. */
  finish(objects: Uint32Array, keep: (a: number, b: number) => boolean): void {
    this.#sort();
    for (let i = 0; i < this.count; i++) {
      const first = Math.floor(this.#keys[i] / SHIFT);
      this.a[i] = objects[first];
      this.b[i] = objects[this.#keys[i] - first * SHIFT];
    }
    this.keep(keep);
  }

  /** Removes all pairs but those that `keep` wants; the order stays. */
  keep(keep: (a: number, b: number) => boolean): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const a = this.a[i];
      const b = this.b[i];
      if (!keep(a, b)) continue;
      this.a[kept] = a;
      this.b[kept++] = b;
    }
    this.count = kept;
  }

  #sort(): void {
    let i = 0;
    while (this.#beginnings[i].length < this.count) i++;
    this.#beginnings[i].fill(Number.POSITIVE_INFINITY, this.count).sort();
  }

  #grow(): void {
    const keys = longer(this.#keys);
    const [a, b] = [longer(this.a), longer(this.b)];
    this.#keys = keys;
    this.#beginnings = beginningsOf(keys);
    this.a = a;
    this.b = b;
  }
}

/** Made when the list grows: a step makes no objects. */
function beginningsOf(keys: Float64Array): Float64Array[] {
  const beginnings: Float64Array[] = [];
  for (let length = SMALLEST; length <= keys.length; length *= 2) beginnings.push(keys.subarray(0, length));
  return beginnings;
}
