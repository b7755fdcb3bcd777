import { BLOCK_CONTOURS, BLOCK_REGION_COUNT } from '../kernels/layout/meshes.js';
import {
  REGION_BYTES,
  REGION_CONTOUR,
  REGION_CONTOUR_COUNT,
  REGION_NODE,
} from '../kernels/layout/regions.js';
import type { Arena } from '../memory/arena.js';
import { blockWords } from './block-connectivity.js';
import type { FlatRegions } from './flat-regions.js';
import type { SearchBody } from './search-body.js';

/** The regions that a body has left; NONE are the nodes of those that were given up when its tree was split anew. */
export function regionsOf(
  arena: Arena,
  { mesh, regions }: SearchBody,
): Pick<FlatRegions, 'nodes' | 'contourStart' | 'contours'> {
  const { u32 } = arena;
  const count = u32[(mesh + BLOCK_REGION_COUNT) / 4];
  const nodes = new Uint32Array(count);
  const contourStart = new Uint32Array(count + 1);
  for (let i = 0, at = (regions + REGION_BYTES) / 4; i < count; i++, at += REGION_BYTES / 4) {
    nodes[i] = u32[at + REGION_NODE / 4];
    contourStart[i + 1] = u32[at + REGION_CONTOUR / 4] + u32[at + REGION_CONTOUR_COUNT / 4];
  }
  return { nodes, contourStart, contours: blockWords(arena, mesh, BLOCK_CONTOURS, contourStart[count]) };
}
