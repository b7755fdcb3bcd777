import { FirstContactError } from '../errors.js';

type Columns = Record<string, { [index: number]: number; readonly length: number }>;

/** Values for some columns of one entity. */
export type Row = Readonly<Record<string, number>>;

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
  for (const [name, value] of Object.entries(row)) if (value !== undefined) columns[name][entity] = value;
}

/** All columns of one entity. */
export function rowOf(component: object, entity: number): Row {
  return Object.fromEntries(
    Object.entries(component as Columns).map(([name, column]) => [name, column[entity]]),
  );
}

/** bitECS gives ids out again: whoever gets this one finds defaults. Row 0 belongs to nobody and holds them. */
export function returnToDefaults(component: object, entity: number): void {
  for (const column of Object.values(component as Columns)) {
    if (entity < column.length) column[entity] = column[0];
  }
}
