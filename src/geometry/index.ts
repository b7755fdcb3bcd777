// The ECS-free face of the kernels.
export { FirstContactError } from '../errors.js';
export type { CutLists } from '../mesh/cut-choice.js';
export type { TreeRule } from '../mesh/mesh-blocks.js';
export type { RigidMotion, RigidPose } from '../rigid/motion.js';
export type { QueryCounts } from '../rigid/query-memory.js';
export type { ContactMethod } from '../rigid/settings.js';
export { EDGE_EDGE, FACE_VERTEX, VERTEX_FACE } from '../search/contact-kinds.js';
export type { DiscreteCounters } from '../search/edge-face-search.js';
export type { SearchCounters } from '../search/search-counters.js';
export { type SearchStrategy, STRATEGIES, type StrategyName } from '../search/search-strategy.js';
export type { ColliderCut } from './collider-cut.js';
export {
  type CurvedContact,
  edgeEdgeContactCurved,
  type PathDegree,
  vertexFaceContactCurved,
} from './curved-contact.js';
export { DeformableCollider } from './deformable.js';
export type { ContactMode, Instant, VolumeName } from './deformable-arguments.js';
export type { DeformableContacts } from './deformable-contacts.js';
export { type DeformableIntersections, EDGE_FACE, FACE_EDGE } from './deformable-intersections.js';
export type { ColliderOptions, ContactOptions, IntersectionOptions } from './deformable-options.js';
export {
  type ElementaryContact,
  type ElementaryFree,
  type ElementaryResult,
  edgeEdgeContact,
  edgeEdgeContacts,
  vertexFaceContact,
  vertexFaceContacts,
} from './elementary.js';
export { createElementaryResults, type ElementaryResults } from './elementary-arguments.js';
export { orientation2, orientation3, type Sign } from './orientation.js';
export { type PenetrationDepth, penetrationDepth } from './penetration.js';
export { MotionResolver, type ResolverOptions, type SafePositions } from './resolver.js';
export {
  type ContactMotion,
  distance,
  type FailedMotion,
  type FreeMotion,
  type MeshDistance,
  meshesIntersect,
  proximity,
  staticIntersection,
  type TimeOfContact,
  type TimeOfContactOptions,
  timeOfContact,
} from './rigid.js';
export { type BodyContact, contactsOfBodies, timeOfContactOfLinks } from './rigid-bodies.js';
export type { NearPair, Point, RigidFeature } from './rigid-features.js';
export { type RigidMesh, rigidMesh } from './rigid-mesh.js';
export { type ObstacleMotion, type ObstacleOptions, RigidObstacle } from './rigid-obstacle.js';
export { type TrajectoryContact, type TrajectoryPiece, timeOfContactAlong } from './rigid-trajectory.js';
export type { MovingMesh } from './rigid-workspace.js';
export { closeGeometry, type GeometryOptions, geometryWorkers, initGeometry } from './runtime.js';
export {
  edgeEdgeDistance,
  type Feature,
  pointTriangleDistance,
  type StaticDistance,
  triangleTriangleDistance,
  type Vector,
} from './static-distance.js';
export {
  edgeFaceIntersect,
  edgeFaceIntersection,
  intersectingEdgeFacePairs,
  intersectingTrianglePairs,
  type StaticIntersection,
  triangleTriangleIntersect,
  triangleTriangleIntersection,
} from './static-intersection.js';
export {
  type LookAhead,
  type NearFaces,
  type NearOptions,
  ProximitySurface,
  type SurfaceOptions,
} from './surface-proximity.js';
export { edgeEdgeThickContact, type ThickContact, vertexFaceThickContact } from './thick-contact.js';
