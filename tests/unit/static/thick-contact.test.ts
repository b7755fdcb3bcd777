import { beforeAll, describe, expect, it } from 'vitest';
import {
  edgeEdgeThickContact,
  initGeometry,
  type ThickContact,
  vertexFaceThickContact,
} from '../../../src/geometry/index.js';
import { compareWithLength, differences, pointsAt, squaredDistance } from './exact-rational.js';
import { grid, mixed, type Random, randomFrom, reordered, scaled, uniform } from './generators.js';
import { knownQueries, noKnownQueries } from './known-queries.js';

beforeAll(() => initGeometry());

type Test = (points: number[], thickness: number) => ThickContact;
const KINDS: [string, Test, number][] = [
  ['vertexFaceThickContact', vertexFaceThickContact, 1],
  ['edgeEdgeThickContact', edgeEdgeThickContact, 2],
];

/** Sign of the distance at a time minus a length, exactly. */
function distanceAgainst(numbers: number[], first: number, time: number, length: number): number {
  const { points, unit } = pointsAt(numbers, time);
  const square = squaredDistance(differences(points.slice(0, first), points.slice(first)));
  return compareWithLength(square, unit, length);
}

/** About the distance, in doubles: to find times that matter. */
function roughDistance(test: Test, numbers: number[], time: number): number {
  const now = Array.from({ length: 12 }, (_, i) => numbers[i] + time * (numbers[12 + i] - numbers[i]));
  const answer = test([...now, ...now], 0);
  return answer.state === 'free' ? 1 : answer.distance;
}

/** A distance's least value over sampled times, and where: bisection on a bracket of samples. */
function closestTime(numbers: number[], first: number): number {
  const far = (time: number) => {
    const { points, unit } = pointsAt(numbers, time);
    const { top, bottom } = squaredDistance(differences(points.slice(0, first), points.slice(first)));
    return Number((top << 200n) / bottom) * 2 ** (2 * Number(unit) - 200);
  };
  let best = 0;
  for (let i = 1; i <= 16; i++) if (far(i / 16) < far(best)) best = i / 16;
  for (let width = 1 / 32; width > 2 ** -20; width /= 2) {
    for (const time of [best - width, best + width]) {
      if (time >= 0 && time <= 1 && far(time) < far(best)) best = time;
    }
  }
  return best;
}

const counts = { free: 0, contact: 0, uncertain: 0 };

/** Everything that an answer promises, at sampled times and at the times that matter. */
function checkPromises(
  test: Test,
  first: number,
  numbers: number[],
  thickness: number,
  times: number[],
): void {
  const answer = test(numbers, thickness);
  const described = `[${numbers}], ${thickness} gave ${JSON.stringify(answer)}`;
  const end = answer.state === 'free' ? 1.5 : answer.time;
  for (const time of times) {
    if (time >= end) continue;
    if (distanceAgainst(numbers, first, time, thickness) <= 0) expect.fail(`close at ${time}: ${described}`);
  }
  if (answer.state === 'free') {
    counts.free++;
    return;
  }
  counts.contact++;
  if (!answer.certain) counts.uncertain++;
  else if (distanceAgainst(numbers, first, answer.time, thickness + answer.tolerance) > 0) {
    expect.fail(`not close: ${described}`);
  }
}

const sampled = Array.from({ length: 33 }, (_, i) => i / 32);

function moving(random: Random): number[] {
  const kind = Math.floor(random() * 3);
  if (kind === 0) return grid(random, 24, 2);
  if (kind === 1) return mixed(random, 24);
  // a slow deformation of a common fast motion
  const start = uniform(random, 12);
  const drift = uniform(random, 3);
  return [...start, ...start.map((x, i) => x + 10 * drift[i % 3] + 0.3 * (2 * random() - 1))];
}

for (const [name, test, first] of KINDS) {
  describe(name, () => {
    it('keeps its promises on 1,000 motions with thicknesses of all sizes', () => {
      Object.assign(counts, { free: 0, contact: 0, uncertain: 0 });
      const random = randomFrom(60 + first);
      for (let i = 0; i < 1000; i++) {
        const numbers = moving(random);
        const thickness = 2 ** (2 - Math.floor(random() * 30)) * random();
        checkPromises(test, first, numbers, thickness, sampled);
      }
      if (process.env.SHOW) console.log(counts);
      expect(counts.free).toBeGreaterThan(100);
      expect(counts.contact).toBeGreaterThan(100);
      expect(counts.uncertain).toBeLessThan(10);
    });

    it('keeps them where the thickness is the least distance, a little more or a little less', () => {
      Object.assign(counts, { free: 0, contact: 0, uncertain: 0 });
      const random = randomFrom(70 + first);
      for (let i = 0; i < 150; i++) {
        const numbers = moving(random);
        const time = closestTime(numbers, first);
        const least = roughDistance(test, numbers, time);
        for (const factor of [1 - 2 ** -6, 1 - 2 ** -30, 1, 1 + 2 ** -50, 1 + 2 ** -30, 1 + 2 ** -6]) {
          checkPromises(test, first, numbers, least * factor, [time, ...sampled]);
        }
      }
      if (process.env.SHOW) console.log(counts);
      expect(counts.free).toBeGreaterThan(50);
      expect(counts.contact).toBeGreaterThan(100);
    });

    it('misses none of 5,000 paths that meet at t = 1/2, however thin', () => {
      const random = randomFrom(75 + first);
      for (let i = 0; i < 5000; i++) {
        // flat, thin and small things among them: points of two steps of size, one of them 2^-k
        const small = 2 ** -Math.floor(random() * 40);
        const numbers = grid(random, 24, 2).map((x, k) => (k % 3 === 2 ? small * x : x));
        // the first point of a is moved to a corner of b, or halfway along b's first edge, at t = 1/2
        const [p, q] = random() < 0.5 ? [first, first] : [first, first + 1];
        for (let k = 0; k < 3; k++) {
          const target =
            (numbers[3 * p + k] + numbers[12 + 3 * p + k] + numbers[3 * q + k] + numbers[12 + 3 * q + k]) / 2;
          numbers[k] = target - numbers[12 + k];
        }
        const thickness = 2 ** -Math.floor(random() * 45);
        const answer = test(numbers, thickness);
        if (answer.state === 'free' || answer.time > 0.5) {
          expect.fail(`[${numbers}], ${thickness} gave ${JSON.stringify(answer)}`);
        }
      }
    });

    it('scales exactly by powers of two', () => {
      const random = randomFrom(80 + first);
      for (let i = 0; i < 300; i++) {
        const numbers = moving(random);
        const thickness = 2 ** -Math.floor(random() * 12);
        const before = test(numbers, thickness);
        for (const exponent of [-900, -40, 17, 400]) {
          const factor = 2 ** exponent;
          const after = test(scaled(numbers, factor), thickness * factor);
          expect(after.state).toBe(before.state);
          if (before.state === 'free' || after.state === 'free') continue;
          expect(after.time).toBe(before.time);
          expect(after.distance).toBe(before.distance * factor);
        }
      }
    });

    it('is not disturbed by a common motion and an offset', () => {
      const random = randomFrom(90 + first);
      for (let i = 0; i < 300; i++) {
        const numbers = grid(random, 24, 3);
        const moved = numbers.map((x, k) => x + 1024 * (k % 3) + (k < 12 ? 0 : 4096));
        expect(test(moved, 0.25)).toEqual(test(numbers, 0.25));
      }
    });

    it('answers the same, within its tolerance, for other orders of the points', () => {
      const random = randomFrom(100 + first);
      const order = first === 1 ? [0, 2, 3, 1, 4, 6, 7, 5] : [2, 3, 1, 0, 6, 7, 5, 4];
      for (let i = 0; i < 300; i++) {
        const numbers = moving(random);
        const thickness = 2 ** -Math.floor(random() * 8);
        const [one, other] = [test(numbers, thickness), test(reordered(numbers, order), thickness)];
        if (one.state === other.state) continue;
        const reported = one.state === 'contact' ? one : other;
        if (reported.state !== 'contact') continue;
        expect(reported.distance).toBeGreaterThan(thickness);
      }
    });

    it('refuses thicknesses that are not', () => {
      const numbers = grid(randomFrom(5), 24, 3);
      expect(() => test(numbers, -1)).toThrow(/NEGATIVE_THICKNESS: the thickness is -1/);
      expect(() => test(numbers, Number.NaN)).toThrow(/NON_FINITE_QUERY/);
    });
  });
}

describe('known times', () => {
  it('stops a falling vertex at the thickness', () => {
    const face = [0, 0, 0, 8, 0, 0, 0, 8, 0];
    const answer = vertexFaceThickContact([1, 1, 4, ...face, 1, 1, -4, ...face], 1);
    expect(answer).toMatchObject({ state: 'contact', certain: true });
    if (answer.state !== 'contact') return;
    expect(answer.time).toBeLessThanOrEqual(3 / 8);
    expect(answer.time).toBeGreaterThan(3 / 8 - 2 ** -10);
  });

  it('lets a vertex glide past at more than the thickness and its tolerance', () => {
    const face = [0, 0, 0, 8, 0, 0, 0, 8, 0];
    const points = [-9, 1, 1.125, ...face, 9, 1, 1.125, ...face];
    expect(vertexFaceThickContact(points, 1).state).toBe('free');
    expect(vertexFaceThickContact(points, 1.125).state).toBe('contact');
  });

  // Found by `fuzz topology`: told as contacts, up to 1.03 thicknesses apart, since steps ran out.
  it.each([
    [2 ** -8, [6, -5, 1, 1, 0, -2, 1, 2, 7, 7, -5, -2], [2, 8, 7, 2, -2, -4, 4, 3, -7, 0, -1, 0]],
    [2 ** -8, [-4, 4, 8, -5, 2, -7, -2, 8, -8, 1, -3, 3], [4, -6, 1, -1, -1, 3, 4, 5, -7, -6, -3, 3]],
    [2 ** -8, [3, -3, -2, -5, 3, -5, -4, -1, 1, 5, -2, 5], [-8, -7, 5, -6, 2, -3, -8, -7, -1, -6, 5, 1]],
    [0.03, [5, 4, -2, 4, -1, 0, -1, 7, 1, 7, -2, 1], [-3, 3, 6, 0, -8, 6, 2, -3, -6, -5, -1, 7]],
  ])('decides edges that pass each other just above the thickness %d', (thickness, start, end) => {
    const points = [...start, ...end].map((x) => x / 16);
    const answer = edgeEdgeThickContact(points, thickness);
    if (answer.state === 'contact') expect(answer.certain).toBe(true);
    checkPromises(edgeEdgeThickContact, 2, points, thickness, [0.25, 0.5, 0.75, 1]);
  });

  it('answers "contact at once" where the start is within the thickness', () => {
    const answer = edgeEdgeThickContact(
      [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 9, 1, 0, 9],
      1,
    );
    expect(answer).toMatchObject({ state: 'contact', time: 0, distance: 1, certain: true });
  });
});

describe.skipIf(noKnownQueries)(
  'linear queries with known truth, thickness 0 (skipped without ../shared/data)',
  () => {
    for (const [kind, test] of [
      ['vf', vertexFaceThickContact],
      ['ee', edgeEdgeThickContact],
    ] as const) {
      it(`misses none of ${kind}, and what it reports comes within its tolerance`, () => {
        const seen = { missed: 0, free: 0, close: 0, undecided: 0 };
        for (const { points, truth } of knownQueries(kind)) {
          const answer = test(points, 0);
          if (answer.state === 'free') seen[truth ? 'missed' : 'free']++;
          else if (!answer.certain) seen.undecided++;
          else if (!truth) seen.close++;
        }
        if (process.env.SHOW) console.log(kind, seen);
        expect(seen.missed).toBe(0);
        expect(seen.free).toBeGreaterThan(500);
      });
    }
  },
);
