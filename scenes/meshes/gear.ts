import { latheMesh } from './lathe.js';
import type { SceneMesh } from './mesh.js';

export interface GearShape {
  readonly teeth: number;
  /** Quads along each of a tooth's four sides: flank, tip, flank, root. */
  readonly quadsASide?: number;
  readonly rows?: number;
  readonly radius?: number;
  /** How far teeth stand out, as a share of the radius. */
  readonly toothHeight?: number;
  readonly thickness?: number;
}

/** A gear with trapezoid teeth around the y axis, closed, normals outward. */
export function gearMesh(shape: GearShape): SceneMesh {
  const { teeth, quadsASide = 2, rows = 2, radius = 1, toothHeight = 0.2, thickness = 0.3 } = shape;
  const around = 4 * quadsASide * teeth;
  const rim = Array.from({ length: rows + 1 }, (_, i) => [radius, thickness * (i / rows - 0.5)] as const);
  return latheMesh({
    around,
    profile: [[0, -thickness / 2], ...rim, [0, thickness / 2]],
    swell: (_, angle) => {
      const step = Math.round((angle * around) / (2 * Math.PI)) % (4 * quadsASide);
      const flank = (step % quadsASide) / quadsASide;
      const side = Math.floor(step / quadsASide);
      return 1 + toothHeight * [flank, 1, 1 - flank, 0][side];
    },
  });
}
