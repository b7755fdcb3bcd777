import { latheMesh } from './lathe.js';
import type { SceneMesh } from './mesh.js';
import { cos, sin } from './trig.js';

export interface BowlShape {
  readonly around: number;
  /** Rings from the middle to the rim, inside and outside. */
  readonly rings: number;
  readonly radius?: number;
  readonly thickness?: number;
}

/** Half a ball, hollow and open upward: its lowest point inside is at -radius, its rim at y = 0. Normals outward. */
export function bowlMesh({ around, rings, radius = 1, thickness = 0.1 }: BowlShape): SceneMesh {
  const shell = (distance: number, ring: number) => {
    const angle = ((Math.PI / 2) * ring) / rings;
    return [distance * sin(angle), -distance * cos(angle)] as const;
  };
  const numbers = Array.from({ length: rings }, (_, i) => i + 1);
  return latheMesh({
    around,
    profile: [
      [0, -radius - thickness],
      ...numbers.map((ring) => shell(radius + thickness, ring)),
      ...numbers.reverse().map((ring) => shell(radius, ring)),
      [0, -radius],
    ],
  });
}
