import { meshOf, type SceneMesh } from './meshes/mesh.js';

/** A mesh as packages of npm hold it. */
export interface PackageMesh {
  readonly positions: readonly (readonly number[])[];
  readonly cells: readonly (readonly number[])[];
}

/** So high, with the middle of its box at the origin. */
export function placedMesh({ positions, cells }: PackageMesh, height: number): SceneMesh {
  const low = [0, 1, 2].map((k) => positions.reduce((least, point) => Math.min(least, point[k]), Infinity));
  const high = [0, 1, 2].map((k) => positions.reduce((most, point) => Math.max(most, point[k]), -Infinity));
  const scale = height / (high[1] - low[1]);
  return meshOf(
    positions.flatMap((point) => point.map((x, k) => scale * (x - (low[k] + high[k]) / 2))),
    cells.flat(),
  );
}
