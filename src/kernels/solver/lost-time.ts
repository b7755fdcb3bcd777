import {
  MOVER_BYTES,
  MOVER_ENERGY,
  MOVER_GRAVITY_SCALE,
  MOVER_LINEAR,
  MOVER_LINEAR_DAMPING,
  MOVER_MADE,
  MOVER_MASS,
} from '../layout/bodies';
import { component } from '../rigid/vector';
import { isFree, movingEnergy, push } from './move';
import { addToNote } from './noted-momenta';

// Bodies that had to stay where they were certified to be, and lost what was left of the sub-step.

/** What rounding leaves of the time of a sub-step, as a share of it. */
const LEAST_LOST: f64 = 1e-9;

/** What a body did not make of a sub-step of h seconds, by more than rounding. */
export function timeLost(body: usize, h: f64): f64 {
  const lost = h - load<f64>(body, MOVER_MADE);
  return lost > LEAST_LOST * h ? lost : 0;
}

/**
 * Who lost time of the sub-step takes no part in what forces did in it: a body that cannot go on would have the velocity of a fall that it
 * has not made. Before contacts are relaxed, which take back what they pushed against it. `joints`: their table, whose notes of momenta are
 * to know of it, or 0.
 */
export function loseForces(
  bodies: usize,
  count: i32,
  h: f64,
  gx: f64,
  gy: f64,
  gz: f64,
  joints: usize,
): void {
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    const lost = timeLost(body, h);
    if (!isFree(body) || lost === 0) continue;
    const scale = load<f64>(body, MOVER_GRAVITY_SCALE) * load<f64>(body, MOVER_MASS);
    const before = movingEnergy(body);
    const v = body + MOVER_LINEAR;
    const x = component(v, 0);
    const y = component(v, 1);
    const z = component(v, 2);
    // damping slowed what came of them, too
    const undone = -lost / (1 + h * load<f64>(body, MOVER_LINEAR_DAMPING));
    push(body, 0, undone, gx * scale, 1);
    push(body, 8, undone, gy * scale, 1);
    push(body, 16, undone, gz * scale, 1);
    store<f64>(body, load<f64>(body, MOVER_ENERGY) + movingEnergy(body) - before, MOVER_ENERGY);
    if (joints !== 0) addToNote(joints, i, component(v, 0) - x, component(v, 1) - y, component(v, 2) - z);
  }
}
