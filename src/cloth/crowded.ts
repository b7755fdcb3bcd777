import * as C from '../kernels/layout/cloth.js';
import type { Arena } from '../memory/arena.js';
import type { FlatMemory } from './flat-memory.js';

/**
 * Nothing that has a shape is near so many features of cloth: 20 layers within 0.6 edges that fall at 3 m/s have 158 pairs a vertex.
 * What has collapsed has as many as features times features, gigabytes of them. Bodies and driven meshes do not count: their thickness
 * is what a user says, and may be that of many edges of cloth.
 */
const MANY_PAIRS = 2 ** 18;
const MANY_A_VERTEX = 512;

/** The number of the moving cloth that has more pairs with cloth than there may be, with those that a piece of the search found; or -1. */
export function crowdedBy(arena: Arena, memory: FlatMemory, piece: number, found: number): number {
  if (memory.word(C.CLOTH_PAIR_COUNT) + found <= MANY_PAIRS) return -1;
  const { u32 } = arena;
  const at = memory.array(C.CLOTH_PIECES) + piece * C.PIECE_BYTES;
  const [a, b] = [u32[(at + C.PIECE_A) >> 2], u32[(at + C.PIECE_B) >> 2]];
  if (u32[(a + C.PART_KIND) >> 2] !== C.PART_CLOTH || u32[(b + C.PART_KIND) >> 2] !== C.PART_CLOTH) return -1;
  const crowded = isCrowded(arena, memory, a, found) ? a : isCrowded(arena, memory, b, found) ? b : 0;
  return crowded === 0 ? -1 : (crowded - memory.part(0)) / C.PART_BYTES;
}

function isCrowded({ u32 }: Arena, memory: FlatMemory, part: number, found: number): boolean {
  if ((u32[(part + C.PART_FLAGS) >> 2] & C.PART_STILL) !== 0) return false;
  let pairs = found;
  const first = memory.array(C.CLOTH_SEGMENTS);
  const end = first + memory.word(C.CLOTH_SEGMENT_COUNT) * C.SEGMENT_BYTES;
  for (let segment = first; segment < end; segment += C.SEGMENT_BYTES) {
    const [a, b] = [u32[(segment + C.SEGMENT_A) >> 2], u32[(segment + C.SEGMENT_B) >> 2]];
    if (a !== part && b !== part) continue;
    if (u32[((a === part ? b : a) + C.PART_KIND) >> 2] !== C.PART_CLOTH) continue;
    pairs +=
      (u32[(segment + C.SEGMENT_END) >> 2] - u32[(segment + C.SEGMENT_FIRST) >> 2]) / C.CLOTH_PAIR_BYTES;
  }
  return pairs > MANY_PAIRS + MANY_A_VERTEX * u32[(part + C.PART_VERTEX_COUNT) >> 2];
}

/**
 * Whether cloth goes farther in the sub-step at hand than it is thick: then it is near what it would not be in a shorter one. 20 layers that
 * come down on a table at 3 m/s have 146 pairs a vertex in eight sub-steps, 358 in four and over 540 in two; what has collapsed has as many in any.
 */
export function isFast({ f64, u32 }: Arena, memory: FlatMemory): boolean {
  const moves = memory.array(C.CLOTH_MOVE) >> 3;
  const halves = memory.array(C.CLOTH_HALF) >> 3;
  const count = memory.word(C.CLOTH_PART_COUNT);
  for (let i = 0; i < count; i++) {
    const part = memory.part(i);
    if (u32[(part + C.PART_KIND) >> 2] !== C.PART_CLOTH) continue;
    const first = u32[(part + C.PART_FIRST_VERTEX) >> 2];
    const end = first + u32[(part + C.PART_VERTEX_COUNT) >> 2];
    for (let v = first; v < end; v++) if (f64[moves + v] > 2 * f64[halves + v]) return true;
  }
  return false;
}
