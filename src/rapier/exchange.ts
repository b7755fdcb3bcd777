import { MOTION_DYNAMIC } from '../components/constants.js';
import {
  MOVER_ANGULAR,
  MOVER_CENTRE,
  MOVER_INERTIA,
  MOVER_KIND,
  MOVER_LINEAR,
  MOVER_LOCKS,
  MOVER_MASS,
  MOVER_POSITION,
  MOVER_ROTATION,
} from '../kernels/layout/bodies.js';
import type { RigidBodyTable } from '../systems/rigid-backend.js';
import type { RapierBody, RapierRotation, RapierVector } from './engine.js';
import { principalInertia } from './mass.js';
import { counterSpin } from './spin.js';

/** Rapier's RigidBodyType by our kinds of motion: dynamic, kinematic by velocity, fixed. */
export const BODY_TYPE = [0, 3, 1];

/** Rapier lets nothing go faster than 400 of its units of length a second; it is told of a little less. */
const FASTEST = 390;

/** What goes between a body in Rapier and row `i` of the bodies' table, through objects that are used again. */
export class Exchange {
  readonly #vector: RapierVector = { x: 0, y: 0, z: 0 };
  readonly #rotation: RapierRotation = { x: 0, y: 0, z: 0, w: 1 };

  /** Tells Rapier what the body is made of, where it is made of something else: a restored one is as it was saved. */
  describe(body: RapierBody, bodies: RigidBodyTable, i: number): void {
    const { numbers, stride } = bodies;
    const type = BODY_TYPE[wordOf(bodies, i, MOVER_KIND)];
    const locks = wordOf(bodies, i, MOVER_LOCKS);
    if (body.bodyType() !== type) body.setBodyType(type, true);
    body.setEnabledTranslations((locks & 1) === 0, (locks & 2) === 0, (locks & 4) === 0, true);
    body.setEnabledRotations((locks & 8) === 0, (locks & 16) === 0, (locks & 32) === 0, true);
    if (type !== BODY_TYPE[MOTION_DYNAMIC]) return;
    const { moments, frame } = principalInertia(numbers, i * stride + MOVER_INERTIA / 8);
    const mass = numbers[i * stride + MOVER_MASS / 8];
    const centre = this.#read(bodies, i, MOVER_CENTRE);
    const isMade =
      isClose(body.mass(), mass) &&
      areClose(body.localCom(), centre) &&
      areClose(body.principalInertia(), moments);
    if (!isMade) body.setAdditionalMassProperties(mass, centre, moments, frame, true);
  }

  /**
   * Puts the body where the table says, and the table where Rapier's f32 put the body. One that is there already is not
   * touched: Rapier would forget what it knows of its contacts, and a restored snapshot would go on differently.
   */
  givePose(body: RapierBody, bodies: RigidBodyTable, i: number): void {
    if (this.#isThere(body, bodies, i)) return;
    const { numbers, stride } = bodies;
    const at = i * stride + MOVER_ROTATION / 8;
    const q = this.#rotation;
    q.x = numbers[at];
    q.y = numbers[at + 1];
    q.z = numbers[at + 2];
    q.w = numbers[at + 3];
    body.setTranslation(this.#read(bodies, i, MOVER_POSITION), false);
    body.setRotation(q, false);
    write(bodies, i, MOVER_POSITION, body.translation(this.#vector));
    writeRotation(bodies, i, body.rotation(q));
  }

  /** The velocities as the table has them. */
  giveVelocities(body: RapierBody, bodies: RigidBodyTable, i: number, wake: boolean): void {
    body.setLinvel(this.#read(bodies, i, MOVER_LINEAR), wake);
    body.setAngvel(this.#read(bodies, i, MOVER_ANGULAR), wake);
  }

  /** Velocities for a step, so that they are the table's again after what Rapier does to spins (`counterSpin`). */
  giveWays(body: RapierBody, bodies: RigidBodyTable, i: number, seconds: number, lengthUnit: number): void {
    body.setLinvel(this.#readSlow(bodies, i, lengthUnit), true);
    this.#read(bodies, i, MOVER_ANGULAR);
    if (wordOf(bodies, i, MOVER_KIND) === MOTION_DYNAMIC) counterSpin(bodies, i, seconds, this.#vector);
    body.setAngvel(this.#vector, true);
  }

  /** Rapier changes no velocity but through contacts with colliders of its own, joints, and forces on its own bodies. */
  wasPushed(body: RapierBody, bodies: RigidBodyTable, i: number, lengthUnit: number): boolean {
    const given = this.#readSlow(bodies, i, lengthUnit);
    const x = Math.fround(given.x);
    const y = Math.fround(given.y);
    const z = Math.fround(given.z);
    const now = body.linvel(this.#vector);
    return x !== now.x || y !== now.y || z !== now.z;
  }

  /** Puts the table where Rapier brought the body. */
  take(body: RapierBody, bodies: RigidBodyTable, i: number): void {
    write(bodies, i, MOVER_POSITION, body.translation(this.#vector));
    writeRotation(bodies, i, body.rotation(this.#rotation));
    const locks = wordOf(bodies, i, MOVER_LOCKS);
    write(bodies, i, MOVER_LINEAR, unlocked(body.linvel(this.#vector), locks));
    write(bodies, i, MOVER_ANGULAR, unlocked(body.angvel(this.#vector), locks >> 3));
  }

  /** Whether somebody put a force or a torque on the body that Rapier goes on applying. */
  isForced(body: RapierBody): boolean {
    return !isZero(body.userForce(this.#vector)) || this.isTwisted(body);
  }

  /** A torque alone: it changes no velocity but the angular one. */
  isTwisted(body: RapierBody): boolean {
    return !isZero(body.userTorque(this.#vector));
  }

  /** The velocity as Rapier is told of it: it would slow what is faster, and look as if it had pushed it. */
  #readSlow(bodies: RigidBodyTable, i: number, lengthUnit: number): RapierVector {
    const v = this.#read(bodies, i, MOVER_LINEAR);
    const speed = Math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    const fastest = FASTEST * lengthUnit;
    if (speed > fastest) {
      v.x *= fastest / speed;
      v.y *= fastest / speed;
      v.z *= fastest / speed;
    }
    return v;
  }

  #isThere(body: RapierBody, { numbers, stride }: RigidBodyTable, i: number): boolean {
    const p = body.translation(this.#vector);
    const q = body.rotation(this.#rotation);
    const at = i * stride;
    const position = at + MOVER_POSITION / 8;
    const rotation = at + MOVER_ROTATION / 8;
    return (
      p.x === numbers[position] &&
      p.y === numbers[position + 1] &&
      p.z === numbers[position + 2] &&
      q.x === numbers[rotation] &&
      q.y === numbers[rotation + 1] &&
      q.z === numbers[rotation + 2] &&
      q.w === numbers[rotation + 3]
    );
  }

  #read({ numbers, stride }: RigidBodyTable, i: number, offset: number): RapierVector {
    const at = i * stride + offset / 8;
    this.#vector.x = numbers[at];
    this.#vector.y = numbers[at + 1];
    this.#vector.z = numbers[at + 2];
    return this.#vector;
  }
}

export function wordOf(bodies: RigidBodyTable, i: number, offset: number): number {
  return bodies.words[2 * i * bodies.stride + offset / 4];
}

function write(
  { numbers, stride }: RigidBodyTable,
  i: number,
  offset: number,
  { x, y, z }: RapierVector,
): void {
  const at = i * stride + offset / 8;
  numbers[at] = x;
  numbers[at + 1] = y;
  numbers[at + 2] = z;
}

/** A velocity without what Rapier's f32 leaves of it along locked axes. */
function unlocked(v: RapierVector, locks: number): RapierVector {
  if (locks & 1) v.x = 0;
  if (locks & 2) v.y = 0;
  if (locks & 4) v.z = 0;
  return v;
}

function writeRotation(bodies: RigidBodyTable, i: number, q: RapierRotation): void {
  write(bodies, i, MOVER_ROTATION, q);
  bodies.numbers[i * bodies.stride + MOVER_ROTATION / 8 + 3] = q.w;
}

/** Rapier keeps f32, and the inverse of a mass. */
const isClose = (kept: number, given: number): boolean => Math.abs(kept - given) <= 1e-6 * Math.abs(given);

const areClose = (kept: RapierVector, given: RapierVector): boolean =>
  isClose(kept.x, given.x) && isClose(kept.y, given.y) && isClose(kept.z, given.z);

const isZero = ({ x, y, z }: RapierVector): boolean => x === 0 && y === 0 && z === 0;
