// The part 'breaking': what is cut and what breaks. Imported when a plugin is created with it.
export { breakNow } from './break.js';
export { loadBreakable } from './breakable-mesh.js';
export { cut } from './cut.js';
export { createFracture } from './tear.js';
