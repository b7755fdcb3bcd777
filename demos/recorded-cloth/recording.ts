// What was recorded so far, and the thread that goes on recording.
import type { Failure, RecordedStep, Told, Wanted } from './messages.js';

export interface Listener {
  /** Another step is there. */
  readonly added: (step: RecordedStep) => void;
  /** There will be no more. */
  readonly failed: (error: Error) => void;
}

export class Recording {
  /** The first is the state before the first step. */
  readonly states: RecordedStep[] = [];
  readonly quads: number;
  readonly #worker: Worker;
  #wanted: number;

  /** @throws Error where there are no workers */
  constructor(wanted: Wanted, { added, failed }: Listener) {
    this.quads = wanted.quads;
    this.#wanted = wanted.steps;
    this.#worker = startWorker();
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      if (data.kind === 'failure') return failed(errorOf(data.failure));
      this.states.push(data.step);
      added(data.step);
    });
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault();
      failed(new Error(`The recording worker: ${event.message || 'it could not be loaded.'}`));
    });
    this.#worker.postMessage(wanted);
  }

  /** How many steps it shall be. What is recorded already is kept, for when more are wanted again. */
  get wanted(): number {
    return this.#wanted;
  }

  set wanted(steps: number) {
    this.#wanted = steps;
    this.#worker.postMessage({ quads: this.quads, steps } satisfies Wanted);
  }

  /** Steps that are there, of those that are wanted. */
  get made(): number {
    return Math.max(0, Math.min(this.states.length - 1, this.#wanted));
  }

  get bytes(): number {
    return this.states.reduce((sum, { cloth }) => sum + cloth.values.byteLength, 0);
  }

  /** Edges that met triangles, and vertices that were cut back: of all states together. */
  sum(what: 'met' | 'stepBacks'): number {
    return this.states.reduce((sum, state) => sum + state[what], 0);
  }

  /** Milliseconds a step, once there is one. */
  times(): { median: number; worst: number } | undefined {
    const sorted = this.states.slice(1).map(({ milliseconds }) => milliseconds);
    if (sorted.length === 0) return undefined;
    sorted.sort((a, b) => a - b);
    return { median: sorted[sorted.length >> 1], worst: sorted[sorted.length - 1] };
  }

  dispose(): void {
    this.#worker.terminate();
    this.states.length = 0;
  }
}

function startWorker(): Worker {
  if (typeof Worker === 'undefined') {
    throw new Error(
      'This page records in a worker, and the browser has none: there is only the first picture.',
    );
  }
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

function errorOf({ name, message, stack }: Failure): Error {
  return Object.assign(new Error(message), { name, stack });
}
