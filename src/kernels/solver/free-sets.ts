import { MOVER_BYTES, MOVER_LINEAR, MOVER_MASS } from '../layout/bodies';
import { TIED_ANCHORED, TIED_DRIVEN, TIED_ENERGY, TIED_TOUCHES } from '../layout/joints';
import { component, setVector } from '../rigid/vector';
import {
  findMomentum,
  followsMomentum,
  kineticEnergy,
  momentumX,
  momentumY,
  momentumZ,
  spinHere,
} from './move';
import { goesFreely, hasFlag, memberOf, setOf, sizeOf } from './tied-bodies';

// The end of a sub-step of sets of tied bodies on which nothing else acts (bent-ways.ts).

/** Of its energy: so much may come of a sub-step. What can be followed swings by less, and what goes with that is not to be cut off: it would never come back. */
const GAINED: f64 = 2e-3;

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

/** What is too fast to be followed well gains no energy, and loses momentum in its place. Linear momentum stays, unless something that stands still holds the set. */
export function boundFreeSets(bodies: usize, bodyCount: i32): void {
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    const set = setOf(body);
    if (set === 0 || memberOf(set, 0) !== body || hasFlag(set, TIED_DRIVEN | TIED_TOUCHES)) continue;
    if (load<f64>(set, TIED_ENERGY) >= 0) bound(set);
  }
}

let meanX: f64 = 0;
let meanY: f64 = 0;
let meanZ: f64 = 0;

function bound(set: usize): void {
  let energy: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) energy += kineticEnergy(memberOf(set, i));
  const before = load<f64>(set, TIED_ENERGY);
  if (energy <= (1 + GAINED) * before) return;
  const shared = hasFlag(set, TIED_ANCHORED) ? noMean() : meanOf(set);
  const kept = sqrt(max(0, before - shared) / (energy - shared));
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const v = memberOf(set, i) + MOVER_LINEAR;
    setVector(
      v,
      meanX + kept * (component(v, 0) - meanX),
      meanY + kept * (component(v, 1) - meanY),
      meanZ + kept * (component(v, 2) - meanZ),
    );
    setVector(v + 24, kept * component(v, 3), kept * component(v, 4), kept * component(v, 5));
  }
}

function noMean(): f64 {
  meanX = 0;
  meanY = 0;
  meanZ = 0;
  return 0;
}

/** The velocity of the set's centre of mass, and twice the energy of that motion. */
function meanOf(set: usize): f64 {
  noMean();
  let mass: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const body = memberOf(set, i);
    const m = load<f64>(body, MOVER_MASS);
    const v = body + MOVER_LINEAR;
    mass += m;
    meanX += m * component(v, 0);
    meanY += m * component(v, 1);
    meanZ += m * component(v, 2);
  }
  meanX /= mass;
  meanY /= mass;
  meanZ /= mass;
  return mass * (meanX * meanX + meanY * meanY + meanZ * meanZ);
}
