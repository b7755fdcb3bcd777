import { AnswersAhead } from '../crew/answers-ahead.js';
import type { Crew } from '../crew/crew.js';
import { LINK_CERTIFICATES, LINK_TOUCHES } from '../crew/job-kinds.js';
import { ANSWER_MOST_BYTES, VERDICT_BYTES } from '../kernels/layout/answers.js';
import type { Core } from '../memory/open.js';
import { SEARCH } from './link-jobs.js';
import { LinkSearch, type LinkTables } from './link-search.js';

/** Room for an answer, on the average: a few contact points, and some hundred pairs of near triangles. */
const MEAN_ANSWER_BYTES = 6144;

/** The solver's pairs, and what it searches them with. */
export interface LinkMemory extends LinkTables {
  readonly count: number;
  readonly search: LinkSearch;
}

/** What the solver asks about all pairs, answered ahead by two threads: contact points, and certificates. */
export class SharedLinks {
  readonly #core: Core;
  readonly #ahead: AnswersAhead;
  /** The worker's. */
  readonly #search: LinkSearch;
  #links!: LinkMemory;
  /** What this thread searches with. */
  #mine = 0;

  constructor(core: Core, crew: Crew) {
    this.#core = core;
    this.#ahead = new AnswersAhead(core, crew);
    this.#search = new LinkSearch(core.arena);
  }

  /** The addresses of the answers about all pairs, u32 each; 0 where there are none. */
  get answers(): number {
    return this.#ahead.table;
  }

  free(): void {
    this.#ahead.free();
    this.#search.free();
  }

  /** Searches the contact points of all pairs for which that is necessary, where they are many: until `forget`. */
  findTouches(links: LinkMemory): void {
    const list = this.#begin(links);
    if (list === 0) return;
    const listed = this.#core.kernels.listSearches(links.bodies, links.address, links.count, list);
    if (!this.#prepare(listed, MEAN_ANSWER_BYTES, ANSWER_MOST_BYTES)) return;
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

  readonly #answerTouches = (index: number, out: number): number =>
    this.#core.kernels.answerTouches(this.#mine, index, out);

  readonly #answerCertificate = (index: number, out: number): number => {
    this.#core.kernels.answerCertificate(this.#mine, index, out);
    return VERDICT_BYTES;
  };

  #begin(links: LinkMemory): number {
    this.#links = links;
    return this.#ahead.begin(links.count);
  }

  #prepare(listed: number, mean: number, most: number): boolean {
    const links = this.#links;
    if (!this.#ahead.prepare(listed, mean, most, this.#makeRoom)) return false;
    this.#mine = links.search.open(links);
    this.#ahead.crew.tell(SEARCH, this.#search.open(links));
    return true;
  }

  readonly #makeRoom = (): void => this.#search.reserve(this.#links.search.nearCapacity);
}
