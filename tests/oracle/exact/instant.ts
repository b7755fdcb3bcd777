// The static predicates for f64 coordinates: x, y, z of every point in a row.

import { pointTriangleSquared, segmentSegmentSquared, triangleTriangleSquared } from './distance.js';
import { commonIntegers, integersPerAxis, type Rational, timesPowerOfTwo } from './dyadic.js';
import { type Point, pointsOf, segmentIntersectsTriangle, trianglesIntersect } from './static.js';

export type Numbers = readonly number[];

type Three = readonly [Point, Point, Point];
type Two = readonly [Point, Point];

/** Intersection keeps when every axis has its own scale. */
const stretched = (...sets: readonly Numbers[]): Point[] => pointsOf(integersPerAxis(sets.flat()));

/** Distances need one scale for all axes; a squared length is scaled back by its square. */
function measured(sets: readonly Numbers[], squared: (points: Point[]) => Rational): Rational {
  const { integers, exponent } = commonIntegers(sets.flat());
  return timesPowerOfTwo(squared(pointsOf(integers)), 2 * exponent);
}

/** A segment of 6 numbers and a triangle of 9, both closed. */
export function doSegmentAndTriangleIntersect(segment: Numbers, triangle: Numbers): boolean {
  const [p, q, ...rest] = stretched(segment, triangle);
  return segmentIntersectsTriangle([p, q], rest as unknown as Three);
}

/** Two closed triangles of 9 numbers. */
export function doTrianglesIntersect(s: Numbers, r: Numbers): boolean {
  const [a, b, c, ...rest] = stretched(s, r);
  return trianglesIntersect([a, b, c], rest as unknown as Three);
}

export const squaredDistancePointTriangle = (point: Numbers, triangle: Numbers): Rational =>
  measured([point, triangle], ([p, ...rest]) => pointTriangleSquared(p, rest as unknown as Three));

export const squaredDistanceSegments = (s: Numbers, r: Numbers): Rational =>
  measured([s, r], ([a, b, ...rest]) => segmentSegmentSquared([a, b], rest as unknown as Two));

export const squaredDistanceTriangles = (s: Numbers, r: Numbers): Rational =>
  measured([s, r], ([a, b, c, ...rest]) => triangleTriangleSquared([a, b, c], rest as unknown as Three));
