import {
  DOP_NODE_BYTES,
  MESH_EDGE_DOPS,
  MESH_EDGE_FACES,
  MESH_EDGES,
  MESH_FEATURES,
  MESH_NODES,
  MESH_SWEPT,
  MESH_TRIANGLES,
  MESH_VERTEX_DOPS,
  MESH_VERTEX_FACE_START,
  MESH_VERTEX_FACES,
  SWEPT_VERTEX_BYTES,
} from '../kernels/layout.js';
import type { Arena, BlockId } from '../memory/arena.js';
import { buildBvh } from './bvh-build.js';
import { writeBvh } from './bvh-memory.js';
import type { Connectivity } from './connectivity.js';
import { triangleFeatures } from './features.js';
import { flatRegions, regionRecords } from './flat-regions.js';
import { findOrphans } from './orphans.js';

/** A deformable mesh in the arena: ids of its blocks, and how many elements they hold. */
export interface MeshBlocks {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly edgeCount: number;
  readonly nodeCount: number;
  readonly orphanVertexCount: number;
  readonly orphanEdgeCount: number;
  readonly swept: BlockId;
  readonly vertexDops: BlockId;
  /** 0 where boxes of edges are made on demand. */
  readonly edgeDops: BlockId;
  readonly nodes: BlockId;
  readonly features: BlockId;
  readonly triangles: BlockId;
  readonly edges: BlockId;
  readonly edgeFaces: BlockId;
  readonly vertexFaceStart: BlockId;
  readonly vertexFaces: BlockId;
  /** Orphans: (vertex, face) and (edge, edge). */
  readonly orphanVertices: BlockId;
  readonly orphanEdges: BlockId;
  /** Masks of the directions of normals, and marks of skipped regions, a node each. */
  readonly normalMasks: BlockId;
  readonly regions: BlockId;
  readonly regionCount: number;
  readonly contours: BlockId;
  readonly longestContour: number;
}

/**
 * Puts a mesh into the arena, with a tree over its triangles as they move in `swept`. Stored boxes of edges take 120
 * bytes a triangle and make searches about 5 % faster.
 */
export function placeMesh(
  arena: Arena,
  swept: Float64Array,
  triangles: Uint32Array,
  mesh: Connectivity,
  storeEdgeBoxes = false,
): MeshBlocks {
  const orphans = findOrphans(triangles, mesh);
  const bvh = buildBvh(swept, triangles);
  const flat = flatRegions(bvh, triangles, mesh);
  const blocks = arena.allOrNone(() => ({
    vertexCount: mesh.vertexCount,
    triangleCount: mesh.triangleCount,
    edgeCount: mesh.edgeCount,
    nodeCount: bvh.child.length,
    orphanVertexCount: orphans.vertexFace.length / 2,
    orphanEdgeCount: orphans.edgeEdge.length / 2,
    swept: arena.allocate(mesh.vertexCount * SWEPT_VERTEX_BYTES),
    vertexDops: arena.allocate(mesh.vertexCount * DOP_NODE_BYTES),
    edgeDops: storeEdgeBoxes ? arena.allocate(mesh.edgeCount * DOP_NODE_BYTES) : 0,
    nodes: arena.allocate(bvh.child.length * DOP_NODE_BYTES),
    features: placeWords(arena, triangleFeatures(triangles, mesh)),
    triangles: placeWords(arena, triangles),
    edges: placeWords(arena, mesh.edges),
    edgeFaces: placeWords(arena, mesh.edgeFaces),
    vertexFaceStart: placeWords(arena, mesh.vertexFaceStart),
    vertexFaces: placeWords(arena, mesh.vertexFaces),
    orphanVertices: placeWords(arena, orphans.vertexFace),
    orphanEdges: placeWords(arena, orphans.edgeEdge),
    normalMasks: arena.allocate(bvh.child.length * 4),
    regions: placeWords(arena, regionRecords(flat)),
    regionCount: flat.nodes.length,
    contours: placeWords(arena, flat.contours),
    longestContour: flat.longest,
  }));
  writeBvh(bvh, arena.u32, arena.address(blocks.nodes));
  arena.f64.set(swept, arena.address(blocks.swept) / 8);
  return blocks;
}

function placeWords(arena: Arena, words: Uint32Array): BlockId {
  const block = arena.allocate(words.byteLength);
  arena.u32.set(words, arena.address(block) / 4);
  return block;
}

export function freeMesh(arena: Arena, mesh: MeshBlocks): void {
  for (const block of blocksOf(mesh)) arena.free(block);
}

/** Bytes of all the mesh's blocks. */
export function meshBytes(arena: Arena, mesh: MeshBlocks): number {
  return blocksOf(mesh).reduce((sum, block) => sum + arena.bytes(block), 0);
}

function blocksOf(mesh: MeshBlocks): BlockId[] {
  return [
    mesh.swept,
    mesh.vertexDops,
    mesh.edgeDops,
    mesh.nodes,
    mesh.features,
    mesh.triangles,
    mesh.edges,
    mesh.edgeFaces,
    mesh.vertexFaceStart,
    mesh.vertexFaces,
    mesh.orphanVertices,
    mesh.orphanEdges,
    mesh.normalMasks,
    mesh.regions,
    mesh.contours,
  ].filter((block) => block !== 0);
}

/** Tells the kernels where a mesh is, as MESH_BYTES at `address`. Valid until the next allocation or step. */
export function describeMesh(arena: Arena, mesh: MeshBlocks, address: number): void {
  const fields: [number, BlockId][] = [
    [MESH_SWEPT, mesh.swept],
    [MESH_VERTEX_DOPS, mesh.vertexDops],
    [MESH_EDGE_DOPS, mesh.edgeDops],
    [MESH_NODES, mesh.nodes],
    [MESH_FEATURES, mesh.features],
    [MESH_TRIANGLES, mesh.triangles],
    [MESH_EDGES, mesh.edges],
    [MESH_EDGE_FACES, mesh.edgeFaces],
    [MESH_VERTEX_FACE_START, mesh.vertexFaceStart],
    [MESH_VERTEX_FACES, mesh.vertexFaces],
  ];
  for (const [offset, block] of fields) {
    arena.u32[(address + offset) / 4] = block === 0 ? 0 : arena.address(block);
  }
}
