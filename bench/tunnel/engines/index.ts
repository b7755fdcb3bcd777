import type { Engine } from './engine.js';
import { ours } from './ours.js';
import { rapier } from './rapier.js';

/** By name. One that is not installed says so when it is asked for. */
export const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  ours,
  rapier: () => rapier('meshes'),
  'rapier-hulls': () => rapier('hulls'),
};
