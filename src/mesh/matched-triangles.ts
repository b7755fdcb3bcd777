import { NONE } from '../kernels/layout/meshes.js';
import { hashOf, tableSizeFor } from './bit-hash.js';
import { editedTriangles, type TriangleEdit } from './fracture-edit.js';

/** A mesh's triangles after an edit. */
export interface EditedTriangles {
  readonly triangles: Uint32Array;
  /** Which one of before each of them is, with other corners or the same; NONE for new ones. */
  readonly source: Uint32Array;
  /** How many have other corners, and twice how many are new or gone. */
  readonly edited: number;
}

/** Where a mesh is cut its triangles keep their numbers. */
export function cutTriangles(before: Uint32Array, edit: TriangleEdit): EditedTriangles {
  const source = new Uint32Array(edit.triangleCount);
  for (let t = 0; t < source.length; t++) source[t] = t;
  return { triangles: editedTriangles(before, edit), source, edited: edit.changed.length };
}

/**
 * Finds the triangles of one list in another: in the same place, or with the same corners elsewhere, as where some were taken out of the
 * list. Of the rest those in the same place have other corners now.
 */
export function matchTriangles(before: Uint32Array, after: Uint32Array): EditedTriangles {
  const source = new Uint32Array(after.length / 3).fill(NONE);
  const isTaken = new Uint8Array(before.length / 3);
  const take = (triangle: number, from: number) => {
    source[triangle] = from;
    isTaken[from] = 1;
  };
  const count = Math.min(source.length, isTaken.length);
  for (let t = 0; t < count; t++) if (areSame(before, t, after, t)) take(t, t);
  const others = new Others(before, isTaken);
  for (let t = 0; t < source.length; t++) {
    if (source[t] !== NONE) continue;
    const from = others.find(after, t);
    if (from !== NONE) take(t, from);
  }
  let edited = 0;
  for (let t = 0; t < count; t++) {
    if (source[t] !== NONE || isTaken[t] === 1) continue;
    take(t, t);
    edited++;
  }
  for (let t = 0; t < source.length; t++) if (source[t] === NONE) edited += 2;
  for (let t = 0; t < isTaken.length; t++) if (isTaken[t] === 0) edited += 2;
  return { triangles: after, source, edited };
}

/** Whether two triangles have the same corners in the same order. */
export function areSame(one: Uint32Array, s: number, other: Uint32Array, t: number): boolean {
  return (
    one[3 * s] === other[3 * t] && one[3 * s + 1] === other[3 * t + 1] && one[3 * s + 2] === other[3 * t + 2]
  );
}

/** The triangles that are not taken, by their corners; open addressing, at most half full. */
class Others {
  readonly #triangles: Uint32Array;
  readonly #isTaken: Uint8Array;
  readonly #table: Uint32Array;

  constructor(triangles: Uint32Array, isTaken: Uint8Array) {
    this.#triangles = triangles;
    this.#isTaken = isTaken;
    let count = 0;
    for (let t = 0; t < isTaken.length; t++) count += 1 - isTaken[t];
    this.#table = new Uint32Array(tableSizeFor(count)).fill(NONE);
    for (let t = 0; t < isTaken.length; t++) {
      if (isTaken[t] === 1) continue;
      let slot = this.#slotOf(triangles, t);
      while (this.#table[slot] !== NONE) slot = this.#after(slot);
      this.#table[slot] = t;
    }
  }

  /** The first one with the same corners, NONE where there is none. */
  find(triangles: Uint32Array, t: number): number {
    for (let slot = this.#slotOf(triangles, t); this.#table[slot] !== NONE; slot = this.#after(slot)) {
      const at = this.#table[slot];
      if (this.#isTaken[at] === 0 && areSame(this.#triangles, at, triangles, t)) return at;
    }
    return NONE;
  }

  #slotOf(triangles: Uint32Array, t: number): number {
    return hashOf(triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]) & (this.#table.length - 1);
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#table.length - 1);
  }
}
