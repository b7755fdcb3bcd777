import { NONE } from '../kernels/layout/meshes.js';
import { NEAR_BYTES, NEAR_DISTANCE, NEAR_FEATURE_A } from '../kernels/layout/rigid-queries.js';
import type { Arena } from '../memory/arena.js';
import type { NearPoints } from './near-points.js';

/** Reads NEAR records and keeps each pair of features once, at its closest: neighbouring triangles find it again. */
export class DistinctPairs {
  /** Open addressing: the entry of each pair, NONE where there is none. */
  #table = new Uint32Array(64);

  read(arena: Arena, address: number, count: number, into: NearPoints): void {
    into.clear();
    const size = this.#emptyTable(count);
    for (let i = 0; i < count; i++) {
      const at = address + i * NEAR_BYTES;
      let slot = hashOf(arena.u32, at) & (size - 1);
      while (this.#table[slot] !== NONE && !hasFeatures(into, this.#table[slot], arena.u32, at)) {
        slot = (slot + 1) & (size - 1);
      }
      const known = this.#table[slot];
      if (known === NONE) {
        this.#table[slot] = into.append();
        into.read(this.#table[slot], arena, at);
      } else if (arena.f64[(at + NEAR_DISTANCE) >>> 3] < into.distance[known]) {
        into.read(known, arena, at);
      }
    }
  }

  /** At most half of it will be filled. Returns how much of it is used, a power of two. */
  #emptyTable(count: number): number {
    let size = 64;
    while (size < 2 * count) size *= 2;
    if (size > this.#table.length) this.#table = new Uint32Array(size);
    this.#table.fill(NONE, 0, size);
    return size;
  }
}

function hashOf(u32: Uint32Array, at: number): number {
  const first = (at + NEAR_FEATURE_A) >>> 2;
  let hash = 0;
  for (let k = 0; k < 4; k++) {
    hash = Math.imul(hash ^ u32[first + k], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function hasFeatures({ featureA, featureB }: NearPoints, i: number, u32: Uint32Array, at: number): boolean {
  const first = (at + NEAR_FEATURE_A) >>> 2;
  return (
    featureA[2 * i] === u32[first] &&
    featureA[2 * i + 1] === u32[first + 1] &&
    featureB[2 * i] === u32[first + 2] &&
    featureB[2 * i + 1] === u32[first + 3]
  );
}
