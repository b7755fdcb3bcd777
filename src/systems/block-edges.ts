import { BLOCK_EDGE_COUNT, BLOCK_EDGES, NONE } from '../kernels/layout/meshes.js';
import type { MeshId } from '../mesh/mesh-store.js';
import type { StepContext } from './context.js';

/** The edge of a mesh between two vertices, or NONE: edges are in the order of (larger, smaller). */
export function edgeOf({ core, meshes }: StepContext, mesh: MeshId, a: number, b: number): number {
  const { u32 } = core.arena;
  const block = core.arena.address(meshes.record(mesh).block);
  const edges = (block + u32[(block + BLOCK_EDGES) / 4]) / 4;
  const smaller = Math.min(a, b);
  const larger = Math.max(a, b);
  const count = u32[(block + BLOCK_EDGE_COUNT) / 4];
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const most = u32[edges + 2 * middle + 1];
    if (most < larger || (most === larger && u32[edges + 2 * middle] < smaller)) low = middle + 1;
    else high = middle;
  }
  const isIt = low < count && u32[edges + 2 * low] === smaller && u32[edges + 2 * low + 1] === larger;
  return isIt ? low : NONE;
}
