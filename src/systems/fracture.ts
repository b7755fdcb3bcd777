import { RIGID } from './colliders.js';
import type { StepContext, System } from './context.js';
import { breakBody } from './rigid-pieces.js';

/**
 * Breaks the bodies that contacts pushed harder in this step than they bear, into the pieces that their meshes were loaded
 * with. `plugin.breaks` says which. Cuts of deformables are calls between steps: `plugin.cut`.
 */
export function createFracture(context: StepContext): System {
  return (world) => {
    const { breaks, colliders, components, meshes } = context;
    const { impulse, strength } = components.Breaking;
    if (breaks.length > 0) breaks.length = 0;
    // pieces come behind the bodies that there are
    const count = colliders.count;
    for (let i = 0; i < count; i++) {
      const entity = colliders.order[i];
      if (colliders.kind[entity] !== RIGID || !(impulse[entity] > strength[entity])) continue;
      if (meshes.piecesOf(colliders.mesh[entity]).length > 0) breaks.push(breakBody(context, entity));
    }
    return world;
  };
}
