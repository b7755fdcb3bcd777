import {
  BLOCK_CONTOURS,
  BLOCK_LONGEST_CONTOUR,
  BLOCK_ORPHAN_EDGE_COUNT,
  BLOCK_ORPHAN_EDGES,
  BLOCK_ORPHAN_VERTEX_COUNT,
  BLOCK_ORPHAN_VERTICES,
  BLOCK_REGION_COUNT,
  BLOCK_TRIANGLES,
  FEATURE_PAIR_BYTES,
  FOUND_BYTES,
  FOUND_TIME,
  PAIRS_ADJACENT,
  PAIRS_BY_MOTION,
  PAIRS_ONCE,
  PLANE_BOX_BYTES,
  PLANE_POINT_BYTES,
  SKIP_COUNTERS_BYTES,
  SKIPPED_REGIONS,
  SKIPPED_TRIANGLES,
  SORT_DIGITS,
  TESTED_EDGES,
  TESTED_REGIONS,
  TRAVERSAL_BOX_TESTS,
  TRAVERSAL_NEXT_NODE,
  TRAVERSAL_OPEN_BYTES,
  WORK_EDGES_COUNT,
  WORK_EXACT_TESTS,
  WORK_MESH_B,
  WORK_RULE,
  WORK_TRIANGLE_PAIRS,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B_COUNT,
} from '../kernels/layout.js';
import { GrowingBuffer } from '../memory/growing-buffer.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { describeBody, type SearchBody, sectionAt } from '../mesh/search-body.js';
import { newCounters, type SearchCounters } from './search-counters.js';
import {
  CHUNK_PAIRS,
  CORNER_TESTS,
  cutSearchRegion,
  EDGE_TESTS,
  type SearchMemory,
  takeSearchRegion,
} from './search-memory.js';
import type { SearchStrategy } from './search-strategy.js';

/**
 * Finds contacts within and between refitted meshes: traversal, features, boxes, tests, a chunk at a time, so that no
 * stage needs more memory than a chunk. What it found is at `contacts`, sorted by `finish`.
 */
export class ContactSearch {
  counters: SearchCounters = newCounters();
  readonly contacts: GrowingBuffer;

  readonly #core: Core;
  readonly #region: number;
  #memory: SearchMemory;
  readonly #sorting: StepBuffer;
  readonly #plane: StepBuffer;

  constructor(core: Core) {
    this.#core = core;
    this.#region = takeSearchRegion(core.arena);
    this.#memory = cutSearchRegion(core.arena, this.#region);
    this.contacts = new GrowingBuffer(core.arena);
    this.#sorting = new StepBuffer(core.arena);
    this.#plane = new StepBuffer(core.arena);
  }

  begin(): void {
    this.#memory = cutSearchRegion(this.#core.arena, this.#region); // it may have moved since
    this.contacts.used = 0;
    this.counters = newCounters();
  }

  /** Contacts of a mesh with itself. */
  within(mesh: SearchBody, strategy: SearchStrategy): void {
    const { kernels } = this.#core;
    const { traversal, pairs } = this.#memory;
    this.#start(mesh, mesh, strategy);
    const masks = this.#markFlatRegions(mesh, strategy);
    this.#run(strategy, () =>
      kernels.traverseSelf(mesh.nodes, mesh.nodeCount, masks, traversal, pairs, CHUNK_PAIRS),
    );
    if (!strategy.adjacentPairs) this.#testOrphans(mesh);
  }

  /** Contacts of two meshes with each other. */
  between(a: SearchBody, b: SearchBody, strategy: SearchStrategy): void {
    const { kernels } = this.#core;
    const { traversal, pairs } = this.#memory;
    if (a.nodeCount === 0 || b.nodeCount === 0) return;
    this.#start(a, b, strategy);
    this.#run(strategy, () => kernels.traversePair(a.nodes, b.nodes, traversal, pairs, CHUNK_PAIRS));
  }

  /** Puts the contacts in one order, by kind and features. Returns how many there are. */
  finish(): number {
    const count = this.contacts.used / FOUND_BYTES;
    this.#sorting.ensure(SORT_DIGITS * 4 + this.contacts.used);
    return this.#core.kernels.sortContacts(this.contacts.address, this.#sorting.address, count);
  }

  /** The earliest of the contacts' times; Infinity without any. */
  earliest(count: number): number {
    const { f64 } = this.#core.arena;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      least = Math.min(least, f64[(this.contacts.address + i * FOUND_BYTES + FOUND_TIME) / 8]);
    }
    return least;
  }

  /** Keeps the contacts at the earliest time, in their order; returns how many. */
  keepEarliest(count: number): number {
    const { u8, f64 } = this.#core.arena;
    const { address } = this.contacts;
    const least = this.earliest(count);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const at = address + i * FOUND_BYTES;
      if (f64[(at + FOUND_TIME) / 8] !== least) continue;
      u8.copyWithin(address + kept++ * FOUND_BYTES, at, at + FOUND_BYTES);
    }
    return kept;
  }

  #start(a: SearchBody, b: SearchBody, strategy: SearchStrategy): void {
    const { arena } = this.#core;
    const { meshA, meshB, work, traversal } = this.#memory;
    describeBody(arena, a, meshA);
    describeBody(arena, b, meshB);
    const once = strategy.representatives ? PAIRS_ONCE : 0;
    const byMotion = strategy.motion ? PAIRS_BY_MOTION : 0;
    this.#setWord(work + WORK_MESH_B, a === b ? meshA : meshB);
    this.#setWord(work + WORK_RULE, once | byMotion | (strategy.adjacentPairs ? PAIRS_ADJACENT : 0));
    this.#setWord(traversal + TRAVERSAL_NEXT_NODE, 0);
    this.#setWord(traversal + TRAVERSAL_OPEN_BYTES, 0);
    for (const counter of [
      work + WORK_TRIANGLE_PAIRS,
      work + WORK_EXACT_TESTS,
      traversal + TRAVERSAL_BOX_TESTS,
    ]) {
      arena.f64[counter / 8] = 0;
    }
  }

  /** ICCD IV: what cannot touch itself is not searched. Returns the address of the marks, 0 for none. */
  #markFlatRegions(mesh: SearchBody, strategy: SearchStrategy): number {
    const { kernels, arena } = this.#core;
    const start = performance.now();
    const regionCount = arena.u32[(mesh.search + BLOCK_REGION_COUNT) / 4];
    if (!strategy.cones || regionCount === 0) return 0;
    const longest = arena.u32[(mesh.search + BLOCK_LONGEST_CONTOUR) / 4];
    this.#plane.ensure(longest * (PLANE_POINT_BYTES + 2 * PLANE_BOX_BYTES) + SKIP_COUNTERS_BYTES);
    const counters = this.#plane.address;
    kernels.markFlatRegions(
      mesh.nodes,
      mesh.nodeCount,
      mesh.swept,
      sectionAt(arena, mesh.mesh, BLOCK_TRIANGLES),
      mesh.normalMasks,
      mesh.regions,
      regionCount,
      sectionAt(arena, mesh.search, BLOCK_CONTOURS),
      counters + SKIP_COUNTERS_BYTES,
      counters,
    );
    this.counters.skippedRegions += arena.u32[(counters + SKIPPED_REGIONS) / 4];
    this.counters.skippedTriangles += arena.u32[(counters + SKIPPED_TRIANGLES) / 4];
    this.counters.testedRegions += arena.u32[(counters + TESTED_REGIONS) / 4];
    this.counters.testedContourEdges += arena.u32[(counters + TESTED_EDGES) / 4];
    this.counters.ms.cones += performance.now() - start;
    return mesh.normalMasks;
  }

  #run(strategy: SearchStrategy, traverse: () => number): void {
    const { kernels, arena } = this.#core;
    const { work, traversal } = this.#memory;
    const { counters } = this;
    let now = performance.now();
    const took = (stage: keyof SearchCounters['ms']) => {
      const before = now;
      now = performance.now();
      counters.ms[stage] += now - before;
    };
    do {
      const found = traverse();
      took('traverse');
      kernels.pairFeatures(work, found);
      counters.featureTests += this.#pending();
      kernels.cullFeatures(work, strategy.featureBoxes);
      counters.afterFeatureBoxes += this.#pending();
      if (strategy.motion) kernels.cullByMotion(work);
      took('features');
      this.#testPending();
      took('elementary');
    } while (!kernels.isTraversed.value);
    counters.boxTests += arena.f64[(traversal + TRAVERSAL_BOX_TESTS) / 8];
    counters.trianglePairs += arena.f64[(work + WORK_TRIANGLE_PAIRS) / 8];
    counters.exactFallbacks += arena.f64[(work + WORK_EXACT_TESTS) / 8];
  }

  /** ICCD V-F: what no pair of non-adjacent triangles stands for. */
  #testOrphans(mesh: SearchBody): void {
    const { arena } = this.#core;
    const { work, verticesA, edges } = this.#memory;
    const start = performance.now();
    arena.f64[(work + WORK_EXACT_TESTS) / 8] = 0;
    const vertexCount = arena.u32[(mesh.search + BLOCK_ORPHAN_VERTEX_COUNT) / 4];
    const edgeCount = arena.u32[(mesh.search + BLOCK_ORPHAN_EDGE_COUNT) / 4];
    const orphanVertices = sectionAt(arena, mesh.search, BLOCK_ORPHAN_VERTICES);
    const orphanEdges = sectionAt(arena, mesh.search, BLOCK_ORPHAN_EDGES);
    const chunks = Math.max(vertexCount / CORNER_TESTS, edgeCount / EDGE_TESTS);
    for (let chunk = 0; chunk < chunks; chunk++) {
      const vertices = this.#copy(orphanVertices, vertexCount, chunk, CORNER_TESTS, verticesA);
      const pairs = this.#copy(orphanEdges, edgeCount, chunk, EDGE_TESTS, edges);
      this.#setWord(work + WORK_VERTICES_A_COUNT, vertices);
      this.#setWord(work + WORK_VERTICES_B_COUNT, 0);
      this.#setWord(work + WORK_EDGES_COUNT, pairs);
      this.counters.orphanTests += vertices + pairs;
      this.#testPending();
    }
    this.counters.exactFallbacks += arena.f64[(work + WORK_EXACT_TESTS) / 8];
    this.counters.ms.orphans += performance.now() - start;
  }

  /** Copies a chunk of a list of feature pairs; returns how many it holds. */
  #copy(list: number, total: number, chunk: number, most: number, to: number): number {
    const { arena } = this.#core;
    const count = Math.min(most, Math.max(0, total - chunk * most));
    const from = list + chunk * most * FEATURE_PAIR_BYTES;
    arena.u8.copyWithin(to, from, from + count * FEATURE_PAIR_BYTES);
    return count;
  }

  #testPending(): void {
    const { work } = this.#memory;
    const tests = this.#pending();
    this.counters.elementaryTests += tests;
    const room = this.contacts.room(tests * FOUND_BYTES);
    this.contacts.used += this.#core.kernels.testFeatures(work, room) * FOUND_BYTES;
  }

  #pending(): number {
    const { u32 } = this.#core.arena;
    const { work } = this.#memory;
    return (
      u32[(work + WORK_VERTICES_A_COUNT) / 4] +
      u32[(work + WORK_VERTICES_B_COUNT) / 4] +
      u32[(work + WORK_EDGES_COUNT) / 4]
    );
  }

  #setWord(address: number, value: number): void {
    this.#core.arena.u32[address / 4] = value;
  }
}
