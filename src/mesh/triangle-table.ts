import { NONE } from '../kernels/layout/meshes.js';
import { hashOf, tableSizeFor } from './bit-hash.js';

/** Finds triangles of the same three vertices, in whatever order. Open addressing: the table holds triangle indices. */
export class TriangleTable {
  private readonly triangles: Uint32Array;
  private readonly slots: Uint32Array;

  constructor(triangles: Uint32Array) {
    this.triangles = triangles;
    this.slots = new Uint32Array(tableSizeFor(triangles.length / 3)).fill(NONE);
  }

  /** The triangle put in before that has t's vertices, or NONE; then t itself is put in. */
  earlierLike(t: number): number {
    const { triangles, slots } = this;
    const a = triangles[3 * t];
    const b = triangles[3 * t + 1];
    const c = triangles[3 * t + 2];
    const low = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    const middle = (a ^ b ^ c ^ low ^ high) >>> 0;
    const mask = slots.length - 1;
    let slot = hashOf(low, middle, high) & mask;
    while (slots[slot] !== NONE) {
      if (this.hasVertices(slots[slot], low, middle, high)) return slots[slot];
      slot = (slot + 1) & mask;
    }
    slots[slot] = t;
    return NONE;
  }

  private hasVertices(t: number, low: number, middle: number, high: number): boolean {
    const a = this.triangles[3 * t];
    const b = this.triangles[3 * t + 1];
    const c = this.triangles[3 * t + 2];
    return (
      Math.min(a, b, c) === low &&
      Math.max(a, b, c) === high &&
      (a === middle || b === middle || c === middle)
    );
  }
}
