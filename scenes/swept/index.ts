import { bunnyMesh } from '../bunny.js';
import { breakingStatue, clothOnTable, leavesOnTree } from './papers.js';
import { borders, closed, containing, crossing, edgeOn, fast, open, thin } from './small.js';
import type { SweptScene } from './swept-scene.js';

export { rolledStrip } from './rolled.js';
export type { SweptObject, SweptScene } from './swept-scene.js';

/** One step each, by name and seed; the last three as in Quick-CULLIDE 5. */
export const SWEPT_SCENES: Readonly<Record<string, (seed: number) => SweptScene>> = {
  closed,
  open,
  thin,
  containing,
  'edge-on': edgeOn,
  borders,
  fast,
  crossing,
  cloth: (seed) => clothOnTable(seed),
  breaking: (seed) => breakingStatue(seed, bunnyMesh()),
  leaves: (seed) => leavesOnTree(seed),
};

/** The small ones: exact truth takes a second. */
export const SMALL_SWEPT_SCENES = Object.keys(SWEPT_SCENES).slice(0, 8);
