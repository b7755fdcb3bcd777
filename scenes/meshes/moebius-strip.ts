import { latticeMesh, type SceneMesh } from './mesh.js';
import { cos, sin } from './trig.js';

export interface MoebiusShape {
  /** Quads around, and across the strip. */
  readonly around: number;
  readonly across: number;
  readonly radius?: number;
  readonly width?: number;
}

/** A strip with half a twist: one side, one boundary, and no winding on which all its triangles agree. */
export function moebiusStripMesh({ around, across, radius = 1, width = 0.6 }: MoebiusShape): SceneMesh {
  const strip = latticeMesh({
    columns: across,
    rows: around,
    point: (column, row) => {
      const angle = (2 * Math.PI * row) / around;
      const offset = width * (column / across - 0.5);
      const distance = radius + offset * cos(angle / 2);
      return [distance * cos(angle), offset * sin(angle / 2), -distance * sin(angle)];
    },
  });
  // The last row of points lies on the first, the other way round.
  const seam = around * (across + 1);
  return {
    positions: strip.positions.slice(0, 3 * seam),
    triangles: strip.triangles.map((v) => (v < seam ? v : across - (v - seam))),
  };
}
