import { boxMesh, gridMesh, icosphereMesh, type SceneMesh, torusMesh } from '../../scenes/meshes/index.js';
import type { ClothOptions, CollisionPlugin, MeshId } from '../../src/index.js';

export const FLOOR = boxMesh({ cells: [2, 1, 2], size: [12, 1, 12] });

export const SOLIDS: readonly SceneMesh[] = [
  icosphereMesh({ subdivisions: 1, radius: 0.4 }),
  boxMesh({ cells: [1, 1, 1], size: [0.6, 0.5, 0.7] }),
  torusMesh({ around: 14, tube: 7, radius: 0.4, tubeRadius: 0.12 }),
];

/** What simulated deformables are made of: a sheet, one that hangs and tears by its weight and what falls on it, and a ball that keeps its volume. */
export const SOFT: readonly { readonly mesh: SceneMesh; readonly cloth: ClothOptions }[] = [
  { mesh: sheet(9), cloth: {} },
  { mesh: sheet(7), cloth: { pins: [0, 7], density: 1, tearing: 0.05, stretchCompliance: 1e-3 } },
  { mesh: icosphereMesh({ subdivisions: 1, radius: 0.3 }), cloth: { volumeCompliance: 1e-5 } },
];

function sheet(cells: number): SceneMesh {
  return gridMesh({ columns: cells, rows: cells, width: 1.1, depth: 1.1 });
}

/** Something of four pieces, as it is loaded: rigid or soft, and what the pieces become. */
export interface Breakable {
  readonly mesh: MeshId;
  readonly shape: SceneMesh;
  readonly isSoft: boolean;
}

export function loadBreakables(plugin: CollisionPlugin): readonly Breakable[] {
  const shape = quarters();
  return (['rigid', 'deformable'] as const).flatMap((use) =>
    (['rigid', 'deformable'] as const).map((as) => ({
      mesh: plugin.loadMesh(shape, { use, as, pieces: 'components' }),
      shape,
      isSoft: use === 'deformable',
    })),
  );
}

/** A box in four, two millimetres apart. */
function quarters(): SceneMesh {
  const quarter = boxMesh({ cells: [1, 1, 1], size: [0.25, 0.4, 0.25] });
  const count = quarter.positions.length / 3;
  const places = [-0.126, 0.126].flatMap((x) => [-0.126, 0.126].map((z) => [x, 0, z]));
  return {
    positions: Float64Array.from(
      places.flatMap((place) => Array.from(quarter.positions, (value, i) => value + place[i % 3])),
    ),
    triangles: Uint32Array.from(
      places.flatMap((_, i) => Array.from(quarter.triangles, (vertex) => vertex + i * count)),
    ),
  };
}
