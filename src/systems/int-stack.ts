/** A stack of whole numbers below 2^32 that keeps its memory: an array that is emptied gives it back. */
export class IntStack {
  size = 0;
  #items = new Uint32Array(256);

  push(item: number): void {
    if (this.size === this.#items.length) this.#grow();
    this.#items[this.size++] = item;
  }

  pop(): number {
    return this.#items[--this.size];
  }

  #grow(): void {
    const items = new Uint32Array(2 * this.#items.length);
    items.set(this.#items);
    this.#items = items;
  }
}
