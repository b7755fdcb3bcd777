// Whether two circles are linked.
import type { Vec3 } from '../../scenes/meshes/index.js';

export interface Circle {
  readonly middle: Vec3;
  /** Unit length. */
  readonly axis: Vec3;
  readonly radius: number;
}

/** The second goes through the first one's plane twice: once inside of it and once outside. */
export function areLinked(one: Circle, other: Circle): boolean {
  const crossings = crossingsWithPlane(other, one);
  const inside = crossings.filter((point) => length(minus(point, one.middle)) < one.radius);
  return inside.length === 1;
}

/** Where a circle goes through the plane that another one lies in: twice, or not at all. */
function crossingsWithPlane({ middle, axis, radius }: Circle, plane: Circle): Vec3[] {
  const along = cross(axis, plane.axis);
  const lean = length(along);
  if (lean === 0) return [];
  const line = times(along, 1 / lean);
  const up = cross(axis, line);
  // From the circle's middle to the line that both planes share.
  const distance = dot(minus(plane.middle, middle), plane.axis) / dot(up, plane.axis);
  const half = radius * radius - distance * distance;
  if (!(half > 0)) return [];
  const nearest = plus(middle, times(up, distance));
  return [1, -1].map((sign) => plus(nearest, times(line, sign * Math.sqrt(half))));
}

const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = (a: Vec3) => Math.sqrt(dot(a, a));
const plus = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (a: Vec3, factor: number): Vec3 => [factor * a[0], factor * a[1], factor * a[2]];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
