import { FirstContactError } from '../errors.js';
import type { Break } from './break.js';
import { RIGID } from './colliders.js';
import type { StepContext, System } from './context.js';
import { breakDeformable } from './deformable-break.js';
import { breakBody } from './rigid-pieces.js';

/**
 * Breaks what contacts pushed harder in this step than it bears, rigid bodies and deformables, into the pieces that their meshes were
 * loaded with. `plugin.breaks` says which. Cuts of deformables are calls between steps: `plugin.cut`. What has no rows or no memory for
 * its pieces stays whole, `counters.breaksRefused` counts it, and it is told of once while it is pushed as hard in every step.
 */
export function createFracture(context: StepContext): System {
  const strained: number[] = [];
  const refused = new Set<number>();
  return (world) => {
    const { breaks, colliders, components, counters, meshes } = context;
    const { impulse, strength } = components.Breaking;
    if (breaks.length > 0) breaks.length = 0;
    counters.breaksRefused = 0;
    let overstrained = 0;
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if (!(impulse[entity] > strength[entity])) continue;
      // what changes its kind comes behind all others: the list is another one after that
      if (meshes.piecesOf(colliders.mesh[entity]).length > 0) strained[overstrained++] = entity;
    }
    // looping over an empty set makes an object, in each step
    if (refused.size > 0)
      for (const entity of refused) if (!(impulse[entity] > strength[entity])) refused.delete(entity);
    for (let i = 0; i < overstrained; i++) {
      const broken = brokenUnlessRefused(context, strained[i], refused);
      if (broken !== undefined) breaks.push(broken);
    }
    return world;
  };
}

function brokenUnlessRefused(context: StepContext, entity: number, refused: Set<number>): Break | undefined {
  const { colliders, counters, reports } = context;
  const whole = colliders.mesh[entity];
  try {
    const broken =
      colliders.kind[entity] === RIGID ? breakBody(context, entity) : breakDeformable(context, entity);
    refused.delete(entity);
    return broken;
  } catch (error) {
    // where it has broken, the error is of somebody who was told of its pieces
    if (!(error instanceof FirstContactError) || colliders.mesh[entity] !== whole) throw error;
    counters.breaksRefused++;
    if (!refused.has(entity)) reports.tellLater(breakRefused(entity, error));
    refused.add(entity);
    return undefined;
  }
}

function breakRefused(entity: number, { code, message }: FirstContactError): FirstContactError {
  return new FirstContactError(
    code,
    `It was pushed harder than it bears and stays whole, since its pieces cannot be made (${message})`,
    'It is tried again in each step that pushes it as hard.',
    { entity },
  );
}
