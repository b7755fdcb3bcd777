import { checkOptions, shown } from '../check-options.js';
import type { CollisionComponents } from '../components/index.js';
import { FirstContactError } from '../errors.js';
import type { MemoryOptions } from '../memory/open.js';
import { CONTACT_METHODS, type ContactMethod } from '../rigid/settings.js';
import type { SleepRule } from '../systems/context.js';
import type { PluginPart } from '../systems/parts.js';
import type { RigidBackend } from '../systems/rigid-backend.js';
import type { VisibilityBackend } from '../visibility/backend.js';

/** What `createCollisionPlugin` takes. Everything has a default. */
export interface PluginOptions extends Omit<MemoryOptions, 'shared'> {
  /** Largest entity id that may be a collider; 10,000 by default. Columns have this length. */
  readonly maxEntities?: number;
  /** What `createCollisionComponents` gave, in place of `maxEntities`. Entities that have them already enter with the first step. */
  readonly components?: CollisionComponents;
  /**
   * Seconds a step where `step()` and `collisionSystem` are not told otherwise; 1/60 by default, or what the timestep of an adopted Rapier
   * world was set to.
   */
  readonly timeStep?: number;
  /**
   * Memory that workers can share. Off by default; private all the same where the page is not cross-origin isolated:
   * `plugin.memory.shared` says what it became.
   */
  readonly sharedMemory?: boolean;
  /**
   * 2: this thread and another one look for contacts of deformables, for what comes near in cloth, for contact points and times of contact of
   * rigid bodies, and solve large cloth, with the same results, bit by bit. The memory is shared then. 1 by default, and where memory
   * cannot be shared or the other thread does not start, of which `onReport` is told.
   */
  readonly workers?: number;
  /** Metres per square second; (0, -9.81, 0) by default, or that of an adopted Rapier world. Given, it is that world's too. */
  readonly gravity?: readonly [x: number, y: number, z: number];
  /** Parts that a step is made in for rigid bodies; 4 by default. More are stiffer and dearer. */
  readonly subSteps?: number;
  /**
   * Called with what a step sets aside or leaves alone while the rest goes on: a rigid body whose columns make no sense, one that Rapier lost, an
   * overlap that is not to be mended, a break for whose pieces there are no rows; and of a second thread that did not start or was lost.
   * `console.warn` unless given.
   */
  readonly onReport?: (report: FirstContactError) => void;
  /**
   * When bodies that rest with all that they touch fall asleep, and are left out until something wakes them: no vertex faster than
   * `speed` (0.05 m/s by default) for `time` (0.5 s). False: never. `CollisionSettings.sleep` chooses for each entity.
   */
  readonly sleep?: boolean | { readonly speed?: number; readonly time?: number };
  /** How times of contact of rigid bodies are found where `CollisionSettings.advancement` says nothing else; 'earliest-first' by default. */
  readonly advancement?: ContactMethod;
  /**
   * Whether `contacts`, `contactEvents` and listeners tell of what the cloth solver pushes; true by default. It takes 2 to 4 % of a
   * step of cloth.
   */
  readonly clothContacts?: boolean;
  /** Who moves rigid bodies: `rapierBackend(RAPIER)` of first-contact/rapier. Without one, the core moves them itself. */
  readonly rigid?: RigidBackend;
  /** Who says what hides what: a backend of first-contact/gpu. Without one, nothing is culled by visibility. */
  readonly visibility?: VisibilityBackend;
  /**
   * What is loaded besides times of contact of rigid bodies; all of it unless it is said: 'deformables', 'dynamics', 'cloth', 'queries',
   * 'breaking', 'snapshots'. A page that names what it uses loads less.
   */
  readonly parts?: readonly PluginPart[];
}

export const PLUGIN_OPTIONS: readonly (keyof PluginOptions)[] = [
  'maxEntities',
  'components',
  'timeStep',
  'core',
  'maximumMemoryBytes',
  'sharedMemory',
  'worker',
  'workers',
  'gravity',
  'subSteps',
  'sleep',
  'onReport',
  'advancement',
  'clothContacts',
  'rigid',
  'visibility',
  'parts',
];

const DEFAULT_MAX_ENTITIES = 10_000;
/** bitECS ids without version bits have 24 bits. */
const LARGEST_MAX_ENTITIES = 2 ** 24 - 1;
export const DEFAULT_TIME_STEP = 1 / 60;
/** Above this, somebody passed milliseconds. */
const LONGEST_STEP = 1;
/** What moves in less is lost where positions are rounded, and nothing would ever fall. */
const SHORTEST_STEP = 1e-9;

export function checkedMaxEntities(maxEntities = DEFAULT_MAX_ENTITIES): number {
  if (Number.isInteger(maxEntities) && maxEntities >= 1 && maxEntities <= LARGEST_MAX_ENTITIES)
    return maxEntities;
  throw new FirstContactError(
    'BAD_SETTING',
    `maxEntities is ${shown(maxEntities)}`,
    `Use a whole number from 1 to ${LARGEST_MAX_ENTITIES}.`,
  );
}

/** The value of `CollisionSettings.advancement` that the option asks for. */
export function checkedAdvancement(method: ContactMethod = 'earliest-first'): number {
  const code = CONTACT_METHODS.indexOf(method);
  if (code >= 0) return code;
  throw new FirstContactError(
    'BAD_SETTING',
    `advancement is ${shown(method)}`,
    `Use one of ${CONTACT_METHODS.join(', ')}.`,
  );
}

export function checkedDt(dt: number): number {
  if (typeof dt === 'number' && dt >= SHORTEST_STEP && dt <= LONGEST_STEP) return dt;
  const milliseconds = Number.isFinite(dt) && dt > LONGEST_STEP;
  throw new FirstContactError(
    'BAD_DT',
    `dt is ${shown(dt)}`,
    milliseconds
      ? `Use seconds (${dt} milliseconds are ${dt / 1000}); a step covers at most ${LONGEST_STEP} s.`
      : `Use seconds, from ${SHORTEST_STEP} to ${LONGEST_STEP}. To pause, do not step.`,
  );
}

const EARTH = [0, -9.81, 0] as const;

export function checkedGravity(gravity: PluginOptions['gravity'] = EARTH): [number, number, number] {
  const numbers = Array.isArray(gravity) ? (gravity as readonly unknown[]) : [];
  if (numbers.length === 3 && numbers.every(Number.isFinite)) {
    return [gravity[0], gravity[1], gravity[2]];
  }
  throw new FirstContactError(
    'BAD_SETTING',
    `gravity is ${shown(gravity)}`,
    'Use [x, y, z] in metres per square second; [0, 0, 0] is none.',
  );
}

const DEFAULT_SLEEP = { speed: 0.05, time: 0.5 };

export function checkedSleep(sleep: PluginOptions['sleep'] = true): SleepRule | undefined {
  if (sleep === false) return undefined;
  if (sleep === true) return DEFAULT_SLEEP;
  checkOptions('createCollisionPlugin() under sleep', sleep, ['speed', 'time']);
  const rule = { ...DEFAULT_SLEEP, ...sleep };
  for (const [name, value] of Object.entries(rule)) {
    if (Number.isFinite(value) && value > 0) continue;
    throw new FirstContactError(
      'BAD_SETTING',
      `sleep.${name} is ${shown(value)}`,
      'Use a finite number above 0, or sleep: false.',
    );
  }
  return rule;
}

const DEFAULT_SUB_STEPS = 4;
const MOST_SUB_STEPS = 64;

export function checkedSubSteps(subSteps = DEFAULT_SUB_STEPS): number {
  if (Number.isInteger(subSteps) && subSteps >= 1 && subSteps <= MOST_SUB_STEPS) return subSteps;
  throw new FirstContactError(
    'BAD_SETTING',
    `subSteps is ${shown(subSteps)}`,
    `Use a whole number from 1 to ${MOST_SUB_STEPS}.`,
  );
}
