// How far a vertex and a face, or two edges, are from each other, in doubles: four points x y z, in the order of a query.
import type { Kind } from '../../../tests/oracle/exact/query.js';

export function distanceOf(kind: Kind, points: Float64Array): number {
  if (kind === 'vf') {
    const sides = Math.min(
      toSegment(points, 0, 1, 2),
      toSegment(points, 0, 2, 3),
      toSegment(points, 0, 3, 1),
    );
    return isFootInside(kind, points, 0) ? Math.min(sides, alongNormal(kind, points)) : sides;
  }
  const ends = Math.min(
    toSegment(points, 0, 2, 3),
    toSegment(points, 1, 2, 3),
    toSegment(points, 2, 0, 1),
    toSegment(points, 3, 0, 1),
  );
  return isFootInside(kind, points, 0) ? Math.min(ends, alongNormal(kind, points)) : ends;
}

/** Six times the volume of the four points. */
export function volumeOf(points: Float64Array): number {
  return dot(cross(arm(points, 0, 1), arm(points, 0, 2)), arm(points, 0, 3));
}

/** Whether the common perpendicular stands within the face, or within both edges, by more than this share of their size. */
export function isFootInside(kind: Kind, points: Float64Array, margin: number): boolean {
  const normal = normalOf(kind, points);
  const area = dot(normal, normal);
  if (!(area > 0)) return false;
  const isShare = (x: number) => x >= margin * area && x <= (1 - margin) * area;
  if (kind === 'ee') {
    const between = arm(points, 2, 0);
    const alongA = dot(cross(arm(points, 2, 3), between), normal);
    const alongB = dot(cross(arm(points, 0, 1), between), normal);
    return isShare(alongA) && isShare(alongB);
  }
  const sides = [
    [1, 2],
    [2, 3],
    [3, 1],
  ];
  return sides.every(
    ([from, to]) => dot(cross(arm(points, from, to), arm(points, from, 0)), normal) >= margin * area,
  );
}

function alongNormal(kind: Kind, points: Float64Array): number {
  const normal = normalOf(kind, points);
  return Math.abs(dot(normal, arm(points, kind === 'vf' ? 1 : 2, 0))) / Math.sqrt(dot(normal, normal));
}

function normalOf(kind: Kind, points: Float64Array): Vector {
  return kind === 'vf'
    ? cross(arm(points, 1, 2), arm(points, 1, 3))
    : cross(arm(points, 0, 1), arm(points, 2, 3));
}

function toSegment(points: Float64Array, point: number, from: number, to: number): number {
  const way = arm(points, from, to);
  const there = arm(points, from, point);
  const length = dot(way, way);
  const share = length > 0 ? Math.min(1, Math.max(0, dot(there, way) / length)) : 0;
  const rest: Vector = [there[0] - share * way[0], there[1] - share * way[1], there[2] - share * way[2]];
  return Math.sqrt(dot(rest, rest));
}

type Vector = readonly [number, number, number];

const arm = (points: Float64Array, from: number, to: number): Vector => [
  points[3 * to] - points[3 * from],
  points[3 * to + 1] - points[3 * from + 1],
  points[3 * to + 2] - points[3 * from + 2],
];

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
