import { FirstContactError } from '../errors.js';
import type { Break } from '../systems/break.js';
import { RIGID } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { breakDeformable } from '../systems/deformable-break.js';
import { ingest } from '../systems/ingest.js';
import { breakBody } from '../systems/rigid-pieces.js';
import { checkAlive, notACollider } from './entities.js';
import { hasNamedMesh } from './vertices.js';

/** Breaks a body or a deformable between two steps, whatever pushed it. */
export function breakNow(context: StepContext, entity: number): Break {
  checkAlive(context, entity);
  if (context.changes.size > 0 || !hasNamedMesh(context, entity)) ingest(context);
  const { colliders, meshes } = context;
  if (!colliders.isCollider(entity)) throw notACollider(entity);
  if (meshes.piecesOf(colliders.mesh[entity]).length > 0) {
    return colliders.kind[entity] === RIGID ? breakBody(context, entity) : breakDeformable(context, entity);
  }
  throw new FirstContactError(
    'BAD_SETTING',
    'The mesh of the entity was loaded without pieces',
    'Load a mesh with loadMesh(input, { pieces }) for what breaks; cut() takes deformables apart where it is told.',
    { entity },
  );
}
