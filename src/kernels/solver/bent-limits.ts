import { MOVER_LEFT } from '../layout/bodies';
import {
  JOINT_LIMITED,
  JOINT_ROW_AT,
  JOINT_ROW_BEFORE,
  JOINT_ROW_DRIFT,
  JOINT_ROW_LOWER,
  JOINT_ROW_MASS,
  JOINT_ROW_RIGHT,
  JOINT_ROW_UPPER,
} from '../layout/joints';
import { HALF_TURN, placeOf } from './joint-rows';
import { coupling, rowA, rowAt, rowB } from './joint-system';
import { holdingOf, rowsOf } from './joints';
import { pushAlong } from './limit-blocks';
import { limitAt, limitsOf, stopAtFreeLimits } from './limits';
import { speedBetween } from './rows';
import { endRowOf, firstRowOf, setOfRow } from './tied-bodies';

// Limits of sets that go on their own (bent-ways.ts): a way that bends comes beyond a limit that the velocity it begins with does not pass.

/**
 * Of a joint as it is placed at the end of a way: by how much velocities along its limit are to be counted as others, so that they lead there. Where the
 * joint is beyond its limit already it goes no farther.
 */
export function foreseeLimit(joint: usize, row: usize): void {
  let way = placeOf(joint) - load<f64>(row, JOINT_ROW_AT);
  if (load<u32>(joint, JOINT_LIMITED) >= 3) {
    if (way > HALF_TURN) way -= 2 * HALF_TURN;
    else if (way < -HALF_TURN) way += 2 * HALF_TURN;
  }
  const left = max(load<f64>(rowA(row), MOVER_LEFT), load<f64>(rowB(row), MOVER_LEFT));
  const drift: f64 = left > 0 ? speedBetween(rowA(row), rowB(row), row) - way / left : 0;
  store<f64>(row, drift, JOINT_ROW_DRIFT);
}

/**
 * Finds the impulses that limits have to give besides: BEFORE has each one's then, and velocities are as they were. RIGHT of all rows that hold of these sets has what
 * these impulses change of the velocity along them, which joints are to take back.
 */
export function findLimits(joints: usize): void {
  for (let i = 0; i < limitsOf(joints); i++) {
    const row = limitAt(joints, i);
    store<f64>(row, impulseOf(row), JOINT_ROW_BEFORE);
  }
  for (let k = 0; k < holdingOf(joints); k++) store<f64>(rowAt(rowsOf(joints), k), 0, JOINT_ROW_RIGHT);
  stopAtFreeLimits(joints);
  for (let i = 0; i < limitsOf(joints); i++) {
    const row = limitAt(joints, i);
    const impulse = impulseOf(row) - load<f64>(row, JOINT_ROW_BEFORE);
    store<f64>(row, impulse, JOINT_ROW_BEFORE);
    if (impulse === 0) continue;
    pushAlong(row, -impulse);
    const set = setOfRow(row);
    for (let k = firstRowOf(set); k < endRowOf(set); k++) {
      const joint = rowAt(rowsOf(joints), k);
      const changed = impulse * coupling(joint, row, <u32>rowA(row), <u32>rowB(row));
      store<f64>(joint, load<f64>(joint, JOINT_ROW_RIGHT) - changed, JOINT_ROW_RIGHT);
    }
  }
}

function impulseOf(row: usize): f64 {
  return load<f64>(row, JOINT_ROW_LOWER) - load<f64>(row, JOINT_ROW_UPPER);
}

/** Twice the energy that an impulse found by `findLimits` takes or gives, at the most. */
export function energyOf(row: usize): f64 {
  const impulse = load<f64>(row, JOINT_ROW_BEFORE);
  const mass = load<f64>(row, JOINT_ROW_MASS);
  return mass > 0 ? (impulse * impulse) / mass : 0;
}
