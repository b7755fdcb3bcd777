// Squared distances of closed sets at one instant, as exact fractions of integer points.
import { compareRationals, type Rational } from './dyadic.js';
import {
  crossOf,
  dotOf,
  edgesOf,
  isZero,
  minus,
  type Point,
  type Segment,
  type Triangle,
  trianglesIntersect,
} from './static.js';

const whole = (num: bigint): Rational => ({ num, den: 1n });

export const least = (values: readonly Rational[]): Rational =>
  values.reduce((a, b) => (compareRationals(a, b) <= 0 ? a : b));

export function pointPointSquared(p: Point, q: Point): Rational {
  const d = minus(p, q);
  return whole(dotOf(d, d));
}

export function pointSegmentSquared(p: Point, [a, b]: Segment): Rational {
  const along = minus(b, a);
  const toP = minus(p, a);
  const length = dotOf(along, along);
  const foot = dotOf(along, toP);
  if (foot <= 0n) return pointPointSquared(p, a);
  if (foot >= length) return pointPointSquared(p, b);
  const perpendicular = crossOf(along, toP);
  return { num: dotOf(perpendicular, perpendicular), den: length };
}

export function pointTriangleSquared(p: Point, triangle: Triangle): Rational {
  const [a, b, c] = triangle;
  const edges = edgesOf(triangle);
  const normal = crossOf(minus(b, a), minus(c, a));
  const above = edges.every(([s, e]) => dotOf(normal, crossOf(minus(e, s), minus(p, s))) >= 0n);
  if (isZero(normal) || !above) return least(edges.map((edge) => pointSegmentSquared(p, edge)));
  const height = dotOf(normal, minus(p, a));
  return { num: height * height, den: dotOf(normal, normal) };
}

export function segmentSegmentSquared(s: Segment, r: Segment): Rational {
  const u = minus(s[1], s[0]);
  const v = minus(r[1], r[0]);
  const w = minus(s[0], r[0]);
  const normal = crossOf(u, v);
  const area = dotOf(normal, normal);
  // The feet of the common perpendicular, as fractions of `area` along each segment.
  const onS = dotOf(crossOf(v, w), normal);
  const onR = dotOf(crossOf(u, w), normal);
  const feetInside = area > 0n && onS >= 0n && onS <= area && onR >= 0n && onR <= area;
  if (feetInside) {
    const height = dotOf(normal, w);
    return { num: height * height, den: area };
  }
  return least([
    pointSegmentSquared(s[0], r),
    pointSegmentSquared(s[1], r),
    pointSegmentSquared(r[0], s),
    pointSegmentSquared(r[1], s),
  ]);
}

/** Triangles that do not meet are closest at a vertex of one of them or at an edge of each. */
export function triangleTriangleSquared(s: Triangle, r: Triangle): Rational {
  if (trianglesIntersect(s, r)) return whole(0n);
  return least([
    ...s.map((p) => pointTriangleSquared(p, r)),
    ...r.map((p) => pointTriangleSquared(p, s)),
    ...edgesOf(s).flatMap((edge) => edgesOf(r).map((other) => segmentSegmentSquared(edge, other))),
  ]);
}
