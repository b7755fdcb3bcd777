import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CurvedContact,
  edgeEdgeContactCurved,
  initGeometry,
  vertexFaceContactCurved,
} from '../../../src/geometry/index.js';
import { curvePointsAt, differences, hullHasOrigin, side } from './exact-rational.js';
import { grid, type Random, randomFrom, reordered, scaled, uniform } from './generators.js';
import { knownQueries, noKnownQueries } from './known-queries.js';

beforeAll(() => initGeometry());

type Degree = 1 | 2 | 3;
type Test = (points: number[], degree: Degree) => CurvedContact;
const KINDS: [string, Test, number][] = [
  ['vertexFaceContactCurved', vertexFaceContactCurved, 1],
  ['edgeEdgeContactCurved', edgeEdgeContactCurved, 2],
];
const DEGREES: Degree[] = [1, 2, 3];

function touchesAt(numbers: number[], first: number, time: number): boolean {
  const { points } = curvePointsAt(numbers, time);
  return hullHasOrigin(differences(points.slice(0, first), points.slice(first)));
}

/** What an answer says about contacts at these times, and about a sure one. */
function checkPromises(
  test: Test,
  first: number,
  numbers: number[],
  degree: Degree,
  times: number[],
): string {
  const answer = test(numbers, degree);
  const described = `degree ${degree}, [${numbers}] gave ${JSON.stringify(answer)}`;
  const before = answer.state === 'free' ? 2 : answer.time;
  for (const time of times) {
    if (time < before && touchesAt(numbers, first, time)) expect.fail(`touches at ${time}: ${described}`);
  }
  if (answer.state === 'free') return 'free';
  if (!answer.certain) return 'undecided';
  const sides = [answer.time, answer.latest].map((time) => side(curvePointsAt(numbers, time).points));
  if (sides[0] * sides[1] > 0) expect.fail(`does not pass the plane: ${described}`);
  return 'certain';
}

function controls(random: Random, degree: Degree): number[] {
  const count = 12 * (degree + 1);
  const kind = Math.floor(random() * 3);
  if (kind === 0) return grid(random, count, 2);
  if (kind === 1) return uniform(random, count);
  const start = uniform(random, 12);
  return Array.from({ length: count }, (_, i) => 1000 + start[i % 12] + 0.5 * (2 * random() - 1));
}

/** Moves the first control point of the first vertex so that there is contact at t = 1/2: exact in integers. */
function touchingAtHalf(random: Random, degree: Degree, first: number): number[] {
  const numbers = scaled(grid(random, 12 * (degree + 1), 4), 64);
  const weights = [0, 0, 0, 0].map(() => Math.floor(random() * 3));
  const binomials = { 1: [1, 1], 2: [1, 2, 1], 3: [1, 3, 3, 1] }[degree];
  const atHalf = (point: number, k: number) =>
    binomials.reduce((sum, b, i) => sum + b * numbers[12 * i + 3 * point + k], 0);
  for (let k = 0; k < 3; k++) {
    // a + a1's share = b's share: on the face for one vertex, on both edges for two; weights are quarters
    const other = [weights[0] / 4, Math.min(weights[1], 4 - weights[0]) / 4];
    const target =
      first === 1
        ? atHalf(1, k) * (1 - other[0] - other[1]) + atHalf(2, k) * other[0] + atHalf(3, k) * other[1]
        : atHalf(2, k) * (1 - other[0]) + atHalf(3, k) * other[0];
    // edges: contact at a's first end, or in its middle
    const half = first === 2 && weights[2] > 0;
    const wanted = half ? 2 * target - atHalf(1, k) : target;
    numbers[k] = numbers[k] + wanted - atHalf(0, k);
  }
  return numbers;
}

const sampled = Array.from({ length: 33 }, (_, i) => i / 32);

for (const [name, test, first] of KINDS) {
  describe(name, () => {
    for (const degree of DEGREES) {
      it(`keeps its promises on 500 motions of degree ${degree}`, () => {
        const random = randomFrom(200 + 10 * first + degree);
        const seen: Record<string, number> = { free: 0, certain: 0, undecided: 0 };
        for (let i = 0; i < 500; i++) {
          seen[checkPromises(test, first, controls(random, degree), degree, sampled)]++;
        }
        if (process.env.SHOW) console.log(seen);
        expect(seen.free).toBeGreaterThan(100);
        expect(seen.certain).toBeGreaterThan(20);
      });

      it(`finds 500 contacts made at t = 1/2, of degree ${degree}, not later`, () => {
        const random = randomFrom(300 + 10 * first + degree);
        let sure = 0;
        for (let i = 0; i < 500; i++) {
          const numbers = touchingAtHalf(random, degree, first);
          if (!touchesAt(numbers, first, 0.5)) expect.fail(`the test is wrong: [${numbers}]`);
          const found = checkPromises(test, first, numbers, degree, [0, 0.25, 0.5]);
          if (found === 'certain') sure++;
        }
        expect(sure).toBeGreaterThan(100);
      });
    }

    it('scales exactly by powers of two, and is not disturbed by an offset and a common motion', () => {
      const random = randomFrom(400 + first);
      for (let i = 0; i < 300; i++) {
        const numbers = grid(random, 48, 3);
        const answer = test(numbers, 3);
        for (const exponent of [-900, -30, 30, 480]) {
          expect(test(scaled(numbers, 2 ** exponent), 3)).toEqual(answer);
        }
        const moved = numbers.map((x, k) => x + 512 * (k % 3) + 1024 * Math.floor(k / 12) ** 2);
        expect(test(moved, 3)).toEqual(answer);
      }
    });

    it('answers alike for other orders of the points and for time reversed, where it is sure', () => {
      const random = randomFrom(500 + first);
      const order = first === 1 ? [0, 2, 3, 1] : [2, 3, 1, 0];
      const everyGroup = [0, 4, 8].flatMap((group) => order.map((point) => group + point));
      const reversed = [8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3];
      for (let i = 0; i < 300; i++) {
        const numbers = controls(random, 2);
        const answers = [numbers, reordered(numbers, everyGroup), reordered(numbers, reversed)].map(
          (points) => test(points, 2),
        );
        const unsure = answers.some((answer) => answer.state === 'contact' && !answer.certain);
        if (!unsure) expect(new Set(answers.map(({ state }) => state)).size).toBe(1);
      }
    });
  });
}

describe('known curves', () => {
  const face = [0, 0, 0, 4, 0, 0, 0, 4, 0];
  const at = (z: number) => [1, 1, z, ...face];

  it('brackets the first of two crossings of a parabola', () => {
    const answer = vertexFaceContactCurved([...at(1), ...at(-1.5), ...at(1)], 2);
    const root = (5 - Math.sqrt(5)) / 10;
    expect(answer).toMatchObject({ state: 'contact', certain: true });
    if (answer.state !== 'contact') return;
    expect(answer.time).toBeLessThanOrEqual(root);
    expect(answer.latest).toBeGreaterThanOrEqual(root);
    expect(answer.latest - answer.time).toBeLessThanOrEqual(2 ** -23);
  });

  it('reports a parabola that touches the face in its vertex as contact that is not certain', () => {
    const answer = vertexFaceContactCurved([...at(1), ...at(-1), ...at(1)], 2);
    expect(answer).toMatchObject({ state: 'contact', certain: false });
    if (answer.state === 'contact') expect(answer.time).toBeLessThanOrEqual(0.5);
  });

  it('misses none of 2,000 parabolas that touch at b / a without passing through', () => {
    const random = randomFrom(600);
    const whole = (below: number) => Math.floor(random() * below);
    for (let i = 0; i < 2000; i++) {
      const a = 3 + whole(29);
      const b = 1 + whole(a - 1);
      const m = 1 + whole(2 ** (20 + whole(24)));
      // m (a t - b)^2 in Bernstein form, in integers; the face and the edges are wide enough for the way along it
      const heights = [m * b * b, m * b * (b - a), m * (a - b) ** 2];
      const along = heights.map(() => whole(3) * m);
      const wide = 8 * m;
      const flat = [0, 0, 0, wide, 0, 0, 0, wide, 0];
      const corner = heights.flatMap((z, k) => [along[k], along[0], z, ...flat]);
      const edges = heights.flatMap((z, k) => [along[k], -m, z, along[k], m, z, -m, 0, 0, wide, 0, 0]);
      for (const answer of [vertexFaceContactCurved(corner, 2), edgeEdgeContactCurved(edges, 2)]) {
        if (answer.state === 'free' || answer.time * a > b) expect.fail(`(${a} t - ${b})^2 ${m}, ${along}`);
      }
    }
  });

  it('proves freedom for a parabola that stops 2^-20 above the face, and for one that passes beside it', () => {
    const lift = 2 ** -20;
    expect(vertexFaceContactCurved([...at(1 + lift), ...at(-1 + lift), ...at(1 + lift)], 2).state).toBe(
      'free',
    );
    const beside = (z: number) => [3, 2, z, ...face];
    expect(vertexFaceContactCurved([...beside(1), ...beside(-9), ...beside(1)], 2).state).toBe('free');
  });

  it('refuses other degrees and numbers of points', () => {
    expect(() => vertexFaceContactCurved(new Array(60).fill(0), 4 as 3)).toThrow(
      /BAD_QUERY: the degree is 4/,
    );
    expect(() => edgeEdgeContactCurved(new Array(36).fill(0), 3)).toThrow(/BAD_QUERY: 36 numbers .* 48/);
  });
});

describe.skipIf(noKnownQueries)(
  'linear queries with known truth, as curves (skipped without ../shared/data)',
  () => {
    for (const [kind, test] of [
      ['vf', vertexFaceContactCurved],
      ['ee', edgeEdgeContactCurved],
    ] as const) {
      it(`misses none of ${kind} and is never sure of a false one`, () => {
        let doubtful = 0;
        let free = 0;
        for (const { points, truth } of knownQueries(kind)) {
          for (const degree of DEGREES) {
            const answer = test(elevated(points, degree), degree);
            if (truth && answer.state === 'free') expect.fail(`missed, degree ${degree}: [${points}]`);
            if (truth) continue;
            if (answer.state === 'free') free++;
            else if (answer.certain) expect.fail(`sure of a false contact, degree ${degree}: [${points}]`);
            else doubtful++;
          }
        }
        if (process.env.SHOW) console.log({ kind, free, doubtful });
        expect(doubtful).toBeLessThan(0.25 * (free + doubtful));
      });
    }
  },
);

/** The same path with more control points. Rounded: a touch may become a near miss by less than the test's slack. */
function elevated(points: number[], degree: Degree): number[] {
  const [start, end] = [points.slice(0, 12), points.slice(12)];
  return Array.from({ length: degree + 1 }, (_, k) =>
    start.map((x, i) => ((degree - k) * x + k * end[i]) / degree),
  ).flat();
}
