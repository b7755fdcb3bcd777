import {
  BLOCK_FEATURES,
  BLOCK_TREE_LINKS,
  BLOCK_TRIANGLE_COUNT,
  FEATURES_BYTES,
} from '../kernels/layout/meshes.js';
import type { Arena } from '../memory/arena.js';
import { type BvhTopology, bvhNodeCount } from './bvh-build.js';
import { type Connectivity, type LocalConnectivity, localConnectivity } from './connectivity.js';
import { readMeshBlock } from './mesh-block.js';
import { edgeByFeatures, NO_LIST } from './side-edges.js';

/** How a mesh with sections for searches is connected, as it lies in its block: views, valid until memory grows or blocks move. */
export function connectivityInBlock(arena: Arena, block: number): Connectivity {
  const { sides: _, ...mesh } = localConnectivityInBlock(arena, block);
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
  return localConnectivity(
    {
      vertexCount: vertexFaceStart.length - 1,
      triangleCount: triangles.length / 3,
      edgeCount: edges.length / 2,
      edges,
      edgeFaces,
      vertexFaceStart,
      vertexFaces,
    },
    { listed: NO_LIST, triangles, features: featuresInBlock(arena, block) },
  );
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
  for (let side = 0; side < out.length; side++) out[side] = edgeByFeatures(triangles, edges, features, side);
  return out;
}

/** Of three faces and more, `edgeFaces` has two. */
function facesAtEdges(triangleEdges: Uint32Array, edgeCount: number): Uint32Array {
  const counts = new Uint32Array(edgeCount);
  for (let side = 0; side < triangleEdges.length; side++) counts[triangleEdges[side]]++;
  return counts;
}
