import type { SurfaceBuilding } from './build-stages.js';
import { buildBvhInSteps } from './bvh-build.js';
import { searchOfMesh, searchOfRigidMesh } from './search-sections.js';
import { refuseNonSurface } from './surface-rules.js';
import { sweptVertices } from './swept.js';
import { describeTopology } from './topology.js';

/** How meshes that deform are checked and made ready for searches. */
export const SURFACE_BUILDING: SurfaceBuilding = {
  check: refuseNonSurface,
  describe: describeTopology,
  tree: (positions, triangles) => buildBvhInSteps(sweptVertices(positions, positions), triangles),
  search: searchOfMesh,
  searchRigid: searchOfRigidMesh,
};
