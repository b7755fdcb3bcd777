import { DOP_CHILD, DOP_META, DOP_NODE_BYTES } from '../kernels/layout/meshes.js';
import { SKIPPED_BIT } from '../kernels/layout/regions.js';
import type { Core } from '../memory/open.js';
import type { SearchBody } from '../mesh/search-body.js';

/**
 * Leaves out all pairs of triangles of a mesh below siblings of which one has none in the set (Quick-CULLIDE 3.2). Adds to
 * `masks`, where there are some; returns the address of the marks. Whatever is wrong about the set is lost.
 */
export function markOutsideSet({ arena }: Core, body: SearchBody, isIn: Uint8Array, masks: number): number {
  const { u32 } = arena;
  const own = body.normalMasks / 4;
  if (masks === 0) u32.fill(0, own, own + body.nodeCount);
  const hasSome = new Uint8Array(body.nodeCount);
  // children come after their parents
  for (let node = body.nodeCount - 1; node >= 0; node--) {
    const at = body.nodes + node * DOP_NODE_BYTES;
    const child = u32[(at + DOP_CHILD) / 4];
    if (child === 0) {
      hasSome[node] = isIn[u32[(at + DOP_META) / 4]];
      continue;
    }
    hasSome[node] = hasSome[child] | hasSome[child + 1];
    if ((hasSome[child] & hasSome[child + 1]) === 0) u32[own + node] |= 1 << SKIPPED_BIT;
  }
  return body.normalMasks;
}
