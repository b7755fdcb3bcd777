import { addInertia, crossOf, difference, solve, type Vec } from './shared-momentum.js';

/** Points with masses, x y z each. */
export interface Masses {
  readonly masses: Float64Array;
  readonly points: ArrayLike<number>;
}

/** What they weigh together, about their centre of mass: xx yy zz xy xz yz. */
export interface Lump {
  readonly mass: number;
  readonly centre: Vec;
  readonly inertia: Float64Array;
}

export function lumpOf({ masses, points }: Masses): Lump {
  const mass = masses.reduce((sum, each) => sum + each, 0);
  const centre = [0, 1, 2].map(
    (k) => masses.reduce((sum, each, i) => sum + each * points[3 * i + k], 0) / mass,
  ) as unknown as Vec;
  const inertia = new Float64Array(6);
  masses.forEach((each, i) => {
    const at = [points[3 * i], points[3 * i + 1], points[3 * i + 2]] as const;
    addInertia(inertia, { mass: each, centre: at, inertia: NO_INERTIA, volume: 0 }, centre);
  });
  return { mass, centre, inertia };
}

const NO_INERTIA = [0, 0, 0, 0, 0, 0] as const;

/** The rigid motion that has the linear and the angular momentum of points with velocities, x y z each. */
export function motionOfLump(
  { centre, inertia, mass }: Lump,
  { masses, points }: Masses,
  velocities: ArrayLike<number>,
): { readonly linear: Vec; readonly angular: Vec } {
  const linear = [0, 0, 0];
  const spin = [0, 0, 0];
  masses.forEach((each, i) => {
    const v = [velocities[3 * i], velocities[3 * i + 1], velocities[3 * i + 2]] as const;
    const arm = difference([points[3 * i], points[3 * i + 1], points[3 * i + 2]], centre);
    const turn = crossOf(arm, v);
    for (let k = 0; k < 3; k++) {
      linear[k] += (each * v[k]) / mass;
      spin[k] += each * turn[k];
    }
  });
  return { linear: linear as unknown as Vec, angular: solve(inertia, spin as unknown as Vec) };
}
