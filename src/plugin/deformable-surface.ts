import type { StepContext } from '../systems/context.js';
import { checkAlive } from './entities.js';
import { fillSurface, restPositions, roomFor, type Surface } from './surface.js';
import { checkLength, ownRecord, restingMesh } from './vertices.js';

/** Fills a renderer's arrays with the deformable's vertices as they are now, and their normals. */
export function readSurface(context: StepContext, entity: number, out: Surface): void {
  checkAlive(context, entity);
  const resting = restingMesh(context, entity);
  const record = resting ?? ownRecord(context, entity);
  checkLength(record, entity, out?.positions, 'positions');
  checkLength(record, entity, out?.normals, 'normals');
  const positions = roomFor(context, record.vertexCount);
  if (resting !== undefined) restPositions(context, record, positions);
  else {
    const { arena, kernels } = context.core;
    kernels.writePositions(arena.address(context.colliders.vertices[entity]), record.vertexCount, positions);
  }
  fillSurface(context, record, positions, out);
}
