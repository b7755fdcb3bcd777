// The part 'cloth': deformables that move by themselves, and safe positions for those that others move. Imported when a plugin is
// created with it.
export { createDeformableLoop } from '../systems/deformable-loop.js';
export { Resolving } from './resolve.js';
