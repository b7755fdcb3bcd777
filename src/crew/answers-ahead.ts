import { ANSWER_ABOUT, ANSWER_SIZE } from '../kernels/layout/answers.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { type Answerer, answerListed, LIST, LIST_COUNT } from './answers.js';
import type { Crew } from './crew.js';

/** Fewer questions are answered before another thread would have begun. */
const WORTH_SHARING = 6;

/**
 * Questions that two threads answer ahead, each on its own. The pass in order takes an answer where its question is the same to
 * the last bit, and asks itself where there is none: so two threads come to the bits of one, and nothing is missing where
 * the other one is lost.
 */
export class AnswersAhead {
  /** The address of the answer about each place, or 0: u32 each. 0 where nothing was asked ahead. */
  table = 0;
  readonly crew: Crew;
  readonly #core: Core;
  readonly #list: StepBuffer;
  readonly #table: StepBuffer;
  readonly #mine: StepBuffer;
  readonly #here: Answerer;
  /** Places that may be asked about, and how many are. */
  #places = 0;
  #listed = 0;
  #most = 0;
  #answer!: (listed: number, out: number) => number;

  constructor(core: Core, crew: Crew) {
    const { arena } = core;
    const mine = new StepBuffer(arena);
    const output = {
      used: 0,
      get address() {
        return mine.address;
      },
      get bytes() {
        return mine.bytes;
      },
    };
    this.crew = crew;
    this.#core = core;
    this.#list = new StepBuffer(arena);
    this.#table = new StepBuffer(arena);
    this.#mine = mine;
    this.#here = { arena, output, takePart: () => crew.takePart(), beat() {} };
  }

  free(): void {
    this.table = 0;
    for (const buffer of [this.#list, this.#table, this.#mine]) buffer.free();
  }

  /** Where to list what is asked, u32 each, of so many places; 0 where it is not worth it, or the other thread is lost. */
  begin(places: number): number {
    this.table = 0;
    if (places < WORTH_SHARING || this.crew.isLost) return 0;
    this.#places = places;
    this.#list.ensure(4 * places);
    return this.#list.address;
  }

  /**
   * Before answers of `mean` bytes to so many of what is listed. False where these are few, or where memory is short: to answer ahead is not
   * worth running out of it. `more` makes room besides.
   */
  prepare(listed: number, mean: number, most: number, more: () => void): boolean {
    if (listed < WORTH_SHARING) return false;
    const bytes = listed * mean + most;
    try {
      this.#table.ensure(4 * this.#places);
      this.#mine.ensure(bytes);
      more();
      this.crew.begin(bytes);
    } catch {
      return false;
    }
    this.#listed = listed;
    this.#here.output.used = 0;
    this.crew.tell(LIST, this.#list.address);
    this.crew.tell(LIST_COUNT, listed);
    return true;
  }

  /** Both threads answer; here by `answer`, `most` bytes at a time. `size`: of each answer, or 0 where it says so itself. */
  find(kind: number, most: number, size: number, answer: (listed: number, out: number) => number): void {
    this.#most = most;
    this.#answer = answer;
    const isThere = this.crew.share(kind, this.#answerHere);
    const { u8 } = this.#core.arena;
    this.table = this.#table.address;
    u8.fill(0, this.table, this.table + 4 * this.#places);
    this.#enter(size, this.#mine.address, this.#here.output.used);
    if (isThere) this.#enter(size, this.crew.foundAddress, this.crew.foundBytes);
  }

  readonly #answerHere = (): void =>
    answerListed(this.#here, this.#list.address, this.#listed, this.#most, this.#answer);

  /** The address of the answer about a place, or 0. */
  answerOf(place: number): number {
    return this.table === 0 ? 0 : this.#core.arena.u32[(this.table >>> 2) + place];
  }

  /** What was answered is about things as they are no more. */
  forget(): void {
    this.table = 0;
  }

  #enter(size: number, first: number, bytes: number): void {
    const { u32 } = this.#core.arena;
    for (let at = first; at < first + bytes; ) {
      const word = at >>> 2;
      u32[(this.table >>> 2) + u32[word + ANSWER_ABOUT / 4]] = at;
      at += size === 0 ? u32[word + ANSWER_SIZE / 4] : size;
    }
  }
}
