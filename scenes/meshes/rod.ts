import { latheMesh } from './lathe.js';
import type { SceneMesh } from './mesh.js';

export interface RodShape {
  readonly around: number;
  readonly along: number;
  readonly radius?: number;
  readonly length?: number;
}

/** A round rod along the y axis, from 0 upward, closed at both ends. */
export function rodMesh({ around, along, radius = 0.1, length = 2 }: RodShape): SceneMesh {
  const side = Array.from({ length: along + 1 }, (_, i) => [radius, (length * i) / along] as const);
  return latheMesh({ around, profile: [[0, 0], ...side, [0, length]] });
}
