// The part 'queries': imported when a plugin is created with it.
export { Character } from './character.js';
export { Queries } from './queries.js';
