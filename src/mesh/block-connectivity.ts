import {
  BLOCK_FEATURES,
  BLOCK_TREE_LINKS,
  FEATURES_BYTES,
  FEATURES_EDGES,
} from '../kernels/layout/meshes.js';
import type { Arena } from '../memory/arena.js';
import { type BvhTopology, bvhNodeCount } from './bvh-build.js';
import type { Connectivity } from './connectivity.js';
import { readMeshBlock } from './mesh-block.js';

/** How a mesh with sections for searches is connected, as it lies in its block: views, valid until memory grows or blocks move. */
export function connectivityInBlock(arena: Arena, block: number): Connectivity {
  const { triangles, edges, edgeFaces, vertexFaceStart, vertexFaces } = readMeshBlock(
    arena.memory.buffer,
    block,
  );
  const triangleCount = triangles.length / 3;
  const features = blockWords(arena, block, BLOCK_FEATURES, triangleCount * (FEATURES_BYTES / 4));
  const triangleEdges = triangleEdgesOf(triangles, edges, features);
  return {
    vertexCount: vertexFaceStart.length - 1,
    triangleCount,
    edgeCount: edges.length / 2,
    edges,
    edgeFaces,
    triangleEdges,
    edgeFaceCount: facesAtEdges(triangleEdges, edges.length / 2),
    vertexFaceStart,
    vertexFaces,
  };
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

/** A triangle's features name its edges in another order: each joins the two corners that are not across it. */
function triangleEdgesOf(triangles: Uint32Array, edges: Uint32Array, features: Uint32Array): Uint32Array {
  const out = new Uint32Array(triangles.length);
  let record = FEATURES_EDGES / 4;
  for (let t = 0; t < triangles.length; t += 3, record += FEATURES_BYTES / 4) {
    const a = triangles[t];
    const b = triangles[t + 1];
    const corners = a ^ b ^ triangles[t + 2];
    for (let j = record; j < record + 3; j++) {
      const edge = features[j];
      const across = (corners ^ edges[2 * edge] ^ edges[2 * edge + 1]) >>> 0;
      out[across === a ? t + 1 : across === b ? t + 2 : t] = edge;
    }
  }
  return out;
}

/** Of three faces and more, `edgeFaces` has two. */
function facesAtEdges(triangleEdges: Uint32Array, edgeCount: number): Uint32Array {
  const counts = new Uint32Array(edgeCount);
  for (let side = 0; side < triangleEdges.length; side++) counts[triangleEdges[side]]++;
  return counts;
}
