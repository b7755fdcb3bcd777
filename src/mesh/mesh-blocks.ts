import type { Arena, BlockId } from '../memory/arena.js';
import { allocateBody, type BodyBlocks, bodyBytes, freeBody } from './body-blocks.js';
import { type BvhTopology, buildBvh } from './bvh-build.js';
import { buildConnectedBvh } from './bvh-connected.js';
import { writeBvh } from './bvh-memory.js';
import type { Connectivity } from './connectivity.js';
import { meshBlockBytes, writeMeshBlock } from './mesh-block.js';
import { type SearchSections, searchOfMesh } from './search-sections.js';
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
  form: MeshForm = {},
  tree = treeOver(swept, triangles, connectivity, form.tree),
): MeshBlocks {
  const search = drain(searchOfMesh(triangles, connectivity, tree));
  return placeSearched(arena, swept, { ...connectivity, triangles, search }, tree, form.storeEdgeBoxes);
}

export function treeOver(
  swept: Float64Array,
  triangles: Uint32Array,
  connectivity: Connectivity,
  rule: TreeRule = 'median',
): BvhTopology {
  return rule === 'median' ? buildBvh(swept, triangles) : buildConnectedBvh(swept, triangles, connectivity);
}

/** The same with a tree and with sections for searches that are there already. */
export function placeSearched(
  arena: Arena,
  swept: Float64Array,
  mesh: Omit<Connectivity, 'triangleEdges' | 'edgeFaceCount'> & {
    readonly triangles: Uint32Array;
    readonly search: SearchSections;
  },
  tree: BvhTopology,
  storeEdgeBoxes = false,
): MeshBlocks {
  // the body has the tree, and nobody asks for the mesh at rest
  const search = { ...mesh.search, treeLinks: new Uint32Array(0) };
  const sections = { ...mesh, positions: new Float64Array(0), search };
  const blocks = arena.allOrNone(() => {
    const block = arena.allocate(meshBlockBytes(sections));
    writeMeshBlock(arena.u8, arena.address(block), sections);
    return { mesh: block, ...allocateBody(arena, block, storeEdgeBoxes) };
  });
  writeBvh(tree, arena.u32, arena.address(blocks.nodes));
  arena.f64.set(swept, arena.address(blocks.swept) / 8);
  const { vertexCount, triangleCount } = mesh;
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
