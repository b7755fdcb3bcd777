import { MOTION_FIXED } from '../components/constants.js';
import { newSearchBody, type SearchBody } from '../mesh/search-body.js';
import { cutBody } from '../search/cut-body.js';
import type { Obstacle, ObstaclePose } from '../search/obstacle.js';
import { RIGID } from './colliders.js';
import type { SearchContext } from './context.js';
import { locateDeformable } from './deformable-blocks.js';
import { freeWay } from './free-way.js';
import type { SearchJob } from './searches.js';

const BODY_A = newSearchBody();
const BODY_B = newSearchBody();
const CUT = newSearchBody();
const LOCATED = { a: BODY_A, b: BODY_B };
const POSE: ObstaclePose = {
  px: 0,
  py: 0,
  pz: 0,
  qx: 0,
  qy: 0,
  qz: 0,
  qw: 1,
  vx: 0,
  vy: 0,
  vz: 0,
  wx: 0,
  wy: 0,
  wz: 0,
  cx: 0,
  cy: 0,
  cz: 0,
};

/** Where the bodies of a job are in its part of the step; the answer is written over by the next call. */
export function locateJob(context: SearchContext, job: SearchJob): { a: SearchBody; b: SearchBody } {
  LOCATED.a = locate(context, job, job.a, BODY_A);
  LOCATED.b = job.a === job.b ? LOCATED.a : locate(context, job, job.b, BODY_B);
  return LOCATED;
}

function locate(context: SearchContext, job: SearchJob, entity: number, out: SearchBody): SearchBody {
  const { core, colliders, meshes, searches } = context;
  if (colliders.kind[entity] === RIGID) {
    const mesh = colliders.mesh[entity];
    const obstacle = obstacleOf(context, entity); // first: it may make the sections
    const sections = searches.obstacles.sections(meshes, mesh);
    const block = core.arena.address(meshes.record(mesh).block);
    return obstacle.place(block, sections, job);
  }
  const body = locateDeformable(context, entity, out);
  if (job.from === 0 && job.span === 1) return body;
  return cutBody(core, body, job, searches.cutVertices, CUT);
}

/** A rigid body among deformables, as it moves in this step. */
export function obstacleOf(context: SearchContext, entity: number): Obstacle {
  const { colliders, meshes, searches } = context;
  const { obstacles, serial } = searches;
  const mesh = colliders.mesh[entity];
  const obstacle = obstacles.of(meshes, entity, mesh);
  if (obstacles.isNew(entity, serial)) obstacle.move(poseOf(context, entity), meshes.record(mesh).radius);
  return obstacle;
}

/** The columns of a rigid body with what they add in a step; the answer is written over by the next call. */
function poseOf(context: SearchContext, entity: number): ObstaclePose {
  const { components, clock } = context;
  const body = components.RigidBody;
  const time = body.motion[entity] === MOTION_FIXED ? 0 : clock.dt;
  POSE.px = body.px[entity];
  POSE.py = body.py[entity];
  POSE.pz = body.pz[entity];
  POSE.qx = body.qx[entity];
  POSE.qy = body.qy[entity];
  POSE.qz = body.qz[entity];
  POSE.qw = body.qw[entity];
  POSE.vx = freeWay(context, entity, 0);
  POSE.vy = freeWay(context, entity, 1);
  POSE.vz = freeWay(context, entity, 2);
  POSE.wx = body.wx[entity] * time;
  POSE.wy = body.wy[entity] * time;
  POSE.wz = body.wz[entity] * time;
  POSE.cx = body.cx[entity];
  POSE.cy = body.cy[entity];
  POSE.cz = body.cz[entity];
  return POSE;
}
