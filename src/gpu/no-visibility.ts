import type { VisibilityBackend } from '../visibility/backend.js';

/** Knows nothing, so nothing is culled: for servers, tests, and pages without a GPU. */
export function noVisibility(): VisibilityBackend {
  return {
    name: 'none',
    size: 0,
    open() {},
    close() {},
    ask: async () => ({ state: 'unknown', reason: 'there is no visibility backend' }),
  };
}
