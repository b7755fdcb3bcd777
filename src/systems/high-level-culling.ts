import { COLLIDER_OFF, COLLIDER_SOLID, CONTACTS_FIRST } from '../components/constants.js';
import {
  DOP_HI03,
  DOP_HI47,
  DOP_LO8,
  DOP_LO03,
  DOP_LO47,
  DOP_NEGATED_HI8,
} from '../kernels/layout/meshes.js';
import { roundingOfCut } from '../search/cut-body.js';
import { markOutsideSet } from '../search/self-set-marks.js';
import { DEFORMABLE, RIGID } from './colliders.js';
import type { SearchContext, System } from './context.js';
import { locateDeformable } from './deformable-blocks.js';
import { locateJob, obstacleOf } from './locate-job.js';
import { strategyOf } from './stage-bits.js';

/**
 * Decides what is searched for contacts in this step: each deformable with itself, but for the regions whose normal
 * cones and contours prove that they cannot touch themselves (ICCD IV), and the pairs of the broad phase that have a
 * deformable, where the 18-DOPs around both meet. Against a body that turns, the step is searched in pieces.
 */
export function createHighLevelCulling(context: SearchContext): System {
  return (world) => {
    const { colliders, contacts, counters, pairs, searches } = context;
    searches.begin();
    counters.apartByDops = 0;
    contacts.clear();
    for (let i = 0; i < colliders.count; i++) {
      if (colliders.kind[colliders.order[i]] === DEFORMABLE) searchWithin(context, colliders.order[i]);
    }
    for (let i = 0; i < pairs.count; i++) searchBetween(context, pairs.a[i], pairs.b[i]);
    counters.searches = searches.count;
    return world;
  };
}

function searchWithin(context: SearchContext, entity: number): void {
  const { components, searches } = context;
  const { collider, contacts, selfCollision, stages, thickness } = components.CollisionSettings;
  if (selfCollision[entity] === 0 || collider[entity] === COLLIDER_OFF) return;
  if (isKeptApart(context, entity, entity)) return;
  const job = searches.add(entity, entity);
  job.strategy = strategyOf(stages[entity]);
  job.gap = thickness[entity];
  job.earliestOnly = contacts[entity] === CONTACTS_FIRST;
  // a flat region's parts may come close to each other without touching: nothing is left out where that counts
  if (job.strategy.cones && job.gap === 0) {
    job.masks = searches.search.markFlatRegions(locateDeformable(context, entity), job.strategy);
  }
  const isIn = context.occlusion?.selfSet(entity);
  if (isIn !== undefined)
    job.masks = markOutsideSet(context.core, locateDeformable(context, entity), isIn, job.masks);
}

/**
 * Whether the cloth solver keeps the two apart: it moves one of them later in the step, so that where that one goes is not
 * known yet, and does its own search. Sensors are looked for where the cloth is.
 */
function isKeptApart({ components }: SearchContext, a: number, b: number): boolean {
  const { Cloth, CollisionSettings } = components;
  if (Cloth.simulated[a] === 0 && Cloth.simulated[b] === 0) return false;
  return CollisionSettings.collider[a] === COLLIDER_SOLID && CollisionSettings.collider[b] === COLLIDER_SOLID;
}

function searchBetween(context: SearchContext, a: number, b: number): void {
  const { colliders, components } = context;
  const rigid = colliders.kind[a] === RIGID ? a : b;
  const isTwoRigid = colliders.kind[a] === RIGID && colliders.kind[b] === RIGID;
  if (isTwoRigid || isKeptApart(context, a, b)) return;
  if (context.occlusion?.mayMeetOnTheirWays(context, a, b) === false) return;
  const { thickness } = components.CollisionSettings;
  const gap = (thickness[a] + thickness[b]) / 2;
  if (colliders.kind[rigid] !== RIGID) {
    addPair(context, a, b, gap, 0, 1, 0);
    return;
  }
  const deformable = rigid === a ? b : a;
  const obstacle = obstacleOf(context, rigid);
  const pieces = obstacle.pieces(toleranceOf(context, rigid, deformable));
  let off = obstacle.inflation(pieces);
  if (off > 0) {
    off += roundingOfCut(context.core, locateDeformable(context, deformable), obstacle.reach);
  }
  for (let piece = 0; piece < pieces; piece++) {
    const from = piece / pieces;
    addPair(context, a, b, gap + off, from, (piece + 1) / pieces - from, thickness[rigid] / 2 + off);
  }
}

/** The rigid body's, or else the deformable's. */
function toleranceOf({ components }: SearchContext, rigid: number, deformable: number): number {
  const { tolerance } = components.CollisionSettings;
  return tolerance[rigid] > 0 ? tolerance[rigid] : tolerance[deformable];
}

function addPair(
  context: SearchContext,
  a: number,
  b: number,
  gap: number,
  from: number,
  span: number,
  width: number,
): void {
  const { components, core, counters, searches } = context;
  const { contacts, stages } = components.CollisionSettings;
  const job = searches.add(a, b);
  job.strategy = strategyOf(stages[a] & stages[b]);
  job.gap = gap;
  job.from = from;
  job.span = span;
  job.width = width;
  job.earliestOnly = contacts[a] === CONTACTS_FIRST && contacts[b] === CONTACTS_FIRST;
  const located = locateJob(context, job);
  if (doBoxesMeet(core.arena.f32, located.a.nodes / 4, located.b.nodes / 4)) return;
  searches.count--;
  counters.apartByDops++;
}

/** Whether the 18-DOPs of two roots overlap, touching included. */
function doBoxesMeet(f32: Float32Array, a: number, b: number): boolean {
  for (let k = 0; k < 4; k++) {
    if (f32[a + DOP_LO03 / 4 + k] > f32[b + DOP_HI03 / 4 + k]) return false;
    if (f32[b + DOP_LO03 / 4 + k] > f32[a + DOP_HI03 / 4 + k]) return false;
    if (f32[a + DOP_LO47 / 4 + k] > f32[b + DOP_HI47 / 4 + k]) return false;
    if (f32[b + DOP_LO47 / 4 + k] > f32[a + DOP_HI47 / 4 + k]) return false;
  }
  return (
    f32[a + DOP_LO8 / 4] <= -f32[b + DOP_NEGATED_HI8 / 4] &&
    f32[b + DOP_LO8 / 4] <= -f32[a + DOP_NEGATED_HI8 / 4]
  );
}
