import { MOVER_CENTRE, MOVER_CENTRE_NOW, MOVER_LEFT, MOVER_ROTATION } from '../layout/bodies';
import {
  JOINT_ANCHOR_A,
  JOINT_ANCHOR_B,
  JOINT_ARM_A,
  JOINT_ARM_B,
  JOINT_AXES,
  JOINT_FRAME_A,
  JOINT_FRAME_B,
  JOINT_LEAST,
  JOINT_LIMITED,
  JOINT_LOCKED,
  JOINT_MOST,
  JOINT_ROW_A,
  JOINT_ROW_ABOVE,
  JOINT_ROW_AT,
  JOINT_ROW_B,
  JOINT_ROW_DRIFT,
  JOINT_ROW_ERROR,
  JOINT_ROW_LOWER,
  JOINT_ROW_MASS,
  JOINT_ROW_SECONDS,
  JOINT_ROW_UPPER,
} from '../layout/joints';
import { ROW_CHANGE_A, ROW_CHANGE_B, ROW_OF_B } from '../layout/solver-rows';
import { component, dotAt, setVector } from '../rigid/vector';
import { turnedX, turnedY, turnedZ, useRotation } from './inertia';
import { useRotationOf } from './move';
import { writeHalf, writeTurn } from './rows';

// Where two bodies that a joint holds are against each other, and the rows of the axes along which they may not move.

const TURNS: u32 = 56;
export const HALF_TURN: f64 = 3.141592653589793;

/** From A's anchor to B's, in the world. */
let apartX: f64 = 0;
let apartY: f64 = 0;
let apartZ: f64 = 0;
/** How B's frame is turned against A's, as A's frame has it. */
let turnX: f64 = 0;
let turnY: f64 = 0;
let turnZ: f64 = 0;
let turnW: f64 = 1;
/** B's first axis in the world. */
let alongX: f64 = 0;
let alongY: f64 = 0;
let alongZ: f64 = 0;

/** Finds where a joint's bodies are, for the rows that are written next. */
export function placeJoint(joint: usize, a: usize, b: usize): void {
  useRotationOf(a);
  setArm(joint + JOINT_ARM_A, joint + JOINT_ANCHOR_A, a);
  useRotationOf(b);
  setArm(joint + JOINT_ARM_B, joint + JOINT_ANCHOR_B, b);
  const p = joint + JOINT_ARM_A;
  const q = joint + JOINT_ARM_B;
  const x = component(b + MOVER_CENTRE_NOW, 0) + component(q, 0) - component(a + MOVER_CENTRE_NOW, 0);
  const y = component(b + MOVER_CENTRE_NOW, 1) + component(q, 1) - component(a + MOVER_CENTRE_NOW, 1);
  const z = component(b + MOVER_CENTRE_NOW, 2) + component(q, 2) - component(a + MOVER_CENTRE_NOW, 2);
  apartX = x - component(p, 0);
  apartY = y - component(p, 1);
  apartZ = z - component(p, 2);
  // both are pushed at one point, so that no impulse changes the angular momentum; and axes turn with A
  setVector(p, x, y, z);
  turn(a + MOVER_ROTATION, joint + JOINT_FRAME_A);
  const ax = turnX;
  const ay = turnY;
  const az = turnZ;
  const aw = turnW;
  useRotation(ax, ay, az, aw);
  const axes = joint + JOINT_AXES;
  setVector(axes, turnedX(1, 0, 0), turnedY(1, 0, 0), turnedZ(1, 0, 0));
  setVector(axes + 24, turnedX(0, 1, 0), turnedY(0, 1, 0), turnedZ(0, 1, 0));
  setVector(axes + 48, turnedX(0, 0, 1), turnedY(0, 0, 1), turnedZ(0, 0, 1));
  turn(b + MOVER_ROTATION, joint + JOINT_FRAME_B);
  useRotation(turnX, turnY, turnZ, turnW);
  alongX = turnedX(1, 0, 0);
  alongY = turnedY(1, 0, 0);
  alongZ = turnedZ(1, 0, 0);
  times(-ax, -ay, -az, aw, turnX, turnY, turnZ, turnW);
}

function setArm(arm: usize, anchor: usize, body: usize): void {
  const x = component(anchor, 0) - component(body + MOVER_CENTRE, 0);
  const y = component(anchor, 1) - component(body + MOVER_CENTRE, 1);
  const z = component(anchor, 2) - component(body + MOVER_CENTRE, 2);
  setVector(arm, turnedX(x, y, z), turnedY(x, y, z), turnedZ(x, y, z));
}

function turn(p: usize, q: usize): void {
  times(
    component(p, 0),
    component(p, 1),
    component(p, 2),
    component(p, 3),
    component(q, 0),
    component(q, 1),
    component(q, 2),
    component(q, 3),
  );
}

function times(px: f64, py: f64, pz: f64, pw: f64, qx: f64, qy: f64, qz: f64, qw: f64): void {
  turnX = pw * qx + px * qw + py * qz - pz * qy;
  turnY = pw * qy - px * qz + py * qw + pz * qx;
  turnZ = pw * qz + px * qy - py * qx + pz * qw;
  turnW = pw * qw - px * qx - py * qy - pz * qz;
}

/** Writes the row of one of a joint's axes, 0 to 2 ways and 3 to 5 turns. Returns what a unit of impulse changes along it. */
export function writeAxis(joint: usize, axis: u32, row: usize, a: usize, b: usize): f64 {
  store<u32>(row, <u32>a, JOINT_ROW_A);
  store<u32>(row, <u32>b, JOINT_ROW_B);
  store<f64>(row, errorOf(joint, axis), JOINT_ROW_ERROR);
  const n = joint + JOINT_AXES + <usize>(axis % 3) * 24;
  if (axis < 3) {
    return (
      writeHalf(row, row + ROW_CHANGE_A, a, joint + JOINT_ARM_A, n) +
      writeHalf(row + ROW_OF_B, row + ROW_CHANGE_B, b, joint + JOINT_ARM_B, n)
    );
  }
  return writeTurn(row, row + ROW_CHANGE_A, a, n) + writeTurn(row + ROW_OF_B, row + ROW_CHANGE_B, b, n);
}

/** How far B is from where an axis that is locked leaves it: metres, or radians while they are few. */
export function errorOf(joint: usize, axis: u32): f64 {
  const axes = joint + JOINT_AXES;
  if (axis < 3) return dotAt(axes + <usize>axis * 24, apartX, apartY, apartZ);
  if ((load<u32>(joint, JOINT_LOCKED) & TURNS) === TURNS) {
    const sign: f64 = turnW < 0 ? -2 : 2;
    return sign * (axis === 3 ? turnX : axis === 4 ? turnY : turnZ);
  }
  // what turns about the first axis: A's and B's are parallel
  if (axis === 4) return -dotAt(axes + 48, alongX, alongY, alongZ);
  return dotAt(axes + 24, alongX, alongY, alongZ);
}

/**
 * Writes the row of the axis that has limits, and how far it may go to either end within the time that its bodies have left, or `seconds`. Nobody knows how often a hinge has turned: one
 * whose range is a turn and more is stopped at an end, and not brought back to it.
 */
export function writeLimit(joint: usize, row: usize, a: usize, b: usize, seconds: f64): void {
  const axis = load<u32>(joint, JOINT_LIMITED);
  const stiff = writeAxis(joint, axis, row, a, b);
  const at = placeOf(joint);
  const under = load<f64>(joint, JOINT_LEAST) - at;
  const over = load<f64>(joint, JOINT_MOST) - at;
  const isWhole = axis >= 3 && !isLessThanATurn(joint);
  const left = max(seconds, max(load<f64>(a, MOVER_LEFT), load<f64>(b, MOVER_LEFT)));
  store<f64>(row, stiff > 0 ? 1 / stiff : 0, JOINT_ROW_MASS);
  store<f64>(row, at, JOINT_ROW_AT);
  store<f64>(row, isWhole ? min(0, under) : under, JOINT_ROW_ERROR);
  store<f64>(row, isWhole ? max(0, over) : over, JOINT_ROW_ABOVE);
  store<f64>(row, 0, JOINT_ROW_DRIFT);
  store<f64>(row, left, JOINT_ROW_SECONDS);
  store<f64>(row, 0, JOINT_ROW_LOWER);
  store<f64>(row, 0, JOINT_ROW_UPPER);
}

/** Where a joint is between its limits: of a range that is less than a turn, no farther than half of one from its middle. */
export function placeOf(joint: usize): f64 {
  const axis = load<u32>(joint, JOINT_LIMITED);
  if (axis < 3) return errorOf(joint, axis);
  if (!isLessThanATurn(joint)) return angle();
  const middle = 0.5 * (load<f64>(joint, JOINT_LEAST) + load<f64>(joint, JOINT_MOST));
  const turns = (angle() - middle) / (2 * HALF_TURN);
  return middle + 2 * HALF_TURN * (turns - nearest(turns));
}

function isLessThanATurn(joint: usize): bool {
  return load<f64>(joint, JOINT_MOST) - load<f64>(joint, JOINT_LEAST) < 2 * HALF_TURN;
}

/** About the first axis, from minus to plus half a turn. */
function angle(): f64 {
  return turnW < 0 ? 2 * Math.atan2(-turnX, -turnW) : 2 * Math.atan2(turnX, turnW);
}
