import type { Four, Three } from '../rotation.js';
import { principalAxes } from './mass.js';
import { ShapeMethods, shapeOf } from './shape-methods.js';
import { fourOf, threeOf } from './shapes.js';
import * as Babylon from './types.js';
import { unsupported } from './unsupported.js';

/** What Babylon asks of bodies one at a time, and sets, between steps. */
export class BodyMethods extends ShapeMethods {
  /** Babylon's class of vectors, once it gave one. */
  protected Vector: Babylon.VectorMaker | undefined;

  setShape(body: Babylon.OfBabylon, shape: Babylon.OfBabylon): void {
    const record = this.of(body);
    // What Babylon said of the node when the body was made may be a frame old.
    const { position, rotation } = poseOf(body.transformNode);
    if (!record.hasCollider) record.place(position, rotation);
    record.become({ shape: shape === null ? undefined : shapeOf(shape) });
  }

  getShape(body: Babylon.OfBabylon): Babylon.OfBabylon {
    return this.of(body).shape?.owner ?? null;
  }

  getShapeType(shape: Babylon.OfBabylon): number {
    return Babylon.SHAPE_TYPES.indexOf(shapeOf(shape).type);
  }

  setMotionType(body: Babylon.OfBabylon, motionType: number): void {
    this.of(body).become({ motionType });
  }

  getMotionType(body: Babylon.OfBabylon): number {
    return this.of(body).kind.motionType;
  }

  computeMassProperties(body: Babylon.OfBabylon): Babylon.OfBabylon {
    return this.getMassProperties(body);
  }

  setMassProperties(body: Babylon.OfBabylon, givenMass: Babylon.MassProperties): void {
    this.of(body).become({ givenMass });
  }

  getMassProperties(body: Babylon.OfBabylon): Babylon.OfBabylon {
    const { mass, centre, inertia } = this.of(body).mass;
    const { moments, rotation } = principalAxes(inertia);
    const Vector = this.vectors();
    const { transformNode } = body as Babylon.PhysicsBody;
    const Quaternion = transformNode.absoluteRotationQuaternion.constructor as new (
      ...numbers: readonly number[]
    ) => unknown;
    return {
      mass,
      centerOfMass: new Vector(...centre),
      inertia: new Vector(...moments),
      inertiaOrientation: new Quaternion(...rotation),
    };
  }

  setLinearDamping(body: Babylon.OfBabylon, damping: number): void {
    const { row, entity } = this.of(body);
    row.linearDamping[entity] = damping;
  }

  getLinearDamping(body: Babylon.OfBabylon): number {
    const { row, entity } = this.of(body);
    return row.linearDamping[entity];
  }

  setAngularDamping(body: Babylon.OfBabylon, damping: number): void {
    const { row, entity } = this.of(body);
    row.angularDamping[entity] = damping;
  }

  getAngularDamping(body: Babylon.OfBabylon): number {
    const { row, entity } = this.of(body);
    return row.angularDamping[entity];
  }

  setLinearVelocity(body: Babylon.OfBabylon, velocity: Babylon.Vector): void {
    this.of(body).velocity = threeOf(velocity);
  }

  getLinearVelocityToRef(body: Babylon.OfBabylon, out: Babylon.OfBabylon): void {
    out.set(...this.of(body).velocity);
  }

  setAngularVelocity(body: Babylon.OfBabylon, velocity: Babylon.Vector): void {
    this.of(body).spin = threeOf(velocity);
  }

  getAngularVelocityToRef(body: Babylon.OfBabylon, out: Babylon.OfBabylon): void {
    out.set(...this.of(body).spin);
  }

  applyImpulse(body: Babylon.OfBabylon, impulse: Babylon.Vector, location: Babylon.Vector): void {
    this.of(body).push(threeOf(impulse), threeOf(location));
  }

  applyAngularImpulse(body: Babylon.OfBabylon, impulse: Babylon.Vector): void {
    this.of(body).twist(threeOf(impulse));
  }

  setGravityFactor(body: Babylon.OfBabylon, factor: number): void {
    const { row, entity } = this.of(body);
    row.gravityScale[entity] = factor;
    row.asleep[entity] = 0;
  }

  getGravityFactor(body: Babylon.OfBabylon): number {
    const { row, entity } = this.of(body);
    return row.gravityScale[entity];
  }

  getBodyGeometry(body: Babylon.OfBabylon): object {
    const { positions, triangles } = this.of(body).shape?.geometry() ?? {
      positions: [],
      triangles: new Uint32Array(0),
    };
    return { positions: Float32Array.from(positions), indices: triangles };
  }

  protected vectors(): Babylon.VectorMaker {
    if (this.Vector !== undefined) return this.Vector;
    throw unsupported('scene yet', 'Call scene.enablePhysics(gravity, plugin) first.');
  }
}

/** Where a node is in the world. Matrices are f32: without a parent, its own numbers say it better. */
export function poseOf(node: Babylon.PhysicsNode): { position: Three; rotation: Four } {
  if (node.parent === null && node.rotationQuaternion !== null) {
    return { position: threeOf(node.position), rotation: fourOf(node.rotationQuaternion) };
  }
  node.computeWorldMatrix(true);
  return { position: threeOf(node.absolutePosition), rotation: fourOf(node.absoluteRotationQuaternion) };
}
