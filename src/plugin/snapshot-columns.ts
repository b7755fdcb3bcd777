import { COMPONENT_NAMES, type CollisionComponents } from '../components/index.js';
import { corrupt, type SnapshotReader } from './snapshot-file.js';

export type Column = Uint8Array | Uint32Array | Float64Array;

type ColumnType = {
  new (buffer: ArrayBufferLike, at: number, length: number): Column;
  readonly BYTES_PER_ELEMENT: number;
};

/** The columns of all components, always in the same order. What only counts up is not restored: a renderer compares it. */
export function componentColumns(components: CollisionComponents): Column[] {
  const counts: Column[] = [components.Deformable.version, components.MeshTopology.serial];
  return COMPONENT_NAMES.flatMap((name) => Object.values(components[name]) as Column[]).filter(
    (column) => !counts.includes(column),
  );
}

/** The entities' values of a column. */
export function gather(column: Column, entities: Uint32Array): Column {
  const values = column.slice(0, entities.length);
  for (let i = 0; i < entities.length; i++) values[i] = column[entities[i]];
  return values;
}

/** Puts them back. */
export function scatter(columns: readonly Column[], rows: readonly Column[], entities: Uint32Array): void {
  columns.forEach((column, i) => {
    for (let k = 0; k < entities.length; k++) column[entities[k]] = rows[i][k];
  });
}

/** Reads what `gather` gave of each column. */
export function readRows(columns: readonly Column[], file: SnapshotReader, count: number): Column[] {
  return columns.map((column) => {
    const bytes = file.bytes();
    const Values = column.constructor as ColumnType;
    if (bytes.length !== count * Values.BYTES_PER_ELEMENT) throw corrupt('a column has the wrong length');
    return new Values(bytes.buffer, bytes.byteOffset, count);
  });
}
