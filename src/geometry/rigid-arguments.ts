import { FirstContactError } from '../errors.js';
import type { RigidMotion, RigidPose } from '../rigid/motion.js';

/** A quaternion whose length is off by more than this was not meant to be a rotation. */
const UNIT_TOLERANCE = 1e-3;

export function checkPose(pose: RigidPose, whose: string): void {
  checkNumbers(pose.position, 3, `the position of ${whose}`);
  const q = pose.rotation;
  checkNumbers(q, 4, `the rotation of ${whose}`);
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (Math.abs(length - 1) <= UNIT_TOLERANCE) return;
  throw new FirstContactError(
    'NON_UNIT_QUATERNION',
    `the rotation of ${whose} has length ${length}`,
    'Give a unit quaternion x, y, z, w.',
  );
}

export function checkMotion(motion: RigidMotion, whose: string): void {
  checkPose(motion.start, `${whose} at the start`);
  if (motion.pivot !== undefined) checkNumbers(motion.pivot, 3, `the pivot of ${whose}`);
  if ('end' in motion) {
    checkPose(motion.end, `${whose} at the end`);
    return;
  }
  checkNumbers(motion.linear, 3, `the linear velocity of ${whose}`);
  checkNumbers(motion.angular, 3, `the angular velocity of ${whose}`);
}

/** Throws unless `value` is a finite number from `least` on. */
export function checkAtLeast(name: string, value: number, least: number): void {
  if (Number.isFinite(value) && value >= least) return;
  throw new FirstContactError('BAD_SETTING', `${name} is ${value}`, `Give a finite number from ${least} on.`);
}

export function checkBetween(name: string, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `${name} is ${value}`,
    `Give a number from ${least} to ${most}.`,
  );
}

export function checkWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `${name} is ${value}`,
    `Give a whole number from ${least} to ${most}.`,
  );
}

export function checkOneOf(name: string, value: unknown, choices: readonly string[]): void {
  if (choices.includes(value as string)) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `${name} is ${String(value)}`,
    `Use one of ${choices.join(', ')}.`,
  );
}

function checkNumbers(values: ArrayLike<number>, count: number, what: string): void {
  if (values?.length !== count) {
    throw new FirstContactError(
      'BAD_QUERY',
      `${what} has ${values?.length} numbers`,
      `Give ${count} numbers.`,
    );
  }
  for (let i = 0; i < count; i++) {
    if (Number.isFinite(values[i])) continue;
    throw new FirstContactError(
      'NON_FINITE_QUERY',
      `number ${i} of ${what} is ${values[i]}`,
      'Give finite numbers only.',
      { index: i },
    );
  }
}
