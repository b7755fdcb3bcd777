import { CONTINUOUS_AUTOMATIC, CONTINUOUS_OFF } from '../../../src/index.js';
import { cannon } from './cannon.js';
import type { Engine } from './engine.js';
import { havok } from './havok.js';
import { jolt } from './jolt.js';
import { ours, oursBuiltIn } from './ours.js';
import { physx } from './physx.js';
import { rapier } from './rapier.js';

/** By name. One that is not installed says so when it is asked for. */
export const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  ours: () => ours(),
  'ours-c2a': () => ours({ advancement: 'c2a' }),
  'ours-builtin': async () => oursBuiltIn(),
  'ours-builtin-c2a': async () => oursBuiltIn({ advancement: 'c2a' }),
  'ours-automatic': () => ours({}, { rigid: CONTINUOUS_AUTOMATIC }),
  'ours-builtin-automatic': async () => oursBuiltIn({}, { rigid: CONTINUOUS_AUTOMATIC }),
  'ours-builtin-off': async () => oursBuiltIn({}, { rigid: CONTINUOUS_OFF }),
  rapier: () => rapier('meshes'),
  'rapier-hulls': () => rapier('hulls'),
  jolt,
  havok,
  physx,
  cannon,
};
