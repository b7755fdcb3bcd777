import { MOVER_LINEAR, MOVER_MASS } from '../layout/bodies';
import { TIED_ANCHORED } from '../layout/joints';
import { component } from '../rigid/vector';
import { kineticEnergy } from './move';
import { hasFlag, memberOf, sizeOf } from './tied-bodies';

// Energies of sets of tied bodies, all of them twice. What a set drifts with is nothing that its joints could change, unless something that stands still holds it.

/** Metres a second. */
const STILL: f64 = 1e-3;

/** Of how its bodies move and turn, without the drift. */
export function ownEnergyOf(set: usize): f64 {
  let energy: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) energy += kineticEnergy(memberOf(set, i));
  return energy - driftOf(set);
}

/** The same, or that of so slow a motion that it is none: what rests has no energy that anything could be a share of. */
export function notableEnergyOf(set: usize): f64 {
  let mass: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) mass += load<f64>(memberOf(set, i), MOVER_MASS);
  return max(ownEnergyOf(set), STILL * STILL * mass);
}

/** Of the motion of its centre of mass. */
export function driftOf(set: usize): f64 {
  if (hasFlag(set, TIED_ANCHORED)) return 0;
  let mass: f64 = 0;
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const body = memberOf(set, i);
    const m = load<f64>(body, MOVER_MASS);
    const v = body + MOVER_LINEAR;
    mass += m;
    x += m * component(v, 0);
    y += m * component(v, 1);
    z += m * component(v, 2);
  }
  return (x * x + y * y + z * z) / mass;
}
