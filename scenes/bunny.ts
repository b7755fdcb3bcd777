import { createRequire } from 'node:module';
import type { SceneMesh } from './meshes/mesh.js';
import { type PackageMesh, placedMesh } from './package-mesh.js';

/**
 * npm's public-domain `bunny`, 0.3 high, its middle at the origin. For Node; a page imports the package by itself. Loaded by name
 * at run time: only who wants the bunny needs the package.
 */
export function bunnyMesh(): SceneMesh {
  return placedMesh(createRequire(import.meta.url)('bunny') as PackageMesh, 0.3);
}
