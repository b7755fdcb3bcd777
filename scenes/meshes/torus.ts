import { latticeMesh, type SceneMesh } from './mesh.js';
import { cos, sin } from './trig.js';

export interface TorusShape {
  /** Quads around the hole, and around the tube. */
  readonly around: number;
  readonly tube: number;
  readonly radius?: number;
  readonly tubeRadius?: number;
}

/** A ring around the y axis, normals outward. */
export function torusMesh({ around, tube, radius = 1, tubeRadius = 0.3 }: TorusShape): SceneMesh {
  return latticeMesh({
    columns: tube,
    rows: around,
    closeColumns: true,
    closeRows: true,
    point: (column, row) => {
      const turn = (2 * Math.PI * row) / around;
      const angle = (2 * Math.PI * column) / tube;
      const distance = radius + tubeRadius * cos(angle);
      // Down first, then around: their cross product points out of the tube.
      return [distance * cos(turn), -tubeRadius * sin(angle), -distance * sin(turn)];
    },
  });
}
