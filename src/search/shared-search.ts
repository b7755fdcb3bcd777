import type { Crew } from '../crew/crew.js';
import { SEARCH_RECORD, SEARCH_SHARE } from '../crew/job-kinds.js';
import type { Output } from '../crew/output.js';
import {
  TRAVERSAL_DONE_NODES,
  TRAVERSAL_END_NODE,
  TRAVERSAL_FRONT,
  TRAVERSAL_FRONT_COUNT,
  TRAVERSAL_MASKS,
  TRAVERSAL_NODES_A,
  TRAVERSAL_NODES_B,
  TRAVERSAL_TAKEN,
} from '../kernels/layout/shared-traversal.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import type { SearchBody } from '../mesh/search-body.js';
import { bitsOfTask, COUNTED, SEARCH_MEMORY, SEARCH_TASK, SEARCH_VOLUME } from './crew-task.js';
import type { SearchCounters } from './search-counters.js';
import { FRONT_BYTES, takeSearchRegion } from './search-memory.js';
import { type SearchTask, SearchWork } from './search-work.js';

/** What searches hand to a crew: a traversal in parts, and feature pairs that were kept, record by record. */
export class SharedSearch {
  readonly #core: Core;
  readonly #crew: Crew;
  readonly #region: number;
  readonly #theirs: SearchWork;
  readonly #front: StepBuffer;
  /** Since the last `collect` a traversal was shared. */
  #isShared = false;

  constructor(core: Core, crew: Crew) {
    this.#core = core;
    this.#crew = crew;
    this.#region = takeSearchRegion(core.arena);
    this.#theirs = new SearchWork(core, core.arena.regionAddress(this.#region));
    this.#front = new StepBuffer(core.arena);
  }

  get isLost(): boolean {
    return this.#crew.isLost;
  }

  /** Before work on two bodies, or one with itself. */
  engage(a: SearchBody, b: SearchBody, task: SearchTask, keep: boolean): void {
    const memory = this.#core.arena.regionAddress(this.#region);
    this.#theirs.moveTo(memory);
    this.#theirs.open(a, b, task);
    this.#crew.begin();
    this.#crew.tell(SEARCH_TASK, bitsOfTask(task.strategy, keep));
    this.#crew.tell(SEARCH_VOLUME, a.volume);
    this.#crew.tell(SEARCH_MEMORY, memory);
  }

  /**
   * Takes what is left of a traversal apart, into parts that both threads take from then on: `traverseFront` with the
   * memory of `work` here, and with its own there.
   */
  shareTraversal(work: SearchWork, a: SearchBody, b: SearchBody, masks: number): void {
    const { arena, kernels } = this.#core;
    this.#front.ensure(FRONT_BYTES);
    this.#theirs.openPairs();
    const { u32 } = arena;
    const mine = work.memory.traversal / 4;
    u32[mine + TRAVERSAL_NODES_A / 4] = a.nodes;
    u32[mine + TRAVERSAL_NODES_B / 4] = b.nodes;
    u32[mine + TRAVERSAL_MASKS / 4] = masks;
    u32[mine + TRAVERSAL_FRONT / 4] = this.#front.address;
    u32[mine + TRAVERSAL_TAKEN / 4] = this.#crew.partsTaken;
    kernels.openFront(work.memory.traversal);
    const theirs = this.#theirs.memory.traversal / 4;
    for (const field of SHARED_FIELDS) u32[theirs + field / 4] = u32[mine + field / 4];
    this.#isShared = true;
    this.#crew.fill(SEARCH_SHARE, 0);
  }

  /** Hands out the record of feature pairs at an address; `help` works one off here meanwhile. False where the worker was lost. */
  shareRecord(record: number, help: () => boolean): boolean {
    const crew = this.#crew;
    while (!crew.isFree(crew.next) && help());
    if (!crew.waitFor(crew.next)) return false;
    crew.fill(SEARCH_RECORD, record);
    return true;
  }

  /** Takes the work that waits longest, and does it by `test` where it is a record. False where there is none. */
  help(test: (record: number) => void): boolean {
    const crew = this.#crew;
    crew.serve();
    const slot = crew.take();
    if (slot < 0) return false;
    if (crew.kindOf(slot) === SEARCH_RECORD) test(crew.valueOf(slot));
    crew.done(slot);
    return true;
  }

  /** Gives the worker room where it asks for some. */
  serve(): void {
    this.#crew.serve();
  }

  /** Waits until the worker is done with what it took, and adds what it found to `to`; false where the worker was lost. */
  collect(to: Output, counters: SearchCounters): boolean {
    if (!this.#crew.waitForAll()) return false;
    this.#crew.handOver(to);
    for (let i = 0; i < COUNTED.length; i++) counters[COUNTED[i]] += this.#crew.sums[i];
    if (this.#isShared) this.#theirs.countTraversal(counters);
    else this.#theirs.count(counters);
    this.#isShared = false;
    return true;
  }
}

/** What the traversals of both threads have in common. */
const SHARED_FIELDS: readonly number[] = [
  TRAVERSAL_NODES_A,
  TRAVERSAL_NODES_B,
  TRAVERSAL_MASKS,
  TRAVERSAL_FRONT,
  TRAVERSAL_FRONT_COUNT,
  TRAVERSAL_TAKEN,
  TRAVERSAL_DONE_NODES,
  TRAVERSAL_END_NODE,
];
