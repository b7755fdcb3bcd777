import { checkOptions, checkType } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import type { RapierEventQueue, RapierHooks, RapierModule, RapierWorld } from './engine.js';
import { checkQueue } from './owners-queue.js';

/** What `rapierBackend` takes besides the module. */
export interface RapierOptions<World extends RapierWorld = RapierWorld> {
  /** A world that exists already. It stays its owner's: it is stepped with ours, in each of our steps, and never freed. */
  readonly world?: World | undefined;
  /**
   * The event queue that the world was stepped with. It hears of two colliders of the owner's what Rapier would tell it in one step as long, to
   * be drained after each step; contacts with bodies of ours are in `plugin.contactEvents` alone.
   */
  readonly events?: RapierEventQueue | undefined;
  /** The hooks that the world was stepped with. */
  readonly hooks?: RapierHooks | undefined;
  /**
   * Whether each body's mesh becomes a collider in Rapier too: Rapier's own colliders and queries then meet it. On by
   * default; a world without either saves time and memory without.
   */
  readonly colliders?: boolean | undefined;
  /**
   * Called when the plugin restores a snapshot: Rapier makes a new world of one. Where the world is an adopted one, the new
   * one is its owner's too; the old one stays as it is, is not stepped any more, and is the owner's to free.
   */
  readonly onReplaced?: ((world: World, before: World) => void) | undefined;
}

const NAMES: readonly (keyof RapierOptions)[] = ['world', 'events', 'hooks', 'colliders', 'onReplaced'];
const HOOKS: readonly (keyof RapierHooks)[] = ['filterContactPair', 'filterIntersectionPair'];

/** What is left of the module where `init` was not awaited is a World whose WebAssembly side does not answer. */
const INIT_FIRST = 'Call `await RAPIER.init()` before createCollisionPlugin().';

/** The options, each read once, and checked; a world alone stands for the option of that name. */
export function readOptions<World extends RapierWorld>(
  choice: World | RapierOptions<World>,
): RapierOptions<World> {
  if (isWorld(choice)) return { world: checkedWorld(choice) };
  checkOptions('rapierBackend()', choice, NAMES);
  const { world, events, hooks, colliders, onReplaced } = choice;
  checkType('colliders', colliders, 'boolean');
  checkType('onReplaced', onReplaced, 'function');
  if (events !== undefined) checkQueue(events);
  checkHooks(hooks);
  return { world: checkedWorld(world), events, hooks, colliders, onReplaced };
}

const isWorld = <World extends RapierWorld>(choice: World | RapierOptions<World>): choice is World =>
  typeof (choice as Partial<World> | null)?.step === 'function';

/** A freed world has let go of its parts. */
export function isAlive(world: RapierWorld): boolean {
  return (world.bodies as { raw?: unknown } | undefined)?.raw !== undefined;
}

export function checkModule(module: RapierModule): void {
  if (typeof module?.World !== 'function' || typeof module.version !== 'function') {
    throw new FirstContactError(
      'BACKEND_NOT_READY',
      'This is not the Rapier module: it has no World',
      "Pass what `import RAPIER from '@dimforge/rapier3d-compat'` gives.",
    );
  }
  try {
    module.version();
  } catch {
    throw new FirstContactError('BACKEND_NOT_READY', 'Rapier is not initialised', INIT_FIRST);
  }
}

function checkedWorld<World extends RapierWorld>(world: World | undefined): World | undefined {
  if (world === undefined || (typeof world?.step === 'function' && isAlive(world))) return world;
  throw new FirstContactError(
    'BACKEND_NOT_READY',
    'The world to adopt is no living Rapier world',
    'Pass a World that was not freed, or none.',
  );
}

function checkHooks(hooks: RapierHooks | undefined): void {
  if (hooks === undefined || HOOKS.every((name) => typeof hooks?.[name] === 'function')) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'The option hooks has no filterContactPair() and filterIntersectionPair()',
    "Pass an object with both, as Rapier's step() takes it, or leave it out.",
  );
}
