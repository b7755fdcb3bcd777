// Other families at other places and sizes, where differences cancel and products overflow or vanish.
import type { Family, Made } from './family.js';
import { fill } from './family.js';
import { plainFamilies } from './plain.js';
import type { Random } from './random.js';
import { touchingFamilies } from './touching.js';

const BASES = [...plainFamilies, ...touchingFamilies];

/** A variant keeps a promised answer only when `exact` says that no coordinate was rounded. */
const variant = (
  name: string,
  change: (points: Float64Array, random: Random) => Float64Array,
  exact: boolean,
): Family => ({
  name,
  make(random, kind): Made {
    const made = random.pick(BASES).make(random, kind);
    const points = change(made.points, random);
    return exact ? { ...made, points } : { points };
  },
});

const powers = (random: Random, limit: number): number[] =>
  [0, 0, 0].map(() => 2 ** random.int(-limit, limit));

const offset = variant(
  'offset',
  (points, random) => {
    const size = random.pick([1e3, 1e6, 1e6, 1e9, 1e15]);
    const by = [0, 0, 0].map(() => size * random.signed());
    return points.map((x, i) => x + by[i % 3]);
  },
  false,
);

const scaled = variant(
  'scaled',
  (points, random) => {
    const factor = 2 ** random.int(-60, 60);
    return points.map((x) => x * factor);
  },
  true,
);

const stretched = variant(
  'stretched-per-axis',
  (points, random) => {
    const factors = powers(random, 60);
    return points.map((x, i) => x * factors[i % 3]);
  },
  true,
);

const huge = variant(
  'huge',
  (points, random) => {
    const factor = 2 ** random.int(400, 480);
    return points.map((x) => x * factor);
  },
  true,
);

/** Rounded into the last bits above zero: integer multiples of the smallest f64. */
const subnormal = variant(
  'subnormal',
  (points, random) => {
    const bits = random.pick([2, 8, 20, 40]);
    const most = Math.max(...points.map(Math.abs), 1);
    return points.map((x) => Math.round((x / most) * 2 ** bits) * Number.MIN_VALUE);
  },
  false,
);

/** Integers times the smallest f64: touches stay touches. */
const subnormalTouch: Family = {
  name: 'subnormal-touch',
  make(random, kind) {
    const made = random.pick(touchingFamilies.filter((f) => !f.name.includes('ulp'))).make(random, kind);
    return { ...made, points: made.points.map((x) => 16 * x * Number.MIN_VALUE) };
  },
};

const mixedExponents: Family = {
  name: 'mixed-exponents',
  make(random) {
    const spread = random.pick([10, 60, 300]);
    return {
      points: fill(() => (random.chance(0.1) ? 0 : random.signed() * 2 ** random.int(-spread, spread))),
    };
  },
};

/** A grid query with a few coordinates far below the rest: degenerate but for the smallest of tails. */
const tinyTails: Family = {
  name: 'tiny-tails',
  make(random) {
    const tail = random.pick([2 ** -52, 2 ** -100, 2 ** -600, Number.MIN_VALUE]);
    return {
      points: fill(() => {
        const whole = random.int(0, 3);
        // A tail survives next to zero only; elsewhere it is rounded away, which leaves the grid.
        return random.chance(0.2) ? whole + tail * random.int(-3, 3) : whole;
      }),
    };
  },
};

export const magnitudeFamilies: readonly Family[] = [
  offset,
  scaled,
  stretched,
  huge,
  subnormal,
  subnormalTouch,
  mixedExponents,
  tinyTails,
];
