import * as C from '../kernels/layout/cloth.js';
import type { Arena } from '../memory/arena.js';
import type { FlatMemory } from './flat-memory.js';
import type { ClothPart } from './part.js';

/** The number of the moving cloth that most pairs of the last search are of, or -1 where none moves. */
export function mostCrowded({ u32 }: Arena, memory: FlatMemory, parts: readonly ClothPart[]): number {
  const pairs = new Float64Array(parts.length);
  const partAt = (address: number) => (u32[address >> 2] - memory.part(0)) / C.PART_BYTES;
  for (let i = 0; i < memory.word(C.CLOTH_SEGMENT_COUNT); i++) {
    const at = memory.array(C.CLOTH_SEGMENTS) + i * C.SEGMENT_BYTES;
    const count = (u32[(at + C.SEGMENT_END) >> 2] - u32[(at + C.SEGMENT_FIRST) >> 2]) / C.CLOTH_PAIR_BYTES;
    for (const part of new Set([partAt(at + C.SEGMENT_A), partAt(at + C.SEGMENT_B)])) pairs[part] += count;
  }
  let most = -1;
  parts.forEach(({ isStill, kind }, i) => {
    if (kind === 'cloth' && !isStill && (most < 0 || pairs[i] > pairs[most])) most = i;
  });
  return most;
}
