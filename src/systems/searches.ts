import { GrowingBuffer } from '../memory/growing-buffer.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { ContactSearch } from '../search/contact-search.js';
import { newCounters, type SearchCounters } from '../search/search-counters.js';
import { type SearchStrategy, STRATEGIES } from '../search/search-strategy.js';
import type { SharedSearch } from '../search/shared-search.js';
import { Obstacles } from './obstacles.js';

/** A deformable with itself, or two bodies, in a part of the step: what a search is for. */
export interface SearchJob {
  /** Entities; the same one twice for a deformable with itself. */
  a: number;
  b: number;
  strategy: SearchStrategy;
  gap: number;
  from: number;
  span: number;
  /** How far the boxes of a rigid body among the two are widened. */
  width: number;
  /** Whether the earliest contact of the two is all that is wanted. */
  earliestOnly: boolean;
  /** Address of the marks of regions that are left out, 0 for none. */
  masks: number;
  /** Offsets of the feature pairs that are to be tested. */
  keptFirst: number;
  keptEnd: number;
}

/** What the three stages of a search hand to each other. */
export class Searches {
  /** Valid up to `count`; the objects are used again. */
  readonly jobs: SearchJob[] = [];
  count = 0;
  /** Jobs before this one have been tested. */
  tested = 0;
  readonly obstacles: Obstacles;
  /** A deformable's vertices in a part of the step. */
  readonly cutVertices: StepBuffer;

  readonly #core: Core;
  /** Feature pairs between the second stage and the third. */
  readonly kept: GrowingBuffer;
  readonly #shared: SharedSearch | undefined;
  #search: ContactSearch | undefined;
  #serial = 0;

  /** With `shared`, long searches are done by two threads. */
  constructor(core: Core, shared?: SharedSearch) {
    this.#core = core;
    this.#shared = shared;
    this.obstacles = new Obstacles(core);
    this.cutVertices = new StepBuffer(core.arena);
    this.kept = new GrowingBuffer(core.arena);
  }

  /** Made when first needed: worlds of rigid bodies alone have none. */
  get search(): ContactSearch {
    this.#search ??= new ContactSearch(this.#core, this.#shared);
    return this.#search;
  }

  /** What the last step's searches did. */
  get counters(): SearchCounters {
    return this.#search?.counters ?? NOTHING;
  }

  /** Forgets the last step's searches. */
  begin(): void {
    this.count = 0;
    this.tested = 0;
    this.kept.used = 0;
    this.#serial++;
    this.#search?.begin();
  }

  /** Counts up with each step's searches. */
  get serial(): number {
    return this.#serial;
  }

  add(a: number, b: number): SearchJob {
    if (this.count === this.jobs.length) this.jobs.push(newJob());
    const job = this.jobs[this.count++];
    job.a = a;
    job.b = b;
    job.from = 0;
    job.span = 1;
    job.width = 0;
    job.masks = 0;
    job.keptFirst = 0;
    job.keptEnd = 0;
    return job;
  }
}

const NOTHING = newCounters();
function newJob(): SearchJob {
  return {
    a: 0,
    b: 0,
    strategy: STRATEGIES.all,
    gap: 0,
    from: 0,
    span: 1,
    width: 0,
    earliestOnly: false,
    masks: 0,
    keptFirst: 0,
    keptEnd: 0,
  };
}

/** Whether two jobs are about the same bodies, in different parts of the step. */
export function isSamePair(one: SearchJob, other: SearchJob): boolean {
  return one.a === other.a && one.b === other.b;
}
