import { FirstContactError } from '../errors.js';
import type { Break } from '../systems/break.js';
import { RIGID } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { ingest } from '../systems/ingest.js';
import { breakBody } from '../systems/rigid-pieces.js';
import { checkAlive, notACollider } from './entities.js';

/** Breaks a body between two steps, whatever pushed it. */
export function breakNow(context: StepContext, entity: number): Break {
  checkAlive(context, entity);
  if (context.changes.size > 0) ingest(context);
  const { colliders, meshes } = context;
  if (!colliders.isCollider(entity)) throw notACollider(entity);
  if (colliders.kind[entity] === RIGID && meshes.piecesOf(colliders.mesh[entity]).length > 0) {
    return breakBody(context, entity);
  }
  throw new FirstContactError(
    'BAD_SETTING',
    colliders.kind[entity] === RIGID
      ? 'The mesh of the body was loaded without pieces'
      : 'The entity is a deformable, which has no pieces',
    'Load a mesh with loadMesh(input, { pieces }) for bodies that break; cut() takes deformables apart.',
    { entity },
  );
}
