// Whether, and exactly when, two moving elements first come within a distance. Closeness is a function of the signs of
// polynomials of degree up to 6: every region of the closest point, and the squared distance in that region.
import type { AlgebraicTime } from './algebraic-time.js';
import { commonIntegers } from './dyadic.js';
import { earliest, type SignAt } from './earliest.js';
import { cross, difference, dot, movingPoints, type Vector } from './motion.js';
import { type Polynomial, polynomial, scaled, square, subtract } from './polynomial.js';
import type { Kind, Points } from './query.js';

interface Closeness {
  readonly consulted: readonly Polynomial[];
  readonly holds: (sign: SignAt) => boolean;
}

function pointSegment(p: Vector, a: Vector, b: Vector, reach: bigint): Closeness {
  const along = difference(b, a);
  const toP = difference(p, a);
  const length = dot(along, along);
  const foot = dot(along, toP);
  const beforeEnd = subtract(length, foot);
  const within = (v: Vector): Polynomial => subtract(dot(v, v), polynomial(reach));
  const start = within(toP);
  const end = within(difference(p, b));
  const perpendicular = cross(along, toP);
  const line = subtract(dot(perpendicular, perpendicular), scaled(length, reach));
  return {
    consulted: [foot, beforeEnd, start, end, line],
    holds: (sign) =>
      sign(start) <= 0 || sign(end) <= 0 || (sign(foot) > 0 && sign(beforeEnd) > 0 && sign(line) <= 0),
  };
}

/** Close at one of the `parts`, or along the normal where both feet of the perpendicular are `inside`. */
function alongNormal(
  normal: Vector,
  offset: Vector,
  inside: readonly Polynomial[],
  parts: readonly Closeness[],
  reach: bigint,
): Closeness {
  const area = dot(normal, normal);
  const height = subtract(square(dot(normal, offset)), scaled(area, reach));
  return {
    consulted: [area, height, ...inside, ...parts.flatMap((part) => part.consulted)],
    holds: (sign) =>
      parts.some((part) => part.holds(sign)) ||
      (sign(area) > 0 && sign(height) <= 0 && inside.every((p) => sign(p) >= 0)),
  };
}

function pointFace([v, f0, f1, f2]: readonly Vector[], reach: bigint): Closeness {
  const normal = cross(difference(f1, f0), difference(f2, f0));
  const edges = [
    [f0, f1],
    [f1, f2],
    [f2, f0],
  ];
  const inside = edges.map(([a, b]) => dot(normal, cross(difference(b, a), difference(v, a))));
  const parts = edges.map(([a, b]) => pointSegment(v, a, b, reach));
  return alongNormal(normal, difference(v, f0), inside, parts, reach);
}

function segmentSegment([a0, a1, b0, b1]: readonly Vector[], reach: bigint): Closeness {
  const u = difference(a1, a0);
  const v = difference(b1, b0);
  const w = difference(a0, b0);
  const normal = cross(u, v);
  const area = dot(normal, normal);
  // The feet of the common perpendicular, as fractions of `area` along each segment.
  const feet = [dot(cross(v, w), normal), dot(cross(u, w), normal)];
  const inside = feet.flatMap((foot) => [foot, subtract(area, foot)]);
  const parts = [
    pointSegment(a0, b0, b1, reach),
    pointSegment(a1, b0, b1, reach),
    pointSegment(b0, a0, a1, reach),
    pointSegment(b1, a0, a1, reach),
  ];
  return alongNormal(normal, w, inside, parts, reach);
}

/** The exact first time in [0, 1] at which the distance is at most `distance`, or undefined when it never is. */
export function firstTimeWithin(kind: Kind, points: Points, distance: number): AlgebraicTime | undefined {
  if (!(distance >= 0)) throw new RangeError(`a distance is not negative: ${distance}`);
  const { integers } = commonIntegers([...Array.from(points), distance]);
  const reach = integers[24] * integers[24];
  const moving = movingPoints(integers);
  const closeness = kind === 'vf' ? pointFace(moving, reach) : segmentSegment(moving, reach);
  return earliest(closeness.consulted, closeness.holds);
}
