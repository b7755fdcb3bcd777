import type { SurfaceBuilding } from './build-stages.js';
import { buildBvhInSteps } from './bvh-build.js';
import { searchOfMesh, searchOfRigidMesh } from './search-sections.js';
import { refuseNonSurface } from './surface-rules.js';
import { sweptVertices } from './swept.js';

/** How meshes that deform are checked and made ready for searches. */
export const SURFACE_BUILDING: SurfaceBuilding = {
  check: refuseNonSurface,
  tree: (positions, triangles) => buildBvhInSteps(sweptVertices(positions, positions), triangles),
  search: searchOfMesh,
  searchRigid: searchOfRigidMesh,
};
