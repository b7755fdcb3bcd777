import { beforeAll, describe, expect, it } from 'vitest';
import {
  createElementaryResults,
  type ElementaryResults,
  edgeEdgeContacts,
  initGeometry,
  vertexFaceContacts,
} from '../../../src/geometry/index.js';
import { candidate } from '../../oracle/candidate.js';
import { compare, reproduction } from '../../oracle/compare.js';
import type { Query } from '../../oracle/generators/family.js';
import * as family from './families.js';

beforeAll(() => initGeometry());

type Make = (random: family.Random, kind: family.Kind) => family.Query;

const HUGE = 2 ** 1000;
const FAMILIES: Record<string, Make> = {
  'whole numbers -1..1': (r) => family.grid(r, 1),
  'whole numbers -2..2': (r) => family.grid(r, 2),
  'whole numbers -9..9': (r) => family.grid(r, 9),
  'whole numbers, one an ulp off': (r) => family.gridBesideItself(r),
  'exact touches, t = 0 and 1 included': (r, kind) => family.touch(r, kind, 0),
  'an ulp above touches': (r, kind) => family.touch(r, kind, 1),
  'an ulp below touches': (r, kind) => family.touch(r, kind, -1),
  'sliding in one plane': (r) => family.sliding(r),
  'sliding in one plane, rounded': (r) => family.slidingRounded(r),
  'on one line': (r) => family.onLine(r),
  'riding on a boundary': (r, kind) => family.edgeRiding(r, kind),
  'zero edges and faces': (r) => family.coincident(r),
  'double and triple roots, almost': (r, kind) => family.nearMultiple(r, kind),
  'touches, far from the origin': (r, kind) => family.moved(family.touch(r, kind, 0), [1e6, -1e6, 1e6 / 3]),
  'riding, far from the origin': (r, kind) => family.moved(family.edgeRiding(r, kind), [1e6, 1e6 / 7, -1e6]),
  'touches, scaled': (r, kind) => {
    const factor = () => 2 ** family.integer(r, 60);
    return family.scaled(family.touch(r, kind, family.integer(r, 1)), [factor(), factor(), factor()]);
  },
  'grids, an axis huge and one tiny': (r) => family.scaled(family.grid(r, 2), [HUGE, 1, 1 / HUGE]),
  'subnormal grids': (r) => family.scaled(family.grid(r, 3), [2 ** -1074, 2 ** -1074, 2 ** -1074]),
  'touches, subnormal and normal numbers mixed': (r, kind) =>
    family.scaled(family.touch(r, kind, 0), [2 ** -1030, 2 ** -1030, 2 ** -1030]),
  'three tiny points and a huge one': (r, kind) => family.tinyBesideHuge(r, kind),
  'products below the range of f64': (r, kind) => family.underflowing(r, kind),
  'exponents within 30': (r) => family.allExponents(r, -15, 15),
  'exponents within 200': (r) => family.allExponents(r, -100, 100),
};

function ask(kind: family.Kind, queries: readonly family.Query[]): ElementaryResults {
  const points = Float64Array.from(queries.flat());
  const results = createElementaryResults(queries.length);
  return kind === 'vf' ? vertexFaceContacts(points, results) : edgeEdgeContacts(points, results);
}

const QUERIES = 400;

/** As the oracle takes them. */
function asked(name: string, kind: family.Kind, queries: readonly family.Query[]): Query[] {
  return queries.map((points, index) => ({
    points: Float64Array.from(points),
    kind,
    family: name,
    seed: 0,
    index,
  }));
}

describe.each(['vf', 'ee'] as const)('%s: state and time are those of the exact oracle', (kind) => {
  it.each(Object.entries(FAMILIES).map(([name, make], seed) => ({ name, make, seed })))(
    '$name (seed $seed)',
    ({ name, make, seed }) => {
      const random = family.randomFrom(seed * 2 + (kind === 'vf' ? 0 : 1));
      const queries = asked(
        name,
        kind,
        Array.from({ length: QUERIES }, () => make(random, kind)),
      );
      const { mismatches, maxEarliness } = compare(candidate, queries);
      expect(mismatches.map(reproduction)).toEqual([]);
      expect(maxEarliness).toBeLessThanOrEqual(1e-8);
    },
  );

  it('the families ask for both answers, for all exact, and for times between 0 and 1', () => {
    let [contacts, exact, inside, count] = [0, 0, 0, 0];
    Object.values(FAMILIES).forEach((make, seed) => {
      const random = family.randomFrom(seed * 2 + (kind === 'vf' ? 0 : 1));
      const results = ask(
        kind,
        Array.from({ length: QUERIES }, () => make(random, kind)),
      );
      results.contact.forEach((touches, i) => {
        count++;
        contacts += touches;
        exact += results.exact[i];
        inside += Number(touches === 1 && results.time[i] > 0 && results.time[i] < 1);
      });
    });
    expect(contacts / count).toBeGreaterThan(0.2);
    expect(contacts / count).toBeLessThan(0.8);
    expect(exact / count).toBeGreaterThan(0.3);
    expect(inside).toBeGreaterThan(500);
  });

  it('every f64 is legal: exponents from -1074 to 1023', () => {
    const random = family.randomFrom(99);
    const queries = Array.from({ length: 12 }, () => family.allExponents(random, -1074, 1023));
    const { mismatches } = compare(candidate, asked('all exponents', kind, queries));
    expect(mismatches.map(reproduction)).toEqual([]);
  });
});
