// The part 'cloth': deformables that move by themselves, and safe positions for those that others move. Imported when a plugin is
// created with it.
export { Resolving } from './resolve.js';
export { createClothStage, findTangles, untangleNow } from './untangle.js';
