import {
  FEATURE_PAIR_BYTES,
  FOUND_BYTES,
  PAIRS_ADJACENT,
  PAIRS_BY_MOTION,
  PAIRS_ONCE,
  WORK_EDGES,
  WORK_EDGES_COUNT,
  WORK_EXACT_TESTS,
  WORK_GAP,
  WORK_MESH_B,
  WORK_RULE,
  WORK_TIME_FROM,
  WORK_TIME_SPAN,
  WORK_TRIANGLE_PAIRS,
  WORK_VERTICES_A,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B,
  WORK_VERTICES_B_COUNT,
} from '../kernels/layout.js';
import type { GrowingBuffer } from '../memory/growing-buffer.js';
import type { Core } from '../memory/open.js';
import { describeBody, type SearchBody } from '../mesh/search-body.js';
import type { SearchCounters } from './search-counters.js';
import { cutSearchRegion, type SearchMemory, takeSearchRegion } from './search-memory.js';
import type { SearchStrategy } from './search-strategy.js';

/** What two bodies are searched for. */
export interface SearchTask {
  readonly strategy: SearchStrategy;
  /** Features this close are in contact. 0: those that touch. */
  readonly gap: number;
  /** The part of the step that the bodies' swept vertices are of. */
  readonly from: number;
  readonly span: number;
}

/** Three counts, then the pairs of each: how kept feature pairs lie in a buffer. */
const RECORD_BYTES = 16;

/** The stages behind the traversal, a chunk of pairs of triangles at a time. */
export class SearchWork {
  memory: SearchMemory;
  readonly #core: Core;
  readonly #region: number;
  #strategy: SearchStrategy | undefined;

  constructor(core: Core) {
    this.#core = core;
    this.#region = takeSearchRegion(core.arena);
    this.memory = cutSearchRegion(core.arena, this.#region);
  }

  /** Looks up where the memory lies now. */
  begin(): void {
    this.memory = cutSearchRegion(this.#core.arena, this.#region);
  }

  free(): void {
    this.#core.arena.freeRegion(this.#region);
  }

  /** Makes the two bodies, or one with itself, those that are worked on. */
  open(a: SearchBody, b: SearchBody, { strategy, gap, from, span }: SearchTask): void {
    const { arena } = this.#core;
    const { meshA, meshB, work } = this.memory;
    describeBody(arena, a, meshA);
    if (a !== b) describeBody(arena, b, meshB);
    const once = strategy.representatives ? PAIRS_ONCE : 0;
    const byMotion = strategy.motion ? PAIRS_BY_MOTION : 0;
    const adjacent = strategy.adjacentPairs ? PAIRS_ADJACENT : 0;
    arena.u32[(work + WORK_MESH_B) / 4] = a === b ? meshA : meshB;
    arena.u32[(work + WORK_RULE) / 4] = once | byMotion | adjacent;
    arena.f64[(work + WORK_GAP) / 8] = gap;
    arena.f64[(work + WORK_TIME_FROM) / 8] = from;
    arena.f64[(work + WORK_TIME_SPAN) / 8] = span;
    arena.f64[(work + WORK_TRIANGLE_PAIRS) / 8] = 0;
    arena.f64[(work + WORK_EXACT_TESTS) / 8] = 0;
    this.#strategy = strategy;
    this.#useOwnLists();
  }

  /** From `found` pairs of leaves to the feature pairs that may meet. */
  cull(found: number, counters: SearchCounters): void {
    const { kernels } = this.#core;
    const { work } = this.memory;
    const strategy = this.#strategy as SearchStrategy;
    kernels.pairFeatures(work, found);
    counters.featureTests += this.#pending();
    kernels.cullFeatures(work, strategy.featureBoxes);
    counters.afterFeatureBoxes += this.#pending();
    if (strategy.motion) kernels.cullByMotion(work);
  }

  /** Tests the feature pairs at hand, and writes the contacts. */
  test(contacts: GrowingBuffer, counters: SearchCounters): void {
    const tests = this.#pending();
    counters.elementaryTests += tests;
    const room = contacts.room(tests * FOUND_BYTES);
    contacts.used += this.#core.kernels.testFeatures(this.memory.work, room) * FOUND_BYTES;
  }

  /** Puts the feature pairs at hand aside, to be tested later. */
  keep(kept: GrowingBuffer): void {
    const { u8, u32 } = this.#core.arena;
    const { work } = this.memory;
    const pending = this.#pending();
    if (pending === 0) return;
    let to = kept.room(RECORD_BYTES + pending * FEATURE_PAIR_BYTES);
    kept.used += RECORD_BYTES + pending * FEATURE_PAIR_BYTES;
    for (let i = 0; i < 3; i++) u32[to / 4 + i] = u32[(work + COUNTS[i]) / 4];
    to += RECORD_BYTES;
    for (let i = 0; i < 3; i++) {
      const from = u32[(work + LISTS[i]) / 4];
      const bytes = u32[(work + COUNTS[i]) / 4] * FEATURE_PAIR_BYTES;
      u8.copyWithin(to, from, from + bytes);
      to += bytes;
    }
  }

  /** Takes up feature pairs that were put aside at an address; returns the address behind them. */
  takeUp(record: number): number {
    const { u32 } = this.#core.arena;
    let list = record + RECORD_BYTES;
    for (let i = 0; i < 3; i++) {
      const count = u32[record / 4 + i];
      this.#point(i, list, count);
      list += count * FEATURE_PAIR_BYTES;
    }
    return list;
  }

  /** Takes up pairs of a vertex and a face of one mesh, and pairs of edges of it, where they lie. */
  takeUpLists(vertices: number, vertexCount: number, edges: number, edgeCount: number): void {
    this.#point(0, vertices, vertexCount);
    this.#point(1, vertices, 0);
    this.#point(2, edges, edgeCount);
  }

  /** Adds what the kernels counted since `open`. */
  count(counters: SearchCounters): void {
    const { f64 } = this.#core.arena;
    const { work } = this.memory;
    counters.trianglePairs += f64[(work + WORK_TRIANGLE_PAIRS) / 8];
    counters.exactFallbacks += f64[(work + WORK_EXACT_TESTS) / 8];
  }

  #useOwnLists(): void {
    const { verticesA, verticesB, edges } = this.memory;
    this.#point(0, verticesA, 0);
    this.#point(1, verticesB, 0);
    this.#point(2, edges, 0);
  }

  #point(list: number, address: number, count: number): void {
    const { u32 } = this.#core.arena;
    const { work } = this.memory;
    u32[(work + LISTS[list]) / 4] = address;
    u32[(work + COUNTS[list]) / 4] = count;
  }

  #pending(): number {
    const { u32 } = this.#core.arena;
    const { work } = this.memory;
    return (
      u32[(work + WORK_VERTICES_A_COUNT) / 4] +
      u32[(work + WORK_VERTICES_B_COUNT) / 4] +
      u32[(work + WORK_EDGES_COUNT) / 4]
    );
  }
}

const LISTS = [WORK_VERTICES_A, WORK_VERTICES_B, WORK_EDGES] as const;
const COUNTS = [WORK_VERTICES_A_COUNT, WORK_VERTICES_B_COUNT, WORK_EDGES_COUNT] as const;
