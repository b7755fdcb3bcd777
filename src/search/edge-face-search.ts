import { EDGE_FACE_POINTS_BYTES } from '../kernels/layout/discrete.js';
import { EXACT_SUM_BYTES } from '../kernels/layout/elementary.js';
import {
  FOUND_BYTES,
  PAIRS_ONCE,
  SORT_DIGITS,
  WORK_RULE,
  WORK_TRIANGLE_PAIRS,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B_COUNT,
} from '../kernels/layout/search.js';
import { GrowingBuffer } from '../memory/growing-buffer.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import type { SearchBody } from '../mesh/search-body.js';
import { CHUNK_PAIRS, type SearchMemory } from './search-memory.js';
import type { SearchStrategy } from './search-strategy.js';

/** What a discrete search let through. */
export interface DiscreteCounters {
  /** Pairs of triangles whose boxes overlap. */
  trianglePairs: number;
  /** Pairs of an edge and a face before boxes, and the tests that were made of them. */
  edgeFacePairs: number;
  elementaryTests: number;
}

export const NOTHING_MEETS = {
  count: 0,
  counters: { trianglePairs: 0, edgeFacePairs: 0, elementaryTests: 0 } as DiscreteCounters,
};

/** R-Triangles' discrete case: edges and faces that meet at one instant, in bodies that stand still there. */
export class EdgeFaceSearch {
  readonly found: GrowingBuffer;
  readonly #core: Core;
  readonly #sorting: StepBuffer;
  readonly #scratch: StepBuffer;

  constructor(core: Core) {
    this.#core = core;
    this.found = new GrowingBuffer(core.arena);
    this.#sorting = new StepBuffer(core.arena);
    this.#scratch = new StepBuffer(core.arena);
  }

  free(): void {
    this.found.free();
    this.#sorting.free();
    this.#scratch.free();
  }

  /** `memory` describes the two bodies to the kernels. Returns how many pairs meet; they are at `found`, sorted. */
  run(
    a: SearchBody,
    b: SearchBody,
    memory: SearchMemory,
    { representatives, featureBoxes }: SearchStrategy,
  ): { count: number; counters: DiscreteCounters } {
    const { kernels, arena } = this.#core;
    const { work, traversal, pairs } = memory;
    const counters: DiscreteCounters = { trianglePairs: 0, edgeFacePairs: 0, elementaryTests: 0 };
    this.found.used = 0;
    this.#scratch.ensure(EDGE_FACE_POINTS_BYTES + EXACT_SUM_BYTES);
    const pending = () =>
      arena.u32[(work + WORK_VERTICES_A_COUNT) / 4] + arena.u32[(work + WORK_VERTICES_B_COUNT) / 4];
    arena.u32[(work + WORK_RULE) / 4] = representatives ? PAIRS_ONCE : 0;
    do {
      const leaves =
        a === b
          ? kernels.traverseSelf(a.nodes, a.nodeCount, 0, traversal, pairs, CHUNK_PAIRS)
          : kernels.traversePair(a.nodes, b.nodes, traversal, pairs, CHUNK_PAIRS);
      kernels.pairEdgeFaces(work, leaves);
      counters.edgeFacePairs += pending();
      kernels.cullEdgeFaces(work, featureBoxes, a.volume);
      counters.elementaryTests += pending();
      const room = this.found.room(pending() * FOUND_BYTES);
      const points = this.#scratch.address;
      const tested = kernels.testEdgeFaces(work, room, points, points + EDGE_FACE_POINTS_BYTES);
      this.found.used += tested * FOUND_BYTES;
    } while (!kernels.isTraversed.value);
    counters.trianglePairs = arena.f64[(work + WORK_TRIANGLE_PAIRS) / 8];
    this.#sorting.ensure(SORT_DIGITS * 4 + this.found.used);
    const count = kernels.sortContacts(
      this.found.address,
      this.#sorting.address,
      this.found.used / FOUND_BYTES,
    );
    return { count, counters };
  }
}
