// Families that touch by construction, in integers small enough for every f64 operation to be exact.
import type { Kind } from '../exact/query.js';
import type { Family, Made } from './family.js';
import type { Random } from './random.js';
import { neighbour } from './ulp.js';
import { combine, flat, from, integerVec, plus, type Vec } from './vectors.js';

/** Weights of the corners of one body in its contact point, in eighths. */
type Weights = readonly number[];

const FACE_WEIGHTS: readonly (readonly Weights[])[] = [
  [
    [2, 2, 4],
    [1, 1, 6],
    [3, 4, 1],
  ], // interior
  [
    [0, 4, 4],
    [1, 7, 0],
    [6, 0, 2],
  ], // edge
  [
    [8, 0, 0],
    [0, 8, 0],
    [0, 0, 8],
  ], // vertex
];
const EDGE_WEIGHTS: readonly (readonly Weights[])[] = [
  [
    [4, 4],
    [2, 6],
    [6, 2],
  ],
  [
    [8, 0],
    [0, 8],
  ],
];

/** A step in which the two bodies are in contact at `time`; what the contact looks like is up to the options. */
interface Contact {
  readonly first: Weights;
  readonly second: Weights;
  /** In sixteenths of the step. */
  readonly time: number;
  /** At the contact the bodies move along each other: the coplanarity cubic has a double root there. */
  readonly grazing: boolean;
}

const SIZE = 1 << 12;

const weighted = (weights: Weights, points: readonly Vec[]): Vec =>
  combine(...points.map((p, i) => [weights[i] / 8, p] as const));

/** Moves one corner so that the weighted sum of the body becomes `sum`, which stays exact if its weight is a power of two. */
function solve(weights: Weights, points: readonly Vec[], sum: Vec): Vec[] {
  const solved = weights.findIndex((w) => [1, 2, 4, 8].includes(w));
  const others = points.map((p, i) => (i === solved ? ([0, 0, 0] as Vec) : p));
  const missing = from(weighted(weights, others), sum);
  return points.map((p, i) => (i === solved ? combine([8 / weights[solved], missing]) : p));
}

function touching(random: Random, kind: Kind, { first, second, time, grazing }: Contact): Made {
  const eighths = (): Vec => combine([8, integerVec(random, SIZE)]);
  const some = (count: number): Vec[] => Array.from({ length: count }, eighths);
  const [countA, countB] = kind === 'vf' ? [1, 3] : [2, 2];
  const secondAt = some(countB);
  const firstAt = solve(first, some(countA), weighted(second, secondAt));
  const secondMove = some(countB);
  let firstMove = some(countA);
  if (grazing) {
    const tangents =
      kind === 'vf'
        ? [from(secondAt[0], secondAt[1]), from(secondAt[0], secondAt[2])]
        : [from(secondAt[0], secondAt[1]), from(firstAt[0], firstAt[1])];
    const slide = combine([random.int(-3, 3), tangents[0]], [random.int(-3, 3), tangents[1]]);
    firstMove = solve(first, firstMove, plus(weighted(second, secondMove), slide));
  }
  const at = [...firstAt, ...secondAt];
  const moves = [...firstMove, ...secondMove];
  // Sixteenths of a move must be exact: all moves are integers, so scale by 2^-4 is.
  const start = at.map((p, i) => combine([1, p], [-time / 16, moves[i]]));
  const end = start.map((p, i) => plus(p, moves[i]));
  return { points: flat(start, end), touches: true, contactAt: time / 16 };
}

const TIMES: Readonly<Record<string, readonly number[]>> = {
  start: [0],
  middle: [1, 4, 5, 8, 11, 12, 15],
  end: [16],
};

function weightsOf(
  random: Random,
  kind: Kind,
  where: number,
): { readonly first: Weights; readonly second: Weights } {
  if (kind === 'vf') return { first: [8], second: random.pick(FACE_WEIGHTS[where]) };
  // where 0: both inside. 1: an end on the inside. 2: two ends.
  return {
    first: random.pick(EDGE_WEIGHTS[where === 2 ? 1 : 0]),
    second: random.pick(EDGE_WEIGHTS[where === 0 ? 0 : 1]),
  };
}

const PLACES = ['inside', 'edge', 'vertex'];

const touches: Family[] = PLACES.flatMap((place, where) =>
  Object.entries(TIMES).map(([when, times]) => ({
    name: `touch-${place}-${when}`,
    make: (random: Random, kind: Kind) =>
      touching(random, kind, { ...weightsOf(random, kind, where), time: random.pick(times), grazing: false }),
  })),
);

const graze: Family = {
  name: 'graze',
  make: (random, kind) =>
    touching(random, kind, {
      ...weightsOf(random, kind, random.pick([0, 0, 0, 1, 2])),
      time: random.int(0, 16),
      grazing: true,
    }),
};

/** One to three coordinates moved to the next f64. */
function nudged({ points }: Made, random: Random): Made {
  const moved = points.slice();
  for (let times = random.int(1, 3); times > 0; times--) {
    const i = random.int(0, 23);
    moved[i] = neighbour(moved[i], random.chance(0.5) ? 1 : -1);
  }
  return { points: moved };
}

const besideTouch: Family = {
  name: 'touch-beside-one-ulp',
  make: (random, kind) => nudged(random.pick(touches).make(random, kind), random),
};

const besideGraze: Family = {
  name: 'graze-beside-one-ulp',
  make: (random, kind) => nudged(graze.make(random, kind), random),
};

/** One corner rides along the line of an edge of the other body, which moves without turning. */
const riding: Family = {
  name: 'edge-riding',
  make(random, kind) {
    const parameters = [random.int(-8, 16), random.int(-8, 16)];
    const along = combine([8, integerVec(random, 100)]);
    const edgeStart = [integerVec(random, SIZE), integerVec(random, SIZE)];
    const rider = parameters.map((s, i) => combine([1, edgeStart[i]], [s / 8, along]));
    const edge = edgeStart.map((p) => [p, plus(p, along)]);
    const free = [integerVec(random, SIZE), integerVec(random, SIZE)];
    const start = kind === 'vf' ? [rider[0], ...edge[0], free[0]] : [rider[0], free[0], ...edge[0]];
    const end = kind === 'vf' ? [rider[1], ...edge[1], free[1]] : [rider[1], free[1], ...edge[1]];
    const overlaps = Math.min(...parameters) <= 8 && Math.max(...parameters) >= 0;
    return overlaps ? { points: flat(start, end), touches: true } : { points: flat(start, end) };
  },
};

export const touchingFamilies: readonly Family[] = [...touches, graze, besideTouch, besideGraze, riding];
