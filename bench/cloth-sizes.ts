// The sizes of cloth that have targets: where their scenes come from, and how many steps count.
import { turningBall } from '../scenes/simulated/ball.js';
import type { SimulatedScene } from '../scenes/simulated/index.js';
import { fallingLayers } from '../scenes/simulated/layers.js';
import { fallingTape } from '../scenes/simulated/tape.js';

interface Sized {
  readonly make: () => SimulatedScene;
  readonly steps: number;
  /** Milliseconds, in the mean and at the most. */
  readonly mean: number;
  readonly worst: number;
}

export const SIZES: Readonly<Record<string, Sized>> = {
  '30 x 30 on a sphere': { make: () => turningBall(1, { quads: 30 }), steps: 100, mean: 6, worst: 25 },
  'two layers of 30 x 30': { make: () => fallingLayers(1, 2, 30), steps: 60, mean: 12, worst: 45 },
  '60 x 60 on a sphere': { make: () => turningBall(1, { quads: 60 }), steps: 60, mean: 30, worst: 120 },
  'tape while it lands': { make: () => fallingTape(1), steps: 45, mean: 40, worst: 200 },
};
