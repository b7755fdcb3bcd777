import {
  BLOCK_TRIANGLES,
  DOP_CHILD,
  DOP_META,
  DOP_NODE_BYTES,
  SWEPT_VERTEX_BYTES,
} from '../kernels/layout/meshes.js';
import type { Core } from '../memory/open.js';
import { NO_CHILD } from './bvh-build.js';
import { firstFrom } from './fracture-regions.js';
import { type SearchBody, sectionAt } from './search-body.js';

/** Boxes of some leaves, ascending, of their corners, and of all nodes above them, as `refitBody` makes all of them. */
export function refitLeaves(core: Core, body: SearchBody, leaves: Uint32Array, radius: number): void {
  const { arena, kernels } = core;
  const above = withAllAbove(core, body.nodes, leaves);
  const list = arena.allocateRegion(4 * above.length);
  const at = arena.regionAddress(list);
  arena.u32.set(above, at / 4);
  const triangles = sectionAt(arena, body.mesh, BLOCK_TRIANGLES);
  for (const leaf of leaves) {
    const corners = triangles / 4 + 3 * arena.u32[(body.nodes + leaf * DOP_NODE_BYTES + DOP_META) / 4];
    for (let k = corners; k < corners + 3; k++) {
      const vertex = arena.u32[k];
      const dops = body.vertexDops + vertex * DOP_NODE_BYTES;
      kernels.projectVertices(body.swept + vertex * SWEPT_VERTEX_BYTES, 1, dops, radius);
    }
  }
  kernels.refitNodes(body.nodes, at, above.length, body.vertexDops, triangles);
  arena.freeRegion(list);
}

/** Nodes that are one of some leaves or above one, ascending. */
function withAllAbove({ arena }: Core, nodes: number, leaves: Uint32Array): Uint32Array {
  const { u32 } = arena;
  const found: number[] = [];
  const open = [0];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const at = (nodes + node * DOP_NODE_BYTES) / 4;
    const child = u32[at + DOP_CHILD / 4];
    const has =
      child === NO_CHILD
        ? firstFrom(leaves, node) === node
        : firstFrom(leaves, child) < child + 2 * u32[at + DOP_META / 4] - 2;
    if (!has) continue;
    found.push(node);
    if (child !== NO_CHILD) open.push(child, child + 1);
  }
  return Uint32Array.from(found).sort();
}
