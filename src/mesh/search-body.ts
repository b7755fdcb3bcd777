import { VOLUME_DOP18 } from '../kernels/layout/ablations.js';
import { MESH_DEGREE, MESH_INNER } from '../kernels/layout/curves.js';
import {
  BLOCK_EDGE_COUNT,
  BLOCK_EDGE_FACES,
  BLOCK_EDGES,
  BLOCK_FEATURES,
  BLOCK_TRIANGLE_COUNT,
  BLOCK_TRIANGLES,
  BLOCK_VERTEX_COUNT,
  BLOCK_VERTEX_FACE_START,
  BLOCK_VERTEX_FACES,
} from '../kernels/layout/meshes.js';
import { MESH_UNTIL } from '../kernels/layout/motion.js';
import {
  MESH_EDGE_DOPS,
  MESH_EDGE_FACES,
  MESH_EDGES,
  MESH_FEATURES,
  MESH_IS_REORDERED,
  MESH_NODES,
  MESH_SWEPT,
  MESH_TRIANGLES,
  MESH_VERTEX_DOPS,
  MESH_VERTEX_FACE_START,
  MESH_VERTEX_FACES,
} from '../kernels/layout/search.js';
import type { Arena, BlockId } from '../memory/arena.js';
import type { BodyBlocks } from './body-blocks.js';
import { bvhNodeCount } from './bvh-build.js';

/** Where a body lies that is searched for contacts: addresses, valid until blocks may move. */
export interface SearchBody {
  vertexCount: number;
  triangleCount: number;
  edgeCount: number;
  nodeCount: number;
  /** The mesh's block, and the block with its sections for searches: often the same. */
  mesh: number;
  search: number;
  swept: number;
  vertexDops: number;
  /** 0 where there are none. */
  edgeDops: number;
  nodes: number;
  normalMasks: number;
  regions: number;
  /** Inner control points of the vertices' paths, 0 where those are straight, and the paths' degree. */
  inner: number;
  degree: number;
  /** Its boxes hold the step up to this time. */
  until: number;
  /** VOLUME_...: what its boxes are made of. */
  volume: number;
  /** 1: vertices and triangles are in the order of the tree (tree-order.ts). */
  isReordered: number;
}

export function newSearchBody(): SearchBody {
  return {
    vertexCount: 0,
    triangleCount: 0,
    edgeCount: 0,
    nodeCount: 0,
    mesh: 0,
    search: 0,
    swept: 0,
    vertexDops: 0,
    edgeDops: 0,
    nodes: 0,
    normalMasks: 0,
    regions: 0,
    inner: 0,
    degree: 1,
    until: 1,
    volume: VOLUME_DOP18,
    isReordered: 0,
  };
}

/** Looks up where a mesh lies. */
export function locateMesh(arena: Arena, mesh: number, search: number, body: SearchBody): void {
  const { u32 } = arena;
  body.mesh = mesh;
  body.search = search;
  body.vertexCount = u32[(mesh + BLOCK_VERTEX_COUNT) / 4];
  body.triangleCount = u32[(mesh + BLOCK_TRIANGLE_COUNT) / 4];
  body.edgeCount = u32[(mesh + BLOCK_EDGE_COUNT) / 4];
  body.nodeCount = bvhNodeCount(body.triangleCount);
}

/** Looks up where a deforming body lies. */
export function locateBody(arena: Arena, mesh: BlockId, blocks: BodyBlocks, body: SearchBody): SearchBody {
  const address = arena.address(mesh);
  locateMesh(arena, address, address, body);
  body.swept = arena.address(blocks.swept);
  body.vertexDops = arena.address(blocks.vertexDops);
  body.edgeDops = blocks.edgeDops === 0 ? 0 : arena.address(blocks.edgeDops);
  body.nodes = arena.address(blocks.nodes);
  body.normalMasks = arena.address(blocks.normalMasks);
  body.regions = arena.address(blocks.regions);
  return body;
}

/** The address of a section of a block. */
export function sectionAt({ u32 }: Pick<Arena, 'u32'>, block: number, field: number): number {
  return block + u32[(block + field) / 4];
}

/** Tells the kernels where a body is, as MESH_BYTES at `address`. */
export function describeBody(arena: Pick<Arena, 'u32' | 'f64'>, body: SearchBody, address: number): void {
  const words = arena.u32;
  const at = address / 4;
  words[at + MESH_SWEPT / 4] = body.swept;
  words[at + MESH_VERTEX_DOPS / 4] = body.vertexDops;
  words[at + MESH_EDGE_DOPS / 4] = body.edgeDops;
  words[at + MESH_NODES / 4] = body.nodes;
  words[at + MESH_FEATURES / 4] = sectionAt(arena, body.search, BLOCK_FEATURES);
  words[at + MESH_TRIANGLES / 4] = sectionAt(arena, body.mesh, BLOCK_TRIANGLES);
  words[at + MESH_EDGES / 4] = sectionAt(arena, body.mesh, BLOCK_EDGES);
  words[at + MESH_EDGE_FACES / 4] = sectionAt(arena, body.mesh, BLOCK_EDGE_FACES);
  words[at + MESH_VERTEX_FACE_START / 4] = sectionAt(arena, body.mesh, BLOCK_VERTEX_FACE_START);
  words[at + MESH_INNER / 4] = body.inner;
  words[at + MESH_DEGREE / 4] = body.degree;
  arena.f64[(address + MESH_UNTIL) / 8] = body.until;
  words[at + MESH_VERTEX_FACES / 4] = sectionAt(arena, body.mesh, BLOCK_VERTEX_FACES);
  words[at + MESH_IS_REORDERED / 4] = body.isReordered;
}
