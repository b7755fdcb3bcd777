import { FirstContactError } from '../errors.js';
import type {
  LossyModes,
  VisibilityAnswer,
  VisibilityBackend,
  VisibilityBatch,
} from '../visibility/backend.js';
import type { View, ViewSet } from '../visibility/view.js';
import { checkedLossy, checkedSize, checkedViews, DEFAULT_SIZE } from './picture.js';
import { within } from './within.js';

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
/** A browser's first adapter may take seconds; one that never comes is not waited for. */
const OPENING_DEADLINE = 10_000;

/** What is the same for all that ask a GPU: who may open it, one ask at a time, and nothing known where something is wrong. */
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
  protected isBusy = false;

  constructor(name: string, { size = DEFAULT_SIZE, views, deadline = DEADLINE, lossy = {} }: PictureOptions) {
    this.name = name;
    this.size = checkedSize(size);
    this.views = checkedViews(views);
    this.deadline = deadline;
    this.lossy = checkedLossy(name, lossy);
  }

  /** Where there is nothing to draw with, or not any more, nothing is culled; the next ask tries again. */
  open(): void | Promise<void> {
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
    return this.start();
  }

  close(): void {
    this.isOpen = false;
    this.release();
    this.machine = undefined;
    this.problem = 'it was closed';
  }

  async ask(batch: VisibilityBatch): Promise<VisibilityAnswer> {
    if (this.isBusy) return unknown('the last answers are not there yet');
    if (this.noticeLoss()) return unknown(this.problem);
    if (this.machine === undefined && this.isOpen) {
      const starting = this.start();
      if (starting !== undefined) await within(starting, OPENING_DEADLINE);
    }
    const { machine } = this;
    if (machine === undefined) return unknown(this.problem);
    try {
      return await this.askMachine(machine, batch);
    } catch (error) {
      this.discard(machine);
      return unknown((error as Error).message);
    }
  }

  /** Makes what it draws with, or says in `problem` why it cannot. Does not throw. */
  protected abstract start(): void | Promise<void>;
  /** Whether what it draws with was lost since the last ask; says so in `problem`. */
  protected abstract noticeLoss(): boolean;
  protected abstract askMachine(machine: Machine, batch: VisibilityBatch): Promise<VisibilityAnswer>;
  /** What an error left of its memory is not known: it is made anew. */
  protected abstract discard(machine: Machine): void;
  /** Frees what is its own. */
  protected abstract release(): void;
}

export function unknown(reason: string): VisibilityAnswer {
  return { state: 'unknown', reason };
}
