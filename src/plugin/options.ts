import { FirstContactError } from '../errors.js';
import type { MemoryOptions } from '../memory/open.js';
import type { RigidBackend } from '../systems/rigid-backend.js';
import type { VisibilityBackend } from '../systems/visibility-backend.js';

/** What `createCollisionPlugin` takes. Everything has a default. */
export interface PluginOptions extends Omit<MemoryOptions, 'shared'> {
  /** Largest entity id that may be a collider; 10,000 by default. Columns have this length. */
  readonly maxEntities?: number;
  /** Seconds a step where `step()` and `collisionSystem` are not told otherwise; 1/60 by default. */
  readonly timeStep?: number;
  /** Memory that workers can share. Off by default; ignored where the page is not cross-origin isolated. */
  readonly sharedMemory?: boolean;
  /** Who moves rigid bodies: `rapierBackend(RAPIER)` of first-contact/rapier. Without one, they stay where they are put. */
  readonly rigid?: RigidBackend;
  /** Who says what hides what: a backend of first-contact/gpu. Without one, nothing is culled by visibility. */
  readonly visibility?: VisibilityBackend;
}

export const PLUGIN_OPTIONS: readonly (keyof PluginOptions)[] = [
  'maxEntities',
  'timeStep',
  'core',
  'maximumMemoryBytes',
  'sharedMemory',
  'rigid',
  'visibility',
];

const DEFAULT_MAX_ENTITIES = 10_000;
/** bitECS ids without version bits have 24 bits. */
const LARGEST_MAX_ENTITIES = 2 ** 24 - 1;
export const DEFAULT_TIME_STEP = 1 / 60;
/** Above this, somebody passed milliseconds. */
const LONGEST_STEP = 1;

export function checkedMaxEntities(maxEntities = DEFAULT_MAX_ENTITIES): number {
  if (Number.isInteger(maxEntities) && maxEntities >= 1 && maxEntities <= LARGEST_MAX_ENTITIES)
    return maxEntities;
  throw new FirstContactError(
    'BAD_SETTING',
    `maxEntities is ${maxEntities}`,
    `Use a whole number from 1 to ${LARGEST_MAX_ENTITIES}.`,
  );
}

export function checkedDt(dt: number): number {
  if (typeof dt === 'number' && dt > 0 && dt <= LONGEST_STEP) return dt;
  const milliseconds = dt > LONGEST_STEP && Number.isFinite(dt);
  throw new FirstContactError(
    'BAD_DT',
    `dt is ${dt}`,
    milliseconds
      ? `Use seconds (${dt} milliseconds are ${dt / 1000}); a step covers at most ${LONGEST_STEP} s.`
      : `Use seconds, above 0 and at most ${LONGEST_STEP}. To pause, do not step.`,
  );
}
