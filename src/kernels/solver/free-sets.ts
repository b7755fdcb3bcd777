import { MOVER_BYTES, MOVER_LINEAR } from '../layout/bodies';
import { TIED_ANCHORED, TIED_DRIVEN, TIED_ENERGY, TIED_MET, TIED_TOUCHES } from '../layout/joints';
import { islandOf } from './contact-islands';
import { findMomentum, followsMomentum, momentumX, momentumY, momentumZ, spinHere } from './move';
import { slowDown } from './move-as-one';
import { ownEnergyOf } from './set-energy';
import { goesFreely, hasFlag, memberOf, setOf, sizeOf } from './tied-bodies';

// The end of a sub-step of sets of tied bodies on which nothing else acts (bent-ways.ts).

/** Of its energy: so much may come of a sub-step. What can be followed swings by less, and what goes with that is not to be cut off: it would never come back. */
const GAINED: f64 = 2e-3;
/** Of a set that others may have given energy to. */
const NOT_ALONE: u32 = TIED_DRIVEN | TIED_TOUCHES | TIED_MET;

/** From the angular velocities halfway to those that the same momenta have now, before joints say which of them may be. */
export function settleFreeSets(bodies: usize, bodyCount: i32): void {
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    const set = setOf(body);
    if (set === 0 || !goesFreely(set) || !followsMomentum(body)) continue;
    findMomentum(body);
    spinHere(body, momentumX, momentumY, momentumZ);
  }
}

/**
 * What is too fast to be followed well gains no energy: how its bodies move against the motion of them all as one gives way. Linear momentum stays unless something that stands
 * still holds the set, and angular momentum as well where that motion alone does not have more.
 */
export function boundFreeSets(bodies: usize, bodyCount: i32): void {
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    const set = setOf(body);
    if (set === 0 || memberOf(set, 0) !== body || hasFlag(set, NOT_ALONE)) continue;
    const before = load<f64>(set, TIED_ENERGY);
    if (before < 0) continue;
    const energy = ownEnergyOf(set);
    if (energy <= (1 + GAINED) * before) continue;
    if (hasFlag(set, TIED_ANCHORED)) slow(set, sqrt(before / energy));
    else slowDown(islandOf(body), before);
  }
}

/** Bodies keep a share of all velocities. */
function slow(set: usize, kept: f64): void {
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const v = memberOf(set, i) + MOVER_LINEAR;
    for (let k: usize = 0; k < 48; k += 8) store<f64>(v + k, kept * load<f64>(v + k));
  }
}
