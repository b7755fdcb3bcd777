import type { Vec } from '../../oracle/exact/triangle-gap.js';

/** Numbers that look random and are the same in every run (mulberry32). */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let x = this.#state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)];
  }

  /** In a cube of this half size. */
  vector(size: number): Vec {
    return [this.between(-size, size), this.between(-size, size), this.between(-size, size)];
  }

  direction(): Vec {
    for (;;) {
      const [x, y, z] = this.vector(1);
      const length = Math.sqrt(x * x + y * y + z * z);
      if (length > 0.1 && length <= 1) return [x / length, y / length, z / length];
    }
  }

  quaternion(): [number, number, number, number] {
    for (;;) {
      const q = [...this.vector(1), this.between(-1, 1)];
      const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
      if (length > 0.1 && length <= 1) return q.map((x) => x / length) as [number, number, number, number];
    }
  }
}
