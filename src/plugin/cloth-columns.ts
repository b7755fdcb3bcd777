import { checkOptions } from '../check-options.js';
import type { Cloth } from '../components/index.js';
import { checkClothNumber } from '../systems/check-cloth.js';
import type { StepContext } from '../systems/context.js';
import { requirePart } from '../systems/parts.js';
import type { Row, RowOf } from '../systems/rows.js';

/** Columns of Cloth that the plugin writes. */
export const NOT_CHOSEN = [
  'simulated',
  'held',
  'asleep',
  'idle',
  'frozen',
  'turnX',
  'turnY',
  'turnZ',
  'turnW',
] as const;

/** How the pieces of a rigid body move by themselves, where they become deformables. */
export type PiecesClothOptions = RowOf<
  Omit<Cloth, (typeof NOT_CHOSEN)[number] | 'density' | 'tearing' | 'volume'>
>;

/** Columns of Cloth that users choose. */
export function chosenNames(components: StepContext['components'], except: readonly string[] = []): string[] {
  const others: readonly string[] = [...NOT_CHOSEN, ...except];
  return Object.keys(components.Cloth).filter((name) => !others.includes(name));
}

/** Refuses what makes no sense of the columns of Cloth that are not among `except`. */
export function checkedClothRow(
  { components, parts }: StepContext,
  entity: number,
  columns: RowOf<Cloth>,
  except: readonly string[],
): Row {
  requirePart(parts, 'cloth', 'addRigidBody() with the option cloth', entity);
  checkOptions('addRigidBody() under cloth', columns, chosenNames(components, except), entity);
  for (const [name, value] of Object.entries(columns)) checkClothNumber(`cloth.${name}`, name, value, entity);
  return { ...columns };
}
