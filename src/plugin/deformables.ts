// The part 'deformables': what moves vertex by vertex, and its contacts. Imported when a plugin is created with it.
export { openSearches, searchStages } from '../systems/deformables.js';
export { addDeformable } from './deformable.js';
export { readSurface } from './deformable-surface.js';
export { moveVertices, placeVertices, readVertices } from './vertices.js';
