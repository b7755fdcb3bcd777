import type { VisibilityBackend } from '../systems/visibility-backend.js';

/** Knows nothing, so nothing is culled: for servers, tests, and pages without a GPU. */
export function noVisibility(): VisibilityBackend {
  return { name: 'none', open() {}, close() {} };
}
