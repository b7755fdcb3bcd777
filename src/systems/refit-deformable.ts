import { DOP_HI03, DOP_LO03 } from '../kernels/layout/meshes.js';
import { refitBody } from '../mesh/refit-body.js';
import type { StepContext } from './context.js';
import { locateDeformable } from './deformable-blocks.js';

/** Bounds what a deformable sweeps in the step. */
export function refitDeformable(context: StepContext, entity: number): void {
  const { counters } = context;
  if (boundDeformable(context, entity)) counters.refitted++;
  else counters.unmoved++;
}

/** Brings its boxes to where its vertices are in the step, or have come to since; false where they were there. */
export function boundDeformable(context: StepContext, entity: number): boolean {
  const { components, core } = context;
  const { Bvh, CollisionSettings } = components;
  const body = locateDeformable(context, entity);
  const size = refitBody(core, body, CollisionSettings.thickness[entity] / 2);
  if (size < 0) return false;
  const { arena } = core;
  const { nodes } = body;
  Bvh.wear[entity] = Bvh.freshSize[entity] > 0 ? size / Bvh.freshSize[entity] : 1;
  const lo = (nodes + DOP_LO03) / 4;
  const hi = (nodes + DOP_HI03) / 4;
  Bvh.minX[entity] = arena.f32[lo];
  Bvh.minY[entity] = arena.f32[lo + 1];
  Bvh.minZ[entity] = arena.f32[lo + 2];
  Bvh.maxX[entity] = arena.f32[hi];
  Bvh.maxY[entity] = arena.f32[hi + 1];
  Bvh.maxZ[entity] = arena.f32[hi + 2];
  return true;
}
