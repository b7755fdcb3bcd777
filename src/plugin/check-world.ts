import type { World } from 'bitecs';
import { FirstContactError } from '../errors.js';

/** bitECS marks its worlds with a symbol of the global registry. */
const INTERNAL = Symbol.for('bitecs_internal');

type Internals = { readonly entityIndex?: unknown } | undefined;

export function checkWorld(world: unknown): void {
  if (typeof world === 'object' && world !== null && INTERNAL in world) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'The first argument is not a bitECS world',
    "Pass what createWorld() of 'bitecs' gave.",
  );
}

/** What a world has until resetWorld() gives it another, and deleteWorld() takes it away. */
export function identityOf(world: World): unknown {
  const internals = (world as unknown as Record<symbol, Internals>)[INTERNAL];
  return internals?.entityIndex ?? internals;
}

/**
 * A world that was reset has forgotten who observes it: colliders would come and go unheard.
 */
export function checkSameWorld(world: World, identity: unknown): void {
  if (identityOf(world) === identity) return;
  throw new FirstContactError(
    'WORLD_RESET',
    'The world was emptied by resetWorld() or deleteWorld(), which also forgets the plugin',
    'Call dispose(), and create a new plugin; or remove entities with removeEntity().',
  );
}

export function checkOwnWorld(world: unknown, own: World): void {
  if (world === own) return;
  throw new FirstContactError(
    'BAD_SETTING',
    "A system of the plugin was called with something else than the plugin's world",
    'Run it with the world that createCollisionPlugin() was given; another world needs a plugin of its own.',
  );
}
