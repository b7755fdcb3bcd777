import { refitBody } from '../mesh/refit-body.js';
import { areInOnePlace, collapsed } from './collapsed.js';
import type { StepContext } from './context.js';
import { locateDeformable, noteBox } from './deformable-blocks.js';

/** Bounds what a deformable sweeps in the step. */
export function refitDeformable(context: StepContext, entity: number): void {
  const { counters } = context;
  stayApart(context, entity);
  if (bound(context, entity)) counters.refitted++;
  else counters.unmoved++;
}

/** What was told to collapse while it was simulated, and only its pins counted, and is driven now, stays where it is. */
function stayApart({ colliders, components, core, meshes, reports }: StepContext, entity: number): void {
  if (components.Cloth.simulated[entity] === 1) return;
  const { f64 } = core.arena;
  const { vertexCount } = meshes.record(colliders.mesh[entity]);
  const first = core.arena.address(colliders.vertices[entity]) / 8;
  if (!areInOnePlace(f64, first + 1, vertexCount, 2)) return;
  reports.tellLater(collapsed(entity, [f64[first + 1], f64[first + 3], f64[first + 5]]));
  for (let i = 0; i < 3 * vertexCount; i++) f64[first + 2 * i + 1] = f64[first + 2 * i];
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
