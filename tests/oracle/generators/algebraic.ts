// Families whose polynomials are chosen first: roots where pieces of the step begin, roots that the determinant shares
// with its sides at irrational times, moments at which all points lie on a line, and contacts as good as at the start.
import type { Kind } from '../exact/query.js';
import type { Family, Made } from './family.js';
import type { Random } from './random.js';
import { neighbour } from './ulp.js';
import { combine, integerVec, plus, type Vec, vec } from './vectors.js';

/** A number that moves linearly: its values at t = 0 and t = 1. */
type Linear = readonly [number, number];
type Moving = readonly [Vec, Vec];

const some = (random: Random, size: number): Linear => [random.int(-size, size), random.int(-size, size)];

/** Zero at t = n / d, and an integer at both ends. */
function vanishing(random: Random, n: number, d: number): Linear {
  const factor = random.pick([-3, -2, -1, 1, 2, 3]);
  return [-n * factor, (d - n) * factor];
}

const movingVec = (x: Linear, y: Linear, z: Linear): Moving => [
  [x[0], y[0], z[0]],
  [x[1], y[1], z[1]],
];

/** Seen in a skewed frame that moves, where points 1 to 3 are given relative to point 0. */
function query(random: Random, relative: readonly Moving[]): Float64Array {
  const columns = [integerVec(random, 3), integerVec(random, 3), integerVec(random, 3)];
  const skewed = (v: Vec): Vec => combine([v[0], columns[0]], [v[1], columns[1]], [v[2], columns[2]]);
  const drift = [integerVec(random, 40), integerVec(random, 40)];
  const at = (end: 0 | 1): number[] =>
    [drift[end], ...relative.map((x) => plus(drift[end], skewed(x[end])))].flatMap((v) => [...v]);
  return Float64Array.from([...at(0), ...at(1)]);
}

/** Times at which halving cuts, the ends, and their neighbours. */
const CUTS: readonly Linear[] = [
  [0, 1],
  [1, 1],
  [1, 2],
  [1, 4],
  [3, 8],
  [5, 16],
  [1, 128],
  [127, 128],
  [1, 3],
  [63, 127],
  [65, 128],
  [4095, 4096],
  [-1, 64],
  [65, 64],
];

/** det = l1 l2 l3 with roots at chosen times, equal ones among them. */
function chosenRoots(random: Random): Made {
  const times = [random.pick(CUTS), random.pick(CUTS)];
  times.push(random.chance(0.5) ? times[random.int(0, 1)] : random.pick(CUTS));
  const [l1, l2, l3] = times.map(([n, d]) => vanishing(random, n, d));
  const size = random.pick([1, 8, 200]);
  const relative = [
    movingVec(l1, some(random, size), some(random, size)),
    movingVec([0, 0], l2, some(random, size)),
    movingVec([0, 0], [0, 0], l3),
  ];
  const turn = random.int(0, 2);
  return {
    points: query(
      random,
      [0, 1, 2].map((i) => relative[(i + turn) % 3]),
    ),
  };
}

/**
 * x1 = (a, b, .) and x2 = (c, d, .) span the plane z = p x + q y at all times, where they are parallel exactly at the
 * roots of a d - b c, mostly irrational: points 0 to 2 are then on a line, whatever point 3 does.
 */
function irrationalAlignment(random: Random, kind: Kind): Made {
  const size = random.pick([2, 3, 9, 1000]);
  const [p, q] = [random.int(-2, 2), random.int(-2, 2)];
  const inPlane = (): Moving => {
    const [x, y] = [some(random, size), some(random, size)];
    return movingVec(x, y, [p * x[0] + q * y[0], p * x[1] + q * y[1]]);
  };
  const free = movingVec(some(random, size), some(random, size), some(random, size));
  const [one, other] = [inPlane(), inPlane()];
  // edges: a0, b0 and b1 are on the line, or a0, a1 and b0
  const order = kind === 'ee' && random.chance(0.5) ? [free, one, other] : [one, other, free];
  return { points: query(random, order) };
}

/** All four points on one line at one time, and nowhere near one before and after. */
function momentaryLine(random: Random): Made {
  const [n, d] = random.pick(CUTS);
  const direction = integerVec(random, 2);
  const size = random.pick([2, 50]);
  const relative = [0, 1, 2].map((): Moving => {
    // at = (1 - n / d) start + n / d end, times d: the frame absorbs the factor
    const at = combine([random.int(-4, 4), direction]);
    const speed = integerVec(random, size);
    return [combine([1, at], [-n, speed]), combine([1, at], [d - n, speed])];
  });
  return { points: query(random, relative) };
}

/** An edge, or an edge of the face, shrinks to a point at a chosen time, at which the other feature is there or not. */
function momentaryPoint(random: Random, kind: Kind): Made {
  const [n, d] = random.pick(CUTS);
  const through = (at: Vec, size: number): Moving => {
    const speed = integerVec(random, size);
    return [combine([1, at], [-n, speed]), combine([1, at], [d - n, speed])];
  };
  const meeting = random.chance(0.3) ? ([0, 0, 0] as Vec) : integerVec(random, 2);
  const first = through(meeting, 20);
  const second = random.chance(0.7) ? through(meeting, 20) : through(integerVec(random, 2), 20);
  const third = through(integerVec(random, 3), 20);
  return { points: query(random, kind === 'ee' ? [third, first, second] : [first, second, third]) };
}

/** A feature starts or ends so close to the other that the time is near the smallest f64, or an ulp beside 1. */
function barelyMoving(random: Random, kind: Kind): Made {
  const gap = 2 ** -random.pick([20, 52, 54, 100, 300, 537, 700, 1000, 1074]);
  const height = random.pick([1, 1, 2, 1000]);
  const [x, y] = [random.int(-1, 5) / 4, random.int(-1, 5) / 4];
  const late = random.chance(0.3);
  const side = random.pick([-1, 1]);
  const near = side * gap * random.int(-1, 3);
  const points = [x, y, near, 0, 0, 0, 1, 0, 0, 0, 1, 0, x, y, -side * height, 0, 0, 0, 1, 0, 0, 0, 1, 0];
  if (kind === 'ee') {
    for (const end of [0, 12]) {
      const z = points[end + 2];
      points.splice(end, 12, x, -1, z, x, 1, z, 0, y, 0, 1, y, 0);
    }
  }
  return {
    points: Float64Array.from(late ? [...points.slice(12), ...points.slice(0, 12)] : points),
  };
}

/** Every axis is nearly a multiple of the first: the determinant is nothing but rounding, all the time. */
function roundedLine(random: Random): Made {
  const [p, q] = [random.signed(), random.signed()];
  const offset = random.pick([0, 0, 1, 1e3]);
  const thick = random.pick([0, 2 ** -50, 2 ** -30]);
  const point = (): Vec => {
    const s = offset + random.signed();
    return vec((axis) => [s, p * s, q * s][axis] + thick * random.signed());
  };
  const still = random.chance(0.3);
  const start = [point(), point(), point(), point()];
  const end = start.map((v, i) => (still && i > 0 ? v : point()));
  return { points: Float64Array.from([...start, ...end].flatMap((v) => [...v])) };
}

/** Every point has its own size, from the guard against overflow down to where products vanish. */
function ownSizes(random: Random): Made {
  const around = random.pick([0, 199, -180, -290, -350]);
  const sizes = [0, 1, 2, 3].map(() => 2 ** (around + random.int(-12, 2)));
  const points = Float64Array.from(
    { length: 24 },
    (_, i) => random.int(-4, 4) * sizes[Math.floor((i % 12) / 3)],
  );
  return { points };
}

/** What scenes have: single-precision coordinates far from the origin, small features and smaller moves. */
function scenelike(random: Random): Made {
  const far = vec(() => 200 * random.signed());
  const grain = 2 ** -random.int(4, 14);
  const common = vec(() => grain * 4 * random.signed());
  const start = [0, 1, 2, 3].map(() =>
    plus(
      far,
      vec((axis) => grain * random.signed() * (axis === 2 ? 0.2 : 1)),
    ),
  );
  const end = start.map((v) => combine([1, v], [1, common], [grain / 2, vec(() => random.signed())]));
  return { points: Float64Array.from([...start, ...end].flatMap((v) => v.map(Math.fround))) };
}

type Make = (random: Random, kind: Kind) => Made;

/** Some coordinates moved to the next f64, in two of five queries. */
const sometimesBeside =
  (make: Make): Make =>
  (random, kind) => {
    const { points } = make(random, kind);
    if (random.chance(0.6)) return { points };
    for (let times = random.int(1, 2); times > 0; times--) {
      const i = random.int(0, 23);
      points[i] = neighbour(points[i], random.pick([-1, 1]));
    }
    return { points };
  };

const MAKERS: Readonly<Record<string, Make>> = {
  'chosen-roots': sometimesBeside(chosenRoots),
  'irrational-alignment': sometimesBeside(irrationalAlignment),
  'momentary-line': sometimesBeside(momentaryLine),
  'momentary-point': sometimesBeside(momentaryPoint),
  'barely-moving': barelyMoving,
  'rounded-line': roundedLine,
  'own-sizes': ownSizes,
  scenelike,
};

export const algebraicFamilies: readonly Family[] = Object.entries(MAKERS).map(([name, make]) => ({
  name,
  make,
}));
