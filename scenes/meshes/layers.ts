import { type GridShape, gridMesh } from './grid.js';
import type { SceneMesh } from './mesh.js';
import { joinedMesh } from './placed.js';

export interface LayersShape extends GridShape {
  readonly layers: number;
  readonly gap: number;
}

/** Sheets of cloth one above the other, `height` that of the lowest. */
export function layersMesh({ layers, gap, height = 0, ...grid }: LayersShape): SceneMesh {
  return joinedMesh(
    Array.from({ length: layers }, (_, layer) => gridMesh({ ...grid, height: height + layer * gap })),
  );
}
