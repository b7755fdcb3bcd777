import { FirstContactError } from '../errors.js';

type Columns = Record<string, { [index: number]: number; readonly length: number }>;

/** Values for some columns of one entity. */
export type Row = Readonly<Record<string, number>>;

/** Values for some columns of a component. */
export type RowOf<Component> = { readonly [Column in keyof Component]?: number };

/** Refuses an entity that has no row: typed arrays forget what is written behind their end. */
export function checkRow({ maxEntities }: { readonly maxEntities: number }, entity: number): void {
  if (entity >= 1 && entity <= maxEntities) return;
  throw new FirstContactError(
    'WORLD_FULL',
    `The columns end at entity ${maxEntities}`,
    'Create the plugin with a larger maxEntities. (Versioned entity ids are not supported: they exceed any size.)',
    { entity },
  );
}

/** Writes the named columns. A name that is none throws before anything is written. */
export function writeRow(component: object, entity: number, row: Row): void {
  const columns = component as Columns;
  for (const name of Object.keys(row)) {
    if (Object.hasOwn(columns, name)) continue;
    const known = Object.keys(columns).join(', ');
    throw new FirstContactError('BAD_SETTING', `There is no column ${name}`, `Use one of ${known}.`, {
      entity,
    });
  }
  for (const [name, value] of Object.entries(row)) {
    if (value !== undefined) checkValue(name, columns[name], value, entity);
  }
  for (const [name, value] of Object.entries(row)) if (value !== undefined) columns[name][entity] = value;
}

/** A typed array takes anything and keeps something else: 'fixed' becomes 0, 258 becomes 2. */
function checkValue(name: string, column: Columns[string], value: unknown, entity: number): void {
  const isWhole = !(column instanceof Float64Array);
  const most = column instanceof Uint8Array ? 0xff : 0xffffffff;
  const fits =
    typeof value === 'number' && (!isWhole || (Number.isInteger(value) && value >= 0 && value <= most));
  if (fits) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `${name} is ${typeof value === 'string' ? `'${value}'` : String(value)}`,
    isWhole ? `Use a whole number from 0 to ${most}${hintFor(value)}.` : 'Use a number.',
    { entity },
  );
}

/** Words are meant for constants, and masks such as ~1 are negative in JavaScript. */
function hintFor(value: unknown): string {
  if (typeof value === 'string') return '; first-contact exports names for them, such as MOTION_FIXED';
  const isInt32 = typeof value === 'number' && (value | 0) === value && value < 0;
  return isInt32 ? `; ${value} >>> 0 has the same bits` : '';
}

/** All columns of one entity. */
export function rowOf(component: object, entity: number): Row {
  return Object.fromEntries(
    Object.entries(component as Columns).map(([name, column]) => [name, column[entity]]),
  );
}

/** What an entity that inherits from this one (`IsA`) begins with. It broke off nothing, whatever this one did. */
export function inheritedRow(component: object, entity: number): Row {
  const { parent, ...row } = rowOf(component, entity);
  return row;
}

/** bitECS gives ids out again: whoever gets this one finds defaults. Row 0 belongs to nobody and holds them. */
export function returnToDefaults(component: object, entity: number): void {
  for (const column of Object.values(component as Columns)) {
    if (entity < column.length) column[entity] = column[0];
  }
}
