// The ECS-free face of the kernels.
export { FirstContactError } from '../errors.js';
export type { QueryCounts, RigidMotion, RigidPose } from '../memory/rigid-query.js';
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
export { type PenetrationDepth, penetrationDepth } from './penetration.js';
export {
  type ContactMethod,
  type ContactMotion,
  distance,
  type FailedMotion,
  type FreeMotion,
  type MeshDistance,
  proximity,
  type TimeOfContact,
  type TimeOfContactOptions,
  timeOfContact,
} from './rigid.js';
export { type BodyContact, contactsOfBodies, timeOfContactOfLinks } from './rigid-bodies.js';
export type { NearPair, Point, RigidFeature } from './rigid-features.js';
export { type RigidMesh, rigidMesh } from './rigid-mesh.js';
export { type TrajectoryContact, type TrajectoryPiece, timeOfContactAlong } from './rigid-trajectory.js';
export type { MovingMesh } from './rigid-workspace.js';
export { initGeometry } from './runtime.js';
