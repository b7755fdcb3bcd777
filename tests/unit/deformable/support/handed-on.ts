// What the pair stage hands on, by itself.
import { DOP_CHILD, DOP_META, DOP_NODE_BYTES } from '../../../../src/kernels/layout/meshes.js';
import {
  WORK_EDGES,
  WORK_EDGES_COUNT,
  WORK_MESH_B,
  WORK_RULE,
  WORK_VERTICES_A,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B,
  WORK_VERTICES_B_COUNT,
} from '../../../../src/kernels/layout/search.js';
import type { Core } from '../../../../src/memory/open.js';
import type { MeshBlocks } from '../../../../src/mesh/mesh-blocks.js';
import { describeBody, locateBody, newSearchBody } from '../../../../src/mesh/search-body.js';
import { cutSearchRegion, takeSearchRegion, writePieces } from '../../../../src/search/search-memory.js';
import { pairTexts } from './feature-pairs.js';

/** With culling off: every pair of triangles goes to the pair stage. Returns the feature pairs that it hands on. */
export function handedOn({ arena, kernels }: Core, blocks: MeshBlocks, rule: number): string[] {
  const region = takeSearchRegion(arena);
  const memory = cutSearchRegion(arena.regionAddress(region));
  writePieces(arena, memory);
  describeBody(arena, locateBody(arena, blocks.mesh, blocks, newSearchBody()), memory.meshA);
  const word = (at: number) => arena.u32[at / 4];
  arena.u32[(memory.work + WORK_MESH_B) / 4] = memory.meshA;
  arena.u32[(memory.work + WORK_RULE) / 4] = rule;
  const leaves = new Map<number, number>();
  for (let node = 0; node < blocks.nodeCount; node++) {
    const at = arena.address(blocks.nodes) + node * DOP_NODE_BYTES;
    if (word(at + DOP_CHILD) === 0) leaves.set(word(at + DOP_META), at);
  }
  const texts: string[] = [];
  const pairs: number[] = [];
  const flush = () => {
    arena.u32.set(pairs, memory.pairs / 4);
    kernels.pairFeatures(memory.work, pairs.length / 2);
    for (const [list, count, kind] of [
      [WORK_VERTICES_A, WORK_VERTICES_A_COUNT, 'vf'],
      [WORK_VERTICES_B, WORK_VERTICES_B_COUNT, 'vf'],
      [WORK_EDGES, WORK_EDGES_COUNT, 'ee'],
    ] as const) {
      for (let i = 0; i < word(memory.work + count); i++) {
        const at = word(memory.work + list) + 8 * i;
        const [first, second] = [word(at), word(at + 4)];
        const b = kind === 'vf' ? word(second + DOP_META) : second;
        texts.push(...pairTexts(kind, [kind === 'ee' && first > b ? [b, first] : [first, b]]));
      }
    }
    pairs.length = 0;
  };
  for (let s = 0; s < blocks.triangleCount; s++) {
    for (let t = s + 1; t < blocks.triangleCount; t++) {
      // both orders, as a traversal may find them
      pairs.push(
        ...((s + t) % 2 === 0 ? [leaves.get(s)!, leaves.get(t)!] : [leaves.get(t)!, leaves.get(s)!]),
      );
      if (pairs.length === 2000) flush();
    }
  }
  flush();
  arena.freeRegion(region);
  return texts;
}
