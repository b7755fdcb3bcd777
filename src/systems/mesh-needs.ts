import { COLLIDER_SOLID } from '../components/constants.js';
import { DEFORMABLE, RIGID } from './colliders.js';
import type { StepContext } from './context.js';

// What stages read of a rigid mesh beside the mesh itself, and what only some worlds need. Ingest makes it, where meshes come and go and
// blocks may move; the stages find it there.

/** Makes what this step's stages will read. */
export function prepareMeshes(context: StepContext): void {
  prepareSpheres(context);
  prepareSearches(context);
}

/** Swept spheres of all rigid bodies, where one of them asks for an advancement that walks them. Returns whether one does. */
export function prepareSpheres({
  colliders,
  components,
  meshes,
}: Pick<StepContext, 'colliders' | 'components' | 'meshes'>): boolean {
  const { advancement } = components.CollisionSettings;
  let areUsed = false;
  for (let i = 0; i < colliders.count && !areUsed; i++) areUsed = advancement[colliders.order[i]] > 0;
  if (!areUsed) return false;
  for (let i = 0; i < colliders.count; i++) {
    if (colliders.kind[colliders.order[i]] === RIGID)
      void meshes.shape(colliders.mesh[colliders.order[i]]).swept;
  }
  return true;
}

/** Trees and features of the rigid bodies that deformables may be searched with, near or not. */
function prepareSearches(context: StepContext): void {
  const { colliders, components, meshes, searches } = context;
  const { collider } = components.CollisionSettings;
  let hasDeformable = false;
  let hasSearched = false;
  for (let i = 0; i < colliders.count; i++) {
    const entity = colliders.order[i];
    if (colliders.kind[entity] !== DEFORMABLE) continue;
    hasDeformable = true;
    hasSearched ||= !isSolidCloth(context, entity);
  }
  if (!hasDeformable || searches === undefined) return;
  for (let i = 0; i < colliders.count; i++) {
    const entity = colliders.order[i];
    if (colliders.kind[entity] !== RIGID || (!hasSearched && collider[entity] === COLLIDER_SOLID)) continue;
    searches.obstacles.sections(meshes, colliders.mesh[entity]);
  }
}

/** The cloth solver searches for what is solid around its cloth; only its sensors are left to the stages. */
function isSolidCloth({ components }: StepContext, entity: number): boolean {
  const { Cloth, CollisionSettings } = components;
  return Cloth.simulated[entity] === 1 && CollisionSettings.collider[entity] === COLLIDER_SOLID;
}
