// Families without a constructed contact: generic position, small grids, and planes.
import { type Family, fill } from './family.js';
import { combine, flat, integerVec, plus, signedVec, type Vec } from './vectors.js';

const uniform: Family = { name: 'uniform', make: (random) => ({ points: fill(() => random.signed()) }) };

/** Coordinates 0 to 3: coincident points, zero edges, coplanar motion and no motion come by themselves. */
const grid: Family = { name: 'grid', make: (random) => ({ points: fill(() => random.int(0, 3)) }) };

/** The grid with one axis flat: everything moves within one plane. */
const flatGrid: Family = {
  name: 'flat-grid',
  make(random) {
    const axis = random.int(0, 2);
    return { points: fill((i) => (i % 3 === axis ? 1 : random.int(0, 4))) };
  },
};

/** The grid with two axes flat: everything moves along one line. */
const lineGrid: Family = {
  name: 'line-grid',
  make(random) {
    const axis = random.int(0, 2);
    return { points: fill((i) => (i % 3 === axis ? random.int(0, 8) : 2)) };
  },
};

/** Points within a few units in the last place of one oblique plane. */
const nearlyCoplanar: Family = {
  name: 'nearly-coplanar',
  make(random) {
    const [a, b] = [signedVec(random), signedVec(random)];
    const thin = 2 ** -random.int(30, 52);
    const point = (): Vec => combine([random.signed(), a], [random.signed(), b], [thin, signedVec(random)]);
    const start = [point(), point(), point(), point()];
    return { points: flat(start, [point(), point(), point(), point()]) };
  },
};

/** All four points in one plane that moves rigidly, each body sliding in it: coplanar at all times, exactly. */
const slidingPlanes: Family = {
  name: 'sliding-plane',
  make(random, kind) {
    const [a, b] = [integerVec(random, 9), integerVec(random, 9)];
    const inPlane = (size: number): Vec =>
      combine([random.int(-size, size), a], [random.int(-size, size), b]);
    const start = [inPlane(20), inPlane(20), inPlane(20), inPlane(20)];
    const common = integerVec(random, 50);
    const slides = [plus(common, inPlane(30)), random.chance(0.3) ? common : plus(common, inPlane(30))];
    const end = start.map((p, i) => plus(p, slides[i < (kind === 'vf' ? 1 : 2) ? 0 : 1]));
    return { points: flat(start, end) };
  },
};

/** The same with every point moving on its own within the plane. */
const swirlingPlanes: Family = {
  name: 'swirling-plane',
  make(random) {
    const [a, b] = [integerVec(random, 9), integerVec(random, 9)];
    const inPlane = (): Vec => combine([random.int(-20, 20), a], [random.int(-20, 20), b]);
    const common = integerVec(random, 50);
    const start = [inPlane(), inPlane(), inPlane(), inPlane()];
    return {
      points: flat(
        start,
        start.map(() => plus(common, inPlane())),
      ),
    };
  },
};

const still: Family = {
  name: 'no-motion',
  make(random) {
    const most = random.int(1, 3);
    const points = fill(() => random.int(0, most));
    points.copyWithin(12, 0, 12);
    return { points };
  },
};

/** Repeated points: edges and faces without length or area, at the start, at the end or all along. */
const collapsed: Family = {
  name: 'zero-edges-and-faces',
  make(random) {
    const wide = random.chance(0.5);
    const points = fill(() => (wide ? random.signed() : random.int(0, 3)));
    for (let times = random.int(1, 3); times > 0; times--) {
      const [to, of] = [random.int(0, 3), random.int(0, 3)];
      const when = random.int(0, 2);
      if (when !== 1) points.copyWithin(3 * to, 3 * of, 3 * of + 3);
      if (when !== 0) points.copyWithin(12 + 3 * to, 12 + 3 * of, 15 + 3 * of);
    }
    return { points };
  },
};

export const plainFamilies: readonly Family[] = [
  uniform,
  grid,
  flatGrid,
  lineGrid,
  nearlyCoplanar,
  slidingPlanes,
  swirlingPlanes,
  still,
  collapsed,
];
