export type { BoundaryLoops } from './boundary-loops.js';
export type { BuildOptions, BuildProgress, BuildStage, MeshData, SurfaceBuilding } from './build-stages.js';
export type { Components } from './components.js';
export type { Connectivity } from './connectivity.js';
export { type MeshLimits, POSITION_LIMIT, TRIANGLE_LIMIT, VERTEX_LIMIT } from './limits.js';
export {
  type BuildReport,
  buildMesh,
  buildMeshNow,
  createMeshBuild,
  type MeshBuild,
  type SlicedBuildOptions,
} from './load-slices.js';
export { buildTopology, type MeshTopology, meshTopology, type TopologyFacts } from './topology.js';
export type { MeshArrays, MeshInput, MeshUse } from './types.js';
export { checkMesh } from './validate.js';
export { removeUnreferenced, type WeldedMesh, type WeldOptions, weldVertices } from './weld.js';
