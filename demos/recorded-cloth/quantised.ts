// Points in 6 bytes each: three whole numbers of 16 bits within the points' own box.

export interface Quantised {
  /** Where the box begins, and the length of one unit, along x, y and z. */
  readonly low: readonly number[];
  readonly unit: readonly number[];
  readonly values: Uint16Array<ArrayBuffer>;
}

const UNITS = 2 ** 16 - 1;
/** Metres. Boxes end on multiples of it: what rests is rounded to the same place in every step, and does not tremble. */
const GRID = 1 / 8;

export function quantised(points: Float64Array): Quantised {
  const low = [0, 1, 2].map((axis) => GRID * Math.floor(least(points, axis) / GRID));
  const high = [0, 1, 2].map((axis) => GRID * Math.ceil(most(points, axis) / GRID));
  const unit = low.map((from, axis) => Math.max(high[axis] - from, GRID) / UNITS);
  const values = new Uint16Array(points.length);
  for (let i = 0; i < values.length; i++) values[i] = Math.round((points[i] - low[i % 3]) / unit[i % 3]);
  return { low, unit, values };
}

/** What lies a part of the way from some points to others. */
export function between(from: Quantised, to: Quantised, fraction: number, out: Float32Array): void {
  for (let axis = 0; axis < 3; axis++) {
    const [a, b] = [(1 - fraction) * from.unit[axis], fraction * to.unit[axis]];
    const low = (1 - fraction) * from.low[axis] + fraction * to.low[axis];
    for (let i = axis; i < out.length; i += 3) out[i] = low + a * from.values[i] + b * to.values[i];
  }
}

function least(points: Float64Array, axis: number): number {
  let found = Number.POSITIVE_INFINITY;
  for (let i = axis; i < points.length; i += 3) found = Math.min(found, points[i]);
  return found;
}

function most(points: Float64Array, axis: number): number {
  let found = Number.NEGATIVE_INFINITY;
  for (let i = axis; i < points.length; i += 3) found = Math.max(found, points[i]);
  return found;
}
