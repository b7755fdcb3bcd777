// Changes of a query that an oracle and a kernel must agree to be no change at all.
import type { Kind } from '../exact/query.js';
import type { Random } from './random.js';

export interface Transformation {
  readonly name: string;
  /** The transformed 24 numbers, or undefined when they would have to be rounded. */
  readonly apply: (kind: Kind, points: Float64Array, random: Random) => Float64Array | undefined;
  /** Contact times stay what they are, or t becomes 1 - t. */
  readonly time: 'kept' | 'reversed';
}

/** The four points in another order, at both ends of the step. */
const reordered = (points: Float64Array, order: readonly number[]): Float64Array =>
  Float64Array.from({ length: 24 }, (_, i) => {
    const end = i >= 12 ? 12 : 0;
    return points[end + 3 * order[Math.floor((i - end) / 3)] + (i % 3)];
  });

const ORDERS: Readonly<Record<Kind, readonly (readonly number[])[]>> = {
  vf: [
    [0, 2, 3, 1],
    [0, 3, 1, 2],
    [0, 1, 3, 2],
    [0, 3, 2, 1],
    [0, 2, 1, 3],
  ],
  ee: [
    [1, 0, 2, 3],
    [0, 1, 3, 2],
    [1, 0, 3, 2],
    [2, 3, 0, 1],
    [3, 2, 0, 1],
    [2, 3, 1, 0],
    [3, 2, 1, 0],
  ],
};

/** Every coordinate changed on its own, or undefined when one of them overflows or is rounded. */
function exactly(
  points: Float64Array,
  change: (x: number, axis: number) => number | undefined,
): Float64Array | undefined {
  const changed = new Float64Array(24);
  for (let i = 0; i < 24; i++) {
    const x = change(points[i], i % 3);
    if (x === undefined || !Number.isFinite(x)) return undefined;
    changed[i] = x;
  }
  return changed;
}

/** x + d when that is an f64 (the error term of Knuth's two-sum is zero). */
function exactSum(x: number, d: number): number | undefined {
  const sum = x + d;
  const part = sum - x;
  return x - (sum - part) + (d - part) === 0 ? sum : undefined;
}

/** x times a power of two, when nothing falls off the end of the subnormals. */
function exactScale(x: number, factor: number): number | undefined {
  const product = x * factor;
  return product / factor === x ? product : undefined;
}

const keeping = (name: string, apply: Transformation['apply']): Transformation => ({
  name,
  apply,
  time: 'kept',
});

const PERMUTED_AXES = [
  [1, 2, 0],
  [2, 0, 1],
  [1, 0, 2],
  [0, 2, 1],
  [2, 1, 0],
];

export const TRANSFORMATIONS: readonly Transformation[] = [
  keeping('reorder points', (kind, points, random) => reordered(points, random.pick(ORDERS[kind]))),
  keeping('permute axes', (_, points, random) => {
    const axes = random.pick(PERMUTED_AXES);
    return points.map((_x, i) => points[i - (i % 3) + axes[i % 3]]);
  }),
  keeping('reflect axes', (_, points, random) => {
    const mask = random.int(1, 7);
    return points.map((x, i) => ((mask >> (i % 3)) & 1 ? -x : x));
  }),
  keeping('scale', (_, points, random) => {
    const factor = 2 ** random.int(-100, 100);
    return exactly(points, (x) => exactScale(x, factor));
  }),
  keeping('scale per axis', (_, points, random) => {
    const factors = [0, 0, 0].map(() => 2 ** random.int(-60, 60));
    return exactly(points, (x, axis) => exactScale(x, factors[axis]));
  }),
  keeping('move a point to the origin', (_, points, random) => {
    const i = 3 * random.int(0, 7);
    const by = [-points[i], -points[i + 1], -points[i + 2]];
    return exactly(points, (x, axis) => exactSum(x, by[axis]));
  }),
  keeping('move by a power of two', (_, points, random) => {
    const size = 2 ** Math.ceil(Math.log2(Math.max(...points.map(Math.abs), Number.MIN_VALUE)));
    const by = [0, 0, 0].map(() => size * random.pick([-2, -1, 0, 1, 2]));
    return exactly(points, (x, axis) => exactSum(x, by[axis]));
  }),
  keeping('accelerate one frame of reference', (_, points, random) => {
    // The same displacement added to the end of every point: relative motion stays.
    const i = 3 * random.int(0, 3);
    const by = [0, 1, 2].map((axis) => points[i + axis] - points[i + axis + 12]);
    const end = exactly(points, (x, axis) => exactSum(x, by[axis]));
    end?.set(points.subarray(0, 12));
    return end;
  }),
  {
    name: 'reverse time',
    time: 'reversed',
    apply: (_, points) => Float64Array.from([...points.subarray(12), ...points.subarray(0, 12)]),
  },
];
