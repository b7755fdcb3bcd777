import { shown } from '../../check-options.js';
import { FirstContactError } from '../../errors.js';
import type { BodyRecord } from './bodies.js';
import { bodyName, givenNumber, givenRotation, givenThree } from './given.js';
import { givenMass, type Mass } from './mass.js';
import { isSamePose, poseOf } from './nodes.js';
import { ShapeMethods, shapeOf } from './shape-methods.js';
import { trianglesOf } from './shapes.js';
import * as Babylon from './types.js';

/** What Babylon asks of bodies one at a time, and sets, between steps. */
export class BodyMethods extends ShapeMethods {
  #maxLinearVelocity = Number.POSITIVE_INFINITY;
  #maxAngularVelocity = Number.POSITIVE_INFINITY;

  /**
   * What impulses make faster, and what is faster when a step begins or ends, is slowed down to that. Nothing tunnels at any
   * speed: unless this is called, there is no limit.
   */
  setVelocityLimits(maxLinearVelocity: number, maxAngularVelocity: number): void {
    for (const limit of [maxLinearVelocity, maxAngularVelocity]) {
      if (limit !== Number.POSITIVE_INFINITY) givenNumber('A velocity limit', limit, 0);
    }
    this.#maxLinearVelocity = maxLinearVelocity;
    this.#maxAngularVelocity = maxAngularVelocity;
  }

  getMaxLinearVelocity(): number {
    return this.#maxLinearVelocity;
  }

  getMaxAngularVelocity(): number {
    return this.#maxAngularVelocity;
  }

  protected limit(record: BodyRecord): void {
    if (record.isDynamic) record.limit(this.#maxLinearVelocity, this.#maxAngularVelocity);
  }

  setShape(body: Babylon.OfBabylon, shape: Babylon.OfBabylon): void {
    const record = this.of(body);
    const before = record.shape;
    const next = shape === null || shape === undefined ? undefined : shapeOf(shape);
    if (record.isNew) refine(record);
    try {
      record.become({ shape: next });
    } catch (error) {
      record.owner._shape = before?.owner ?? null;
      // What a PhysicsAggregate began, nobody can get hold of.
      if (before === undefined && next?.isOfAggregate) {
        next.forget();
        record.owner.dispose();
      }
      throw error;
    }
  }

  getShape(body: Babylon.OfBabylon): Babylon.OfBabylon {
    return this.of(body).shape?.owner ?? null;
  }

  getShapeType(shape: Babylon.OfBabylon): number {
    return Babylon.SHAPE_TYPES.indexOf(shapeOf(shape).type);
  }

  setMotionType(body: Babylon.OfBabylon, motionType: number): void {
    const record = this.of(body);
    const before = record.motionType;
    try {
      record.become({ motionType: checkedMotion(motionType) });
    } catch (error) {
      // Babylon has written what follows from the new type.
      record.owner.disableSync = before === Babylon.STATIC;
      throw error;
    }
  }

  getMotionType(body: Babylon.OfBabylon): number {
    return this.of(body).motionType;
  }

  computeMassProperties(body: Babylon.OfBabylon): Babylon.OfBabylon {
    return this.#told(this.of(body).ownWeight);
  }

  setMassProperties(body: Babylon.OfBabylon, given: Babylon.MassProperties): void {
    this.of(body).become({ given: givenMass(given, bodyName(body)) });
  }

  getMassProperties(body: Babylon.OfBabylon): Babylon.OfBabylon {
    return this.#told(this.of(body).mass);
  }

  #told({ mass, centre, moments, turn }: Mass): object {
    const { Vector, Quaternion } = this;
    return {
      mass,
      centerOfMass: new Vector(...centre),
      inertia: new Vector(...moments),
      inertiaOrientation: new Quaternion(...turn),
    };
  }

  setLinearDamping(body: Babylon.OfBabylon, damping: number): void {
    const { row, entity } = this.of(body);
    row.linearDamping[entity] = givenNumber(`The linear damping of ${bodyName(body)}`, damping, 0);
  }

  getLinearDamping(body: Babylon.OfBabylon): number {
    const { row, entity } = this.of(body);
    return row.linearDamping[entity];
  }

  setAngularDamping(body: Babylon.OfBabylon, damping: number): void {
    const { row, entity } = this.of(body);
    row.angularDamping[entity] = givenNumber(`The angular damping of ${bodyName(body)}`, damping, 0);
  }

  getAngularDamping(body: Babylon.OfBabylon): number {
    const { row, entity } = this.of(body);
    return row.angularDamping[entity];
  }

  setLinearVelocity(body: Babylon.OfBabylon, velocity: Babylon.Vector): void {
    this.of(body).velocity = givenThree(`The linear velocity of ${bodyName(body)}`, velocity);
  }

  getLinearVelocityToRef(body: Babylon.OfBabylon, out: Babylon.OfBabylon): void {
    out.set(...this.of(body).velocity);
  }

  setAngularVelocity(body: Babylon.OfBabylon, velocity: Babylon.Vector): void {
    this.of(body).spin = givenThree(`The angular velocity of ${bodyName(body)}`, velocity);
  }

  getAngularVelocityToRef(body: Babylon.OfBabylon, out: Babylon.OfBabylon): void {
    out.set(...this.of(body).spin);
  }

  applyImpulse(body: Babylon.OfBabylon, impulse: Babylon.Vector, location: Babylon.Vector): void {
    const name = bodyName(body);
    const point = givenThree(`Where an impulse acts on ${name}`, location);
    const record = this.of(body);
    record.push(givenThree(`An impulse on ${name}`, impulse), point);
    this.limit(record);
  }

  applyAngularImpulse(body: Babylon.OfBabylon, impulse: Babylon.Vector): void {
    const record = this.of(body);
    record.twist(givenThree(`An angular impulse on ${bodyName(body)}`, impulse));
    this.limit(record);
  }

  setGravityFactor(body: Babylon.OfBabylon, factor: number): void {
    this.of(body).gravityFactor = givenNumber(`The gravity factor of ${bodyName(body)}`, factor);
  }

  getGravityFactor(body: Babylon.OfBabylon): number {
    return this.of(body).gravityFactor;
  }

  /** Where it is to be at the end of the next step, whatever that is long. */
  setTargetTransform(body: Babylon.OfBabylon, position: Babylon.Vector, rotation: Babylon.Quaternion): void {
    const name = bodyName(body);
    this.of(body).target = {
      position: givenThree(`The target of ${name}`, position),
      rotation: givenRotation(`The target rotation of ${name}`, rotation),
    };
  }

  getBodyGeometry(body: Babylon.OfBabylon): object {
    const { positions, triangles } = trianglesOf(this.of(body).shape?.leaves() ?? []);
    return { positions: Float32Array.from(positions), indices: triangles };
  }
}

/** Babylon hands over f32 of where a new body's node is: where the node's own numbers are those, they are better. */
function refine(record: BodyRecord): void {
  const pose = poseOf(record.owner.transformNode);
  const { isAsleep } = record;
  if (!isSamePose(pose, record)) return;
  record.place(pose.position, pose.rotation);
  if (isAsleep) record.row.asleep[record.entity] = 1;
}

function checkedMotion(motionType: number): number {
  if (motionType === Babylon.STATIC || motionType === Babylon.ANIMATED || motionType === Babylon.DYNAMIC)
    return motionType;
  throw new FirstContactError(
    'BAD_SETTING',
    `A motion type is ${shown(motionType)}`,
    'Use a PhysicsMotionType.',
  );
}
