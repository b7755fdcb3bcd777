import { shown } from '../../check-options.js';
import { FirstContactError } from '../../errors.js';
import type { Four, Three } from '../rotation.js';
import type { PhysicsBody, PhysicsNode, Quaternion, Vector } from './types.js';

export function threeOf({ x, y, z }: Vector): Three {
  return [x, y, z];
}

export function fourOf({ x, y, z, w }: Quaternion): Four {
  return [x, y, z, w];
}

/** How messages call a node: Babylon's users know it by its name. */
export function nameOf({ name }: Pick<PhysicsNode, 'name'>): string {
  return `"${name}"`;
}

/** How they call a body. A body has no node yet while Babylon makes it. */
export function bodyName({ transformNode }: PhysicsBody): string {
  return transformNode === undefined ? 'a new body' : nameOf(transformNode);
}

/** A vector of finite numbers, or a typed error: what is not finite would be refused a step later, and name no call. */
export function givenThree(what: string, vector: Vector | undefined): Three {
  const three: Three = [vector?.x as number, vector?.y as number, vector?.z as number];
  if (three.every(Number.isFinite)) return three;
  throw notFinite(what, vector === undefined ? 'undefined' : `(${three.map(shown).join(', ')})`);
}

/** What was a unit once is left to the last bit. */
const ROUNDED = 1e-12;

/** A rotation that is one, whatever its length. */
export function givenRotation(what: string, rotation: Quaternion | undefined): Four {
  const { x, y, z, w } = (rotation ?? {}) as Quaternion;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (Math.abs(length - 1) < ROUNDED) return [x, y, z, w];
  if (length > 0 && Number.isFinite(length)) return [x / length, y / length, z / length, w / length];
  throw notFinite(what, `(${[x, y, z, w].map(shown).join(', ')})`);
}

export function givenNumber(what: string, value: number, least = Number.NEGATIVE_INFINITY): number {
  if (!Number.isFinite(value)) throw notFinite(what, shown(value));
  if (value >= least) return value;
  throw new FirstContactError('BAD_SETTING', `${what} is ${value}`, `Give ${least} or more.`);
}

function notFinite(what: string, value: string): FirstContactError {
  return new FirstContactError(
    'NON_FINITE_VALUE',
    `${what} is ${value}`,
    'Give finite numbers; look for a division by zero, or for an argument that was left out.',
  );
}
