import { checkOptions } from '../check-options.js';
import { type CollisionComponents, createColumns } from '../components/index.js';
import { FirstContactError } from '../errors.js';
import { checkedMaxEntities, type PluginOptions } from './options.js';

/** Whether a plugin writes the columns. One alone may: what it owns is in them. */
const hasPlugin = new WeakMap<CollisionComponents, boolean>();

/**
 * Columns for entities 1 to `maxEntities`, to be handed to `createCollisionPlugin` as `components`: for programs that
 * name the components before the plugin is there. Nothing is global: each world gets its own.
 */
export function createCollisionComponents(options: { readonly maxEntities: number }): CollisionComponents {
  checkOptions('createCollisionComponents()', options, ['maxEntities']);
  const components = columnsFor(checkedMaxEntities(options.maxEntities));
  hasPlugin.set(components, false);
  return components;
}

/** The columns that a plugin was given, or new ones. */
export function claimColumns({ components, maxEntities }: PluginOptions): CollisionComponents {
  const columns = components ?? createCollisionComponents({ maxEntities: checkedMaxEntities(maxEntities) });
  checkColumnsFree(columns, maxEntities);
  hasPlugin.set(columns, true);
  return columns;
}

export function giveBackColumns(columns: CollisionComponents): void {
  hasPlugin.set(columns, false);
}

/** Refuses columns that a plugin could not claim. */
export function checkColumnsFree(columns: CollisionComponents, maxEntities: number | undefined): void {
  const taken = typeof columns === 'object' && columns !== null ? hasPlugin.get(columns) : undefined;
  if (taken === false && (maxEntities ?? columns.maxEntities) === columns.maxEntities) return;
  if (taken === undefined) {
    throw new FirstContactError(
      'BAD_SETTING',
      'The option components is not what createCollisionComponents() gave',
      'Pass its result as it is, or leave the option out.',
    );
  }
  throw new FirstContactError(
    'BAD_SETTING',
    taken
      ? 'The components belong to another plugin'
      : `maxEntities is ${maxEntities}, and the components have room for ${columns.maxEntities}`,
    taken ? 'Make some with createCollisionComponents() for each plugin.' : 'Leave maxEntities out.',
  );
}

function columnsFor(maxEntities: number): CollisionComponents {
  try {
    return createColumns(maxEntities);
  } catch (error) {
    throw new FirstContactError(
      'OUT_OF_MEMORY',
      `There is no memory for the columns of ${maxEntities} entities: ${(error as Error).message}`,
      'Lower maxEntities.',
    );
  }
}
