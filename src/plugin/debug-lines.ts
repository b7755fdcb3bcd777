const SMALLEST = 256;
/** Two ends of three numbers. */
const NUMBERS = 6;

/** Line segments for drawing, in an array that grows and is used again. */
export class DebugLines {
  /** x, y, z of both ends, a line after the other; the first `count` lines are valid. */
  positions = new Float32Array(NUMBERS * SMALLEST);
  /** How many lines are valid. */
  count = 0;

  /** Forgets the lines; the array stays. */
  clear(): void {
    this.count = 0;
  }

  /** One line, from the first point to the second. */
  add(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void {
    const at = NUMBERS * this.count;
    if (at === this.positions.length) this.#grow();
    const { positions } = this;
    positions[at] = x0;
    positions[at + 1] = y0;
    positions[at + 2] = z0;
    positions[at + 3] = x1;
    positions[at + 4] = y1;
    positions[at + 5] = z1;
    this.count++;
  }

  /** The twelve edges of a box along the world's axes. */
  addBox(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void {
    for (let k = 0; k < 4; k++) {
      const y = k & 1 ? y1 : y0;
      const z = k & 2 ? z1 : z0;
      this.add(x0, y, z, x1, y, z);
      const x = k & 1 ? x1 : x0;
      this.add(x, y0, z, x, y1, z);
      const w = k & 2 ? y1 : y0;
      this.add(x, w, z0, x, w, z1);
    }
  }

  #grow(): void {
    const longer = new Float32Array(2 * this.positions.length);
    longer.set(this.positions);
    this.positions = longer;
  }
}
