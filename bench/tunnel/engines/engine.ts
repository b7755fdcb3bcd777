import type { Pose, Vec3 } from '../motion.js';
import type { Trial } from '../scenario.js';

export const TIME_STEP = 1 / 60;

export interface BodyState extends Pose {
  readonly linear: Vec3;
  readonly angular: Vec3;
}

/** A trial's bodies in an engine, with its defaults: no settings made for a scenario. */
export interface EngineWorld {
  step(): void;
  read(): readonly BodyState[];
  free(): void;
}

export type Engine = (trial: Trial) => EngineWorld | Promise<EngineWorld>;
