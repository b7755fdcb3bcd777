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
import { type FlatRegions, regionRecords } from './flat-regions.js';
import type { Orphans } from './orphans.js';
import type { RecutRoom } from './recut-room.js';

const WORDS = FEATURES_BYTES / 4;

/**
 * A block that an edit writes its mesh into, in memory of its own that nobody has a name for yet: sections are written where they
 * will lie. What is small comes last, where there is room for `spare` bytes of it.
 */
export class BlockRoom {
  /** What is not kept is given back with `free`. */
  region = -1;
  /** While the edit is made: a byte a triangle, and room for two words of each. */
  marks = new Uint8Array(0) as Uint8Array;
  found = new Uint32Array(0) as Uint32Array;
  readonly #core: Core;
  readonly #arena: Arena;
  readonly #spare: number;
  #scratch = -1;
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

  readonly room: RecutRoom = ({ vertexCount, triangleCount, edgeCount }, oldEdgeCount) => {
    const arena = this.#arena;
    const { kernels } = this.#core;
    const nodeCount = bvhNodeCount(triangleCount);
    const sections = [
      [BLOCK_POSITIONS, 6 * vertexCount],
      [BLOCK_TRIANGLES, 3 * triangleCount],
      [BLOCK_EDGES, 2 * edgeCount],
      [BLOCK_EDGE_FACES, 2 * edgeCount],
      [BLOCK_VERTEX_FACE_START, vertexCount + 1],
      [BLOCK_VERTEX_FACES, 3 * triangleCount],
      [BLOCK_TREE_LINKS, 2 * nodeCount],
      [BLOCK_FEATURES, WORDS * triangleCount],
    ] as const;
    const large = sections.reduce((bytes, [, words]) => bytes + aligned(4 * words), BLOCK_HEADER_BYTES);
    this.#limit = large + this.#spare;
    this.region = arena.allocateRegionUnfilled(this.#limit);
    const marksAt = 4 * oldEdgeCount;
    const foundAt = marksAt + 4 * Math.ceil(triangleCount / 4);
    this.#scratch = arena.allocateRegionUnfilled(foundAt + 8 * triangleCount);
    const block = this.address;
    arena.u8.fill(0, block, block + BLOCK_HEADER_BYTES);
    this.#end = BLOCK_HEADER_BYTES;
    for (const [field, words] of sections) this.#open(field, words);
    this.#count(BLOCK_VERTEX_COUNT, vertexCount);
    this.#count(BLOCK_TRIANGLE_COUNT, triangleCount);
    const lists = sections.map(([field, words]) => blockWords(arena, block, field, words));
    const [, triangles, edges, edgeFaces, vertexFaceStart, vertexFaces, , features] = lists;
    const shifts = arena.regionAddress(this.#scratch);
    this.marks = arena.u8.subarray(shifts + marksAt, shifts + marksAt + triangleCount).fill(0);
    this.found = arena.u32.subarray((shifts + foundAt) / 4, (shifts + foundAt) / 4 + 2 * triangleCount);
    return {
      triangles,
      edges,
      edgeFaces,
      vertexFaceStart,
      vertexFaces,
      features,
      shifts: arena.u32.subarray(shifts / 4, shifts / 4 + oldEdgeCount),
      copyFeatures: (old) => {
        const count = Math.min(old.length / WORDS, triangleCount);
        kernels.copyFeatures(old.byteOffset, features.byteOffset, count, shifts);
      },
    };
  };

  /** There may be fewer edges than there was room for. */
  countEdges(edgeCount: number): void {
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

  /** What depends on the cut as a whole. False where it does not fit: then nothing is written of it. */
  writeRest(orphans: Orphans, flat: FlatRegions, orphanRegions: Uint32Array): boolean {
    const records = regionRecords(flat);
    const sections = [
      [BLOCK_ORPHAN_VERTICES, orphans.vertexFace],
      [BLOCK_ORPHAN_EDGES, orphans.edgeEdge],
      [BLOCK_ORPHAN_REGIONS, orphanRegions],
      [BLOCK_REGIONS, records],
      [BLOCK_CONTOURS, flat.contours],
    ] as const;
    const bytes = sections.reduce((sum, [, words]) => sum + aligned(4 * words.length), 0);
    if (this.#end + bytes > this.#limit) return false;
    const arena = this.#arena;
    for (const [field, words] of sections) {
      this.#open(field, words.length);
      if (words.length > 0) blockWords(arena, this.address, field, words.length).set(words);
    }
    this.#count(BLOCK_ORPHAN_VERTEX_COUNT, orphans.vertexFace.length / 2);
    this.#count(BLOCK_ORPHAN_EDGE_COUNT, orphans.edgeEdge.length / 2);
    this.#count(BLOCK_REGION_COUNT, flat.nodes.length);
    this.#count(BLOCK_LONGEST_CONTOUR, flat.longest);
    arena.u8.fill(0, this.address + this.#end, this.address + this.#limit);
    return true;
  }

  /** The block has a name from now on, and is not given back. */
  keep(): BlockId {
    this.#isKept = true;
    return this.#arena.nameRegion(this.region);
  }

  /** Gives back what only the edit needed. */
  close(): void {
    if (this.#scratch !== -1) this.#arena.freeRegion(this.#scratch);
    this.#scratch = -1;
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

function aligned(bytes: number): number {
  return Math.ceil(bytes / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}
