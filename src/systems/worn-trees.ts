import { BLOCK_REGION_COUNT, BLOCK_TRIANGLES } from '../kernels/layout/meshes.js';
import { REBUILD_NODE_BYTES, REBUILD_STACK_BYTES } from '../kernels/layout/rebuild.js';
import { sectionAt } from '../mesh/search-body.js';
import { hasOutgrownLeaves, REST_OF_SOUND, stepsOfRest, WORN } from '../mesh/tree-wear.js';
import { DEFORMABLE } from './colliders.js';
import type { StepContext } from './context.js';
import { locateDeformable } from './deformable-blocks.js';

/**
 * ICCD VI-B: splits the most worn of the deformables' trees anew, one a step at the most, so that the cost of a step is
 * bounded. It depends on columns alone: a world that was restored does the same.
 */
export function rebuildMostWorn(context: StepContext): void {
  const { colliders, components, counters } = context;
  const { wear, rest } = components.Bvh;
  counters.rebuiltTrees = 0;
  let worst = 0;
  for (let i = 0; i < colliders.count; i++) {
    const entity = colliders.order[i];
    if (colliders.kind[entity] !== DEFORMABLE) continue;
    if (rest[entity] > 0) rest[entity]--;
    else if (wear[entity] > WORN && (worst === 0 || wear[entity] > wear[worst])) {
      if (isWorn(context, entity)) worst = entity;
      else rest[entity] = REST_OF_SOUND;
    }
  }
  if (worst === 0) return;
  rebuild(context, worst);
  counters.rebuiltTrees = 1;
}

function isWorn(context: StepContext, entity: number): boolean {
  const { freshLeaves, wear } = context.components.Bvh;
  const { nodes, nodeCount } = locateDeformable(context, entity);
  const leaves = context.core.kernels.sumLeaves(nodes, nodeCount);
  return hasOutgrownLeaves(wear[entity], freshLeaves[entity], leaves);
}

function rebuild(context: StepContext, entity: number): void {
  const { buffers, components, core } = context;
  const { Bvh, NormalCones } = components;
  const body = locateDeformable(context, entity);
  buffers.rebuild.ensure(REBUILD_STACK_BYTES + body.nodeCount * REBUILD_NODE_BYTES);
  const { arena, kernels } = core;
  const triangles = sectionAt(arena, body.mesh, BLOCK_TRIANGLES);
  NormalCones.skippableNodes[entity] = kernels.rebuildTree(
    body.nodes,
    body.nodeCount,
    body.swept,
    triangles,
    body.normalMasks,
    body.regions,
    arena.u32[(body.search + BLOCK_REGION_COUNT) / 4],
    buffers.rebuild.address,
  );
  const size = kernels.refitTree(body.nodes, body.nodeCount, body.vertexDops, triangles);
  const before = Bvh.wear[entity] * Bvh.freshSize[entity];
  Bvh.rest[entity] = stepsOfRest(before, size);
  Bvh.freshSize[entity] = size;
  Bvh.freshLeaves[entity] = kernels.sumLeaves(body.nodes, body.nodeCount);
  Bvh.wear[entity] = 1;
}
