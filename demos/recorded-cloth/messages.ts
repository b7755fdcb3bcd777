// What the page and its worker tell each other.
import type { Quantised } from './quantised.js';

/** From the page: first what to record, later how many steps it shall be. */
export interface Wanted {
  /** Quads along each side of the cloth. */
  readonly quads: number;
  readonly steps: number;
}

/** What there is after a step, or before the first. */
export interface RecordedStep {
  readonly cloth: Quantised;
  /** The ball's position and quaternion. */
  readonly ball: readonly number[];
  /** What the step took: elapsed, without the count of what meets. */
  readonly milliseconds: number;
  /** Vertices that were cut back in it. */
  readonly stepBacks: number;
  /** Edges that meet triangles. */
  readonly met: number;
}

/** An error as it is sent: a copy of the object would lose its name. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
}

export type Told =
  | { readonly kind: 'step'; readonly step: RecordedStep }
  | { readonly kind: 'failure'; readonly failure: Failure };
