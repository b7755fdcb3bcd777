import { BLOCK_POSITIONS } from '../kernels/layout/meshes.js';
import type { Arena } from '../memory/arena.js';
import { readCutMesh } from '../mesh/cut-block.js';
import type { FanSplit } from '../mesh/cut-fans.js';
import { type CutInBlock, cutInBlock } from '../mesh/cut-in-block.js';
import type { Places } from '../mesh/cut-inset.js';
import type { CutMesh } from '../mesh/fracture.js';
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
  /** For each vertex of the rim one more than its place there. */
  readonly #placeInRim: Uint32Array;
  #mesh: (CutMesh & { readonly positions: Float64Array }) | undefined;
  /** The memory, and where the swept vertices begin, when it was last looked at. */
  #f64: Float64Array = NO_NUMBERS;
  #swept = 0;

  constructor(context: StepContext, entity: number, edit: FanSplit) {
    this.#context = context;
    this.entity = entity;
    this.edit = edit;
    this.rim = rimOf(edit);
    this.#placeInRim = new Uint32Array(edit.vertexCount);
    for (let i = 0; i < this.rim.length; i++) this.#placeInRim[this.rim[i]] = i + 1;
    this.ways = new Float64Array(3 * this.rim.length);
    this.made = cutInBlock(context.core, () => locateDeformable(context, entity), edit, this.rim);
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

  /** Where vertices are, and where they come to be. */
  readonly before: Places = (vertex, axis) => {
    if (this.#f64 !== this.#context.core.arena.f64) this.#look();
    return this.#f64[this.#swept + 6 * this.origin(vertex) + 2 * axis];
  };

  readonly after: Places = (vertex, axis) => this.before(vertex, axis) + this.wayOf(vertex, axis);

  wayOf(vertex: number, axis: number): number {
    const place = this.#placeInRim[vertex];
    return place === 0 ? 0 : this.ways[3 * (place - 1) + axis];
  }

  /** Gives back what nobody has taken over. */
  close(): void {
    this.made.room.free();
  }

  /** Moves vertices of the rim at rest. */
  insetRest(ways: Float64Array): void {
    const { arena } = this.#context.core;
    const first = positionsAt(arena, this.made.room.address);
    for (let i = 0; i < ways.length; i++)
      arena.f64[first + 3 * this.rim[Math.floor(i / 3)] + (i % 3)] += ways[i];
  }
}

function positionsAt({ u32 }: Arena, block: number): number {
  return (block + u32[(block + BLOCK_POSITIONS) / 4]) / 8;
}

function rimOf({ source, vertexCount }: FanSplit): Uint32Array {
  const rim = new Set<number>(source);
  for (let copy = vertexCount - source.length; copy < vertexCount; copy++) rim.add(copy);
  return Uint32Array.from(rim).sort();
}
