import { BLOCK_POSITIONS, BLOCK_TRIANGLES } from '../kernels/layout/meshes.js';
import {
  OPENED_BYTES,
  OPENED_LEAF_COUNT,
  OPENED_LEAVES,
  OPENED_NODES,
  OPENED_OLD_VERTICES,
  OPENED_PLACES,
  OPENED_SOURCE,
  OPENED_SWEPT,
  OPENED_TRIANGLES,
  OPENED_WAYS,
} from '../kernels/layout/opened.js';
import type { Arena } from '../memory/arena.js';
import { readCutMesh } from '../mesh/cut-block.js';
import type { FanSplit } from '../mesh/cut-fans.js';
import { type CutInBlock, cutInBlock } from '../mesh/cut-in-block.js';
import type { Places } from '../mesh/cut-inset.js';
import type { CutMesh } from '../mesh/fracture.js';
import { sectionAt } from '../mesh/search-body.js';
import type { StepContext } from '../systems/context.js';
import { locateDeformable } from '../systems/deformable-blocks.js';

const NO_NUMBERS = /* @__PURE__ */ new Float64Array(0);

/** A surface that is opened, and where it is: copies of vertices stand where the old ones do until they are pulled apart. */
export class Opened {
  readonly entity: number;
  readonly edit: FanSplit;
  /** Vertices that were split, and their copies. */
  readonly rim: Uint32Array;
  readonly made: CutInBlock;
  /** How far each vertex of the rim is pulled, x y z. */
  ways: Float64Array;
  readonly #context: StepContext;
  /** What kernels ask: a record of addresses, and behind it the lists that are this cut's own. */
  #region = -1;
  #mesh: (CutMesh & { readonly positions: Float64Array }) | undefined;
  /** The memory, and where the swept vertices begin, when it was last looked at. */
  #f64: Float64Array = NO_NUMBERS;
  #swept = 0;

  constructor(context: StepContext, entity: number, edit: FanSplit) {
    this.#context = context;
    this.entity = entity;
    this.edit = edit;
    this.rim = rimOf(edit);
    this.ways = new Float64Array(3 * this.rim.length);
    this.made = cutInBlock(context.core, () => locateDeformable(context, entity), edit, this.rim);
    try {
      this.#list();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Lists that kernels read, in memory: ways, leaves, sources, and for each vertex of the rim one more than its place there. */
  #list(): void {
    const { arena } = this.#context.core;
    const { edit, made, rim } = this;
    const [leavesAt, sourceAt, placesAt] = this.#listsAt();
    this.#region = arena.allocateRegionUnfilled(placesAt + 4 * edit.vertexCount);
    const first = arena.regionAddress(this.#region);
    arena.u32.set(made.leaves, (first + leavesAt) / 4);
    arena.u32.set(edit.source, (first + sourceAt) / 4);
    const places = (first + placesAt) / 4;
    arena.u32.fill(0, places, places + edit.vertexCount);
    for (let i = 0; i < rim.length; i++) arena.u32[places + rim[i]] = i + 1;
  }

  /** Where leaves, sources and places begin, behind the ways. */
  #listsAt(): readonly [number, number, number] {
    const leavesAt = OPENED_BYTES + 24 * this.rim.length;
    const sourceAt = leavesAt + 4 * this.made.leaves.length;
    return [leavesAt, sourceAt, sourceAt + 4 * this.edit.source.length];
  }

  /** The record of OPENED_BYTES that kernels ask, with the addresses and the ways of now. */
  record(): number {
    const { colliders, core } = this.#context;
    const { arena } = core;
    const { edit, entity, made } = this;
    const record = arena.regionAddress(this.#region);
    const [leavesAt, sourceAt, placesAt] = this.#listsAt();
    const put = (field: number, word: number) => {
      arena.u32[(record + field) / 4] = word;
    };
    put(OPENED_NODES, arena.address(colliders.nodes[entity]));
    put(OPENED_SWEPT, arena.address(colliders.vertices[entity]));
    put(OPENED_TRIANGLES, sectionAt(arena, made.room.address, BLOCK_TRIANGLES));
    put(OPENED_OLD_VERTICES, edit.vertexCount - edit.source.length);
    put(OPENED_SOURCE, record + sourceAt);
    put(OPENED_LEAVES, record + leavesAt);
    put(OPENED_LEAF_COUNT, made.leaves.length);
    put(OPENED_PLACES, record + placesAt);
    put(OPENED_WAYS, record + OPENED_BYTES);
    arena.f64.set(this.ways, (record + OPENED_BYTES) / 8);
    return record;
  }

  /** Views, which are other ones once memory has grown. */
  get mesh(): CutMesh & { readonly positions: Float64Array } {
    const { arena } = this.#context.core;
    if (this.#mesh === undefined || this.#f64 !== arena.f64) this.#look();
    return this.#mesh as CutMesh & { readonly positions: Float64Array };
  }

  #look(): void {
    const { colliders, core } = this.#context;
    this.#f64 = core.arena.f64;
    this.#swept = core.arena.address(colliders.vertices[this.entity]) / 8;
    this.#mesh = readCutMesh(core.arena, this.made.room.address);
  }

  /** The vertex that each one is, or is a copy of. */
  readonly origin = (vertex: number): number => {
    const { source, vertexCount } = this.edit;
    const old = vertexCount - source.length;
    return vertex < old ? vertex : source[vertex - old];
  };

  /** Where vertices are. */
  readonly before: Places = (vertex, axis) => {
    if (this.#f64 !== this.#context.core.arena.f64) this.#look();
    return this.#f64[this.#swept + 6 * this.origin(vertex) + 2 * axis];
  };

  /** Gives back what nobody has taken over. */
  close(): void {
    this.made.room.free();
    if (this.#region !== -1) this.#context.core.arena.freeRegion(this.#region);
    this.#region = -1;
  }

  /** Moves vertices of the rim at rest. */
  insetRest(ways: Float64Array): void {
    const { arena } = this.#context.core;
    const first = positionsAt(arena, this.made.room.address);
    for (let i = 0; i < ways.length; i++)
      arena.f64[first + 3 * this.rim[Math.floor(i / 3)] + (i % 3)] += ways[i];
  }
}

function positionsAt(arena: Arena, block: number): number {
  return sectionAt(arena, block, BLOCK_POSITIONS) / 8;
}

function rimOf({ source, vertexCount }: FanSplit): Uint32Array {
  const rim = new Set<number>(source);
  for (let copy = vertexCount - source.length; copy < vertexCount; copy++) rim.add(copy);
  return Uint32Array.from(rim).sort();
}
