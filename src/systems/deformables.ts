// The part 'deformables': contacts of what deforms. Imported when a plugin is created with it.
import type { Core } from '../memory/open.js';
import { SURFACE_BUILDING } from '../mesh/surface-building.js';
import type { SharedSearch } from '../search/shared-search.js';
import type { DeformableWork, SearchContext, StepContext } from './context.js';
import { adoptDeformable, allocateDeformable, freeDeformable } from './deformable-blocks.js';
import { createElementaryTests } from './elementary-tests.js';
import { createHighLevelCulling } from './high-level-culling.js';
import type { PartStages } from './index.js';
import { createLowLevelCulling } from './low-level-culling.js';
import { arriveDeformable, refitDeformable } from './refit-deformable.js';
import { Searches } from './searches.js';
import { rebuildMostWorn } from './worn-trees.js';

const WORK: DeformableWork = {
  surfaces: SURFACE_BUILDING,
  allocate: allocateDeformable,
  adopt: adoptDeformable,
  free: freeDeformable,
  refit: refitDeformable,
  rebuildMostWorn,
  arrive: arriveDeformable,
};

export function openSearches(
  core: Core,
  shared?: SharedSearch,
): Pick<StepContext, 'deformables' | 'searches'> {
  return { deformables: WORK, searches: new Searches(core, shared) };
}

export function searchStages(context: StepContext): PartStages {
  if (!hasSearches(context)) return {};
  return {
    highLevelCulling: createHighLevelCulling(context),
    lowLevelCulling: createLowLevelCulling(context),
    elementaryTests: createElementaryTests(context),
  };
}

function hasSearches(context: StepContext): context is SearchContext {
  return context.searches !== undefined;
}
