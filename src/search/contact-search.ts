import type { Output } from '../crew/output.js';
import { CONES_ALONE, CONTOURS_EACH, CONTOURS_WITH_REUSE } from '../kernels/layout/ablations.js';
import { CONTACT_DETAILS_BYTES } from '../kernels/layout/elementary.js';
import {
  BLOCK_ORPHAN_EDGE_COUNT,
  BLOCK_ORPHAN_EDGES,
  BLOCK_ORPHAN_REGIONS,
  BLOCK_ORPHAN_VERTEX_COUNT,
  BLOCK_ORPHAN_VERTICES,
} from '../kernels/layout/meshes.js';
import type { GrowingBuffer } from '../memory/growing-buffer.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { type SearchBody, sectionAt } from '../mesh/search-body.js';
import { EdgeFaceSearch, NOTHING_MEETS } from './edge-face-search.js';
import { markFlatRegions } from './flat-region-marks.js';
import { FoundContacts } from './found-contacts.js';
import { clearCounters, copyCounters, newCounters, type SearchCounters } from './search-counters.js';
import { CHUNK_PAIRS, CORNER_TESTS, EDGE_TESTS, takeSearchRegion } from './search-memory.js';
import type { SearchStrategy } from './search-strategy.js';
import { recordEnd, type SearchTask, SearchWork } from './search-work.js';
import { SeenPairs } from './seen-pairs.js';
import type { SharedSearch } from './shared-search.js';

/** Fewer bytes of feature pairs are tested before another thread would have begun. */
const WORTH_SHARING = 1 << 17;

/**
 * Finds contacts within and between refitted bodies: traversal, features, boxes, tests, a chunk at a time, so that no
 * stage needs more memory than a chunk. The tests may be left for later. What was found is at `contacts`.
 */
export class ContactSearch {
  readonly counters: SearchCounters = newCounters();
  readonly contacts: FoundContacts;
  readonly discrete: EdgeFaceSearch;

  readonly #core: Core;
  readonly #work: SearchWork;
  readonly #region: number;
  readonly #seen: SeenPairs;
  readonly #shared: SharedSearch | undefined;
  /** As they were before work was shared. */
  readonly #before: SearchCounters = newCounters();
  readonly #plane: StepBuffer;
  readonly #details: StepBuffer;

  /** With `shared`, long searches are done by two threads. */
  constructor(core: Core, shared?: SharedSearch) {
    this.#core = core;
    this.#shared = shared;
    this.#region = takeSearchRegion(core.arena);
    this.#seen = new SeenPairs(core);
    this.#work = new SearchWork(core, core.arena.regionAddress(this.#region), this.#seen);
    this.contacts = new FoundContacts(core);
    this.discrete = new EdgeFaceSearch(core);
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
    this.#plane.free();
    this.#details.free();
    this.discrete.free();
  }

  /** Contacts of a body with itself. */
  within(body: SearchBody, task: SearchTask): void {
    const { strategy } = task;
    const masks = strategy.cones && task.gap === 0 ? this.markFlatRegions(body, strategy) : 0;
    this.cullWithin(body, masks, task);
    if (!strategy.adjacentPairs) this.testOrphans(body, masks, task);
  }

  /** Contacts of two bodies with each other. */
  between(a: SearchBody, b: SearchBody, task: SearchTask): void {
    this.cullBetween(a, b, task);
  }

  /** Marks what cannot touch itself and need not be searched; returns the address of the marks, 0 for none. */
  markFlatRegions(body: SearchBody, { contours, reuse }: SearchStrategy): number {
    const tests = !contours ? CONES_ALONE : reuse ? CONTOURS_WITH_REUSE : CONTOURS_EACH;
    return markFlatRegions(this.#core, body, tests, this.#plane, this.counters);
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
    const crew = end - first > WORTH_SHARING ? this.#live : undefined;
    // no part of the buffer moves: nothing is kept meanwhile
    const from = kept.address + first;
    const to = kept.address + end;
    if (crew === undefined || !this.#testShared(crew, a, b, task, from, to)) {
      this.#work.open(a, b, task);
      for (let at = from; at < to; ) {
        at = this.#work.takeUp(at);
        this.#work.test(this.contacts, this.counters);
      }
    }
    this.#work.count(this.counters);
    this.counters.ms.elementary += performance.now() - start;
  }

  /** False where the worker was lost: nothing was found then. */
  #testShared(
    crew: SharedSearch,
    a: SearchBody,
    b: SearchBody,
    task: SearchTask,
    from: number,
    to: number,
  ): boolean {
    const used = this.contacts.used;
    copyCounters(this.counters, this.#before);
    this.#work.open(a, b, task);
    crew.engage(a, b, task, false);
    let isThere = true;
    for (let at = from; at < to && isThere; at = recordEnd(this.#core.arena, at)) {
      isThere = crew.shareRecord(at, this.#helpOnce);
    }
    if (isThere && this.#finishShared(crew, this.contacts)) return true;
    this.#takeBack(this.contacts, used);
    return false;
  }

  get #live(): SharedSearch | undefined {
    return this.#shared?.isLost ? undefined : this.#shared;
  }

  /** What was found since work was shared: the worker had some of it and is lost. */
  #takeBack(found: Output, used: number): void {
    found.used = used;
    copyCounters(this.#before, this.counters);
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
    const smallest = sectionAt(arena, body.search, BLOCK_ORPHAN_REGIONS);
    const chunks = Math.max(vertexCount / CORNER_TESTS, edgeCount / EDGE_TESTS);
    for (let chunk = 0; chunk < chunks; chunk++) {
      const someVertices = inChunk(vertexCount, chunk, CORNER_TESTS);
      const someEdges = inChunk(edgeCount, chunk, EDGE_TESTS);
      const [firstVertex, firstEdge] = [chunk * CORNER_TESTS, chunk * EDGE_TESTS];
      this.counters.orphanTests += this.#work.takeUpOrphans(
        body.regions,
        masks,
        { pairs: vertices, smallest, first: firstVertex, count: someVertices },
        { pairs: edges, smallest: smallest + 4 * vertexCount, first: firstEdge, count: someEdges },
      );
      this.#work.test(this.contacts, this.counters);
    }
    this.#work.count(this.counters);
    this.counters.ms.orphans += performance.now() - start;
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
    this.#work.open(a, b, task);
    this.#work.openPairs();
  }

  #cull(a: SearchBody, b: SearchBody, masks: number, task: SearchTask, kept?: GrowingBuffer): void {
    const output = kept ?? this.contacts;
    const used = output.used;
    // what is more than a chunk is worth sharing, unless every pair must be remembered in one place
    const crew = task.strategy.database ? undefined : this.#live;
    if (crew !== undefined) copyCounters(this.counters, this.#before);
    if (!this.#cullWith(crew, a, b, masks, task, kept)) {
      this.#takeBack(output, used);
      this.#cullWith(undefined, a, b, masks, task, kept);
    }
    this.#work.countTraversal(this.counters);
  }

  /** False where the worker was lost. */
  #cullWith(
    crew: SharedSearch | undefined,
    a: SearchBody,
    b: SearchBody,
    masks: number,
    task: SearchTask,
    kept: GrowingBuffer | undefined,
  ): boolean {
    this.#start(a, b, task);
    const { kernels } = this.#core;
    const { pairs, traversal } = this.#work.memory;
    do {
      const start = performance.now();
      const found =
        a === b
          ? kernels.traverseSelf(a.nodes, a.nodeCount, masks, traversal, pairs, CHUNK_PAIRS)
          : kernels.traversePair(a.nodes, b.nodes, traversal, pairs, CHUNK_PAIRS);
      this.counters.ms.traverse += performance.now() - start;
      this.#handOn(found, kept);
    } while (!kernels.isTraversed.value && crew === undefined);
    return crew === undefined || kernels.isTraversed.value || this.#share(crew, a, b, masks, task, kept);
  }

  /** Both threads go on with a traversal that has begun; false where the worker was lost. */
  #share(
    crew: SharedSearch,
    a: SearchBody,
    b: SearchBody,
    masks: number,
    task: SearchTask,
    kept: GrowingBuffer | undefined,
  ): boolean {
    const { kernels } = this.#core;
    const { pairs, traversal } = this.#work.memory;
    crew.engage(a, b, task, kept !== undefined);
    crew.shareTraversal(this.#work, a, b, masks);
    let isTraversed = false;
    while (!isTraversed) {
      const start = performance.now();
      const found = kernels.traverseFront(traversal, pairs, CHUNK_PAIRS);
      isTraversed = kernels.isTraversed.value;
      this.counters.ms.traverse += performance.now() - start;
      this.#handOn(found, kept);
      crew.serve();
    }
    return this.#finishShared(crew, kept ?? this.contacts);
  }

  /** Works off what waits longest to be done, if there is anything. */
  readonly #helpOnce = (): boolean => this.#shared?.help(this.#testRecord) === true;

  readonly #testRecord = (record: number): void => {
    this.#work.takeUp(record);
    this.#work.test(this.contacts, this.counters);
  };

  #finishShared(crew: SharedSearch, found: Output): boolean {
    while (this.#helpOnce());
    return crew.collect(found, this.counters);
  }

  #handOn(found: number, kept: GrowingBuffer | undefined): void {
    const { counters } = this;
    const start = performance.now();
    this.#work.cullPairs(found, counters);
    const culled = performance.now();
    counters.ms.features += culled - start;
    if (kept === undefined) {
      this.#work.test(this.contacts, counters);
      counters.ms.elementary += performance.now() - culled;
    } else this.#work.keep(kept);
  }
}

function inChunk(total: number, chunk: number, most: number): number {
  return Math.min(most, Math.max(0, total - chunk * most));
}
