import { KIND_EDGE_FACE, KIND_FACE_EDGE } from '../kernels/layout/discrete.js';
import { FOUND_A, FOUND_B, FOUND_BYTES, FOUND_KIND } from '../kernels/layout/search.js';
import type { Core } from '../memory/open.js';
import type { DiscreteCounters } from '../search/edge-face-search.js';

/** Kinds of intersection: an edge of this mesh and a face of the other, or the other way round. Within one mesh: the first. */
export const EDGE_FACE = KIND_EDGE_FACE;
/** A face of this mesh and an edge of the other. */
export const FACE_EDGE = KIND_FACE_EDGE;

/** What meets at one instant, in the order of kind, a and b. */
export interface DeformableIntersections {
  /** How many there are. */
  readonly count: number;
  /** EDGE_FACE or FACE_EDGE. */
  readonly kind: Uint8Array;
  /** An edge or a face of either mesh. */
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** What each stage of the search did. */
  readonly counters: Readonly<DiscreteCounters>;
}

export function readIntersections(
  { arena }: Core,
  address: number,
  count: number,
  counters: DiscreteCounters,
): DeformableIntersections {
  const found = { count, kind: new Uint8Array(count), a: new Uint32Array(count), b: new Uint32Array(count) };
  for (let i = 0; i < count; i++) {
    const at = address + i * FOUND_BYTES;
    found.kind[i] = arena.u32[(at + FOUND_KIND) / 4];
    found.a[i] = arena.u32[(at + FOUND_A) / 4];
    found.b[i] = arena.u32[(at + FOUND_B) / 4];
  }
  return { ...found, counters };
}
