// The static and the thick tests of the kernels against the oracle's exact answers.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  edgeEdgeThickContact,
  edgeFaceIntersect,
  initGeometry,
  pointTriangleDistance,
  triangleTriangleDistance,
  triangleTriangleIntersect,
  vertexFaceThickContact,
} from '../../src/geometry/index.js';
import { firstTimeWithin } from './exact/closeness.js';
import { approximate } from './exact/dyadic.js';
import {
  doSegmentAndTriangleIntersect,
  doTrianglesIntersect,
  squaredDistancePointTriangle,
  squaredDistanceTriangles,
} from './exact/instant.js';
import { FAMILIES } from './generators/families.js';
import { type Query, queriesOf } from './generators/family.js';

const COUNT = 120;
const SEED = 4;
/** Distances refuse numbers above 2^500; and squares of numbers below 2^-500 vanish. */
const isMeasurable = (x: number): boolean => x === 0 || (Math.abs(x) < 2 ** 500 && Math.abs(x) > 2 ** -400);
/** The oracle's exact degree-6 decision takes long where exponents are spread. */
const SLOW = new Set([
  'mixed-exponents',
  'tiny-tails',
  'huge',
  'subnormal',
  'subnormal-touch',
  'stretched-per-axis',
]);

beforeAll(() => initGeometry());

const numbers = (query: Query, from: number, to: number): number[] =>
  Array.from(query.points.subarray(from, to));

describe.each(FAMILIES)('$name', (family) => {
  test('two triangles, an edge and a face: intersecting or separate, exactly', () => {
    for (const query of queriesOf(family, SEED, COUNT)) {
      const [s, r] = [numbers(query, 0, 9), numbers(query, 9, 18)];
      const meet = triangleTriangleIntersect([...s, ...r]);
      expect({ s, r, meet }).toEqual({ s, r, meet: doTrianglesIntersect(s, r) });
      const edge = s.slice(0, 6);
      const cut = edgeFaceIntersect([...edge, ...r]);
      expect({ edge, r, cut }).toEqual({ edge, r, cut: doSegmentAndTriangleIntersect(edge, r) });
    }
  });

  test('distances, to the error that they state', () => {
    for (const query of queriesOf(family, SEED, COUNT)) {
      const [s, r] = [numbers(query, 0, 9), numbers(query, 9, 18)];
      if (![...s, ...r].every(isMeasurable)) continue;
      const triangles = triangleTriangleDistance([...s, ...r]);
      const exact = Math.sqrt(approximate(squaredDistanceTriangles(s, r)));
      expect({ s, r, off: Math.abs(triangles.distance - exact) <= triangles.error }).toEqual({
        s,
        r,
        off: true,
      });
      const point = pointTriangleDistance([...s.slice(0, 3), ...r]);
      const exactPoint = Math.sqrt(approximate(squaredDistancePointTriangle(s.slice(0, 3), r)));
      expect({ s, r, off: Math.abs(point.distance - exactPoint) <= point.error }).toEqual({
        s,
        r,
        off: true,
      });
    }
  });
});

describe.each(FAMILIES.filter(({ name }) => !SLOW.has(name)))('$name', (family) => {
  test('coming within a thickness: no miss, never late, and no further off than the tolerance', () => {
    let undecided = 0;
    for (const query of queriesOf(family, SEED, COUNT)) {
      const { kind, points } = query;
      const size = points.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      const thickness = size * 2 ** -(2 + (query.index % 12));
      if (!(thickness > 0)) continue;
      const found = (kind === 'vf' ? vertexFaceThickContact : edgeEdgeThickContact)(points, thickness);
      const first = firstTimeWithin(kind, points, thickness);
      const about = { kind, points: Array.from(points), thickness };
      if (found.state === 'free') {
        expect({ ...about, missed: first !== undefined }).toEqual({ ...about, missed: false });
        continue;
      }
      if (first !== undefined) {
        expect({ ...about, late: first.compareToNumber(found.time) < 0 }).toEqual({ ...about, late: false });
      } else if (found.certain) {
        const near = firstTimeWithin(kind, points, thickness + found.tolerance) !== undefined;
        expect({ ...about, near }).toEqual({ ...about, near: true });
      } else {
        undecided++;
      }
    }
    expect(undecided).toBeLessThanOrEqual(COUNT / 20);
  });
});
