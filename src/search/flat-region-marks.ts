import { AGREEING_REGIONS, AGREEING_TRIANGLES } from '../kernels/layout/ablations.js';
import {
  BLOCK_CONTOURS,
  BLOCK_LONGEST_CONTOUR,
  BLOCK_REGION_COUNT,
  BLOCK_TRIANGLES,
} from '../kernels/layout/meshes.js';
import {
  CONTOUR_VERTEX_BYTES,
  FAILURE_BYTES,
  INHERITED_FAILURES,
  PLANE_BOX_BYTES,
  REUSED_POINTS,
  SKIP_COUNTERS_BYTES,
  SKIPPED_REGIONS,
  SKIPPED_TRIANGLES,
  TESTED_EDGES,
  TESTED_REGIONS,
} from '../kernels/layout/regions.js';
import type { Core } from '../memory/open.js';
import type { StepBuffer } from '../memory/step-buffer.js';
import { type SearchBody, sectionAt } from '../mesh/search-body.js';
import type { SearchCounters } from './search-counters.js';

/**
 * ICCD IV: marks what cannot touch itself, for a gap of 0 only. With CONES_ALONE, regions whose normals agree are counted
 * alone. Returns the address of the marks, 0 for none.
 */
export function markFlatRegions(
  { kernels, arena }: Core,
  body: SearchBody,
  contourTests: number,
  plane: StepBuffer,
  counters: SearchCounters,
): number {
  const regionCount = arena.u32[(body.search + BLOCK_REGION_COUNT) / 4];
  if (regionCount === 0) return 0;
  const start = performance.now();
  const longest = arena.u32[(body.search + BLOCK_LONGEST_CONTOUR) / 4];
  const room = regionCount * FAILURE_BYTES + body.vertexCount * CONTOUR_VERTEX_BYTES + 16;
  plane.ensure(SKIP_COUNTERS_BYTES + room + longest * 2 * PLANE_BOX_BYTES);
  const skips = plane.address;
  kernels.markFlatRegions(
    body.nodes,
    body.nodeCount,
    body.swept,
    body.vertexCount,
    sectionAt(arena, body.mesh, BLOCK_TRIANGLES),
    body.normalMasks,
    body.regions,
    regionCount,
    sectionAt(arena, body.search, BLOCK_CONTOURS),
    skips + SKIP_COUNTERS_BYTES,
    skips,
    contourTests,
    body.inner,
    body.degree,
  );
  counters.agreeingRegions += arena.u32[(skips + AGREEING_REGIONS) / 4];
  counters.agreeingTriangles += arena.u32[(skips + AGREEING_TRIANGLES) / 4];
  counters.skippedRegions += arena.u32[(skips + SKIPPED_REGIONS) / 4];
  counters.skippedTriangles += arena.u32[(skips + SKIPPED_TRIANGLES) / 4];
  counters.testedRegions += arena.u32[(skips + TESTED_REGIONS) / 4];
  counters.testedContourEdges += arena.u32[(skips + TESTED_EDGES) / 4];
  counters.reusedProjections += arena.u32[(skips + REUSED_POINTS) / 4];
  counters.inheritedFailures += arena.u32[(skips + INHERITED_FAILURES) / 4];
  counters.ms.cones += performance.now() - start;
  return body.normalMasks;
}
