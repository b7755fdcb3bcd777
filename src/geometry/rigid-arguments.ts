import { checkOptions, shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { POSITION_LIMIT, SPIN_LIMIT } from '../mesh/limits.js';
import type { RigidMotion, RigidPose } from '../rigid/motion.js';
import { describe } from './argument-kinds.js';

/** A quaternion whose length is off by more than this was not meant to be a rotation. */
const UNIT_TOLERANCE = 1e-3;

export function checkPose(pose: RigidPose, whose: string): void {
  checkObject(pose, `the pose of ${whose}`, '{ position, rotation }');
  checkLengths(pose.position, `the position of ${whose}`);
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
  checkObject(motion, `the motion of ${whose}`, '{ start, end } or { start, linear, angular }');
  checkPose(motion.start, `${whose} at the start`);
  if (motion.pivot !== undefined) checkLengths(motion.pivot, `the pivot of ${whose}`);
  if ('end' in motion) {
    checkPose(motion.end, `${whose} at the end`);
    return;
  }
  checkLengths(motion.linear, `the linear velocity of ${whose}`);
  checkNumbers(motion.angular, 3, `the angular velocity of ${whose}`);
  checkTurn(motion.angular, whose);
}

/** Throws unless `value` is a finite number from `least` on. */
export function checkAtLeast(name: string, value: number, least: number): void {
  if (Number.isFinite(value) && value >= least) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `${name} is ${shown(value)}`,
    `Give a finite number from ${least} on.`,
  );
}

export function checkBetween(name: string, value: number, least: number, most: number): void {
  if (typeof value === 'number' && value >= least && value <= most) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `${name} is ${shown(value)}`,
    `Give a number from ${least} to ${most}.`,
  );
}

export function checkWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `${name} is ${shown(value)}`,
    `Give a whole number from ${least} to ${most}.`,
  );
}

export function checkOneOf(name: string, value: unknown, choices: readonly string[]): void {
  if (choices.includes(value as string)) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `${name} is ${shown(value)}`,
    `Use one of ${choices.join(', ')}.`,
  );
}

/** Beyond the limit, the sine of an angle would be less exact than the bounds on the motion say. */
function checkTurn(angular: ArrayLike<number>, whose: string): void {
  const [x, y, z] = [angular[0], angular[1], angular[2]];
  const turn = Math.sqrt(x * x + y * y + z * z);
  if (turn <= SPIN_LIMIT) return;
  throw new FirstContactError(
    'BAD_QUERY',
    `${whose} turns by ${turn} radians`,
    `Give at most ${SPIN_LIMIT} a query, and more queries.`,
  );
}

export function checkObject(value: unknown, what: string, example: string): void {
  if (typeof value === 'object' && value !== null) return;
  throw new FirstContactError('BAD_QUERY', `${what} is ${describe(value)}`, `Give an object ${example}.`);
}

/** Throws unless the value is an array without holes, which loops over it would pass by. */
export function checkList(value: unknown, what: string): void {
  if (!Array.isArray(value)) {
    throw new FirstContactError('BAD_QUERY', `${what} is ${describe(value)}`, 'Give an array.');
  }
  for (let i = 0; i < value.length; i++) {
    if (i in value) continue;
    throw new FirstContactError('BAD_QUERY', `${what} has nothing at ${i}`, 'Give an array without holes.', {
      index: i,
    });
  }
}

const OPTIONS = ['method', 'tolerance', 'thickness', 'separating', 'until', 'maxPairs', 'maxSteps'];

/** Refuses options that are no object or have a name that nobody knows. */
export function checkQueryOptions(options: unknown): void {
  checkOptions('the query', options, OPTIONS);
}

/** The farther bodies are apart, the less is left of their shapes: beyond the limit, nothing. */
function checkLengths(values: ArrayLike<number>, what: string): void {
  checkNumbers(values, 3, what);
  for (let i = 0; i < 3; i++) {
    if (Math.abs(values[i]) <= POSITION_LIMIT) continue;
    throw new FirstContactError(
      'BAD_QUERY',
      `number ${i} of ${what} is ${values[i]}`,
      `Stay within ${POSITION_LIMIT} of the origin.`,
      { index: i },
    );
  }
}

function checkNumbers(values: ArrayLike<number>, count: number, what: string): void {
  const length = typeof values === 'object' && values !== null ? values.length : undefined;
  if (length !== count) {
    throw new FirstContactError(
      'BAD_QUERY',
      `${what} ${length === undefined ? `is ${describe(values)}` : `has ${length} numbers`}`,
      `Give ${count} numbers.`,
    );
  }
  for (let i = 0; i < count; i++) {
    if (Number.isFinite(values[i])) continue;
    throw new FirstContactError(
      'NON_FINITE_QUERY',
      `number ${i} of ${what} is ${describe(values[i])}`,
      'Give finite numbers only.',
      { index: i },
    );
  }
}
