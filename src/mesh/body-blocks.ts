import {
  BLOCK_EDGE_COUNT,
  BLOCK_REGION_COUNT,
  BLOCK_REGIONS,
  BLOCK_TREE_LINKS,
  BLOCK_TRIANGLE_COUNT,
  BLOCK_VERTEX_COUNT,
  DOP_NODE_BYTES,
  SWEPT_VERTEX_BYTES,
} from '../kernels/layout/meshes.js';
import { REGION_BYTES } from '../kernels/layout/regions.js';
import type { Arena, BlockId } from '../memory/arena.js';
import { bvhNodeCount } from './bvh-build.js';
import { writeBvh } from './bvh-memory.js';

/** What a deforming body has besides the mesh that it may share with others: ids of blocks. */
export interface BodyBlocks {
  readonly swept: BlockId;
  readonly vertexDops: BlockId;
  /** 0 where boxes of edges are made on demand. */
  readonly edgeDops: BlockId;
  /** Boxes and links: a worn tree is rebuilt, so each body has its own. */
  readonly nodes: BlockId;
  /** Masks of the directions of normals, and marks of skipped regions, a node each. */
  readonly normalMasks: BlockId;
  /** How regions fared in the last steps. */
  readonly regions: BlockId;
}

/** Memory for a body with the mesh in the block `mesh`. Its vertices are all zero. */
export function allocateBody(arena: Arena, mesh: BlockId, storeEdgeBoxes: boolean): BodyBlocks {
  const count = (field: number) => arena.u32[(arena.address(mesh) + field) / 4];
  const vertices = count(BLOCK_VERTEX_COUNT);
  const nodeCount = bvhNodeCount(count(BLOCK_TRIANGLE_COUNT));
  const edges = count(BLOCK_EDGE_COUNT);
  const blocks = {
    swept: arena.allocate(vertices * SWEPT_VERTEX_BYTES),
    vertexDops: arena.allocate(vertices * DOP_NODE_BYTES),
    edgeDops: storeEdgeBoxes ? arena.allocate(edges * DOP_NODE_BYTES) : 0,
    nodes: arena.allocate(nodeCount * DOP_NODE_BYTES),
    normalMasks: arena.allocate(nodeCount * 4),
    regions: regionsFromMesh(arena, mesh),
  };
  const address = arena.address(mesh);
  linkNodes(arena, address, arena.address(blocks.nodes), nodeCount);
  return blocks;
}

/** Records of regions as every body's own begin. */
export function regionsFromMesh(arena: Arena, mesh: BlockId): BlockId {
  const count = arena.u32[(arena.address(mesh) + BLOCK_REGION_COUNT) / 4];
  const bytes = (1 + count) * REGION_BYTES;
  const regions = arena.allocate(bytes);
  const address = arena.address(mesh);
  const template = address + arena.u32[(address + BLOCK_REGIONS) / 4];
  arena.u8.copyWithin(arena.address(regions), template, template + bytes);
  return regions;
}

/** A velocity a vertex, a byte a vertex that says whether it is pinned, and its `CutSides`. */
export function motionBytes({ vertexCount, triangleCount }: MeshCounts): number {
  return cutSidesAt(vertexCount) + triangleCount;
}

/** Where they begin there. */
export function cutSidesAt(vertexCount: number): number {
  return vertexCount * 25;
}

interface MeshCounts {
  readonly vertexCount: number;
  readonly triangleCount: number;
}

export function freeBody(arena: Arena, body: BodyBlocks): void {
  for (const block of blockIds(body)) arena.free(block);
}

export function bodyBytes(arena: Arena, body: BodyBlocks): number {
  return blockIds(body).reduce((sum, block) => sum + arena.bytes(block), 0);
}

function blockIds({ swept, vertexDops, edgeDops, nodes, normalMasks, regions }: BodyBlocks): BlockId[] {
  return [swept, vertexDops, edgeDops, nodes, normalMasks, regions].filter((block) => block !== 0);
}

/**
 * Puts the tree of the mesh whose search sections are at `search`, if it has one there, into the nodes of a body. Boxes
 * stay as they are.
 */
export function linkNodes({ u32 }: Arena, search: number, nodes: number, nodeCount: number): void {
  if (u32[(search + BLOCK_TREE_LINKS) / 4] === 0) return;
  const links = (search + u32[(search + BLOCK_TREE_LINKS) / 4]) / 4;
  const child = u32.subarray(links, links + nodeCount);
  const meta = u32.subarray(links + nodeCount, links + 2 * nodeCount);
  writeBvh({ child, meta }, u32, nodes);
}
