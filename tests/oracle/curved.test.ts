// Curved paths whose exact answer is known: linear motions that start slowly, as t, t^2 or t^3.
import { beforeAll, describe, expect, test } from 'vitest';
import { edgeEdgeContactCurved, initGeometry, vertexFaceContactCurved } from '../../src/geometry/index.js';
import { type Rational, rationalOf } from './exact/dyadic.js';
import { firstContact } from './exact/first-contact.js';
import { FAMILIES } from './generators/families.js';
import { type Query, queriesOf } from './generators/family.js';

const COUNT = 60;
const SEED = 8;
const DEGREES = [1, 2, 3] as const;
type Degree = (typeof DEGREES)[number];
/** Curves refuse numbers above 2^500. */
const isLegal = (x: number): boolean => Math.abs(x) <= 2 ** 500;

beforeAll(() => initGeometry());

/** The start as every control point but the last: the positions of the linear motion at t^degree. */
function slowly({ points }: Query, degree: Degree): number[] {
  const [start, end] = [Array.from(points.subarray(0, 12)), Array.from(points.subarray(12))];
  return [...Array.from({ length: degree }, () => start).flat(), ...end];
}

function power(t: number, degree: Degree): Rational {
  const { num, den } = rationalOf(t);
  return { num: num ** BigInt(degree), den: den ** BigInt(degree) };
}

/** What an answer promises and does not keep. */
function broken(query: Query, degree: Degree): string | undefined {
  const find = query.kind === 'vf' ? vertexFaceContactCurved : edgeEdgeContactCurved;
  const answer = find(slowly(query, degree), degree);
  const first = firstContact(query.kind, query.points);
  if (answer.state === 'free') return first.contact ? 'missed' : undefined;
  if (!first.contact) return answer.certain ? 'certain of a contact that is none' : undefined;
  if (first.time.compareToRational(power(answer.time, degree)) < 0) return 'late';
  const beyond = first.time.compareToRational(power(answer.latest, degree)) > 0;
  return answer.certain && beyond ? 'certain of a contact up to a time before it' : undefined;
}

describe.each(FAMILIES)('$name', (family) => {
  test('no miss, never late, and certain only of what is true', () => {
    for (const query of queriesOf(family, SEED, COUNT)) {
      if (!query.points.every(isLegal)) continue;
      for (const degree of DEGREES) {
        const { kind, points } = query;
        const about = { kind, degree, points: Array.from(points) };
        expect({ ...about, problem: broken(query, degree) }).toEqual({ ...about, problem: undefined });
      }
    }
  });
});
