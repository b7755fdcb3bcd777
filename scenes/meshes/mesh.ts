/** A mesh that a scene made: the same bits in every engine. */
export interface SceneMesh {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

export function meshOf(positions: ArrayLike<number>, triangles: ArrayLike<number>): SceneMesh {
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

export interface Lattice {
  readonly columns: number;
  readonly rows: number;
  /** Column c wraps around to column 0. */
  readonly closeColumns?: boolean;
  readonly closeRows?: boolean;
  readonly point: (column: number, row: number) => readonly [number, number, number];
}

/**
 * Columns x rows quads, two triangles each, over points that `point` gives. A direction that is closed has as many
 * points as quads, an open one has one more. Seen so that columns go right and rows go up, triangles run
 * counter-clockwise: their normal is (along columns) x (along rows).
 */
export function latticeMesh({
  columns,
  rows,
  closeColumns = false,
  closeRows = false,
  point,
}: Lattice): SceneMesh {
  const across = closeColumns ? columns : columns + 1;
  const up = closeRows ? rows : rows + 1;
  const positions = new Float64Array(3 * across * up);
  for (let row = 0; row < up; row++) {
    for (let column = 0; column < across; column++) {
      positions.set(point(column, row), 3 * (row * across + column));
    }
  }
  const vertex = (column: number, row: number) => (row % up) * across + (column % across);
  const triangles = new Uint32Array(6 * columns * rows);
  let filled = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = vertex(column, row);
      const b = vertex(column + 1, row);
      const c = vertex(column + 1, row + 1);
      const d = vertex(column, row + 1);
      triangles.set([a, b, c, a, c, d], filled);
      filled += 6;
    }
  }
  return { positions, triangles };
}
