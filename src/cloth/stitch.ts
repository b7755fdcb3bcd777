import * as C from '../kernels/layout/cloth.js';
import type { Arena } from '../memory/arena.js';
import { DisjointSets } from '../mesh/disjoint-sets.js';
import type { FlatMemory } from './flat-memory.js';
import type { ClothPart } from './part.js';

/** Draws a vertex of one part to a vertex of another, or of the same one, as near as surfaces that are sewn may come. */
export interface Stitch {
  readonly a: ClothPart;
  readonly vertexA: number;
  readonly b: ClothPart;
  readonly vertexB: number;
  /** Metres a newton. */
  readonly compliance: number;
}

/** `ends`: the two vertices of each in the flat world. */
export function writeStitches(
  { f64, u32 }: Arena,
  memory: FlatMemory,
  stitches: readonly Stitch[],
  ends: readonly (readonly number[])[],
): void {
  const points = new DisjointSets(memory.word(C.CLOTH_VERTEX_COUNT));
  ends.forEach(([a, b], i) => {
    const at = memory.array(C.CLOTH_STITCHES) + i * C.STITCH_BYTES;
    u32[at >> 2] = a;
    u32[(at >> 2) + 1] = b;
    f64[(at + C.STITCH_COMPLIANCE) >> 3] = stitches[i].compliance;
    points.unite(a, b);
  });
  const joints = memory.array(C.CLOTH_JOINTS) >> 2;
  for (const both of ends) for (const vertex of both) u32[joints + vertex] = 1 + points.smallestWith(vertex);
}

/** Before a step: nothing was pulled in it. */
export function clearPulls({ f64 }: Arena, memory: FlatMemory): void {
  const first = memory.array(C.CLOTH_STITCHES);
  const end = first + memory.word(C.CLOTH_STITCH_COUNT) * C.STITCH_BYTES;
  for (let at = first; at < end; at += C.STITCH_BYTES) f64[(at + C.STITCH_PULLED) >> 3] = 0;
}
