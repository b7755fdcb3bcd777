import type { MassProperties } from '../mesh/mass-properties.js';

export type Vec = readonly [x: number, y: number, z: number];

/** What a piece weighs: its inertia is for 1 kg. */
export interface Solid extends MassProperties {
  readonly mass: number;
}

/** A body in its own frame: inertia about its centre of mass, the velocity of that and its spin. */
export interface MovingBody {
  readonly mass: number;
  readonly centre: Vec;
  /** xx yy zz xy xz yz. */
  readonly inertia: ArrayLike<number> & Iterable<number>;
  readonly linear: Vec;
  readonly angular: Vec;
}

/**
 * The velocities of the pieces of a body at the moment when it breaks: those of one rigid motion, with exactly the linear and
 * the angular momentum that the body had, whatever its inertia was said to be and whatever the gaps took from its pieces.
 */
export function motionOfPieces(
  { angular, centre, inertia, linear, mass }: MovingBody,
  parts: readonly Solid[],
): (part: Solid) => { linear: Vec; angular: Vec } {
  const middle = [0, 1, 2].map(
    (k) => parts.reduce((sum, part) => sum + part.mass * part.centre[k], 0) / mass,
  );
  const together = new Float64Array(6);
  for (const part of parts) addInertia(together, part, middle as unknown as Vec);
  const moved = crossOf(difference(middle as unknown as Vec, centre), linear);
  const spin = times(inertia, angular);
  const left: Vec = [spin[0] - mass * moved[0], spin[1] - mass * moved[1], spin[2] - mass * moved[2]];
  const now = solve(together, left);
  return (part) => ({
    linear: aroundCentre(linear, now, difference(part.centre, middle as unknown as Vec)),
    angular: now,
  });
}

/** The velocity at `arm` from a point that moves with `linear`. */
export function aroundCentre(linear: Vec, angular: Vec, arm: Vec): Vec {
  const turn = crossOf(angular, arm);
  return [linear[0] + turn[0], linear[1] + turn[1], linear[2] + turn[2]];
}

export function crossOf(a: Vec, b: Vec): Vec {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** A vector turned by a unit quaternion x y z w. */
export function turned([x, y, z, w]: readonly [number, number, number, number], v: Vec): Vec {
  const t = crossOf([2 * x, 2 * y, 2 * z], v);
  const u = crossOf([x, y, z], t);
  return [v[0] + w * t[0] + u[0], v[1] + w * t[1] + u[1], v[2] + w * t[2] + u[2]];
}

export function difference(a: Vec, b: Vec): Vec {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** Steiner: about another point than the centre of mass. */
export function addInertia(sum: Float64Array, { centre, inertia, mass }: Solid, about: Vec): void {
  const [x, y, z] = difference(centre, about);
  const arms = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
  for (let k = 0; k < 6; k++) sum[k] += mass * (inertia[k] + arms[k]);
}

export function times([xx, yy, zz, xy, xz, yz]: ArrayLike<number> & Iterable<number>, [x, y, z]: Vec): Vec {
  return [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
}

/** The vector that a symmetric matrix, xx yy zz xy xz yz, takes to `right`. */
export function solve([xx, yy, zz, xy, xz, yz]: ArrayLike<number> & Iterable<number>, right: Vec): Vec {
  const rows: readonly Vec[] = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const [a, b, c] = rows;
  const determinant = dot(a, crossOf(b, c));
  const columns = [crossOf(b, c), crossOf(c, a), crossOf(a, b)];
  return [0, 1, 2].map(
    (k) => (columns[0][k] * right[0] + columns[1][k] * right[1] + columns[2][k] * right[2]) / determinant,
  ) as unknown as Vec;
}

function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
