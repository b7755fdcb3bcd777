// The ECS-free face of the kernels.
export { FirstContactError } from '../errors.js';
export { type ColliderOptions, type ContactOptions, DeformableCollider } from './deformable.js';
export type { ContactMode } from './deformable-arguments.js';
export { type DeformableContacts, EDGE_EDGE, FACE_VERTEX, VERTEX_FACE } from './deformable-contacts.js';
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
export { initGeometry } from './runtime.js';
export type { SearchCounters } from './search-counters.js';
export { type SearchStrategy, STRATEGIES, type StrategyName } from './search-strategy.js';
