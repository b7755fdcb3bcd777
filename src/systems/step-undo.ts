import { COMPONENT_NAMES, type CollisionComponents } from '../components/index.js';
import type { Arena } from '../memory/arena.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { type Colliders, DEFORMABLE } from './colliders.js';
import { ContactList } from './contact-list.js';
import type { StepContext } from './context.js';
import { Impacts } from './impacts.js';
import { StepCounters } from './step-counters.js';

type Column = Uint8Array | Uint32Array | Float64Array;
/** What a deformable owns, as columns of the colliders name it: its boxes, most of all that there is, last. */
const BLOCKS = ['vertices', 'motion', 'regions', 'masks', 'slabs', 'nodes'] as const;
const BLOCKS_WITHOUT_BOXES = BLOCKS.slice(0, 4);
/** Bytes: with more to spare than this a step all but never fails, and boxes are not worth a copy. They are made anew after such a failure. */
const AMPLE = 2 ** 28;
const COUNTERS = Object.keys(new StepCounters()) as (keyof StepCounters)[];

/**
 * All that can be read of a plugin, as it was when the step in progress had taken in what came and went: a step that fails (memory has run
 * out, say) puts it back, and has not been made.
 */
export class StepUndo {
  readonly #arena: Arena;
  readonly #columns: readonly Column[];
  /** The rows of all entities up to the last collider, and copies of them. Views are made anew where there are more. */
  #rows: Column[] = [];
  #copies: Column[] = [];
  #rowCount = 0;
  /** Those that are copied in this step. */
  #blocks: readonly (typeof BLOCKS)[number][] = BLOCKS;
  /** Copies of blocks and lists in the arena, one after the other. */
  readonly #bytes: StepBuffer;
  readonly #counters = new StepCounters();
  readonly #contacts = new ContactList();
  readonly #impacts = new Impacts();
  readonly #starts: StepContext['starts'] = new Map();
  readonly #tangled: StepContext['tangled'] = [];
  readonly #brokenStitches: StepContext['brokenStitches'] = [];
  #revision = 0;
  #untold = 0;
  /** Of the colliders: what a step that broke something has done is not taken back. */
  #version = -1;

  constructor(arena: Arena, components: CollisionComponents) {
    this.#arena = arena;
    this.#bytes = new StepBuffer(arena);
    this.#columns = COMPONENT_NAMES.flatMap((name) => Object.values(components[name]) as Column[]);
  }

  /** Before a step. */
  begin({ counters }: StepContext): void {
    this.#version = -1;
    copyCounters(counters, this.#counters);
  }

  /** Once the step has taken in what came and went. Where there is no memory for a copy, nothing has changed. */
  keep(context: StepContext): void {
    const { bodies, colliders, links, reports, revision, stitches } = context;
    this.#blocks = this.#arena.spareBytes < AMPLE ? BLOCKS : BLOCKS_WITHOUT_BOXES;
    this.#bytes.ensure(this.#bytesOf(context));
    this.#keepRows(colliders);
    let at = this.#bytes.address;
    for (let i = 0; i < colliders.count; i++) at = this.#keepBlocks(colliders, colliders.order[i], at);
    at = bodies?.copyTo(at) ?? at;
    links?.copyTo(at);
    this.#contacts.exchange(context.contacts);
    this.#impacts.exchange(context.impacts);
    copyMap(context.starts, this.#starts);
    copyList(context.tangled, this.#tangled);
    copyList(context.brokenStitches, this.#brokenStitches);
    stitches?.copyAll();
    this.#revision = revision.count;
    this.#untold = reports.untold;
    this.#version = colliders.version;
  }

  /** After a step that failed. */
  putBack(context: StepContext): void {
    const { backend, bodies, colliders, counters, links, reports, revision, stitches } = context;
    copyCounters(this.#counters, counters);
    if (this.#version !== colliders.version) return;
    for (let i = 0; i < this.#rows.length; i++) this.#rows[i].set(this.#copies[i]);
    let at = this.#bytes.address;
    for (let i = 0; i < colliders.count; i++) at = this.#putBackBlocks(colliders, colliders.order[i], at);
    // what the backend has moved it is told of; a body that it does not have yet it is told of in the next step
    const tell = (i: number) => {
      if (bodies?.entered.has(bodies.entity[i])) backend.place(bodies, i);
    };
    at = bodies?.copyFrom(at, tell) ?? at;
    links?.copyFrom(at);
    context.contacts.exchange(this.#contacts);
    context.impacts.exchange(this.#impacts);
    copyMap(this.#starts, context.starts);
    copyList(this.#tangled, context.tangled);
    copyList(this.#brokenStitches, context.brokenStitches);
    stitches?.putBackAll();
    revision.count = this.#revision;
    reports.untold = this.#untold;
    this.#version = -1;
  }

  #keepRows({ count, order }: Colliders): void {
    let last = 0;
    for (let i = 0; i < count; i++) last = Math.max(last, order[i]);
    if (last >= this.#rowCount) {
      this.#rowCount = 2 * last + 1;
      this.#rows = this.#columns.map((column) => column.subarray(0, this.#rowCount));
      this.#copies = this.#rows.map((rows) => rows.slice());
    } else for (let i = 0; i < this.#rows.length; i++) this.#copies[i].set(this.#rows[i]);
  }

  /** What the copies in the arena take. */
  #bytesOf({ bodies, colliders, links }: StepContext): number {
    let bytes = (bodies?.tableBytes ?? 0) + (links?.listBytes ?? 0);
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if (colliders.kind[entity] !== DEFORMABLE) continue;
      for (let k = 0; k < this.#blocks.length; k++)
        bytes += this.#arena.bytes(colliders[this.#blocks[k]][entity]);
    }
    return bytes;
  }

  #keepBlocks(colliders: Colliders, entity: number, at: number): number {
    if (colliders.kind[entity] !== DEFORMABLE) return at;
    const arena = this.#arena;
    for (let k = 0; k < this.#blocks.length; k++) {
      const block = colliders[this.#blocks[k]][entity];
      const from = arena.address(block);
      arena.u8.copyWithin(at, from, from + arena.bytes(block));
      at += arena.bytes(block);
    }
    return at;
  }

  #putBackBlocks(colliders: Colliders, entity: number, at: number): number {
    if (colliders.kind[entity] !== DEFORMABLE) return at;
    const arena = this.#arena;
    for (let k = 0; k < this.#blocks.length; k++) {
      const block = colliders[this.#blocks[k]][entity];
      arena.u8.copyWithin(arena.address(block), at, at + arena.bytes(block));
      at += arena.bytes(block);
    }
    if (this.#blocks === BLOCKS) return at;
    // so that the next refit sees every box change
    const slabs = arena.address(colliders.slabs[entity]);
    arena.u8.fill(0, slabs, slabs + arena.bytes(colliders.slabs[entity]));
    return at;
  }
}

function copyCounters(from: StepCounters, to: StepCounters): void {
  for (let i = 0; i < COUNTERS.length; i++) to[COUNTERS[i]] = from[COUNTERS[i]];
}

function copyList<Item>(from: readonly Item[], to: Item[]): void {
  to.length = from.length;
  for (let i = 0; i < from.length; i++) to[i] = from[i];
}

function copyMap<Key, Value>(from: ReadonlyMap<Key, Value>, to: Map<Key, Value>): void {
  if (to.size > 0) to.clear();
  // looping over an empty map makes an object, in each step
  if (from.size > 0) for (const [key, value] of from) to.set(key, value);
}
