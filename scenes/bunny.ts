import { createRequire } from 'node:module';
import { meshOf, type SceneMesh } from './meshes/mesh.js';

interface BunnyPackage {
  readonly positions: readonly (readonly number[])[];
  readonly cells: readonly (readonly number[])[];
}

/**
 * npm's public-domain `bunny`, 0.3 high, its middle at the origin. For Node; a page imports the package by itself. Loaded by name
 * at run time: only who wants the bunny needs the package.
 */
export function bunnyMesh(): SceneMesh {
  const { positions, cells } = createRequire(import.meta.url)('bunny') as BunnyPackage;
  const sides = [0, 1, 2].map((k) => {
    const along = positions.map((point) => point[k]);
    return { low: Math.min(...along), high: Math.max(...along) };
  });
  const scale = 0.3 / (sides[1].high - sides[1].low);
  return meshOf(
    positions.flatMap((point) => point.map((x, k) => scale * (x - (sides[k].low + sides[k].high) / 2))),
    cells.flat(),
  );
}
