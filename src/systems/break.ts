/** A body or a deformable that broke. */
export interface Break {
  /** It is the largest piece now. */
  readonly entity: number;
  /** All that is left of it, itself first. */
  readonly pieces: readonly number[];
  /** What it was pushed with in the step, newton seconds. */
  readonly impulse: number;
}
