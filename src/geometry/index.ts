// The ECS-free face of the kernels.
export { FirstContactError } from '../errors.js';
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
