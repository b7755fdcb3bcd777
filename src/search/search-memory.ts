import { CLOSE_SCRATCH_BYTES } from '../kernels/layout/elementary.js';
import {
  FEATURE_PAIR_BYTES,
  MESH_BYTES,
  MOST_CORNER_TESTS,
  MOST_EDGE_TESTS,
  NODE_PAIR_BYTES,
  TRAVERSAL_BATCH_BYTES,
  TRAVERSAL_STACK,
  WORK_BYTES,
  WORK_EDGES,
  WORK_MESH_A,
  WORK_MESH_B,
  WORK_NEAR,
  WORK_PAIRS,
  WORK_SCRATCH,
  WORK_VERTICES_A,
  WORK_VERTICES_B,
} from '../kernels/layout/search.js';
import { FRONT_PARTS } from '../kernels/layout/shared-traversal.js';
import type { Arena } from '../memory/arena.js';

/** Pairs of leaves a chunk: what they become stays in the second-level cache. */
export const CHUNK_PAIRS = 4096;
/** A tree this deep has more triangles than a mesh may have, many times over, unless somebody built it badly. */
const DEEPEST_TREE = 64;
/** A batch takes its pairs from the stack and puts back at most four for each: three more a level. */
const TRAVERSAL_BYTES = TRAVERSAL_STACK + DEEPEST_TREE * 4 * TRAVERSAL_BATCH_BYTES;
/** Lists are written three at a time. */
const SLACK = 64;

export const CORNER_TESTS = CHUNK_PAIRS * MOST_CORNER_TESTS;
export const EDGE_TESTS = CHUNK_PAIRS * MOST_EDGE_TESTS;

/** Where the stages of a search keep what they hand to each other. */
export interface SearchMemory {
  readonly meshA: number;
  readonly meshB: number;
  readonly work: number;
  readonly traversal: number;
  readonly pairs: number;
  readonly near: number;
  readonly verticesA: number;
  readonly verticesB: number;
  readonly edges: number;
  readonly scratch: number;
}

/** Offsets of the pieces in one region, and its size. */
const PIECES = (() => {
  let bytes = 0;
  const piece = (size: number) => {
    const offset = bytes;
    bytes += Math.ceil(size / SLACK) * SLACK;
    return offset;
  };
  const offsets = {
    meshA: piece(MESH_BYTES),
    meshB: piece(MESH_BYTES),
    work: piece(WORK_BYTES),
    traversal: piece(TRAVERSAL_BYTES),
    pairs: piece(CHUNK_PAIRS * NODE_PAIR_BYTES + SLACK),
    near: piece(2 * CHUNK_PAIRS * NODE_PAIR_BYTES + SLACK),
    verticesA: piece(CORNER_TESTS * FEATURE_PAIR_BYTES + SLACK),
    verticesB: piece(CORNER_TESTS * FEATURE_PAIR_BYTES + SLACK),
    edges: piece(EDGE_TESTS * FEATURE_PAIR_BYTES + SLACK),
    scratch: piece(CLOSE_SCRATCH_BYTES),
  };
  return { offsets, bytes };
})();

/** The parts of a shared traversal: those it is split into, and what was open before. */
export const FRONT_BYTES = FRONT_PARTS * NODE_PAIR_BYTES + TRAVERSAL_BYTES;

/** Takes one region of the arena. */
export function takeSearchRegion(arena: Arena): number {
  return arena.allocateRegion(PIECES.bytes);
}

/** Cuts a region up where it lies now. Valid until the next step. */
export function cutSearchRegion(base: number): SearchMemory {
  return Object.fromEntries(
    Object.entries(PIECES.offsets).map(([name, offset]) => [name, base + offset]),
  ) as Record<keyof typeof PIECES.offsets, number>;
}

/** Tells the kernels where the pieces are. */
export function writePieces({ u32 }: Pick<Arena, 'u32'>, at: SearchMemory): void {
  const work = at.work / 4;
  u32[work + WORK_MESH_A / 4] = at.meshA;
  u32[work + WORK_MESH_B / 4] = at.meshB;
  u32[work + WORK_PAIRS / 4] = at.pairs;
  u32[work + WORK_NEAR / 4] = at.near;
  u32[work + WORK_VERTICES_A / 4] = at.verticesA;
  u32[work + WORK_VERTICES_B / 4] = at.verticesB;
  u32[work + WORK_EDGES / 4] = at.edges;
  u32[work + WORK_SCRATCH / 4] = at.scratch;
}
