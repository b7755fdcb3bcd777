import { checkOptions, shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import type { MeshShape, QueryFilter, QueryShape, RoundShape, ShapePose, Vector } from './hits.js';

/** A ray: where it begins, and which way it goes. */
export interface Ray {
  /** Where it begins, in the world. */
  readonly origin: Vector;
  /** Of any length but 0. */
  readonly direction: Vector;
  /** How far it goes, in metres; 1000 unless given. */
  readonly length?: number;
}

const DEFAULT_LENGTH = 1000;

/** Checks a ray, and gives the way that it goes. */
export function checkRay(ray: Ray): Vector {
  checkOptions('raycast()', ray, ['origin', 'direction', 'length']);
  checkVector('The origin', ray.origin);
  checkVector('The direction', ray.direction);
  const [x, y, z] = ray.direction;
  const size = Math.sqrt(x * x + y * y + z * z);
  const { length = DEFAULT_LENGTH } = ray;
  if (!(size > 0))
    throw badQuery('The direction of the ray has no length', 'Give one that points somewhere.');
  if (!isSize(length) || length === 0) {
    throw badQuery(`The length of the ray is ${shown(length)}`, 'Give metres above 0.');
  }
  return [(x / size) * length, (y / size) * length, (z / size) * length];
}

export function checkPose(pose: ShapePose): void {
  checkOptions('The pose', pose, ['position', 'rotation']);
  checkVector('The position', pose.position);
  const { rotation } = pose;
  if (rotation === undefined) return;
  checkNumbers('The rotation', rotation, 4);
  const [x, y, z, w] = rotation;
  if (Math.abs(x * x + y * y + z * z + w * w - 1) <= 1e-3) return;
  throw new FirstContactError(
    'NON_UNIT_QUATERNION',
    `The rotation ${x}, ${y}, ${z}, ${w} is not of unit length`,
    'Give a unit quaternion x, y, z, w.',
  );
}

const isSize = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0;

/** Whether the shape is a mesh; refuses what is no shape. */
export function isMeshShape(shape: QueryShape): shape is MeshShape {
  checkOptions('The shape', shape, ['radius', 'halfHeight', 'mesh']);
  return 'mesh' in shape;
}

export function checkRound(shape: RoundShape): void {
  checkOptions('The shape', shape, ['radius', 'halfHeight']);
  const { radius, halfHeight = 0 } = shape;
  if (isSize(radius) && isSize(halfHeight)) return;
  throw badQuery(
    `The shape has radius ${shown(radius)} and halfHeight ${shown(halfHeight)}`,
    'Give metres from 0 on, or { mesh } with a loaded mesh.',
  );
}

export function checkFilter(filter: QueryFilter): void {
  checkOptions('The filter', filter, ['mask', 'exclude', 'sensors', 'all']);
}

export function checkVector(what: string, vector: Vector): void {
  checkNumbers(what, vector, 3);
}

function checkNumbers(what: string, numbers: readonly number[], count: number): void {
  if (numbers?.length === undefined) throw badQuery(`${what} is ${shown(numbers)}`, `Give ${count} numbers.`);
  if (numbers.length !== count) throw badQuery(`${what} has ${numbers.length} numbers`, `Give ${count}.`);
  const index = numbers.findIndex((value) => !Number.isFinite(value));
  if (index < 0) return;
  throw new FirstContactError(
    'NON_FINITE_QUERY',
    `Number ${index} of ${what.toLowerCase()} is ${numbers[index]}`,
    'Give finite numbers.',
    { index },
  );
}

function badQuery(problem: string, remedy: string): FirstContactError {
  return new FirstContactError('BAD_QUERY', problem, remedy);
}
