import { AnswersAhead } from '../crew/answers-ahead.js';
import type { Crew } from '../crew/crew.js';
import { CLOTH_PIECES } from '../crew/job-kinds.js';
import { PIECE_ANSWER_COUNT, PIECE_ANSWER_PAIRS } from '../kernels/layout/answers.js';
import * as C from '../kernels/layout/cloth.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { answerPiece, MOST_PIECE_BYTES, SCRATCH, WORLD } from './cloth-jobs.js';
import type { FlatMemory } from './flat-memory.js';

/** Fewer pieces are looked through before the other thread would have begun. */
const WORTH_SHARING = 24;
/** There is room for so many times what is expected. */
const HEADROOM = 1.5;
/** Bytes a piece besides. */
const LEAST_MEAN = 512;

/** Searches for pairs of features, looked through by two threads ahead. */
export class SharedPairs {
  readonly crew: Crew;
  readonly #core: Core;
  readonly #ahead: AnswersAhead;
  /** The worker's. */
  readonly #scratch: StepBuffer;
  #memory!: FlatMemory;

  constructor(core: Core, crew: Crew) {
    this.crew = crew;
    this.#core = core;
    this.#ahead = new AnswersAhead(core, crew);
    this.#scratch = new StepBuffer(core.arena);
  }

  /** Looks through all pieces of the search that was taken apart last, each of which may have about so many pairs. */
  find(memory: FlatMemory, pieces: number, pairs: number): void {
    this.forget();
    if (pieces < WORTH_SHARING) return;
    const list = this.#ahead.begin(pieces);
    if (list === 0) return;
    this.#memory = memory;
    const { u32 } = this.#core.arena;
    for (let piece = 0; piece < pieces; piece++) u32[(list >>> 2) + piece] = piece;
    const mean = LEAST_MEAN + Math.ceil(HEADROOM * pairs * C.CLOTH_PAIR_BYTES);
    if (!this.#ahead.prepare(pieces, mean, MOST_PIECE_BYTES, this.#makeRoom)) return;
    this.#ahead.crew.tell(WORLD, memory.world);
    this.#ahead.crew.tell(SCRATCH, this.#scratch.address);
    this.#ahead.find(CLOTH_PIECES, MOST_PIECE_BYTES, 0, this.#answer);
  }

  /** Puts what was found in a piece to an address, where there is room; returns how many pairs, undefined where nobody looked. */
  take(piece: number, to: number, room: number): number | undefined {
    const answer = this.#ahead.answerOf(piece);
    if (answer === 0) return undefined;
    const { u8, u32 } = this.#core.arena;
    const count = u32[(answer + PIECE_ANSWER_COUNT) >>> 2];
    const from = answer + PIECE_ANSWER_PAIRS;
    if (count <= room) u8.copyWithin(to, from, from + count * C.CLOTH_PAIR_BYTES);
    return count;
  }

  forget(): void {
    this.#ahead.forget();
  }

  free(): void {
    this.#ahead.free();
    this.#scratch.free();
  }

  readonly #answer = (piece: number, out: number): number => {
    const scratch = this.#memory.array(C.CLOTH_SCRATCH);
    return answerPiece(this.#core, this.#memory.world, scratch, piece, out);
  };

  readonly #makeRoom = (): void => {
    this.#scratch.ensure(C.SCRATCH_BYTES);
  };
}
