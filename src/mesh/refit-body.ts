import { VOLUME_DOP18 } from '../kernels/layout/ablations.js';
import {
  BLOCK_EDGES,
  BLOCK_TRIANGLES,
  DOP_NODE_BYTES,
  SWEPT_VERTEX_BYTES,
} from '../kernels/layout/meshes.js';
import type { Core } from '../memory/open.js';
import { type SearchBody, sectionAt } from './search-body.js';

/** What cutting a step short may be wrong by, as a share of the largest coordinate: see `cutStep`. */
const SHORTENING = 2 ** -48;

/**
 * Boxes of a body's vertices, edges and nodes for the step in its swept vertices up to the time `until`, each widened by
 * `radius`; on curved paths for the whole step alone. Returns the tree's size (the sum that `refitTree` makes), or -1 where no box changed.
 */
export function refitBody(core: Core, body: SearchBody, radius: number, until = 1): number {
  const { kernels, arena } = core;
  const { vertexDops, edgeDops } = body;
  const changed =
    until === 1 ? project(core, body, body.swept, radius) : projectUntil(core, body, radius, until);
  // where ends stay, control points may still have moved
  if (changed === 0 && body.inner === 0) return -1;
  if (body.inner !== 0) boundCurves(core, body, radius);
  if (edgeDops !== 0) {
    kernels.boundEdges(vertexDops, sectionAt(arena, body.mesh, BLOCK_EDGES), body.edgeCount, edgeDops);
  }
  const triangles = sectionAt(arena, body.mesh, BLOCK_TRIANGLES);
  return kernels.refitTree(body.nodes, body.nodeCount, vertexDops, triangles);
}

/** A curve is in the box around all its control points (ICCD IV-D): those of the inner ones are merged in. */
function boundCurves(core: Core, body: SearchBody, radius: number): void {
  const { kernels, arena } = core;
  const { vertexCount, vertexDops, inner, volume } = body;
  const region = arena.allocateRegion(vertexCount * DOP_NODE_BYTES);
  const innerDops = arena.regionAddress(region);
  project(core, { vertexCount, vertexDops: innerDops, volume }, inner, radius);
  kernels.mergeDops(vertexDops, innerDops, vertexCount);
  arena.freeRegion(region);
}

function projectUntil(core: Core, body: SearchBody, radius: number, until: number): number {
  const { kernels, arena } = core;
  const region = arena.allocateRegion(body.vertexCount * SWEPT_VERTEX_BYTES);
  const shortened = arena.regionAddress(region);
  const largest = kernels.cutStep(body.swept, body.vertexCount, 0, until, shortened);
  const wide = radius + largest * SHORTENING;
  const changed = project(core, body, shortened, wide);
  arena.freeRegion(region);
  return changed;
}

function project(
  { kernels }: Core,
  body: Pick<SearchBody, 'vertexCount' | 'vertexDops' | 'volume'>,
  swept: number,
  radius: number,
): number {
  const { vertexCount, vertexDops, volume } = body;
  return volume === VOLUME_DOP18
    ? kernels.projectVertices(swept, vertexCount, vertexDops, radius)
    : kernels.projectVolumes(swept, vertexCount, vertexDops, radius, volume);
}
