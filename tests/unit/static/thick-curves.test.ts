import { beforeAll, describe, expect, it } from 'vitest';
import {
  edgeEdgeThickContact,
  initGeometry,
  type PathDegree,
  type ThickContact,
  vertexFaceThickContact,
} from '../../../src/geometry/index.js';
import { compareWithLength, curvePointsAt, differences, squaredDistance } from './exact-rational.js';
import { grid, mixed, type Random, randomFrom, scaled, uniform } from './generators.js';

beforeAll(() => initGeometry());

type Test = (points: number[], thickness: number, degree: PathDegree) => ThickContact;
const KINDS: [string, Test, number][] = [
  ['vertexFaceThickContact', vertexFaceThickContact, 1],
  ['edgeEdgeThickContact', edgeEdgeThickContact, 2],
];

/** Sign of the distance at a time minus a length, exactly. */
function distanceAgainst(numbers: number[], first: number, time: number, length: number): number {
  const { points, unit } = curvePointsAt(numbers, time);
  const square = squaredDistance(differences(points.slice(0, first), points.slice(first)));
  return compareWithLength(square, unit, length);
}

const sampled = Array.from({ length: 33 }, (_, i) => i / 32);

function controls(random: Random, degree: number): number[] {
  const count = 12 * (degree + 1);
  const kind = Math.floor(random() * 3);
  if (kind === 0) return grid(random, count, 2);
  if (kind === 1) return mixed(random, count);
  // a slow bend of a common fast motion
  const start = uniform(random, 12);
  const drift = uniform(random, count);
  return Array.from(
    { length: count },
    (_, i) => start[i % 12] + 10 * drift[3 * Math.floor(i / 12) + (i % 3)] + 0.5 * (2 * random() - 1),
  );
}

for (const [name, test, first] of KINDS) {
  describe.each([2, 3] as const)(`${name} on paths of degree %d`, (degree) => {
    it('keeps its promises on 200 motions with thicknesses of all sizes', () => {
      const random = randomFrom(700 + 10 * degree + first);
      const counts = { free: 0, contact: 0, uncertain: 0 };
      for (let i = 0; i < 200; i++) {
        const numbers = controls(random, degree);
        const thickness = 2 ** (2 - Math.floor(random() * 30)) * random();
        const answer = test(numbers, thickness, degree);
        const described = `[${numbers}], ${thickness} gave ${JSON.stringify(answer)}`;
        const end = answer.state === 'free' ? 1.5 : answer.time;
        // and just before what was told
        for (const time of [...sampled, end * (1 - 2 ** -20), end * (1 - 2 ** -40)]) {
          if (time >= end || time > 1) continue;
          if (distanceAgainst(numbers, first, time, thickness) <= 0)
            expect.fail(`close at ${time}: ${described}`);
        }
        counts[answer.state]++;
        if (answer.state === 'free') continue;
        if (!answer.certain) counts.uncertain++;
        else if (distanceAgainst(numbers, first, answer.time, thickness + answer.tolerance) > 0) {
          expect.fail(`not close: ${described}`);
        }
      }
      if (process.env.SHOW) console.log(counts);
      expect(counts.free).toBeGreaterThan(30);
      expect(counts.contact).toBeGreaterThan(35);
      expect(counts.uncertain).toBeLessThan(8);
    });

    it('misses none of 2,000 vertices that come as near as the thickness and turn back', () => {
      const random = randomFrom(800 + 10 * degree + first);
      for (let i = 0; i < 2000; i++) {
        // heights h + m (t - b)^2 over something flat and wide; all of it exact
        const [b, m, h] = [
          Math.floor(1 + random() * 7) / 8,
          2 ** Math.floor(random() * 8),
          2 ** -Math.floor(random() * 20),
        ];
        const square = [m * b * b, m * b * (b - 1), m * (1 - b) ** 2];
        const heights =
          degree === 2
            ? square
            : [square[0], (square[0] + 2 * square[1]) / 3, (2 * square[1] + square[2]) / 3, square[2]];
        const flat = [-9, -9, 0, 9, -9, 0, 0, 9, 0];
        const points = heights.flatMap((z) =>
          first === 1 ? [0, 0, h + z, ...flat] : [0, -1, h + z, 0, 1, h + z, -9, 0, 0, 9, 0, 0],
        );
        // thirds of a cubic are rounded
        const answer = test(points, h * (1 + 2 ** -30), degree);
        if (answer.state === 'free' || answer.time > b) {
          expect.fail(`[${points}], ${h} gave ${JSON.stringify(answer)}`);
        }
        expect(test(points, h * (1 - 2 ** -6), degree).state).toBe('free');
      }
    });

    it('answers as on a straight path where the curve is one, and scales by powers of two', () => {
      const random = randomFrom(900 + 10 * degree + first);
      for (let i = 0; i < 200; i++) {
        const straight = mixed(random, 24);
        const thickness = 2 ** -Math.floor(random() * 12);
        const [start, end] = [straight.slice(0, 12), straight.slice(12)];
        const points = Array.from({ length: degree + 1 }, (_, k) =>
          start.map((x, p) => ((degree - k) * x + k * end[p]) / degree),
        ).flat();
        const answer = test(points, thickness, degree);
        const before = test(straight, thickness, 1);
        if (answer.state !== before.state) {
          // within the tolerance either may be said
          const told = answer.state === 'contact' ? answer : (before as ThickContact & { state: 'contact' });
          expect(told.distance).toBeGreaterThan(thickness);
          continue;
        }
        const after = test(scaled(points, 2 ** 40), thickness * 2 ** 40, degree);
        expect(after.state).toBe(answer.state);
        if (answer.state === 'contact' && after.state === 'contact') expect(after.time).toBe(answer.time);
      }
    });
  });
}

it('refuses other degrees and numbers of points', () => {
  expect(() => vertexFaceThickContact(new Array(24).fill(0), 1, 4 as 3)).toThrow(
    'BAD_QUERY: the degree is 4',
  );
  expect(() => edgeEdgeThickContact(new Array(24).fill(0), 1, 2)).toThrow(/BAD_QUERY: 24 numbers .* 36/);
});
