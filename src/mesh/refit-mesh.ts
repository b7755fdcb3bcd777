import { MESH_BYTES } from '../kernels/layout.js';
import type { Core } from '../memory/open.js';
import { describeMesh, type MeshBlocks } from './mesh-blocks.js';

/**
 * Boxes of a mesh's vertices, edges and nodes for the step in its swept vertices, each widened by `radius`. Returns
 * the tree's size (the sum that `refitTree` makes), or nothing where no vertex moved and all boxes still hold.
 */
export function refitMesh({ kernels, arena }: Core, mesh: MeshBlocks, radius: number): number | undefined {
  // Room first: where memory runs out, no box has changed, so that the next call still sees what moved.
  const description = arena.allocateRegion(MESH_BYTES);
  try {
    return refitAt({ kernels, arena }, mesh, radius, arena.regionAddress(description));
  } finally {
    arena.freeRegion(description);
  }
}

function refitAt(
  { kernels, arena }: Pick<Core, 'kernels' | 'arena'>,
  mesh: MeshBlocks,
  radius: number,
  description: number,
): number | undefined {
  const vertexDops = arena.address(mesh.vertexDops);
  const changed = kernels.projectVertices(arena.address(mesh.swept), mesh.vertexCount, vertexDops, radius);
  if (changed === 0) return undefined;
  if (mesh.edgeDops !== 0) {
    describeMesh(arena, mesh, description);
    kernels.boundEdges(description, mesh.edgeCount);
  }
  const { nodes, nodeCount, triangles } = mesh;
  return kernels.refitTree(arena.address(nodes), nodeCount, vertexDops, arena.address(triangles));
}
