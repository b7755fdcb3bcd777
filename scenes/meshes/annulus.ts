import { latticeMesh, type SceneMesh } from './mesh.js';
import { cos, sin } from './trig.js';

export interface AnnulusShape {
  /** Quads around, and from the inner rim to the outer. */
  readonly around: number;
  readonly rings: number;
  readonly innerRadius?: number;
  readonly outerRadius?: number;
}

/** A flat disc with a hole, in the plane y = 0, its normal up. */
export function annulusMesh({ around, rings, innerRadius = 0.5, outerRadius = 1 }: AnnulusShape): SceneMesh {
  return latticeMesh({
    columns: rings,
    rows: around,
    closeRows: true,
    point: (column, row) => {
      const angle = (2 * Math.PI * row) / around;
      const distance = innerRadius + ((outerRadius - innerRadius) * column) / rings;
      return [distance * cos(angle), 0, -distance * sin(angle)];
    },
  });
}
