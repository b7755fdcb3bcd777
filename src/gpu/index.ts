// Visibility facts for the stage occlusion-culling.
export type { VisibilityBackend } from '../systems/visibility-backend.js';
export { noVisibility } from './no-visibility.js';
