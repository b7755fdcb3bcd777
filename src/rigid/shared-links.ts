import { type Answerer, answerListed } from '../crew/answers.js';
import type { Crew } from '../crew/crew.js';
import { LINK_CERTIFICATES, LINK_TOUCHES } from '../crew/job-kinds.js';
import {
  ANSWER_LINK,
  ANSWER_MOST_BYTES,
  ANSWER_SIZE,
  VERDICT_BYTES,
} from '../kernels/layout/link-answers.js';
import { NEAR_BYTES } from '../kernels/layout/rigid-queries.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import {
  BODIES,
  LINKS,
  LIST,
  LIST_COUNT,
  NEAR,
  NEAR_CAPACITY,
  NEAR_PAIRS,
  OLD_TOUCHES,
  QUERY,
  WORTH,
} from './link-jobs.js';

/** Fewer questions are answered before another thread would have begun. */
const WORTH_SHARING = 6;
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

/**
 * Questions about pairs of rigid bodies that two threads answer ahead. The pass in order takes an answer where its question is the
 * same to the last bit, and asks itself where there is none: so two threads come to the bits of one, and nothing is missing
 * where the other one is lost.
 */
export class SharedLinks {
  /** The address of each pair's answer, or 0: u32 each. 0 where nothing was asked ahead. */
  answers = 0;
  readonly #core: Core;
  readonly #crew: Crew;
  readonly #list: StepBuffer;
  readonly #table: StepBuffer;
  readonly #mine: StepBuffer;
  readonly #query: StepBuffer;
  readonly #near: StepBuffer;
  readonly #worth: StepBuffer;
  readonly #here: Answerer & { readonly output: { used: number } };
  #links!: LinkMemory;
  #listed = 0;

  constructor(core: Core, crew: Crew) {
    const { arena } = core;
    this.#core = core;
    this.#crew = crew;
    this.#list = new StepBuffer(arena);
    this.#table = new StepBuffer(arena);
    this.#query = new StepBuffer(arena);
    this.#near = new StepBuffer(arena);
    this.#worth = new StepBuffer(arena);
    const mine = new StepBuffer(arena);
    this.#mine = mine;
    const output = {
      used: 0,
      get address() {
        return mine.address;
      },
      get bytes() {
        return mine.bytes;
      },
    };
    this.#here = { arena, output, takePart: () => crew.takePart(), beat() {} };
  }

  free(): void {
    this.answers = 0;
    for (const buffer of [this.#list, this.#table, this.#mine, this.#query, this.#near, this.#worth]) {
      buffer.free();
    }
  }

  /** Searches the contact points of all pairs for which that is necessary, where they are many. `answers` has them until `forget`. */
  findTouches(links: LinkMemory): void {
    if (!this.#begin(links)) return;
    this.#listed = this.#core.kernels.listSearches(
      links.bodies,
      links.address,
      links.count,
      this.#list.address,
    );
    if (this.#listed < WORTH_SHARING || !this.#makeRoom(MEAN_ANSWER_BYTES, ANSWER_MOST_BYTES)) return;
    this.#tell(OLD_TOUCHES, links.oldTouches);
    this.#tell(NEAR_PAIRS, links.nearPairs);
    const isThere = this.#crew.share(LINK_TOUCHES, this.#answerTouches);
    this.#tabulate(ANSWER_SIZE, isThere);
  }

  /** Certifies the motions in progress of all pairs as if no other pair held their bodies. */
  certify(links: LinkMemory): void {
    if (!this.#begin(links)) return;
    this.#listed = this.#core.kernels.listCertificates(
      links.bodies,
      links.address,
      links.count,
      this.#list.address,
    );
    if (this.#listed < WORTH_SHARING || !this.#makeRoom(VERDICT_BYTES, VERDICT_BYTES)) return;
    const isThere = this.#crew.share(LINK_CERTIFICATES, this.#answerCertificates);
    this.#tabulate(-1, isThere);
  }

  /** The address of a pair's answer, or 0. */
  answerOf(i: number): number {
    return this.answers === 0 ? 0 : this.#core.arena.u32[(this.answers >>> 2) + i];
  }

  /** What was answered is about pairs as they are no more. */
  forget(): void {
    this.answers = 0;
  }

  readonly #answerTouches = (): void => this.#answer(ANSWER_MOST_BYTES, this.#answerTouch);

  readonly #answerTouch = (index: number, out: number): number => {
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

  readonly #answerCertificates = (): void => this.#answer(VERDICT_BYTES, this.#answerCertificate);

  readonly #answerCertificate = (index: number, out: number): number => {
    const { address, bodies, heap, query } = this.#links;
    this.#core.kernels.answerCertificate(query, heap, bodies, address, index, out);
    return VERDICT_BYTES;
  };

  #answer(most: number, answer: (index: number, out: number) => number): void {
    answerListed(this.#here, this.#list.address, this.#listed, most, answer);
  }

  #begin(links: LinkMemory): boolean {
    this.answers = 0;
    if (links.count < WORTH_SHARING || this.#crew.isLost) return false;
    this.#links = links;
    this.#list.ensure(4 * links.count);
    return true;
  }

  /** What answers ahead need is not worth running out of memory for. */
  #makeRoom(mean: number, most: number): boolean {
    const links = this.#links;
    const bytes = this.#listed * mean + most;
    try {
      this.#table.ensure(4 * links.count);
      this.#mine.ensure(bytes);
      this.#query.ensure(links.queryBytes);
      this.#near.ensure(links.nearCapacity * NEAR_BYTES);
      this.#worth.ensure(links.nearCapacity * 8);
      this.#crew.begin(bytes);
    } catch {
      return false;
    }
    this.#here.output.used = 0;
    this.#tell(LIST, this.#list.address);
    this.#tell(LIST_COUNT, this.#listed);
    this.#tell(BODIES, links.bodies);
    this.#tell(LINKS, links.address);
    this.#tell(QUERY, this.#query.address);
    this.#tell(NEAR, this.#near.address);
    this.#tell(NEAR_CAPACITY, links.nearCapacity);
    this.#tell(WORTH, this.#worth.address);
    return true;
  }

  #tell(argument: number, value: number): void {
    this.#crew.tell(argument, value);
  }

  /** Writes where each pair's answer is. `sizeAt`: where an answer says how long it is; -1 where all are VERDICT_BYTES. */
  #tabulate(sizeAt: number, isThere: boolean): void {
    const { u8, u32 } = this.#core.arena;
    this.answers = this.#table.address;
    u8.fill(0, this.answers, this.answers + 4 * this.#links.count);
    this.#enter(u32, sizeAt, this.#mine.address, this.#here.output.used);
    if (isThere) this.#enter(u32, sizeAt, this.#crew.foundAddress, this.#crew.foundBytes);
  }

  #enter(u32: Uint32Array, sizeAt: number, first: number, bytes: number): void {
    for (let at = first; at < first + bytes; ) {
      const word = at >>> 2;
      u32[(this.answers >>> 2) + u32[word + ANSWER_LINK / 4]] = at;
      at += sizeAt < 0 ? VERDICT_BYTES : u32[word + sizeAt / 4];
    }
  }
}
