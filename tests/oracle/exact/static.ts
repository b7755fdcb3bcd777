// Closed sets at one instant, decided over integer points. Degenerate triangles and segments are sets like any other.
import { signOf } from './dyadic.js';

export type Point = readonly [bigint, bigint, bigint];
export type Triangle = readonly [Point, Point, Point];
export type Segment = readonly [Point, Point];

export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export const crossOf = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const dotOf = (a: Point, b: Point): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const isZero = (a: Point): boolean => a[0] === 0n && a[1] === 0n && a[2] === 0n;

export const edgesOf = ([a, b, c]: Triangle): readonly Segment[] => [
  [a, b],
  [b, c],
  [c, a],
];

/** The points x, y, z, x, y, z, ... of integers, as points. */
export const pointsOf = (integers: readonly bigint[]): Point[] =>
  Array.from({ length: integers.length / 3 }, (_, i) => [
    integers[3 * i],
    integers[3 * i + 1],
    integers[3 * i + 2],
  ]);

const normalOf = ([a, b, c]: Triangle): Point => crossOf(minus(b, a), minus(c, a));

/** The sign of the volume spanned by a, b, c, d. */
const volumeSign = (a: Point, b: Point, c: Point, d: Point): number =>
  signOf(dotOf(crossOf(minus(b, a), minus(c, a)), minus(d, a)));

export function pointOnSegment(p: Point, [a, b]: Segment): boolean {
  const toA = minus(a, p);
  const toB = minus(b, p);
  // Seen from a point of the segment, the ends lie in opposite directions.
  return isZero(crossOf(toA, toB)) && dotOf(toA, toB) <= 0n;
}

export function pointOnTriangle(p: Point, triangle: Triangle): boolean {
  const edges = edgesOf(triangle);
  const normal = normalOf(triangle);
  if (isZero(normal)) return edges.some((edge) => pointOnSegment(p, edge));
  if (dotOf(normal, minus(p, triangle[0])) !== 0n) return false;
  return edges.every(([a, b]) => dotOf(normal, crossOf(minus(b, a), minus(p, a))) >= 0n);
}

export function segmentsIntersect(s: Segment, r: Segment): boolean {
  const ends = () =>
    pointOnSegment(s[0], r) || pointOnSegment(s[1], r) || pointOnSegment(r[0], s) || pointOnSegment(r[1], s);
  const along = minus(s[1], s[0]);
  const other = minus(r[1], r[0]);
  const normal = crossOf(along, other);
  if (isZero(normal)) return ends();
  if (dotOf(normal, minus(r[0], s[0])) !== 0n) return false;
  // In the common plane, `normal` tells left from right.
  const side = (direction: Point, from: Point, p: Point): number =>
    signOf(dotOf(normal, crossOf(direction, minus(p, from))));
  return (
    side(along, s[0], r[0]) * side(along, s[0], r[1]) <= 0 &&
    side(other, r[0], s[0]) * side(other, r[0], s[1]) <= 0
  );
}

export function segmentIntersectsTriangle(segment: Segment, triangle: Triangle): boolean {
  const [p, q] = segment;
  const edges = edgesOf(triangle);
  const touchesBoundary = () => edges.some((edge) => segmentsIntersect(segment, edge));
  const normal = normalOf(triangle);
  if (isZero(normal)) return touchesBoundary();
  const above = signOf(dotOf(normal, minus(p, triangle[0])));
  const below = signOf(dotOf(normal, minus(q, triangle[0])));
  if (above * below > 0) return false;
  // A segment in the plane is inside, or crosses the boundary.
  if (above === 0 && below === 0) return pointOnTriangle(p, triangle) || touchesBoundary();
  // The line meets the plane in one point; it is inside when the line passes all edges on the same side.
  const turns = edges.map(([a, b]) => volumeSign(p, q, a, b));
  return !(turns.includes(1) && turns.includes(-1));
}

/** Two closed triangles that meet do so at an edge of one of them. */
export const trianglesIntersect = (s: Triangle, r: Triangle): boolean =>
  edgesOf(s).some((edge) => segmentIntersectsTriangle(edge, r)) ||
  edgesOf(r).some((edge) => segmentIntersectsTriangle(edge, s));
