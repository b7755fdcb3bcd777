import type { MassProperties as SolidProperties } from '../../mesh/mass-properties.js';
import { eigenvectors } from '../../mesh/symmetric-eigen.js';
import { type Four, NO_TURN, quaternionOf, type Three, turned } from '../rotation.js';
import { fourOf, threeOf } from './shapes.js';
import type { MassProperties } from './types.js';
import { unsupported } from './unsupported.js';

/** xx yy zz xy xz yz. */
export type Tensor = readonly [number, number, number, number, number, number];

export interface Mass {
  readonly mass: number;
  readonly centre: Three;
  /** About the centre, in the body's frame. */
  readonly inertia: Tensor;
  /** An inertia of nothing, in Babylon, is that of a body that does not turn. */
  readonly mayTurn: boolean;
}

/** What a body weighs: what the user says, and where that says nothing, what its shape's volume gives. */
export function massOf(solid: SolidProperties, density: number, given: MassProperties): Mass {
  const mass = given.mass || (solid.volume > 0 ? solid.volume * density : 1);
  const centre = given.centerOfMass === undefined ? solid.centre : threeOf(given.centerOfMass);
  const own = solid.inertia.map((moment) => moment * mass) as unknown as Tensor;
  if (given.inertia === undefined) return { mass, centre, inertia: own, mayTurn: true };
  const moments = threeOf(given.inertia);
  if (moments.every((moment) => moment === 0)) return { mass, centre, inertia: own, mayTurn: false };
  if (moments.some((moment) => moment === 0)) {
    throw unsupported(
      `body that turns about some of its own axes only: its inertia is ${moments.join(', ')}`,
      'Set RigidBody.locks of its entity: LOCK_TURN_X and its like are about the world’s axes.',
    );
  }
  const turn = given.inertiaOrientation === undefined ? NO_TURN : fourOf(given.inertiaOrientation);
  return { mass, centre, inertia: tensorOf(moments, turn), mayTurn: true };
}

function tensorOf(moments: Three, turn: Four): Tensor {
  const axes = [turned(turn, [1, 0, 0]), turned(turn, [0, 1, 0]), turned(turn, [0, 0, 1])];
  const at = (i: number, j: number) =>
    moments.reduce((sum, moment, axis) => sum + moment * axes[axis][i] * axes[axis][j], 0);
  return [at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)];
}

/** Moments about the principal axes, and how these are turned. */
export function principalAxes([xx, yy, zz, xy, xz, yz]: Tensor): { moments: Three; rotation: Four } {
  const axes = new Float64Array(9);
  eigenvectors(Float64Array.of(xx, xy, xz, yy, yz, zz), axes);
  const rows = [0, 3, 6].map((i): Three => [axes[i], axes[i + 1], axes[i + 2]]);
  const moments = rows.map(([x, y, z]) => {
    const [a, b, c] = applied([xx, yy, zz, xy, xz, yz], [x, y, z]);
    return a * x + b * y + c * z;
  }) as unknown as Three;
  return { moments, rotation: quaternionOf(rows) };
}

export function applied([xx, yy, zz, xy, xz, yz]: Tensor, [x, y, z]: Three): Three {
  return [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
}

/** The vector that the tensor takes to `v`. */
export function solved([xx, yy, zz, xy, xz, yz]: Tensor, v: Three): Three {
  const cofactors: Tensor = [
    yy * zz - yz * yz,
    xx * zz - xz * xz,
    xx * yy - xy * xy,
    xz * yz - xy * zz,
    xy * yz - xz * yy,
    xy * xz - xx * yz,
  ];
  const determinant = xx * cofactors[0] + xy * cofactors[3] + xz * cofactors[4];
  const [x, y, z] = applied(cofactors, v);
  return [x / determinant, y / determinant, z / determinant];
}
