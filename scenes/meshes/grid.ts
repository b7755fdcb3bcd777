import { latticeMesh, type SceneMesh } from './mesh.js';

export interface GridShape {
  readonly columns: number;
  readonly rows: number;
  /** Along x and along z; 1 by default. */
  readonly width?: number;
  readonly depth?: number;
  readonly height?: number;
}

/** A flat cloth in the plane y = height, centred on the y axis, its normal up. */
export function gridMesh({ columns, rows, width = 1, depth = 1, height = 0 }: GridShape): SceneMesh {
  return latticeMesh({
    columns,
    rows,
    // Rows run towards -z, so that x cross rows points up.
    point: (column, row) => [width * (column / columns - 0.5), height, depth * (0.5 - row / rows)],
  });
}
