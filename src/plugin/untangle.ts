import { FirstContactError } from '../errors.js';
import { DEFORMABLE } from '../systems/colliders.js';
import type { StepContext, System } from '../systems/context.js';
import { createDeformableLoop } from '../systems/deformable-loop.js';
import { ingest } from '../systems/ingest.js';
import { requirePart } from '../systems/parts.js';
import type { Start, Tangle } from '../systems/start.js';
import { tanglesOf } from '../systems/tangles.js';
import { type Untangled, untangle } from '../systems/untangle.js';
import { checkAlive } from './entities.js';
import { ownRecord, placeVertices } from './vertices.js';

/** Where deformables meet themselves, each other or bodies, between two steps. */
export function findTangles(context: StepContext, given?: readonly number[]): Tangle[] {
  requirePart(context.parts, 'queries', 'tangles()');
  return tanglesOf(context, given === undefined ? undefined : checked(context, given));
}

/** Takes deformables apart that are tangled: those named, or all. */
export function untangleNow(context: StepContext, given?: readonly number[]): Untangled {
  requirePart(context.parts, 'queries', 'untangle()');
  if (given === undefined) ingest(context);
  const { colliders } = context;
  const all = () =>
    colliders.order.slice(0, colliders.count).filter((entity) => colliders.kind[entity] === DEFORMABLE);
  const among = given === undefined ? new Set(all()) : checked(context, given);
  return untangle(context, among, (entity, positions) => {
    placeVertices(context, entity, positions);
  });
}

function checked(context: StepContext, given: readonly number[]): Set<number> {
  if (!Array.isArray(given)) {
    throw new FirstContactError(
      'BAD_SETTING',
      'The entities are no list',
      'Pass an array of deformables, or nothing for all.',
    );
  }
  for (const entity of given) checkAlive(context, entity);
  if (context.changes.size > 0) ingest(context);
  for (const entity of given) ownRecord(context, entity);
  return new Set(given);
}

/** The cloth solver's stage, behind a look at those that are new: what starts tangled would freeze where it is. */
export function createClothStage(context: StepContext): System {
  const loop = createDeformableLoop(context);
  return (world) => {
    if (context.starts.size > 0) lookAtStarts(context);
    return loop(world);
  };
}

function lookAtStarts(context: StepContext): void {
  const { colliders, starts, tangled } = context;
  const choice = (wanted: Start) =>
    [...starts]
      .filter(([entity, start]) => start === wanted && colliders.isCollider(entity))
      .map(([entity]) => entity);
  const looked = [...choice('report'), ...choice('untangle')];
  const toUntangle = choice('untangle');
  starts.clear();
  tangled.length = 0;
  if (looked.length === 0 || !context.parts.has('queries')) return;
  if (toUntangle.length > 0) untangleNow(context, toUntangle);
  for (const tangle of tanglesOf(context, new Set(looked))) tangled.push(tangle);
}
