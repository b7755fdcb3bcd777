import { AGREEING_REGIONS, AGREEING_TRIANGLES } from '../kernels/layout/ablations.js';
import {
  BLOCK_CONTOURS,
  BLOCK_LONGEST_CONTOUR,
  BLOCK_ORPHAN_EDGE_COUNT,
  BLOCK_ORPHAN_EDGES,
  BLOCK_ORPHAN_REGIONS,
  BLOCK_ORPHAN_VERTEX_COUNT,
  BLOCK_ORPHAN_VERTICES,
  BLOCK_REGION_COUNT,
  BLOCK_TRIANGLES,
  CONTACT_DETAILS_BYTES,
  FOUND_BYTES,
  FOUND_TIME,
  PLANE_BOX_BYTES,
  PLANE_POINT_BYTES,
  REGION_NODE,
  SKIP_COUNTERS_BYTES,
  SKIPPED_REGIONS,
  SKIPPED_TRIANGLES,
  SORT_DIGITS,
  TESTED_EDGES,
  TESTED_REGIONS,
  TRAVERSAL_BOX_TESTS,
  TRAVERSAL_NEXT_NODE,
  TRAVERSAL_OPEN_BYTES,
} from '../kernels/layout.js';
import { GrowingBuffer } from '../memory/growing-buffer.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { type SearchBody, sectionAt } from '../mesh/search-body.js';
import type { Crew } from './crew.js';
import { PAIRS, RECORD } from './crew-layout.js';
import { EdgeFaceSearch, NOTHING_MEETS } from './edge-face-search.js';
import { clearCounters, newCounters, type SearchCounters } from './search-counters.js';
import { CHUNK_PAIRS, CORNER_TESTS, EDGE_TESTS, takeSearchRegion } from './search-memory.js';
import type { SearchStrategy } from './search-strategy.js';
import { recordEnd, type SearchTask, SearchWork } from './search-work.js';
import { SeenPairs } from './seen-pairs.js';

/** Fewer bytes of feature pairs are tested before another thread would have begun. */
const WORTH_SHARING = 1 << 17;

/**
 * Finds contacts within and between refitted bodies: traversal, features, boxes, tests, a chunk at a time, so that no
 * stage needs more memory than a chunk. The tests may be left for later. What was found is at `contacts`.
 */
export class ContactSearch {
  readonly counters: SearchCounters = newCounters();
  readonly contacts: GrowingBuffer;
  readonly discrete: EdgeFaceSearch;

  readonly #core: Core;
  readonly #work: SearchWork;
  readonly #region: number;
  readonly #seen: SeenPairs;
  readonly #crew: Crew | undefined;
  readonly #sorting: StepBuffer;
  readonly #plane: StepBuffer;
  readonly #details: StepBuffer;

  /** With a crew, long searches are done by two threads. */
  constructor(core: Core, crew?: Crew) {
    this.#core = core;
    this.#crew = crew;
    this.#region = takeSearchRegion(core.arena);
    this.#seen = new SeenPairs(core);
    this.#work = new SearchWork(core, core.arena.regionAddress(this.#region), this.#seen);
    this.contacts = new GrowingBuffer(core.arena);
    this.discrete = new EdgeFaceSearch(core);
    this.#sorting = new StepBuffer(core.arena);
    this.#plane = new StepBuffer(core.arena);
    this.#details = new StepBuffer(core.arena);
  }

  /** Forgets what was found before. */
  begin(): void {
    this.#work.moveTo(this.#core.arena.regionAddress(this.#region));
    this.contacts.used = 0;
    clearCounters(this.counters);
  }

  free(): void {
    this.#core.arena.freeRegion(this.#region);
    this.#seen.free();
    this.contacts.free();
    this.#sorting.free();
    this.#plane.free();
    this.#details.free();
    this.discrete.free();
  }

  /** Contacts of a body with itself. */
  within(body: SearchBody, task: SearchTask): void {
    const { cones, contours, adjacentPairs } = task.strategy;
    const masks = cones && task.gap === 0 ? this.markFlatRegions(body, contours) : 0;
    this.cullWithin(body, masks, task);
    if (!adjacentPairs) this.testOrphans(body, masks, task);
  }

  /** Contacts of two bodies with each other. */
  between(a: SearchBody, b: SearchBody, task: SearchTask): void {
    this.cullBetween(a, b, task);
  }

  /**
   * ICCD IV: what cannot touch itself is not searched; for a gap of 0 only. Without contours, regions whose normals agree
   * are counted alone. Returns the address of the marks, 0 for none.
   */
  markFlatRegions(body: SearchBody, contours = true): number {
    const { kernels, arena } = this.#core;
    const regionCount = arena.u32[(body.search + BLOCK_REGION_COUNT) / 4];
    // a tree that was split anew has other nodes than the mesh's regions name
    const isRebuilt = arena.u32[(body.regions + REGION_NODE) / 4] !== 0;
    if (regionCount === 0 || isRebuilt) return 0;
    const start = performance.now();
    const longest = arena.u32[(body.search + BLOCK_LONGEST_CONTOUR) / 4];
    this.#plane.ensure(longest * (2 * PLANE_POINT_BYTES + 2 * PLANE_BOX_BYTES) + SKIP_COUNTERS_BYTES);
    const skips = this.#plane.address;
    kernels.markFlatRegions(
      body.nodes,
      body.nodeCount,
      body.swept,
      sectionAt(arena, body.mesh, BLOCK_TRIANGLES),
      body.normalMasks,
      body.regions,
      regionCount,
      sectionAt(arena, body.search, BLOCK_CONTOURS),
      skips + SKIP_COUNTERS_BYTES,
      skips,
      contours,
      body.inner,
      body.degree,
    );
    const { counters } = this;
    counters.agreeingRegions += arena.u32[(skips + AGREEING_REGIONS) / 4];
    counters.agreeingTriangles += arena.u32[(skips + AGREEING_TRIANGLES) / 4];
    counters.skippedRegions += arena.u32[(skips + SKIPPED_REGIONS) / 4];
    counters.skippedTriangles += arena.u32[(skips + SKIPPED_TRIANGLES) / 4];
    counters.testedRegions += arena.u32[(skips + TESTED_REGIONS) / 4];
    counters.testedContourEdges += arena.u32[(skips + TESTED_EDGES) / 4];
    counters.ms.cones += performance.now() - start;
    return body.normalMasks;
  }

  /** What of a body may meet itself, orphans left out: kept for later where there is a place for it, or else tested. */
  cullWithin(body: SearchBody, masks: number, task: SearchTask, kept?: GrowingBuffer): void {
    this.#cull(body, body, masks, task, kept);
  }

  /** What of two bodies may meet. */
  cullBetween(a: SearchBody, b: SearchBody, task: SearchTask, kept?: GrowingBuffer): void {
    if (a.nodeCount > 0 && b.nodeCount > 0) this.#cull(a, b, 0, task, kept);
  }

  /** Tests what was kept between two offsets in a buffer. */
  testKept(
    a: SearchBody,
    b: SearchBody,
    task: SearchTask,
    kept: GrowingBuffer,
    first: number,
    end: number,
  ): void {
    const start = performance.now();
    this.#work.open(a, b, task);
    const crew = end - first > WORTH_SHARING ? this.#crew : undefined;
    crew?.engage(a, b, task, false);
    // no part of the buffer moves: nothing is kept meanwhile
    for (let at = kept.address + first; at < kept.address + end; ) {
      if (crew === undefined) {
        at = this.#work.takeUp(at);
        this.#work.test(this.contacts, this.counters);
      } else {
        this.#awaitSlot(crew, undefined);
        crew.fill(RECORD, at);
        at = recordEnd(this.#core.arena, at);
      }
    }
    if (crew !== undefined) this.#finishShared(crew, undefined);
    this.#work.count(this.counters);
    this.counters.ms.elementary += performance.now() - start;
  }

  /**
   * Edges and faces that meet where bodies stand still at the start of their step: of two, or of one with itself. Those
   * found are at `discrete.found`.
   */
  edgeFaces(a: SearchBody, b: SearchBody, strategy: SearchStrategy): ReturnType<EdgeFaceSearch['run']> {
    if (a.nodeCount === 0 || b.nodeCount === 0) return NOTHING_MEETS;
    this.#start(a, b, { strategy: { ...strategy, compatibility: false }, gap: 0, from: 0, span: 1 });
    return this.discrete.run(a, b, this.#work.memory, strategy);
  }

  /** ICCD V-F: what no pair of non-adjacent triangles stands for, but for what lies in regions marked as skipped. */
  testOrphans(body: SearchBody, masks: number, task: SearchTask): void {
    const { arena } = this.#core;
    const start = performance.now();
    this.#work.open(body, body, task);
    const vertexCount = arena.u32[(body.search + BLOCK_ORPHAN_VERTEX_COUNT) / 4];
    const edgeCount = arena.u32[(body.search + BLOCK_ORPHAN_EDGE_COUNT) / 4];
    const vertices = sectionAt(arena, body.search, BLOCK_ORPHAN_VERTICES);
    const edges = sectionAt(arena, body.search, BLOCK_ORPHAN_EDGES);
    const regions = sectionAt(arena, body.search, BLOCK_ORPHAN_REGIONS);
    const chunks = Math.max(vertexCount / CORNER_TESTS, edgeCount / EDGE_TESTS);
    for (let chunk = 0; chunk < chunks; chunk++) {
      const someVertices = inChunk(vertexCount, chunk, CORNER_TESTS);
      const someEdges = inChunk(edgeCount, chunk, EDGE_TESTS);
      const [firstVertex, firstEdge] = [chunk * CORNER_TESTS, chunk * EDGE_TESTS];
      this.counters.orphanTests += this.#work.takeUpOrphans(
        masks,
        { pairs: vertices, regions, first: firstVertex, count: someVertices },
        { pairs: edges, regions: regions + 4 * vertexCount, first: firstEdge, count: someEdges },
      );
      this.#work.test(this.contacts, this.counters);
    }
    this.#work.count(this.counters);
    this.counters.ms.orphans += performance.now() - start;
  }

  /**
   * Puts the contacts from an offset on in one order, by kind and features; of those with the same features the one
   * that was found first stays. Returns how many there are.
   */
  finish(first = 0): number {
    const bytes = this.contacts.used - first;
    this.#sorting.ensure(SORT_DIGITS * 4 + bytes);
    const count = this.#core.kernels.sortContacts(
      this.contacts.address + first,
      this.#sorting.address,
      bytes / FOUND_BYTES,
    );
    this.contacts.used = first + count * FOUND_BYTES;
    return count;
  }

  /** The earliest of the contacts' times from an offset on; Infinity without any. */
  earliest(first = 0): number {
    const { f64 } = this.#core.arena;
    const { address, used } = this.contacts;
    let least = Number.POSITIVE_INFINITY;
    for (let at = address + first; at < address + used; at += FOUND_BYTES) {
      least = Math.min(least, f64[(at + FOUND_TIME) / 8]);
    }
    return least;
  }

  /** Keeps the contacts at the earliest time from an offset on, in their order; returns how many. */
  keepEarliest(first = 0): number {
    const { u8, f64 } = this.#core.arena;
    const { address, used } = this.contacts;
    const least = this.earliest(first);
    let to = address + first;
    for (let at = to; at < address + used; at += FOUND_BYTES) {
      if (f64[(at + FOUND_TIME) / 8] !== least) continue;
      u8.copyWithin(to, at, at + FOUND_BYTES);
      to += FOUND_BYTES;
    }
    this.contacts.used = to - address;
    return (this.contacts.used - first) / FOUND_BYTES;
  }

  /**
   * Where `count` contacts from an offset on are, and along which normals, for bodies as they were searched. Returns the
   * address of CONTACT_DETAILS_BYTES a contact.
   */
  detail(a: SearchBody, b: SearchBody, task: SearchTask, first: number, count: number): number {
    this.#details.ensure(count * CONTACT_DETAILS_BYTES);
    this.#work.open(a, b, task);
    const { address } = this.#details;
    this.#core.kernels.detailContacts(this.#work.memory.work, this.contacts.address + first, count, address);
    return address;
  }

  #start(a: SearchBody, b: SearchBody, task: SearchTask): void {
    const { u32, f64 } = this.#core.arena;
    const { traversal } = this.#work.memory;
    this.#work.open(a, b, task);
    u32[(traversal + TRAVERSAL_NEXT_NODE) / 4] = 0;
    u32[(traversal + TRAVERSAL_OPEN_BYTES) / 4] = 0;
    f64[(traversal + TRAVERSAL_BOX_TESTS) / 8] = 0;
    this.#work.openPairs();
  }

  #cull(a: SearchBody, b: SearchBody, masks: number, task: SearchTask, kept?: GrowingBuffer): void {
    this.#start(a, b, task);
    const { kernels } = this.#core;
    const { pairs } = this.#work.memory;
    let crew: Crew | undefined;
    do {
      if (crew !== undefined) this.#awaitSlot(crew, kept);
      const start = performance.now();
      const found = this.#traverse(a, b, masks, crew === undefined ? pairs : crew.nextSlot);
      this.counters.ms.traverse += performance.now() - start;
      if (crew !== undefined) crew.fill(PAIRS, found);
      else {
        this.#handOn(pairs, found, kept);
        // what is more than a chunk is worth sharing, unless every pair must be remembered in one place
        if (this.#crew === undefined || kernels.isTraversed.value || task.strategy.database) continue;
        crew = this.#crew;
        crew.engage(a, b, task, kept !== undefined);
      }
    } while (!kernels.isTraversed.value);
    if (crew !== undefined) this.#finishShared(crew, kept);
    this.#count();
  }

  /** Writes the next pairs of leaves to `pairs`; returns how many. */
  #traverse(a: SearchBody, b: SearchBody, masks: number, pairs: number): number {
    const { kernels } = this.#core;
    const { traversal } = this.#work.memory;
    return a === b
      ? kernels.traverseSelf(a.nodes, a.nodeCount, masks, traversal, pairs, CHUNK_PAIRS)
      : kernels.traversePair(a.nodes, b.nodes, traversal, pairs, CHUNK_PAIRS);
  }

  /** Helps until the next slot is free. */
  #awaitSlot(crew: Crew, kept: GrowingBuffer | undefined): void {
    while (crew.nextSlot === 0) this.#help(crew, kept);
  }

  /** Works off the slot that waits longest, if there is one. */
  #help(crew: Crew, kept: GrowingBuffer | undefined): boolean {
    crew.serve();
    const slot = crew.take();
    if (slot < 0) return false;
    if (crew.stateOf(slot) === PAIRS) this.#handOn(crew.pairsOf(slot), crew.valueOf(slot), kept);
    else {
      this.#work.takeUp(crew.valueOf(slot));
      this.#work.test(this.contacts, this.counters);
    }
    crew.done(slot);
    return true;
  }

  #finishShared(crew: Crew, kept: GrowingBuffer | undefined): void {
    while (this.#help(crew, kept));
    crew.collect(kept ?? this.contacts, this.counters);
  }

  #handOn(pairs: number, found: number, kept: GrowingBuffer | undefined): void {
    const { counters } = this;
    const start = performance.now();
    this.#work.cullPairs(pairs, found, counters);
    const culled = performance.now();
    counters.ms.features += culled - start;
    if (kept === undefined) {
      this.#work.test(this.contacts, counters);
      counters.ms.elementary += performance.now() - culled;
    } else this.#work.keep(kept);
  }

  #count(): void {
    const { traversal } = this.#work.memory;
    this.counters.boxTests += this.#core.arena.f64[(traversal + TRAVERSAL_BOX_TESTS) / 8];
    this.#work.count(this.counters);
  }
}

function inChunk(total: number, chunk: number, most: number): number {
  return Math.min(most, Math.max(0, total - chunk * most));
}
