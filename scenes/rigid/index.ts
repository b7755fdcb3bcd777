import { chain, letters, pile, stack } from './resting.js';
import type { RigidSceneMaker } from './rigid-scene.js';
import { boltAndNut, dzhanibekov, gears, top } from './turning.js';

export { addBodies } from './in-plugin.js';
export type { RigidScene, RigidSceneMaker, SceneBody } from './rigid-scene.js';
export { DRIVEN, inMesh } from './turning.js';

/** By name. */
export const RIGID_SCENES: Readonly<Record<string, RigidSceneMaker>> = {
  chain,
  stack,
  letters,
  pile: (seed) => pile(seed),
  'pile-20': (seed) => pile(seed, 20),
  top: () => top(60),
  dzhanibekov,
  'bolt-and-nut': () => boltAndNut(),
  gears: () => gears(),
};
