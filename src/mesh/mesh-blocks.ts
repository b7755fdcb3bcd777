import type { Arena, BlockId } from '../memory/arena.js';
import { allocateBody, type BodyBlocks, bodyBytes, freeBody } from './body-blocks.js';
import { buildBvh } from './bvh-build.js';
import { buildConnectedBvh } from './bvh-connected.js';
import { writeBvh } from './bvh-memory.js';
import type { Connectivity } from './connectivity.js';
import { meshBlockBytes, writeMeshBlock } from './mesh-block.js';
import { searchOfMesh } from './search-sections.js';
import { drain } from './steps.js';

/** A mesh in the arena with the one body that has it. */
export interface MeshBlocks extends BodyBlocks {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly nodeCount: number;
  readonly mesh: BlockId;
}

/** How a tree is built: split at the median from the top, or merged along the mesh's edges from the bottom. */
export type TreeRule = 'median' | 'connected';

export interface MeshForm {
  /** Boxes of edges are kept: 120 bytes more a triangle, searches about 5 % faster. */
  readonly storeEdgeBoxes?: boolean | undefined;
  readonly tree?: TreeRule | undefined;
}

/** Puts a mesh into the arena, with a tree over its triangles as they move in `swept`. */
export function placeMesh(
  arena: Arena,
  swept: Float64Array,
  triangles: Uint32Array,
  connectivity: Connectivity,
  { storeEdgeBoxes = false, tree: rule = 'median' }: MeshForm = {},
): MeshBlocks {
  const tree =
    rule === 'median' ? buildBvh(swept, triangles) : buildConnectedBvh(swept, triangles, connectivity);
  const search = drain(searchOfMesh(triangles, connectivity, tree));
  const nothing = { positions: new Float64Array(0), search: { ...search, treeLinks: new Uint32Array(0) } };
  const sections = { ...connectivity, ...nothing, triangles };
  const blocks = arena.allOrNone(() => {
    const mesh = arena.allocate(meshBlockBytes(sections));
    writeMeshBlock(arena.u8, arena.address(mesh), sections);
    return { mesh, ...allocateBody(arena, mesh, storeEdgeBoxes) };
  });
  writeBvh(tree, arena.u32, arena.address(blocks.nodes));
  arena.f64.set(swept, arena.address(blocks.swept) / 8);
  const { vertexCount, triangleCount } = connectivity;
  return { ...blocks, vertexCount, triangleCount, nodeCount: tree.child.length };
}

export function freeMesh(arena: Arena, blocks: MeshBlocks): void {
  freeBody(arena, blocks);
  arena.free(blocks.mesh);
}

/** Bytes of all the mesh's blocks. */
export function meshBytes(arena: Arena, blocks: MeshBlocks): number {
  return bodyBytes(arena, blocks) + arena.bytes(blocks.mesh);
}
