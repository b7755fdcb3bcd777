import { largeTurningBall, turningBall } from './ball.js';
import { fallingLayers } from './layers.js';
import { fallingLeaves } from './leaves.js';
import { breakingLetters } from './letters.js';
import { twistedRod } from './rod.js';
import type { SimulatedScene } from './simulated-scene.js';
import { dancingSkirt } from './skirt.js';
import { brokenStatue } from './statue.js';
import { fallingTape } from './tape.js';
import { closingVise } from './vise.js';

export type { SimulatedScene } from './simulated-scene.js';

/** The scenes that are simulated, by name: each takes a seed. */
export const SIMULATED: Readonly<Record<string, (seed: number) => SimulatedScene>> = {
  'cloth-on-ball': (seed) => turningBall(seed),
  'cloth-on-ball-92k': (seed) => largeTurningBall(seed),
  layers: (seed) => fallingLayers(seed),
  tape: fallingTape,
  'twisted-rod': (seed) => twistedRod(seed),
  skirt: (seed) => dancingSkirt(seed),
  vise: (seed) => closingVise(seed),
  letters: (seed) => breakingLetters(seed),
  leaves: (seed) => fallingLeaves(seed),
  statue: (seed) => brokenStatue(seed),
};
