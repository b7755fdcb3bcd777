// Distances in an order in which two of them may be solved at once.

/** Among so many that follow each other no two have a vertex in common, where that can be: a processor has several under way at a time. */
const APART = 8;
/** So many of those that wait are looked at for the next one. */
const LOOKED_AT = 64;

/**
 * Numbers of distances, row by row, in about the order in which they are given, so that each at an even place has no vertex in common with the
 * one behind it. What finds no such is there twice: solved at once with itself, it is solved once. `ends`: where each row ends, at an even place.
 */
export function inTwos(vertices: Uint32Array, rows: readonly (readonly number[])[], vertexCount: number) {
  const order: number[] = [];
  /** Where in the order each vertex was last. */
  const last = new Int32Array(vertexCount).fill(-APART);
  const ends = rows.map((row) => {
    addRow(order, last, vertices, row);
    return order.length;
  });
  return { order, ends };
}

function addRow(order: number[], last: Int32Array, vertices: Uint32Array, row: readonly number[]): void {
  const waiting: number[] = [];
  let taken = 0;
  while (taken < row.length || waiting.length > 0) {
    while (waiting.length < LOOKED_AT && taken < row.length) waiting.push(row[taken++]);
    const place = order.length;
    let found = firstApart(waiting, vertices, last, place - APART);
    if (found < 0) found = place % 2 === 0 ? 0 : firstApart(waiting, vertices, last, place - 2);
    const next = found < 0 ? order[place - 1] : waiting[found];
    if (found >= 0) remove(waiting, found);
    last[vertices[2 * next]] = place;
    last[vertices[2 * next + 1]] = place;
    order.push(next);
  }
  if (order.length % 2 === 1) order.push(order[order.length - 1]);
}

/** The first of them whose vertices were last at a place or before it; or -1. */
function firstApart(
  waiting: readonly number[],
  vertices: Uint32Array,
  last: Int32Array,
  place: number,
): number {
  for (let i = 0; i < waiting.length; i++) {
    if (last[vertices[2 * waiting[i]]] <= place && last[vertices[2 * waiting[i] + 1]] <= place) return i;
  }
  return -1;
}

/** Others stay in their order: what has waited longest is next. */
function remove(waiting: number[], at: number): void {
  for (let i = at + 1; i < waiting.length; i++) waiting[i - 1] = waiting[i];
  waiting.pop();
}
