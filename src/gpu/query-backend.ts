import { FirstContactError } from '../errors.js';
import type {
  LossyModes,
  VisibilityAnswer,
  VisibilityBackend,
  VisibilityBatch,
} from '../visibility/backend.js';
import type { View, ViewSet } from '../visibility/view.js';
import { checkedLossy, checkedSize, checkedViews, DEFAULT_SIZE } from './picture.js';
import { within } from './waiting.js';

/** What both backends take. Everything has a default. */
export interface PictureOptions {
  /** Pixels along a side; 256 by default. Any size is safe, more cull more. */
  readonly size?: number;
  /** Three slopes, the three axes, or all 13: more views cull more and cost more (docs/gpu.md). 'oblique' by default. */
  readonly views?: ViewSet;
  /** Answers that take longer, in milliseconds, are not used; 1,000 by default. */
  readonly deadline?: number;
  /** The papers' own ways of culling, for comparison: LOSSY, contacts are missed. None by default. */
  readonly lossy?: LossyModes;
}

const DEADLINE = 1000;
/** A browser's first adapter may take seconds; one that never comes is waited for once. */
const OPENING_DEADLINE = 10_000;

/**
 * What is the same for all that ask a GPU: who may open it, one ask at a time, how long it is waited for, and nothing known
 * where something is wrong.
 */
export abstract class QueryBackend<Machine> implements VisibilityBackend {
  readonly name: string;
  readonly size: number;
  readonly views: readonly View[];
  readonly lossy: LossyModes;
  protected readonly deadline: number;
  /** What it draws with; undefined where there is none, or none any more. */
  protected machine: Machine | undefined;
  /** Why there is none. */
  protected problem = 'it was not opened';
  protected isOpen = false;
  #opening: Promise<void> | undefined;
  /** Whether the opening in progress has been waited for long enough. */
  #isOpeningLate = false;
  #isBusy = false;

  constructor(name: string, { size = DEFAULT_SIZE, views, deadline = DEADLINE, lossy = {} }: PictureOptions) {
    this.name = name;
    this.size = checkedSize(size);
    this.views = checkedViews(views);
    this.deadline = deadline;
    this.lossy = checkedLossy(name, lossy);
  }

  /** Where there is nothing to draw with, or not any more, nothing is culled; the next ask tries again. */
  open(): Promise<void> {
    if (this.isOpen) {
      throw new FirstContactError(
        'BACKEND_IN_USE',
        'The backend belongs to another plugin',
        `Make one with ${this.name}() for each plugin.`,
      );
    }
    this.isOpen = true;
    if (this.lossy.rawTriangles || this.lossy.selfCollision) {
      console.warn(
        `first-contact: ${this.name}() culls in a lossy way, as it was asked to: contacts are missed.`,
      );
    }
    return this.#start();
  }

  close(): void {
    this.isOpen = false;
    this.release();
    this.machine = undefined;
    this.problem = 'it was closed';
  }

  async ask(batch: VisibilityBatch): Promise<VisibilityAnswer> {
    if (this.#isBusy) return unknown('the last answers are not there yet');
    if (this.noticeLoss()) return unknown(this.problem);
    if (this.machine === undefined && this.isOpen) await this.#untilOpened();
    const { machine } = this;
    if (machine === undefined) return unknown(this.problem);
    try {
      return await this.#answer(machine, batch);
    } catch (error) {
      return unknown((error as Error).message);
    }
  }

  /** What it draws with, or undefined and, in `problem`, why there is none. */
  protected abstract make(): Promise<Machine | undefined>;
  /** Whether what it draws with was lost since the last ask; says so in `problem`. */
  protected abstract noticeLoss(): boolean;
  /** Hands the batch over before it returns, and gives the answers when they are there; rejects where they are none. */
  protected abstract submit(machine: Machine, batch: VisibilityBatch): Promise<Uint8Array>;
  /** Frees what a machine has, where that still exists. */
  protected abstract destroy(machine: Machine): void;
  /** Frees what is its own. */
  protected abstract release(): void;

  async #answer(machine: Machine, batch: VisibilityBatch): Promise<VisibilityAnswer> {
    const start = performance.now();
    this.#isBusy = true;
    const answers = this.submit(machine, batch)
      .catch((error: unknown) => {
        this.#discard(machine);
        throw error;
      })
      .finally(() => {
        // Buffers and queries are in use until the answers are there, late or not.
        this.#isBusy = false;
      });
    const encodeMs = performance.now() - start;
    const seen = await within(answers, this.deadline);
    if (seen === undefined) return unknown('the answers came too late');
    return this.machine === machine ? { state: 'answered', seen, encodeMs } : unknown(this.problem);
  }

  /** What an error left of its memory is not known: it is made anew. */
  #discard(machine: Machine): void {
    if (this.machine !== machine) return;
    this.machine = undefined;
    this.destroy(machine);
  }

  #start(): Promise<void> {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
      this.#isOpeningLate = false;
    });
    return this.#opening;
  }

  /** Does not reject. */
  async #open(): Promise<void> {
    try {
      const machine = await this.make();
      if (this.isOpen) this.machine = machine;
      else if (machine !== undefined) this.destroy(machine);
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  /** One that does not come is waited for once; later asks look whether it has come meanwhile. */
  async #untilOpened(): Promise<void> {
    const opening = this.#start();
    if (this.#isOpeningLate) return;
    await within(opening, OPENING_DEADLINE);
    if (this.#opening !== opening) return;
    this.#isOpeningLate = true;
    this.problem = 'what it draws with has not come yet';
  }
}

export function unknown(reason: string): VisibilityAnswer {
  return { state: 'unknown', reason };
}
