import { MESH_BYTES, SWEPT_VERTEX_BYTES } from '../kernels/layout.js';
import type { Core } from '../memory/open.js';
import { describeMesh, type MeshBlocks } from './mesh-blocks.js';

/** What cutting a step short may be wrong by, as a share of the largest coordinate: see `shortenStep`. */
const SHORTENING = 2 ** -48;

/**
 * Boxes of a mesh's vertices, edges and nodes for the step in its swept vertices up to the time `until`, each widened
 * by `radius`. Returns the tree's size (the sum that `refitTree` makes), or nothing where no box changed.
 */
export function refitMesh(core: Core, mesh: MeshBlocks, radius: number, until = 1): number | undefined {
  // Room first: where memory runs out, no box has changed, so that the next call still sees what moved.
  const description = core.arena.allocateRegion(MESH_BYTES);
  try {
    return refitBoxes(core, mesh, radius, until, core.arena.regionAddress(description));
  } finally {
    core.arena.freeRegion(description);
  }
}

function refitBoxes(
  core: Core,
  mesh: MeshBlocks,
  radius: number,
  until: number,
  description: number,
): number | undefined {
  const { kernels, arena } = core;
  const vertexDops = arena.address(mesh.vertexDops);
  const changed =
    until === 1
      ? kernels.projectVertices(arena.address(mesh.swept), mesh.vertexCount, vertexDops, radius)
      : projectUntil(core, mesh, vertexDops, radius, until);
  if (changed === 0) return undefined;
  if (mesh.edgeDops !== 0) {
    describeMesh(arena, mesh, description);
    kernels.boundEdges(description, mesh.edgeCount);
  }
  const { nodes, nodeCount, triangles } = mesh;
  return kernels.refitTree(arena.address(nodes), nodeCount, vertexDops, arena.address(triangles));
}

function projectUntil(
  { kernels, arena }: Core,
  mesh: MeshBlocks,
  vertexDops: number,
  radius: number,
  until: number,
): number {
  const region = arena.allocateRegion(mesh.vertexCount * SWEPT_VERTEX_BYTES);
  const shortened = arena.regionAddress(region);
  const largest = kernels.shortenStep(arena.address(mesh.swept), mesh.vertexCount, until, shortened);
  const wide = radius + largest * SHORTENING;
  const changed = kernels.projectVertices(shortened, mesh.vertexCount, vertexDops, wide);
  arena.freeRegion(region);
  return changed;
}
