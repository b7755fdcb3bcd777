import { MOTION_DYNAMIC } from '../components/constants.js';
import { UNIT_TOLERANCE } from './check-entity.js';
import { DEFORMABLE } from './colliders.js';
import type { StepContext, System } from './context.js';

/**
 * Bounds everything that moves in the step: the 18-DOP trees of deformables over their swept triangles, bottom-up
 * (ICCD VI-B), and a world box a collider. A tree none of whose slabs changed is left alone (Mezger 4.3).
 */
export function createRefit(context: StepContext): System {
  return (world) => {
    const { colliders, counters, deformables } = context;
    counters.refitted = 0;
    counters.unmoved = 0;
    counters.arrived = 0;
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if (colliders.kind[entity] === DEFORMABLE) deformables?.refit(context, entity);
      else {
        noteStart(context, entity);
        boundRigidBody(context, entity);
      }
    }
    deformables?.rebuildMostWorn(context);
    return world;
  };
}

const POSE = ['px', 'py', 'pz', 'qx', 'qy', 'qz', 'qw'] as const;

/**
 * Where the step begins for a body, as soon it will be where the step ends. What steps do not move is told where to go by its
 * pose: it comes from where the last step left it. What they do move, and whose pose was written, was put there.
 */
function noteStart({ bodies, components: { Obstacle, RigidBody } }: StepContext, entity: number): void {
  const isMoved = bodies !== undefined && RigidBody.motion[entity] === MOTION_DYNAMIC;
  if (Obstacle.met[entity] === 1 && !isMoved) return;
  Obstacle.met[entity] = 1;
  for (let i = 0; i < POSE.length; i++) Obstacle[POSE[i]][entity] = RigidBody[POSE[i]][entity];
}

/** A body may be pushed this far beyond what its own velocity covers, as a share of its size, before it is paired anew. */
const SPARE = 0.05;

/** The box of the sphere around a body's origin, where it stands: for what came into being within a step. */
export function boundStandingBody({ components, meshes }: StepContext, entity: number, mesh: number): void {
  const { Bvh, CollisionSettings, RigidBody } = components;
  const reach =
    meshes.record(mesh).radius * (1 + 4 * UNIT_TOLERANCE) + CollisionSettings.thickness[entity] / 2;
  bound(Bvh.minX, Bvh.maxX, entity, RigidBody.px[entity], 0, reach);
  bound(Bvh.minY, Bvh.maxY, entity, RigidBody.py[entity], 0, reach);
  bound(Bvh.minZ, Bvh.maxZ, entity, RigidBody.pz[entity], 0, reach);
}

/** The box of the sphere around the body's centre of mass, at both ends of its way: turning does not leave it. */
function boundRigidBody(context: StepContext, entity: number): void {
  const { clock, colliders, components, gravity, meshes } = context;
  const { Bvh, CollisionSettings, RigidBody: body } = components;
  const { dt } = clock;
  const { centre, radius } = meshes.shape(colliders.mesh[entity]);
  const cx = body.cx[entity];
  const cy = body.cy[entity];
  const cz = body.cz[entity];
  const ax = cx - centre[0];
  const ay = cy - centre[1];
  const az = cz - centre[2];
  const arm = Math.sqrt(ax * ax + ay * ay + az * az);
  // A quaternion that is a little off unit length stretches the body as much.
  let reach = (arm + radius) * (1 + 4 * UNIT_TOLERANCE) + CollisionSettings.thickness[entity] / 2;
  if (body.motion[entity] === MOTION_DYNAMIC) {
    const push = body.gravityScale[entity] * body.mass[entity];
    const force =
      Math.abs(body.fx[entity] + push * gravity[0]) +
      Math.abs(body.fy[entity] + push * gravity[1]) +
      Math.abs(body.fz[entity] + push * gravity[2]);
    reach += SPARE * reach + (force / body.mass[entity]) * dt * dt;
  }
  const qx = body.qx[entity];
  const qy = body.qy[entity];
  const qz = body.qz[entity];
  const qw = body.qw[entity];
  const tx = 2 * (qy * cz - qz * cy);
  const ty = 2 * (qz * cx - qx * cz);
  const tz = 2 * (qx * cy - qy * cx);
  const x = body.px[entity] + cx + qw * tx + qy * tz - qz * ty;
  const y = body.py[entity] + cy + qw * ty + qz * tx - qx * tz;
  const z = body.pz[entity] + cz + qw * tz + qx * ty - qy * tx;
  bound(Bvh.minX, Bvh.maxX, entity, x, body.vx[entity] * dt, reach);
  bound(Bvh.minY, Bvh.maxY, entity, y, body.vy[entity] * dt, reach);
  bound(Bvh.minZ, Bvh.maxZ, entity, z, body.vz[entity] * dt, reach);
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
