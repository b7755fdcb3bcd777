import { weldVertices } from '../../mesh/index.js';
import type { MeshArrays } from '../../mesh/types.js';
import type { BabylonMesh } from '../engine.js';
import { importMesh } from '../mesh-input.js';
import type { Three } from '../rotation.js';
import type { PhysicsMesh } from './types.js';

/** All triangles of some Babylon meshes, put where `place` says from where they are in the world. */
export function trianglesOf(meshes: readonly PhysicsMesh[], place: (point: Three) => Three): MeshArrays {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const mesh of meshes) {
    // Nodes without geometry hold others.
    if (meshes.length > 1 && mesh.getTotalVertices?.() === 0) continue;
    const world = importMesh(mesh as unknown as BabylonMesh, 'world');
    const first = positions.length / 3;
    for (let i = 0; i < world.positions.length; i += 3) {
      positions.push(...place([world.positions[i], world.positions[i + 1], world.positions[i + 2]]));
    }
    for (const vertex of world.triangles) triangles.push(first + vertex);
  }
  const all = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  return meshes.length === 1 ? all : weldVertices(all, 0, { dropDuplicates: true });
}
