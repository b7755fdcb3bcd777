import { refitBody } from '../mesh/refit-body.js';
import type { StepContext } from './context.js';
import { locateDeformable, noteBox } from './deformable-blocks.js';

/** Bounds what a deformable sweeps in the step. */
export function refitDeformable(context: StepContext, entity: number): void {
  const { counters } = context;
  if (bound(context, entity)) counters.refitted++;
  else counters.unmoved++;
}

/**
 * It is where the step takes it. Boxes hold the way that was known when the step began: what went another one, simulated cloth and
 * what cloth held on its way, is bounded where it came to, so that queries find it there. A cloth that goes nowhere else until the next step
 * is not bounded again then.
 */
export function arriveDeformable(context: StepContext, entity: number): void {
  const { colliders, components, core, counters, meshes, revision } = context;
  const { vertexCount } = meshes.record(colliders.mesh[entity]);
  const moved = core.kernels.endBecomesStart(core.arena.address(colliders.vertices[entity]), vertexCount);
  if (moved === 0) return;
  components.Deformable.version[entity] = ++revision.count;
  const { held, simulated } = components.Cloth;
  if (simulated[entity] === 0 && held[entity] === 0) return;
  if (bound(context, entity)) counters.arrived++;
}

/** Brings its boxes to where its vertices are in the step; false where they were there. */
function bound(context: StepContext, entity: number): boolean {
  const { components, core } = context;
  const { Bvh, CollisionSettings } = components;
  const body = locateDeformable(context, entity);
  const size = refitBody(core, body, CollisionSettings.thickness[entity] / 2);
  if (size < 0) return false;
  Bvh.wear[entity] = Bvh.freshSize[entity] > 0 ? size / Bvh.freshSize[entity] : 1;
  noteBox(context, entity, body);
  return true;
}
