import * as C from '../kernels/layout/cloth.js';
import { DOP_NODE_BYTES, SECTION_ALIGNMENT, SWEPT_VERTEX_BYTES } from '../kernels/layout/meshes.js';
import type { Arena } from '../memory/arena.js';
import { GrowingBuffer } from '../memory/growing-buffer.js';
import { StepBuffer } from '../memory/step-buffer.js';
import type { Room } from './stages.js';
import type { AllRanges } from './strips.js';

/** How many of everything a flat world has. */
export interface FlatCounts {
  readonly vertices: number;
  readonly triangles: number;
  readonly nodes: number;
  readonly parts: number;
  readonly constraints: number;
  readonly stitches: number;
  /** Ranges of constraints. */
  readonly ranges: AllRanges;
  /** Of each part. */
  readonly verticesOf: readonly number[];
  /** Of slices with contacts that are solved one after the other. */
  readonly cellWidth: number;
  /** Kinds of surface. */
  readonly surfaces: number;
}

const rangesIn = ({ even, odd, rest }: AllRanges) => even.length + odd.length + rest.length;

const blocksIn = (vertices: number) => Math.ceil(vertices / C.BLOCK_VERTICES);

/** Stages that look at all vertices are divided into so many runs, where there are more than so many vertices. */
const MOST_RUNS = 16;
const MANY_VERTICES = 8192;

const STRAY_SEGMENTS = 512;

/** Pairs of parts, with room for those of strays: a list of its own each time that some were looked for. */
const segmentCapacity = (parts: number) => (parts * (parts + 1)) / 2 + STRAY_SEGMENTS;

const sectionsOf = ({
  vertices,
  triangles,
  nodes,
  parts,
  constraints,
  stitches,
  verticesOf,
  ranges,
  surfaces,
}: FlatCounts): [number, number][] => [
  [C.CLOTH_X, 24 * vertices],
  [C.CLOTH_Y, 24 * vertices],
  [C.CLOTH_WANTED, 24 * vertices],
  [C.CLOTH_V, 24 * vertices],
  [C.CLOTH_REST, 24 * vertices],
  [C.CLOTH_GOAL, 24 * vertices],
  [C.CLOTH_TUBE_START, 24 * vertices],
  [C.CLOTH_TUBE_VELOCITY, 24 * vertices],
  [C.CLOTH_INVERSE_MASS, 8 * vertices],
  [C.CLOTH_HALF, 8 * vertices],
  [C.CLOTH_TUBE_RADIUS, 8 * vertices],
  [C.CLOTH_WIDE_RADIUS, 8 * vertices],
  [C.CLOTH_MOVE, 8 * vertices],
  [C.CLOTH_DEVIATION, 8 * vertices],
  [C.CLOTH_STRAYED, 8 * vertices],
  [C.CLOTH_SPENT, 8 * vertices],
  [C.CLOTH_PART_OF, 4 * vertices],
  [C.CLOTH_FIRST_PLANE, 4 * vertices],
  [C.CLOTH_MARKS, vertices],
  [C.CLOTH_FRESH, vertices],
  [C.CLOTH_STRAY, vertices],
  [C.CLOTH_CHANGED, vertices],
  [C.CLOTH_CONFINED, vertices],
  [C.CLOTH_MARKED, nodes],
  [C.CLOTH_NODES, DOP_NODE_BYTES * nodes],
  [C.CLOTH_TRIANGLES, 12 * triangles],
  [C.CLOTH_OWNED, triangles],
  [C.CLOTH_PARTS, C.PART_BYTES * parts],
  [C.CLOTH_SEGMENTS, C.SEGMENT_BYTES * (segmentCapacity(parts) + 1)],
  [C.CLOTH_NEAR, parts * parts],
  [C.CLOTH_CONSTRAINTS, C.CONSTRAINT_BYTES * constraints],
  [C.CLOTH_BLOCKS, C.BLOCK_BYTES * verticesOf.reduce((sum, count) => sum + blocksIn(count), 0)],
  [C.CLOTH_RANGES, C.RANGE_BYTES * rangesIn(ranges)],
  [C.CLOTH_CHUNKS, C.CHUNK_BYTES * C.MOST_CHUNKS],
  [C.CLOTH_CELLS, C.CELL_BYTES * (C.ALL_CELLS + 1)],
  [C.CLOTH_STITCHES, C.STITCH_BYTES * stitches],
  [C.CLOTH_JOINTS, 4 * vertices],
  [C.CLOTH_FRICTIONS, 8 * surfaces * surfaces],
];

/** What is written before it is read, in each sub-step. */
const scratchOf = ({ vertices }: FlatCounts): [number, number][] => [
  [C.CLOTH_SWEPT, SWEPT_VERTEX_BYTES * vertices],
  [C.CLOTH_PUSHED, 16 * vertices],
  [C.CLOTH_SLABS, DOP_NODE_BYTES * vertices],
  [C.CLOTH_SCRATCH, C.SCRATCH_BYTES],
];

const bytesOf = (sections: readonly (readonly [number, number])[]) =>
  sections.reduce((sum, [, size]) => sum + aligned(size), 0);

/**
 * The memory of a flat world: one region with all arrays, and lists that grow. Regions may move between steps, so
 * that the addresses are written anew before each.
 */
export class FlatMemory {
  readonly #arena: Arena;
  readonly #isShared: boolean;
  readonly #region: StepBuffer;
  readonly #pairs: StepBuffer;
  readonly #pieces: StepBuffer;
  readonly #contacts: StepBuffer;
  /** Those that another thread finds. */
  readonly #others: StepBuffer;
  readonly #order: StepBuffer;
  readonly #planes: StepBuffer;
  readonly #notes: GrowingBuffer;
  readonly #slots: StepBuffer;
  readonly #buffers: readonly (StepBuffer | GrowingBuffer)[];
  #sections: [number, number][] = [];
  /** Where contacts are found by this thread, and by another one. */
  readonly roomForContacts: Room = { first: 0, full: 0 };
  readonly roomForOthers: Room = { first: 0, full: 0 };
  /** Where those ranges of constraints end that may be solved at the same time: even ones, odd ones, and what is solved in order. */
  readonly ranges = { even: 0, odd: 0, rest: 0 };
  /** The smallest half thickness. */
  thinnest = 0;

  /** `isShared`: another thread finds contacts as well. */
  constructor(arena: Arena, isShared: boolean) {
    this.#arena = arena;
    this.#isShared = isShared;
    this.#region = new StepBuffer(arena);
    this.#pairs = new StepBuffer(arena);
    this.#pieces = new StepBuffer(arena);
    this.#contacts = new StepBuffer(arena);
    this.#others = new StepBuffer(arena);
    this.#order = new StepBuffer(arena);
    this.#planes = new StepBuffer(arena);
    this.#notes = new GrowingBuffer(arena);
    this.#slots = new StepBuffer(arena);
    const lists = [this.#pairs, this.#pieces, this.#planes, this.#notes, this.#slots];
    this.#buffers = [this.#region, ...lists, this.#contacts, this.#others, this.#order];
  }

  /** The world that kernels are handed. */
  get world(): number {
    return this.#region.address;
  }

  get bytes(): number {
    let bytes = 0;
    for (let i = 0; i < this.#buffers.length; i++) bytes += this.#buffers[i].bytes;
    return bytes;
  }

  /** Makes room for so many; what was there is lost. */
  resize(counts: FlatCounts): void {
    const kept = sectionsOf(counts);
    const scratch = scratchOf(counts);
    this.#sections = [...kept, ...scratch];
    const bytes = C.CLOTH_BYTES + bytesOf(kept);
    this.#region.ensure(bytes + bytesOf(scratch));
    this.#arena.u8.fill(0, this.world, this.world + bytes);
    this.#pairs.ensure(16 * C.CLOTH_PAIR_BYTES * counts.vertices);
    this.#ensureContacts(2 * counts.vertices);
    this.#planes.ensure(2 * C.PLANE_BYTES * counts.vertices);
    this.address();
    this.setWord(C.CLOTH_VERTEX_COUNT, counts.vertices);
    this.setWord(C.CLOTH_PART_COUNT, counts.parts);
    this.setWord(C.CLOTH_CONSTRAINT_COUNT, counts.constraints);
    this.setWord(C.CLOTH_STITCH_COUNT, counts.stitches);
    this.setWord(C.CLOTH_SURFACES, counts.surfaces);
    this.setWord(C.CLOTH_SEGMENT_CAPACITY, segmentCapacity(counts.parts));
    this.setNumber(C.CLOTH_CELL_WIDTH, counts.cellWidth);
    this.#writeRanges(counts.ranges);
    this.#writeBlocks(counts.verticesOf);
  }

  #writeRanges({ even, odd, rest }: AllRanges): void {
    const { u32 } = this.#arena;
    [...even, ...odd, ...rest].forEach(([first, end], i) => {
      const at = this.array(C.CLOTH_RANGES) + i * C.RANGE_BYTES;
      u32[(at + C.RANGE_FIRST) >> 2] = first;
      u32[(at + C.RANGE_END) >> 2] = end;
    });
    this.ranges.even = even.length;
    this.ranges.odd = even.length + odd.length;
    this.ranges.rest = even.length + odd.length + rest.length;
  }

  #writeBlocks(verticesOf: readonly number[]): void {
    const { u32 } = this.#arena;
    let blocks = 0;
    let before = 0;
    verticesOf.forEach((count, part) => {
      for (let first = 0; first < count; first += C.BLOCK_VERTICES) {
        const at = (this.array(C.CLOTH_BLOCKS) + blocks++ * C.BLOCK_BYTES) >> 2;
        u32[at + C.BLOCK_PART / 4] = part;
        u32[at + C.BLOCK_FIRST / 4] = before + first;
        u32[at + C.BLOCK_END / 4] = before + Math.min(first + C.BLOCK_VERTICES, count);
      }
      before += count;
    });
    this.setWord(C.CLOTH_BLOCK_COUNT, blocks);
    this.setWord(C.CLOTH_BLOCK_RUNS, Math.min(blocks, before > MANY_VERTICES ? MOST_RUNS : 1));
  }

  /** Writes where everything is. */
  address(): void {
    let at = this.world + C.CLOTH_BYTES;
    for (const [field, bytes] of this.#sections) {
      this.setWord(field, at);
      at += aligned(bytes);
    }
    this.#addressLists();
  }

  /** Room for so many pieces of a search; those that there were are lost. */
  makeRoomForPieces(count: number): void {
    this.#pieces.ensure(count * C.PIECE_BYTES);
    this.#addressLists();
  }

  /** Room for so many contacts; those that there were are lost. */
  makeRoomForContacts(count: number): void {
    this.#ensureContacts(count);
    this.#addressLists();
  }

  /** The farthest that the last sweep pushed. */
  get farthestPush(): number {
    const { f64 } = this.#arena;
    let farthest = 0;
    for (let cell = 0; cell <= C.ALL_CELLS; cell++) {
      const at = this.array(C.CLOTH_CELLS) + cell * C.CELL_BYTES + C.CELL_PUSHED;
      farthest = Math.max(farthest, f64[at >> 3]);
    }
    return farthest;
  }

  #ensureContacts(count: number): void {
    this.#contacts.ensure(count * C.CLOTH_CONTACT_BYTES);
    if (this.#isShared) this.#others.ensure(this.#contacts.bytes);
    // both threads may fill theirs
    const most =
      capacity(this.#contacts, C.CLOTH_CONTACT_BYTES) + capacity(this.#others, C.CLOTH_CONTACT_BYTES);
    // all of them, and those that push
    this.#order.ensure(8 * most);
  }

  /** Room for so many planes; those that there are stay. */
  makeRoomForPlanes(count: number): void {
    this.#planes.extend(count * C.PLANE_BYTES);
    this.#addressLists();
  }

  /** Room for so many pairs; those that there are stay, in the lists of their parts. */
  makeRoomForPairs(count: number): void {
    const moved = this.#pairs.extend((count + 1) * C.CLOTH_PAIR_BYTES);
    const { u32 } = this.#arena;
    const segments = this.array(C.CLOTH_SEGMENTS);
    for (let i = 0; i < this.word(C.CLOTH_SEGMENT_COUNT); i++) {
      const at = segments + i * C.SEGMENT_BYTES;
      u32[(at + C.SEGMENT_FIRST) >> 2] += moved;
      u32[(at + C.SEGMENT_END) >> 2] += moved;
    }
    this.#addressLists();
  }

  /** Makes room for so many notes beside those that there are, which stay. True where their slots are to be made anew. */
  makeRoomForNotes(more: number): boolean {
    const count = this.word(C.CLOTH_NOTE_COUNT) + more;
    this.#notes.used = this.word(C.CLOTH_NOTE_COUNT) * C.NOTE_BYTES;
    this.#notes.room(more * C.NOTE_BYTES);
    const before = this.#slots.bytes;
    // at least twice as many as notes, so that they are found soon
    if (before < 8 * count) this.#slots.ensure(16 * count);
    this.#addressLists();
    if (this.#slots.bytes === before) return false;
    this.#arena.u8.fill(0, this.#slots.address, this.#slots.address + this.#slots.bytes);
    return true;
  }

  /** Address of the array that a field of the world names. */
  array(field: number): number {
    return this.#arena.u32[(this.world + field) >> 2];
  }

  part(index: number): number {
    return this.array(C.CLOTH_PARTS) + index * C.PART_BYTES;
  }

  /** Whether the mean displacement of a part is a number: it is one where all its coordinates are. */
  isPartFinite(index: number): boolean {
    const mean = (this.part(index) + C.PART_MEAN) >> 3;
    const { f64 } = this.#arena;
    return f64[mean] * 0 === 0 && f64[mean + 1] * 0 === 0 && f64[mean + 2] * 0 === 0;
  }

  keepsPartShape(index: number): boolean {
    return this.#arena.f64[(this.part(index) + C.PART_SHAPE) >> 3] > 0;
  }

  word(offset: number): number {
    return this.#arena.u32[(this.world + offset) >> 2];
  }

  setWord(offset: number, value: number): void {
    this.#arena.u32[(this.world + offset) >> 2] = value;
  }

  setNumber(offset: number, value: number): void {
    this.#arena.f64[(this.world + offset) >> 3] = value;
  }

  free(): void {
    for (const buffer of this.#buffers) buffer.free();
  }

  #addressLists(): void {
    this.setWord(C.CLOTH_PAIRS, this.#pairs.address);
    // one behind the last is for pairs that are counted only
    this.setWord(C.CLOTH_PAIR_CAPACITY, capacity(this.#pairs, C.CLOTH_PAIR_BYTES) - 1);
    this.setWord(C.CLOTH_PIECES, this.#pieces.address);
    this.setWord(C.CLOTH_PIECE_CAPACITY, capacity(this.#pieces, C.PIECE_BYTES));
    this.setWord(C.CLOTH_ORDER, this.#order.address);
    span(this.roomForContacts, this.#contacts);
    span(this.roomForOthers, this.#others);
    this.setWord(C.CLOTH_NOTES, this.#notes.address);
    this.setWord(C.CLOTH_NOTE_SLOTS, this.#slots.address);
    this.setWord(C.CLOTH_NOTE_MASK, powerOfTwoBelow(this.#slots.bytes / 4) - 1);
    this.setWord(C.CLOTH_PLANES, this.#planes.address);
    this.setWord(C.CLOTH_PLANE_CAPACITY, capacity(this.#planes, C.PLANE_BYTES));
  }
}

function span(room: Room, buffer: StepBuffer): void {
  room.first = buffer.address;
  room.full = buffer.address + buffer.bytes;
}

function capacity(buffer: StepBuffer, bytes: number): number {
  return Math.floor(buffer.bytes / bytes);
}

function powerOfTwoBelow(count: number): number {
  return count < 1 ? 0 : 0x80000000 >>> Math.clz32(count);
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}
