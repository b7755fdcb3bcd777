import { RIGID } from './colliders.js';
import type { StepContext, System } from './context.js';
import { breakDeformable } from './deformable-break.js';
import { breakBody } from './rigid-pieces.js';

/**
 * Breaks what contacts pushed harder in this step than it bears, rigid bodies and deformables, into the pieces that their meshes were
 * loaded with. `plugin.breaks` says which. Cuts of deformables are calls between steps: `plugin.cut`.
 */
export function createFracture(context: StepContext): System {
  const strained: number[] = [];
  return (world) => {
    const { breaks, colliders, components, meshes } = context;
    const { impulse, strength } = components.Breaking;
    if (breaks.length > 0) breaks.length = 0;
    let overstrained = 0;
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if (!(impulse[entity] > strength[entity])) continue;
      // what changes its kind comes behind all others: the list is another one after that
      if (meshes.piecesOf(colliders.mesh[entity]).length > 0) strained[overstrained++] = entity;
    }
    for (let i = 0; i < overstrained; i++) {
      const isRigid = colliders.kind[strained[i]] === RIGID;
      breaks.push(isRigid ? breakBody(context, strained[i]) : breakDeformable(context, strained[i]));
    }
    return world;
  };
}
