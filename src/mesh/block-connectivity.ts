import {
  BLOCK_FEATURES,
  BLOCK_TREE_LINKS,
  BLOCK_TRIANGLE_COUNT,
  FEATURES_BYTES,
  FEATURES_EDGES,
} from '../kernels/layout/meshes.js';
import type { Arena } from '../memory/arena.js';
import { type BvhTopology, bvhNodeCount } from './bvh-build.js';
import type { Connectivity, LocalConnectivity } from './connectivity.js';
import { readMeshBlock } from './mesh-block.js';

/** How a mesh with sections for searches is connected, as it lies in its block: views, valid until memory grows or blocks move. */
export function connectivityInBlock(arena: Arena, block: number): Connectivity {
  const { edgeOf: _, ...mesh } = localConnectivityInBlock(arena, block);
  const { triangles } = readMeshBlock(arena.memory.buffer, block);
  const triangleEdges = triangleEdgesOf(triangles, mesh.edges, featuresInBlock(arena, block));
  return { ...mesh, triangleEdges, edgeFaceCount: facesAtEdges(triangleEdges, mesh.edgeCount) };
}

/** The same for who asks for the edges of a few triangles. */
export function localConnectivityInBlock(arena: Arena, block: number): LocalConnectivity {
  const { triangles, edges, edgeFaces, vertexFaceStart, vertexFaces } = readMeshBlock(
    arena.memory.buffer,
    block,
  );
  return {
    vertexCount: vertexFaceStart.length - 1,
    triangleCount: triangles.length / 3,
    edgeCount: edges.length / 2,
    edges,
    edgeFaces,
    vertexFaceStart,
    vertexFaces,
    edgeOf: edgesByFeatures(triangles, edges, featuresInBlock(arena, block)),
  };
}

/** FEATURES_BYTES a triangle: a view. */
export function featuresInBlock(arena: Arena, block: number): Uint32Array {
  const triangleCount = arena.u32[(block + BLOCK_TRIANGLE_COUNT) / 4];
  return blockWords(arena, block, BLOCK_FEATURES, triangleCount * (FEATURES_BYTES / 4));
}

/** What its block says of a mesh that deforms, and `connect` and `buildBvh` need not find again: copies. */
export function readBuiltMesh(
  arena: Arena,
  block: number,
): { readonly connectivity: Connectivity; readonly tree: BvhTopology } {
  const connectivity = connectivityInBlock(arena, block);
  const nodeCount = bvhNodeCount(connectivity.triangleCount);
  const links = blockWords(arena, block, BLOCK_TREE_LINKS, 2 * nodeCount);
  return {
    connectivity: {
      ...connectivity,
      edges: connectivity.edges.slice(),
      edgeFaces: connectivity.edgeFaces.slice(),
      vertexFaceStart: connectivity.vertexFaceStart.slice(),
      vertexFaces: connectivity.vertexFaces.slice(),
    },
    tree: { child: links.slice(0, nodeCount), meta: links.slice(nodeCount) },
  };
}

/** A section of a block: a view. */
export function blockWords({ u32 }: Arena, block: number, field: number, length: number): Uint32Array {
  const first = (block + u32[(block + field) / 4]) / 4;
  return u32.subarray(first, first + length);
}

function triangleEdgesOf(triangles: Uint32Array, edges: Uint32Array, features: Uint32Array): Uint32Array {
  const out = new Uint32Array(triangles.length);
  for (let t = 0; 3 * t < out.length; t++) sortEdges(triangles, edges, features, t, out, 3 * t);
  return out;
}

/** Which edge each side of a triangle is, by the features of triangles. */
export function edgesByFeatures(
  triangles: Uint32Array,
  edges: Uint32Array,
  features: Uint32Array,
): LocalConnectivity['edgeOf'] {
  const three = new Uint32Array(3);
  return (side) => {
    sortEdges(triangles, edges, features, Math.floor(side / 3), three, 0);
    return three[side % 3];
  };
}

/** A triangle's features name its edges in another order than its sides have: each joins the two corners that are not across it. */
function sortEdges(
  triangles: Uint32Array,
  edges: Uint32Array,
  features: Uint32Array,
  triangle: number,
  out: Uint32Array,
  at: number,
): void {
  const a = triangles[3 * triangle];
  const b = triangles[3 * triangle + 1];
  const corners = a ^ b ^ triangles[3 * triangle + 2];
  const record = triangle * (FEATURES_BYTES / 4) + FEATURES_EDGES / 4;
  for (let j = record; j < record + 3; j++) {
    const edge = features[j];
    const across = (corners ^ edges[2 * edge] ^ edges[2 * edge + 1]) >>> 0;
    out[across === a ? at + 1 : across === b ? at + 2 : at] = edge;
  }
}

/** Of three faces and more, `edgeFaces` has two. */
function facesAtEdges(triangleEdges: Uint32Array, edgeCount: number): Uint32Array {
  const counts = new Uint32Array(edgeCount);
  for (let side = 0; side < triangleEdges.length; side++) counts[triangleEdges[side]]++;
  return counts;
}
