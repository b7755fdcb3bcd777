import type { Output } from '../crew/output.js';
import { TRAVERSAL_FEATURES_A, TRAVERSAL_FEATURES_B, VOLUME_DOP18 } from '../kernels/layout/ablations.js';
import { MESH_DEGREE } from '../kernels/layout/curves.js';
import {
  FEATURE_PAIR_BYTES,
  FOUND_BYTES,
  MESH_FEATURES,
  PAIRS_ADJACENT,
  PAIRS_BY_MOTION,
  PAIRS_ONCE,
  TRAVERSAL_BOX_TESTS,
  TRAVERSAL_NEXT_NODE,
  TRAVERSAL_OPEN_BYTES,
  WORK_EDGES,
  WORK_EDGES_COUNT,
  WORK_EXACT_TESTS,
  WORK_GAP,
  WORK_MESH_A,
  WORK_MESH_B,
  WORK_RULE,
  WORK_TIME_FROM,
  WORK_TIME_SPAN,
  WORK_TRIANGLE_PAIRS,
  WORK_VERTICES_A,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B,
  WORK_VERTICES_B_COUNT,
} from '../kernels/layout/search.js';
import type { Arena } from '../memory/arena.js';
import type { CoreKernels } from '../memory/core.js';
import { describeBody, type SearchBody } from '../mesh/search-body.js';
import type { SearchCounters } from './search-counters.js';
import { cutSearchRegion, type SearchMemory, writePieces } from './search-memory.js';
import type { SearchStrategy } from './search-strategy.js';
import type { SeenPairs } from './seen-pairs.js';

/** What two bodies are searched for. */
export interface SearchTask {
  readonly strategy: SearchStrategy;
  /** Features this close are in contact. 0: those that touch. */
  readonly gap: number;
  /** The part of the step that the bodies' swept vertices are of. */
  readonly from: number;
  readonly span: number;
}

/** Some orphans of one kind: a part of a list of pairs, and the smallest region of each. */
interface OrphanList {
  readonly pairs: number;
  readonly smallest: number;
  readonly first: number;
  readonly count: number;
}

/** Kernels and the memory that they work on, as one thread sees it. */
export interface SearchCore {
  readonly kernels: CoreKernels;
  readonly arena: Pick<Arena, 'u8' | 'u32' | 'f64'>;
}

/** Three counts, then the pairs of each: how kept feature pairs lie in a buffer. */
const RECORD_BYTES = 16;

/** The stages behind the traversal, a chunk of pairs of triangles at a time. */
export class SearchWork {
  memory: SearchMemory;
  readonly #core: SearchCore;
  /** For searches that remember what they tested. */
  readonly #seen: SeenPairs | undefined;
  #strategy: SearchStrategy | undefined;
  #gap = 0;
  /** Both bodies' vertices move along straight lines: what some of the stages need. */
  #isStraight = true;
  #volume = VOLUME_DOP18;

  /** In SEARCH_REGION_BYTES at an address. */
  constructor(core: SearchCore, address: number, seen?: SeenPairs) {
    this.#core = core;
    this.memory = cutSearchRegion(address);
    this.#seen = seen;
  }

  /** Where the memory lies now. */
  moveTo(address: number): void {
    if (address === this.memory.meshA) return;
    this.memory = cutSearchRegion(address);
  }

  /** Goes on with what another thread opened in this memory. */
  takeOver(strategy: SearchStrategy, volume: number): void {
    this.#strategy = strategy;
    this.#gap = this.#core.arena.f64[(this.memory.work + WORK_GAP) / 8];
    this.#volume = volume;
    // both have the same degree
    this.#isStraight = this.#core.arena.u32[(this.memory.meshA + MESH_DEGREE) / 4] === 1;
    this.#useOwnLists();
  }

  /** Makes the two bodies, or one with itself, those that are worked on. */
  open(a: SearchBody, b: SearchBody, { strategy, gap, from, span }: SearchTask): void {
    const { arena } = this.#core;
    const { meshA, meshB, work } = this.memory;
    writePieces(arena, this.memory);
    describeBody(arena, a, meshA);
    if (a !== b) describeBody(arena, b, meshB);
    const once = strategy.representatives ? PAIRS_ONCE : 0;
    this.#isStraight = a.degree === 1 && b.degree === 1;
    const byMotion = strategy.motion && this.#isStraight ? PAIRS_BY_MOTION : 0;
    const adjacent = strategy.adjacentPairs ? PAIRS_ADJACENT : 0;
    arena.u32[(work + WORK_MESH_B) / 4] = a === b ? meshA : meshB;
    arena.u32[(work + WORK_RULE) / 4] = once | byMotion | adjacent;
    arena.f64[(work + WORK_GAP) / 8] = gap;
    arena.f64[(work + WORK_TIME_FROM) / 8] = from;
    arena.f64[(work + WORK_TIME_SPAN) / 8] = span;
    arena.f64[(work + WORK_TRIANGLE_PAIRS) / 8] = 0;
    arena.f64[(work + WORK_EXACT_TESTS) / 8] = 0;
    this.#strategy = strategy;
    this.#gap = gap;
    this.#volume = a.volume;
    this.#useOwnLists();
  }

  /** Before the first pairs of leaves of the two that are open. */
  openPairs(): void {
    const strategy = this.#strategy as SearchStrategy;
    if (strategy.database) this.#seen?.clear(); // memory may grow
    const { u32 } = this.#core.arena;
    const { work, traversal } = this.memory;
    const featuresOf = strategy.compatibility ? MESH_FEATURES : -1;
    u32[(traversal + TRAVERSAL_FEATURES_A) / 4] = this.#ofMesh(u32[(work + WORK_MESH_A) / 4], featuresOf);
    u32[(traversal + TRAVERSAL_FEATURES_B) / 4] = this.#ofMesh(u32[(work + WORK_MESH_B) / 4], featuresOf);
    u32[(traversal + TRAVERSAL_NEXT_NODE) / 4] = 0;
    u32[(traversal + TRAVERSAL_OPEN_BYTES) / 4] = 0;
    this.#core.arena.f64[(traversal + TRAVERSAL_BOX_TESTS) / 8] = 0;
  }

  /** An address of a mesh; 0 where none is asked for. */
  #ofMesh(mesh: number, field: number): number {
    return field < 0 ? 0 : this.#core.arena.u32[(mesh + field) / 4];
  }

  /** From the first `found` pairs of leaves to the feature pairs that may meet. */
  cullPairs(found: number, counters: SearchCounters): void {
    const { kernels } = this.#core;
    this.#useOwnLists();
    const { work } = this.memory;
    const strategy = this.#strategy as SearchStrategy;
    kernels.pairFeatures(work, found);
    counters.featureTests += this.#pending();
    if (strategy.database) this.#seen?.drop(work, this.#pending());
    counters.vertexTests += this.#pendingVertices();
    if (strategy.segments && this.#gap === 0 && this.#isStraight) kernels.cullSegments(work, this.#volume);
    kernels.cullFeatures(work, strategy.featureBoxes);
    counters.afterFeatureBoxes += this.#pending();
    counters.verticesAfterBoxes += this.#pendingVertices();
    if (strategy.motion && this.#isStraight) kernels.cullByMotion(work);
  }

  /** Tests the feature pairs at hand, and writes the contacts. */
  test(contacts: Output, counters: SearchCounters): void {
    const tests = this.#pending();
    counters.elementaryTests += tests;
    const room = contacts.room(tests * FOUND_BYTES);
    contacts.used += this.#core.kernels.testFeatures(this.memory.work, room) * FOUND_BYTES;
  }

  /** Puts the feature pairs at hand aside, to be tested later. */
  keep(kept: Output): void {
    const { work } = this.memory;
    const pending = this.#pending();
    if (pending === 0) return;
    let to = kept.room(RECORD_BYTES + pending * FEATURE_PAIR_BYTES);
    const { u8, u32 } = this.#core.arena; // memory may have grown
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

  /** Takes up orphans, but for those in `regions` that are marked in `masks` (0: no marks); returns how many. */
  takeUpOrphans(regions: number, masks: number, vertices: OrphanList, edges: OrphanList): number {
    const { memory } = this;
    const ofVertices = this.#copyOrphans(regions, masks, vertices, memory.verticesA);
    const ofEdges = this.#copyOrphans(regions, masks, edges, memory.edges);
    this.#point(0, memory.verticesA, ofVertices);
    this.#point(1, memory.verticesB, 0);
    this.#point(2, memory.edges, ofEdges);
    return ofVertices + ofEdges;
  }

  #copyOrphans(
    regions: number,
    masks: number,
    { pairs, smallest, first, count }: OrphanList,
    to: number,
  ): number {
    const from = pairs + first * FEATURE_PAIR_BYTES;
    return this.#core.kernels.copyOrphans(from, smallest + 4 * first, regions, masks, count, to);
  }

  /** Adds what the kernels counted since `open`. */
  count(counters: SearchCounters): void {
    const { f64 } = this.#core.arena;
    const { work } = this.memory;
    counters.trianglePairs += f64[(work + WORK_TRIANGLE_PAIRS) / 8];
    counters.exactFallbacks += f64[(work + WORK_EXACT_TESTS) / 8];
  }

  /** And the traversal since `openPairs`. */
  countTraversal(counters: SearchCounters): void {
    counters.boxTests += this.#core.arena.f64[(this.memory.traversal + TRAVERSAL_BOX_TESTS) / 8];
    this.count(counters);
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
    return this.#pendingVertices() + this.#core.arena.u32[(this.memory.work + WORK_EDGES_COUNT) / 4];
  }

  #pendingVertices(): number {
    const { u32 } = this.#core.arena;
    const { work } = this.memory;
    return u32[(work + WORK_VERTICES_A_COUNT) / 4] + u32[(work + WORK_VERTICES_B_COUNT) / 4];
  }
}

/** The address behind feature pairs that were put aside. */
export function recordEnd({ u32 }: SearchCore['arena'], record: number): number {
  const pairs = u32[record / 4] + u32[record / 4 + 1] + u32[record / 4 + 2];
  return record + RECORD_BYTES + pairs * FEATURE_PAIR_BYTES;
}

const LISTS = [WORK_VERTICES_A, WORK_VERTICES_B, WORK_EDGES] as const;
const COUNTS = [WORK_VERTICES_A_COUNT, WORK_VERTICES_B_COUNT, WORK_EDGES_COUNT] as const;
