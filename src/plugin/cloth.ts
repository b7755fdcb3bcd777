// The part 'cloth': deformables that move by themselves, and safe positions for those that others move. Imported when a plugin is
// created with it.
export { Stitches } from '../systems/stitches.js';
export { Resolving } from './resolve.js';
export { sew, unpick } from './sew.js';
export { createClothStage, findTangles, untangleNow } from './untangle.js';
