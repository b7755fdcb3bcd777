import { latheMesh } from './lathe.js';
import type { SceneMesh } from './mesh.js';
import { cos, sin } from './trig.js';

export interface StatueShape {
  readonly around: number;
  readonly rows: number;
  readonly height?: number;
}

// Foot, robe, waist, shoulders, neck, head: heights and radii for a statue of height 1.
// biome-ignore format: a profile from the bottom up
const OUTLINE: readonly (readonly [height: number, radius: number])[] = [
  [0, 0.26], [0.08, 0.26], [0.1, 0.2], [0.3, 0.17], [0.5, 0.11], [0.58, 0.1], [0.72, 0.17],
  [0.78, 0.15], [0.82, 0.06], [0.85, 0.06], [0.9, 0.1], [0.96, 0.09], [0.995, 0.03],
];

/** A robed figure, its folds twisted around it, closed, normals outward; it stands on y = 0. */
export function statueMesh({ around, rows, height = 1 }: StatueShape): SceneMesh {
  const rims = Array.from({ length: rows }, (_, i) => (0.995 * i) / (rows - 1));
  return latheMesh({
    around,
    profile: [[0, 0], ...rims.map((y) => [height * radiusAt(y), height * y] as const), [0, height]],
    swell: (row, angle) => {
      const y = rims[row];
      const robe = y > 0.1 && y < 0.8 ? 16 * (y - 0.1) * (0.8 - y) : 0;
      return 1 + 0.12 * robe * sin(9 * angle + 7 * y) + 0.05 * robe * cos(23 * angle - 11 * y);
    },
  });
}

function radiusAt(y: number): number {
  const next = Math.max(
    1,
    OUTLINE.findIndex(([height]) => height >= y),
  );
  const [y0, r0] = OUTLINE[next - 1];
  const [y1, r1] = OUTLINE[next];
  return r0 + ((r1 - r0) * (y - y0)) / (y1 - y0);
}
