import { DOP_HI03, DOP_LO03 } from '../kernels/layout.js';
import { refitBody } from '../mesh/refit-body.js';
import { UNIT_TOLERANCE } from './check-entity.js';
import { DEFORMABLE } from './colliders.js';
import type { StepContext, System } from './context.js';
import { locateDeformable } from './deformable-blocks.js';

/**
 * Bounds everything that moves in the step: the 18-DOP trees of deformables over their swept triangles, bottom-up
 * (ICCD VI-B), and a world box a collider. A tree none of whose slabs changed is left alone (Mezger 4.3).
 */
export function createRefit(context: StepContext): System {
  return (world) => {
    const { colliders, counters } = context;
    counters.refitted = 0;
    counters.unmoved = 0;
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if (colliders.kind[entity] === DEFORMABLE) refitDeformable(context, entity);
      else boundRigidBody(context, entity);
    }
    return world;
  };
}

function refitDeformable(context: StepContext, entity: number): void {
  const { components, core, counters } = context;
  const { Bvh, CollisionSettings } = components;
  const body = locateDeformable(context, entity);
  const size = refitBody(core, body, CollisionSettings.thickness[entity] / 2);
  if (size < 0) {
    counters.unmoved++;
    return;
  }
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
  counters.refitted++;
}

/** The box of the sphere around the body's origin, at both ends of its way, and how far its turn takes it off that way. */
function boundRigidBody(context: StepContext, entity: number): void {
  const { Bvh, CollisionSettings, RigidBody } = context.components;
  const { dt } = context.clock;
  // Its tolerance in full: a body that asks for none is in contact at the other's.
  const around = CollisionSettings.thickness[entity] / 2 + CollisionSettings.tolerance[entity];
  // A quaternion that is a little off unit length stretches the body as much.
  const size = RigidBody.radius[entity] * (1 + 4 * UNIT_TOLERANCE);
  const reach = size + around + swing(context, entity);
  bound(Bvh.minX, Bvh.maxX, entity, RigidBody.px[entity], RigidBody.vx[entity] * dt, reach);
  bound(Bvh.minY, Bvh.maxY, entity, RigidBody.py[entity], RigidBody.vy[entity] * dt, reach);
  bound(Bvh.minZ, Bvh.maxZ, entity, RigidBody.pz[entity], RigidBody.vz[entity] * dt, reach);
}

/**
 * How far a turn about the centre of mass takes the origin from a straight way: the chord of its circle. The centre is
 * the column's or the mesh's, whichever is farther: the column of a new body is not written yet.
 */
function swing({ clock, colliders, components, meshes }: StepContext, entity: number): number {
  const { cx, cy, cz, wx, wy, wz } = components.RigidBody;
  const { centre } = meshes.record(colliders.mesh[entity]).solid;
  const speed = size3(wx[entity], wy[entity], wz[entity]);
  const arm = Math.max(size3(cx[entity], cy[entity], cz[entity]), size3(centre[0], centre[1], centre[2]));
  return arm * Math.min(2, speed * clock.dt) * (1 + 8 * Number.EPSILON);
}

function size3(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Outward by more than the three roundings of the sums. */
const OUTWARD = 2 ** -50;

function bound(
  min: Float64Array,
  max: Float64Array,
  entity: number,
  from: number,
  way: number,
  reach: number,
): void {
  const slack = (Math.abs(from) + Math.abs(way) + reach) * OUTWARD;
  min[entity] = Math.min(from, from + way) - reach - slack;
  max[entity] = Math.max(from, from + way) + reach + slack;
}
