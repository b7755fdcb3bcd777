import { AnswersAhead } from '../crew/answers-ahead.js';
import type { Crew } from '../crew/crew.js';
import { IMPACTS } from '../crew/job-kinds.js';
import { IMPACT_BYTES } from '../kernels/layout/answers.js';
import { FRONT_STACK, PAIR_ENTRY_BYTES } from '../kernels/layout/rigid-queries.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { answerImpact, CONSERVATIVE, HEAP, QUERIES } from './impact-jobs.js';
import type { RigidQueries } from './queries.js';

/** Times of contact of many pairs, each for itself, looked for by two threads. */
export class SharedImpacts {
  readonly #core: Core;
  readonly #ahead: AnswersAhead;
  /** The worker's. */
  readonly #heap: StepBuffer;
  #queries!: RigidQueries;

  constructor(core: Core, crew: Crew) {
    this.#core = core;
    this.#ahead = new AnswersAhead(core, crew);
    this.#heap = new StepBuffer(core.arena);
  }

  /** Looks for those of all pairs that are placed in `queries`, but for pairs that are known to begin too far apart: `gaps`, one a pair. */
  find(queries: RigidQueries, gaps: ArrayLike<number>): void {
    const { memory } = queries;
    const list = this.#ahead.begin(memory.count);
    if (list === 0) return;
    this.#queries = queries;
    const { u32 } = this.#core.arena;
    let listed = 0;
    for (let i = 0; i < memory.count; i++) {
      if (queries.staysApart(i, gaps[i])) continue;
      u32[(list >>> 2) + listed++] = queries.isConservative(i) ? i + CONSERVATIVE : i;
    }
    if (!this.#ahead.prepare(listed, IMPACT_BYTES, IMPACT_BYTES, this.#makeRoom)) return;
    this.#ahead.crew.tell(QUERIES, memory.first);
    this.#ahead.crew.tell(HEAP, this.#heap.address);
    this.#ahead.find(IMPACTS, IMPACT_BYTES, IMPACT_BYTES, this.#answer);
  }

  /** The address of a pair's answer, or 0. */
  answerOf(pair: number): number {
    return this.#ahead.answerOf(pair);
  }

  readonly #answer = (listed: number, out: number): number =>
    answerImpact(this.#core, this.#queries.memory.first, this.#queries.memory.heap, listed, out);

  readonly #makeRoom = (): void => {
    this.#heap.ensure((this.#queries.settings.maxPairs + FRONT_STACK) * PAIR_ENTRY_BYTES);
  };
}
