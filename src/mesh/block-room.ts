import {
  BLOCK_CONTOURS,
  BLOCK_EDGE_COUNT,
  BLOCK_EDGE_FACES,
  BLOCK_EDGES,
  BLOCK_FEATURES,
  BLOCK_HEADER_BYTES,
  BLOCK_LONGEST_CONTOUR,
  BLOCK_ORPHAN_EDGE_COUNT,
  BLOCK_ORPHAN_EDGES,
  BLOCK_ORPHAN_REGIONS,
  BLOCK_ORPHAN_VERTEX_COUNT,
  BLOCK_ORPHAN_VERTICES,
  BLOCK_POSITIONS,
  BLOCK_REGION_COUNT,
  BLOCK_REGIONS,
  BLOCK_TREE_LINKS,
  BLOCK_TRIANGLE_COUNT,
  BLOCK_TRIANGLES,
  BLOCK_VERTEX_COUNT,
  BLOCK_VERTEX_FACE_START,
  BLOCK_VERTEX_FACES,
  FEATURES_BYTES,
  SECTION_ALIGNMENT,
} from '../kernels/layout/meshes.js';
import type { Arena, BlockId } from '../memory/arena.js';
import type { Core } from '../memory/open.js';
import { blockWords } from './block-connectivity.js';
import { bvhNodeCount } from './bvh-build.js';
import type { FanSplit } from './cut-fans.js';
import { type FlatRegions, regionRecords } from './flat-regions.js';
import { type RecutScratch, scratchFor } from './recut-scratch.js';

const WORDS = FEATURES_BYTES / 4;

/**
 * A block that a cut writes its mesh into, in memory of its own that nobody has a name for yet: sections are written where they
 * will lie. What is small comes last, where there is room for `spare` bytes of it.
 */
export class BlockRoom {
  /** What is not kept is given back with `free`. */
  region = -1;
  readonly #core: Core;
  readonly #arena: Arena;
  readonly #spare: number;
  #scratch: RecutScratch | undefined;
  #isKept = false;
  /** Where the last section ends, from the beginning of the block, and where it may. */
  #end = 0;
  #limit = 0;

  constructor(core: Core, spare: number) {
    this.#core = core;
    this.#arena = core.arena;
    this.#spare = spare;
  }

  get address(): number {
    return this.#arena.regionAddress(this.region);
  }

  /** While the cut is made. */
  get scratch(): RecutScratch {
    return this.#scratch as RecutScratch;
  }

  /**
   * Makes room, and writes triangles, faces of vertices, edges, and features, of which those near the cut know their edges alone. `locate`: the
   * block of before, asked for once memory may have grown.
   */
  split(locate: () => number, edit: FanSplit): void {
    const { kernels } = this.#core;
    this.#makeRoom(this.#arena.u32[(locate() + BLOCK_EDGE_COUNT) / 4], edit);
    const [block, old] = [this.address, locate()];
    const { changed, corners, edgeMarks, shifts, source, vertexMarks } = this.scratch;
    const count = edit.changed.length;
    kernels.splitTriangles(old, block, changed, corners, count);
    kernels.splitFaces(old, block, source, vertexMarks);
    this.#countEdges(kernels.splitEdges(old, block, changed, count, shifts, edgeMarks));
    const featuresAt = (of: number) => of + this.#arena.u32[(of + BLOCK_FEATURES) / 4];
    kernels.copyFeatures(featuresAt(old), featuresAt(block), edit.triangleCount, shifts);
    kernels.nameSplitEdges(old, block, changed, count);
  }

  #makeRoom(oldEdgeCount: number, edit: FanSplit): void {
    const arena = this.#arena;
    const { triangleCount, vertexCount } = edit;
    const edgeCount = oldEdgeCount + edgesAtCopies(edit);
    const sections = [
      [BLOCK_POSITIONS, 6 * vertexCount],
      [BLOCK_TRIANGLES, 3 * triangleCount],
      [BLOCK_EDGES, 2 * edgeCount],
      [BLOCK_EDGE_FACES, 2 * edgeCount],
      [BLOCK_VERTEX_FACE_START, vertexCount + 1],
      [BLOCK_VERTEX_FACES, 3 * triangleCount],
      [BLOCK_TREE_LINKS, 2 * bvhNodeCount(triangleCount)],
      [BLOCK_FEATURES, WORDS * triangleCount],
    ] as const;
    const large = sections.reduce((bytes, [, words]) => bytes + aligned(4 * words), BLOCK_HEADER_BYTES);
    this.#limit = large + this.#spare;
    this.region = arena.allocateRegionUnfilled(this.#limit);
    this.#scratch = scratchFor(arena, edit, oldEdgeCount, edgeCount);
    const block = this.address;
    arena.u8.fill(0, block, block + BLOCK_HEADER_BYTES);
    this.#end = BLOCK_HEADER_BYTES;
    for (const [field, words] of sections) this.#open(field, words);
    this.#count(BLOCK_VERTEX_COUNT, vertexCount);
    this.#count(BLOCK_TRIANGLE_COUNT, triangleCount);
  }

  /** There may be fewer edges than there was room for. */
  #countEdges(edgeCount: number): void {
    const { u32 } = this.#arena;
    const block = this.address;
    this.#count(BLOCK_EDGE_COUNT, edgeCount);
    // what follows the edges lies behind all the room that there was
    const ends = [
      [BLOCK_EDGES, BLOCK_EDGE_FACES],
      [BLOCK_EDGE_FACES, BLOCK_VERTEX_FACE_START],
    ] as const;
    for (const [field, next] of ends) {
      const from = (block + u32[(block + field) / 4]) / 4 + 2 * edgeCount;
      u32.fill(0, from, (block + u32[(block + next) / 4]) / 4);
    }
  }

  /**
   * Finds the orphans again: `old` is the block of before, `near` are faces that have a vertex in common with one of the `count` that were
   * changed. False where there is no room for them.
   */
  writeOrphans(old: number, count: number, near: Uint32Array): boolean {
    const { kernels } = this.#core;
    const { u32 } = this.#arena;
    const { changed, edgeMarks, inside, shifts, vertexMarks } = this.scratch;
    const block = this.address;
    u32.set(near, inside / 4);
    kernels.markCorners(block, inside, near.length, vertexMarks);
    kernels.markEdges(old, block, changed, count, shifts, edgeMarks);
    return (
      this.#writePairs(BLOCK_ORPHAN_VERTICES, BLOCK_ORPHAN_VERTEX_COUNT, (to, capacity) =>
        kernels.recutVertexOrphans(block, old, vertexMarks, to, capacity),
      ) &&
      this.#writePairs(BLOCK_ORPHAN_EDGES, BLOCK_ORPHAN_EDGE_COUNT, (to, capacity) =>
        kernels.recutEdgeOrphans(block, old, edgeMarks, shifts, to, capacity),
      )
    );
  }

  /** Opens a section for pairs that `write` writes where it will lie. Behind it there is room for as many. */
  #writePairs(section: number, counter: number, write: (to: number, capacity: number) => number): boolean {
    const capacity = (this.#limit - this.#end) >> 4;
    const count = write(this.address + this.#end, capacity);
    if (count > capacity) return false;
    this.#open(section, 2 * count);
    this.#count(counter, count);
    return true;
  }

  /** Regions, and which of them orphans are in. False where they do not fit. */
  writeRegions(flat: FlatRegions): boolean {
    const arena = this.#arena;
    const block = this.address;
    const orphans = [BLOCK_ORPHAN_VERTEX_COUNT, BLOCK_ORPHAN_EDGE_COUNT];
    const orphanCount = orphans.reduce((sum, field) => sum + arena.u32[(block + field) / 4], 0);
    const records = regionRecords(flat);
    const sections = [
      [BLOCK_ORPHAN_REGIONS, orphanCount],
      [BLOCK_REGIONS, records.length],
      [BLOCK_CONTOURS, flat.contours.length],
    ] as const;
    const bytes = sections.reduce((sum, [, words]) => sum + aligned(4 * words), 0);
    if (this.#end + bytes > this.#limit) return false;
    for (const [field, words] of sections) this.#open(field, words);
    blockWords(arena, block, BLOCK_REGIONS, records.length).set(records);
    if (flat.contours.length > 0)
      blockWords(arena, block, BLOCK_CONTOURS, flat.contours.length).set(flat.contours);
    this.#count(BLOCK_REGION_COUNT, flat.nodes.length);
    this.#count(BLOCK_LONGEST_CONTOUR, flat.longest);
    const { around, inside, leaves } = this.scratch;
    this.#core.kernels.findOrphanRegions(block, leaves, inside, around);
    arena.u8.fill(0, block + this.#end, block + this.#limit);
    return true;
  }

  /** The block has a name from now on, and is not given back. */
  keep(): BlockId {
    this.#isKept = true;
    return this.#arena.nameRegion(this.region);
  }

  /** Gives back what only the cut needed. */
  close(): void {
    if (this.#scratch !== undefined) this.#arena.freeRegion(this.#scratch.region);
    this.#scratch = undefined;
  }

  /** Gives everything back. */
  free(): void {
    this.close();
    if (this.region !== -1 && !this.#isKept) this.#arena.freeRegion(this.region);
    this.region = -1;
  }

  #count(field: number, value: number): void {
    this.#arena.u32[(this.address + field) / 4] = value;
  }

  /** Sections that are empty take no place, and their offset stays 0. */
  #open(field: number, words: number): void {
    if (words === 0) return;
    const { u8, u32 } = this.#arena;
    const block = this.address;
    u32[(block + field) / 4] = this.#end;
    const end = this.#end + 4 * words;
    this.#end = aligned(end);
    u8.fill(0, block + end, block + this.#end);
  }
}

/** At the most: faces around a copy hang together, and have one edge at it more than there are of them. */
function edgesAtCopies({ corners, source, vertexCount }: FanSplit): number {
  const firstCopy = vertexCount - source.length;
  let count = source.length;
  for (let i = 0; i < corners.length; i++) if (corners[i] >= firstCopy) count++;
  return count;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}
