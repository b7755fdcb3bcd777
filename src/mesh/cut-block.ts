import {
  BLOCK_ORPHAN_EDGE_COUNT,
  BLOCK_ORPHAN_EDGES,
  BLOCK_ORPHAN_VERTEX_COUNT,
  BLOCK_ORPHAN_VERTICES,
  DOP_CHILD,
  DOP_META,
  DOP_NODE_BYTES,
  NONE,
} from '../kernels/layout/meshes.js';
import type { Arena } from '../memory/arena.js';
import { blockWords, featuresInBlock, localConnectivityInBlock } from './block-connectivity.js';
import { regionsOf } from './body-regions.js';
import type { BvhTopology } from './bvh-build.js';
import { connect } from './connectivity.js';
import type { TreeWithRegions } from './cut-tree.js';
import type { CutMesh } from './fracture.js';
import { recutRegions } from './fracture-regions.js';
import { massProperties, NO_SOLID } from './mass-properties.js';
import { readMeshBlock } from './mesh-block.js';
import type { LoadedMesh } from './mesh-store.js';
import type { SearchBody } from './search-body.js';
import { type SearchSections, sectionsOfSearch } from './search-sections.js';
import { drain } from './steps.js';

/** A mesh as it is cut, as it lies in its block: views, valid until memory grows or blocks move. */
export function readCutMesh(arena: Arena, block: number): CutMesh & { readonly positions: Float64Array } {
  const { positions, triangles } = readMeshBlock(arena.memory.buffer, block);
  const words = (field: number, length: number) => blockWords(arena, block, field, length);
  const count = (field: number) => arena.u32[(block + field) / 4];
  return {
    positions,
    triangles,
    mesh: localConnectivityInBlock(arena, block),
    features: featuresInBlock(arena, block),
    orphans: {
      vertexFace: words(BLOCK_ORPHAN_VERTICES, 2 * count(BLOCK_ORPHAN_VERTEX_COUNT)),
      edgeEdge: words(BLOCK_ORPHAN_EDGES, 2 * count(BLOCK_ORPHAN_EDGE_COUNT)),
    },
  };
}

/** The tree that a body has now, and its regions: of one that was split anew, those that are left. */
export function readBodyTree(arena: Arena, body: SearchBody): TreeWithRegions {
  const tree = treeOf(arena, body.nodes, body.nodeCount);
  return { tree, flat: recutRegions(regionsOf(arena, body), tree, NO_TRIANGLES) };
}

const NO_TRIANGLES = /* @__PURE__ */ new Uint32Array(0);

function treeOf({ u32 }: Arena, nodes: number, nodeCount: number): BvhTopology {
  const tree = { child: new Uint32Array(nodeCount), meta: new Uint32Array(nodeCount) };
  for (let node = 0; node < nodeCount; node++) {
    const at = nodes + node * DOP_NODE_BYTES;
    tree.child[node] = u32[(at + DOP_CHILD) / 4];
    tree.meta[node] = u32[(at + DOP_META) / 4];
  }
  return tree;
}

/** What searches read of a mesh that was cut. */
export function searchOfCut({ mesh, features, orphans }: CutMesh, whole: TreeWithRegions): SearchSections {
  const { tree, flat } = whole;
  return sectionsOfSearch(mesh, tree, features, orphans, flat);
}

/** Everything that a mesh's block holds, for a mesh that was cut. */
export function sectionsOf(cut: CutMesh, positions: Float64Array, whole: TreeWithRegions): LoadedMesh {
  const { mesh, triangles } = cut;
  const isOpen = mesh.edgeFaces.includes(NONE);
  return {
    ...mesh,
    positions,
    triangles,
    boxes: undefined,
    solid: isOpen
      ? NO_SOLID
      : drain(massProperties(positions, triangles, drain(connect(triangles, mesh.vertexCount)))),
    search: searchOfCut(cut, whole),
  };
}
