import type { TrialMesh } from './mass.js';
import type { Pose, Vec3 } from './motion.js';

export interface TrialBody extends Pose {
  readonly mesh: TrialMesh;
  readonly fixed: boolean;
  readonly linear: Vec3;
  /** World axes, radians a second. */
  readonly angular: Vec3;
}

/** Says of one sample after another whether something has passed through something. */
export type Watch = (poses: readonly Pose[]) => boolean;

export interface Trial {
  readonly bodies: readonly TrialBody[];
  readonly gravity: number;
  readonly steps: number;
  /** Starts at the bodies' first poses. */
  readonly watch: () => Watch;
}

export interface Scenario {
  readonly summary: string;
  /** The default number of trials: that of the table. */
  readonly trials: number;
  /** Made from numbers in [0, 1): the same for every engine. */
  readonly trial: (random: () => number) => Trial;
}
