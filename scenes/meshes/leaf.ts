import { latticeMesh, type SceneMesh } from './mesh.js';

export interface LeafShape {
  /** Quads along the leaf and across it. */
  readonly along: number;
  readonly across: number;
  readonly length?: number;
  readonly width?: number;
  /** How far the middle is above the ends, and the edges above the middle line. */
  readonly arch?: number;
}

/** A leaf from the origin along x, arched upward, its normals up; its tip and its stalk are a tenth as wide. */
export function leafMesh({ along, across, length = 0.1, width = 0.05, arch = 0.02 }: LeafShape): SceneMesh {
  return latticeMesh({
    columns: along,
    rows: across,
    point: (column, row) => {
      const t = column / along;
      const side = 2 * (row / across) - 1;
      const half = (width / 2) * (0.1 + 0.9 * 4 * t * (1 - t));
      return [length * t, arch * (4 * t * (1 - t) + 0.5 * side * side), -half * side];
    },
  });
}
