import type { SceneMesh } from '../meshes/index.js';
import { random } from '../random.js';

/** Moves every vertex by up to `size` along each axis: a scene of another seed folds otherwise. */
export function jittered({ positions }: SceneMesh, size: number, seed: number): Float64Array {
  const next = random(seed + 1);
  return positions.map((x) => x + size * (2 * next() - 1));
}
