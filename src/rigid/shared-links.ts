import { AnswersAhead } from '../crew/answers-ahead.js';
import type { Crew } from '../crew/crew.js';
import { LINK_CERTIFICATES, LINK_TOUCHES } from '../crew/job-kinds.js';
import { ANSWER_MOST_BYTES, VERDICT_BYTES } from '../kernels/layout/answers.js';
import { NEAR_BYTES } from '../kernels/layout/rigid-queries.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { BODIES, LINKS, NEAR, NEAR_CAPACITY, NEAR_PAIRS, OLD_TOUCHES, QUERY, WORTH } from './link-jobs.js';

/** Room for an answer, on the average: a few contact points, and some hundred pairs of near triangles. */
const MEAN_ANSWER_BYTES = 6144;

/** Where the solver has its pairs, and what it searches with: addresses. */
export interface LinkMemory {
  readonly count: number;
  readonly bodies: number;
  readonly address: number;
  readonly oldTouches: number;
  readonly nearPairs: number;
  readonly query: number;
  readonly queryBytes: number;
  readonly heap: number;
  readonly near: number;
  readonly nearCapacity: number;
  readonly worth: number;
}

/** What the solver asks about all pairs, answered ahead by two threads: contact points, and certificates. */
export class SharedLinks {
  readonly #core: Core;
  readonly #ahead: AnswersAhead;
  /** The worker's: a query and its heap, NEAR records, and what they are worth. */
  readonly #query: StepBuffer;
  readonly #near: StepBuffer;
  readonly #worth: StepBuffer;
  #links!: LinkMemory;

  constructor(core: Core, crew: Crew) {
    this.#core = core;
    this.#ahead = new AnswersAhead(core, crew);
    this.#query = new StepBuffer(core.arena);
    this.#near = new StepBuffer(core.arena);
    this.#worth = new StepBuffer(core.arena);
  }

  /** The addresses of the answers about all pairs, u32 each; 0 where there are none. */
  get answers(): number {
    return this.#ahead.table;
  }

  free(): void {
    this.#ahead.free();
    for (const buffer of [this.#query, this.#near, this.#worth]) buffer.free();
  }

  /** Searches the contact points of all pairs for which that is necessary, where they are many: until `forget`. */
  findTouches(links: LinkMemory): void {
    const list = this.#begin(links);
    if (list === 0) return;
    const listed = this.#core.kernels.listSearches(links.bodies, links.address, links.count, list);
    if (!this.#prepare(listed, MEAN_ANSWER_BYTES, ANSWER_MOST_BYTES)) return;
    this.#ahead.crew.tell(OLD_TOUCHES, links.oldTouches);
    this.#ahead.crew.tell(NEAR_PAIRS, links.nearPairs);
    this.#ahead.find(LINK_TOUCHES, ANSWER_MOST_BYTES, 0, this.#answerTouches);
  }

  /** Certifies the motions in progress of all pairs as if no other pair held their bodies: until `forget`. */
  certify(links: LinkMemory): void {
    const list = this.#begin(links);
    if (list === 0) return;
    const listed = this.#core.kernels.listCertificates(links.bodies, links.address, links.count, list);
    if (!this.#prepare(listed, VERDICT_BYTES, VERDICT_BYTES)) return;
    this.#ahead.find(LINK_CERTIFICATES, VERDICT_BYTES, VERDICT_BYTES, this.#answerCertificate);
  }

  /** The address of a pair's answer, or 0. */
  answerOf(i: number): number {
    return this.#ahead.answerOf(i);
  }

  /** What was answered is about pairs as they are no more. */
  forget(): void {
    this.#ahead.forget();
  }

  readonly #answerTouches = (index: number, out: number): number => {
    const { address, bodies, heap, near, nearCapacity, nearPairs, oldTouches, query, worth } = this.#links;
    return this.#core.kernels.answerTouches(
      query,
      heap,
      bodies,
      address,
      index,
      near,
      nearCapacity,
      worth,
      oldTouches,
      nearPairs,
      out,
    );
  };

  readonly #answerCertificate = (index: number, out: number): number => {
    const { address, bodies, heap, query } = this.#links;
    this.#core.kernels.answerCertificate(query, heap, bodies, address, index, out);
    return VERDICT_BYTES;
  };

  #begin(links: LinkMemory): number {
    this.#links = links;
    return this.#ahead.begin(links.count);
  }

  #prepare(listed: number, mean: number, most: number): boolean {
    const links = this.#links;
    const { crew } = this.#ahead;
    if (!this.#ahead.prepare(listed, mean, most, this.#makeRoom)) return false;
    crew.tell(BODIES, links.bodies);
    crew.tell(LINKS, links.address);
    crew.tell(QUERY, this.#query.address);
    crew.tell(NEAR, this.#near.address);
    crew.tell(NEAR_CAPACITY, links.nearCapacity);
    crew.tell(WORTH, this.#worth.address);
    return true;
  }

  readonly #makeRoom = (): void => {
    const { nearCapacity, queryBytes } = this.#links;
    this.#query.ensure(queryBytes);
    this.#near.ensure(nearCapacity * NEAR_BYTES);
    this.#worth.ensure(nearCapacity * 8);
  };
}
