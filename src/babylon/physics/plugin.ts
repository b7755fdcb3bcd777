import { setGravity } from '../../plugin/inside.js';
import type { CollisionPlugin } from '../../plugin.js';
import { inverse, product } from '../rotation.js';
import { BodyRecord } from './bodies.js';
import { BodyMethods, poseOf } from './body-methods.js';
import { CollisionEvents } from './events.js';
import { newHit, rayHits, writeHit } from './raycast.js';
import { fourOf, threeOf } from './shapes.js';
import * as Babylon from './types.js';

/**
 * A physics plugin (version 2) for Babylon: `scene.enablePhysics(gravity, new FirstContactPlugin(plugin))`. Each body that has
 * a shape is an entity of the plugin's world; entities that the world has besides meet them. What it does not support throws
 * NOT_SUPPORTED, by name.
 */
export class FirstContactPlugin extends BodyMethods {
  readonly name = 'FirstContactPlugin';
  readonly onCollisionObservable: Babylon.OfBabylon;
  readonly onCollisionEndedObservable: Babylon.OfBabylon;
  readonly onTriggerCollisionObservable: Babylon.OfBabylon;
  readonly #events = new CollisionEvents();
  readonly #useDeltaForWorldStep: boolean;
  #timeStep: number;

  /** @param useDeltaForWorldStep whether a step is as long as the frame, or what `setTimeStep` says, as in Babylon's other plugin */
  constructor(world: CollisionPlugin, useDeltaForWorldStep = true) {
    super(world);
    this.#timeStep = world.clock.dt;
    this.#useDeltaForWorldStep = useDeltaForWorldStep;
    this.onCollisionObservable = this.#events.collisions;
    this.onCollisionEndedObservable = this.#events.ends;
    this.onTriggerCollisionObservable = this.#events.triggers;
  }

  getPluginVersion(): number {
    return 2;
  }

  /** The entity that a body is. */
  entityOf(body: Babylon.OfBabylon): number {
    return this.of(body).entity;
  }

  /** The body that an entity is, of those that Babylon made. */
  bodyOf(entity: number): Babylon.OfBabylon {
    return this.bodies.get(entity)?.owner;
  }

  setGravity(gravity: Babylon.Vector): void {
    this.Vector = gravity.constructor as Babylon.VectorMaker;
    setGravity(this.world, threeOf(gravity));
    for (const body of this.bodies.values()) body.row.asleep[body.entity] = 0;
  }

  setTimeStep(seconds: number): void {
    this.#timeStep = seconds;
  }

  getTimeStep(): number {
    return this.#timeStep;
  }

  getMaxLinearVelocity(): number {
    return Number.POSITIVE_INFINITY;
  }

  getMaxAngularVelocity(): number {
    return Number.POSITIVE_INFINITY;
  }

  executeStep(delta: number, _bodies: readonly unknown[]): void {
    const seconds = this.#useDeltaForWorldStep ? delta : this.#timeStep;
    for (const body of this.bodies.values()) this.#follow(body, seconds);
    this.world.step(seconds);
    for (const { owner } of this.bodies.values()) if (owner.disableSync !== true) this.sync(owner);
    this.#events.tell(this.world.contactEvents, this.bodies, this.vectors());
  }

  /** Where the user moved the node of a body that is to follow it, the body goes there. */
  #follow(body: BodyRecord, seconds: number): void {
    const { owner, shown } = body;
    const type = owner.getPrestepType?.() ?? Babylon.PRESTEP_DISABLED;
    if (type === Babylon.PRESTEP_DISABLED) return;
    const node = owner.transformNode;
    if (isWhere(node, shown)) return;
    const { position, rotation } = poseOf(node);
    if (type === Babylon.PRESTEP_ACTION) body.send(position, rotation, seconds);
    else body.place(position, rotation);
  }

  initBody(
    body: Babylon.OfBabylon,
    motionType: number,
    position: Babylon.Vector,
    orientation: Babylon.Quaternion,
  ): void {
    const record = new BodyRecord(this.world, body, motionType, threeOf(position), fourOf(orientation));
    if ((body as Babylon.PhysicsBody).startAsleep) record.row.asleep[record.entity] = 1;
    body._pluginData = record;
    this.bodies.set(record.entity, record);
  }

  removeBody(body: Babylon.OfBabylon): void {
    const record = body._pluginData;
    // Babylon disposes of bodies after their plugin too.
    if (!(record instanceof BodyRecord) || !this.bodies.has(record.entity)) return;
    this.bodies.delete(record.entity);
    this.#events.forget(record);
    record.dispose();
  }

  /** `removeBody` did all there is to do. */
  disposeBody(_body: Babylon.OfBabylon): void {}

  sync(body: Babylon.OfBabylon): void {
    this.syncTransform(body, body.transformNode);
  }

  syncTransform(body: Babylon.OfBabylon, node: Babylon.OfBabylon): void {
    const { row, entity, shown } = this.of(body);
    if (node.parent === null) {
      node.position.set(row.px[entity], row.py[entity], row.pz[entity]);
      const { qx, qy, qz, qw } = row;
      node.rotationQuaternion?.set(qx[entity], qy[entity], qz[entity], qw[entity]);
    } else this.#putUnder(node.parent, node, this.of(body));
    remember(node, shown);
  }

  #putUnder(
    parent: Babylon.PhysicsNode,
    node: Babylon.PhysicsNode,
    { position, rotation }: BodyRecord,
  ): void {
    node.setAbsolutePosition(new (this.vectors())(...position));
    parent.computeWorldMatrix(true);
    const [x, y, z, w] = product(inverse(fourOf(parent.absoluteRotationQuaternion)), rotation);
    node.rotationQuaternion?.set(x, y, z, w);
  }

  /** For one time step, as an impulse. */
  applyForce(body: Babylon.OfBabylon, { x, y, z }: Babylon.Vector, location: Babylon.Vector): void {
    const dt = this.#timeStep;
    this.of(body).push([x * dt, y * dt, z * dt], threeOf(location));
  }

  applyTorque(body: Babylon.OfBabylon, { x, y, z }: Babylon.Vector): void {
    const dt = this.#timeStep;
    this.of(body).twist([x * dt, y * dt, z * dt]);
  }

  setTargetTransform(body: Babylon.OfBabylon, position: Babylon.Vector, rotation: Babylon.Quaternion): void {
    this.of(body).send(threeOf(position), fourOf(rotation), this.#timeStep);
  }

  setCollisionCallbackEnabled(body: Babylon.OfBabylon, enabled: boolean): void {
    const record = enabled ? this.of(body) : body._pluginData;
    record.tellsStarts = enabled;
  }

  setCollisionEndedCallbackEnabled(body: Babylon.OfBabylon, enabled: boolean): void {
    const record = enabled ? this.of(body) : body._pluginData;
    record.tellsEnds = enabled;
  }

  getCollisionObservable(body: Babylon.OfBabylon): Babylon.OfBabylon {
    return this.#events.ofBody(this.of(body));
  }

  getCollisionEndedObservable(body: Babylon.OfBabylon): Babylon.OfBabylon {
    return this.#events.endsOfBody(this.of(body));
  }

  raycast(
    from: Babylon.Vector,
    to: Babylon.Vector,
    result: Babylon.OfBabylon,
    query: Babylon.RaycastQuery = {},
  ): void {
    const hits = rayHits(this.world, this.bodies, from, to, query);
    if (Array.isArray(result)) {
      result.splice(0, result.length, ...hits.map((hit) => newHit(hit, this.bodies, this.vectors())));
      return;
    }
    (result as Babylon.RaycastResult).reset(from, to);
    if (hits.length > 0) writeHit(result, hits[0], this.bodies);
  }

  /** Removes the bodies that Babylon made. The collision plugin is whose it was. */
  dispose(): void {
    for (const body of this.bodies.values()) body.dispose();
    this.bodies.clear();
    this.#events.collisions.clear();
    this.#events.ends.clear();
    this.#events.triggers.clear();
  }
}

function isWhere({ position, rotationQuaternion }: Babylon.PhysicsNode, shown: Float64Array): boolean {
  const q = rotationQuaternion ?? { x: 0, y: 0, z: 0, w: 1 };
  return [position.x, position.y, position.z, q.x, q.y, q.z, q.w].every((value, i) => value === shown[i]);
}

function remember({ position, rotationQuaternion }: Babylon.PhysicsNode, shown: Float64Array): void {
  shown[0] = position.x;
  shown[1] = position.y;
  shown[2] = position.z;
  shown[3] = rotationQuaternion?.x ?? 0;
  shown[4] = rotationQuaternion?.y ?? 0;
  shown[5] = rotationQuaternion?.z ?? 0;
  shown[6] = rotationQuaternion?.w ?? 1;
}
