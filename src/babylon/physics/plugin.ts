import { FirstContactError, namedError } from '../../errors.js';
import { setGravity } from '../../plugin/inside.js';
import type { CollisionPlugin } from '../../plugin.js';
import { BodyRecord, TELLS_ENDS, TELLS_TOUCHES } from './bodies.js';
import { BodyMethods } from './body-methods.js';
import { CollisionEvents } from './events.js';
import { bodyName, givenNumber, givenRotation, givenThree } from './given.js';
import { isPlain, isSamePose, type Pose, poseOf, putNode, turnNode } from './nodes.js';
import type { Pairs, Touches } from './observable-types.js';
import { checkMixedParts } from './parts.js';
import { RayResult, rayHits, writeHit } from './raycast.js';
import * as Babylon from './types.js';
import { unsupported } from './unsupported.js';

/**
 * A physics plugin (version 2) for Babylon: `scene.enablePhysics(gravity, new FirstContactPlugin(plugin))`. Each body is an
 * entity of the plugin's world; entities that the world has besides meet it. It behaves as Babylon's documentation and its
 * plugin for Havok say. What it does not support throws NOT_SUPPORTED, by name.
 *
 * Its observables have Babylon's types. Where both `@babylonjs/core` and `babylonjs` are installed they are those of the first,
 * unless the type parameters say otherwise.
 */
export class FirstContactPlugin<OfTouches = Touches, OfPairs = Pairs> extends BodyMethods {
  readonly name = 'FirstContactPlugin';
  readonly onCollisionObservable: OfTouches;
  readonly onCollisionEndedObservable: OfPairs;
  readonly onTriggerCollisionObservable: OfPairs;
  readonly #events = new CollisionEvents();
  readonly #useDeltaForWorldStep: boolean;
  #timeStep: number;
  #gravity: Babylon.Vector = { x: 0, y: 0, z: 0 };
  #maxHits = Number.POSITIVE_INFINITY;

  /** @param useDeltaForWorldStep whether a step is as long as the frame, or what `setTimeStep` says, as in Babylon's other plugin */
  constructor(world: CollisionPlugin, useDeltaForWorldStep = true) {
    super(world);
    this.#timeStep = world.clock.dt;
    this.#useDeltaForWorldStep = useDeltaForWorldStep;
    this.onCollisionObservable = this.#events.collisions as OfTouches;
    this.onCollisionEndedObservable = this.#events.ends as OfPairs;
    this.onTriggerCollisionObservable = this.#events.triggers as OfPairs;
  }

  getPluginVersion(): number {
    return 2;
  }

  isSupported(): boolean {
    return true;
  }

  get numBodies(): number {
    return this.bodies.size;
  }

  /**
   * What Babylon's PhysicsCharacterController reads to talk to Havok itself. It has made a body by then, which is taken away.
   * @internal
   */
  get _hknp(): never {
    for (const { owner, shape } of this.bodies) {
      if (owner.transformNode.name !== CHARACTER) continue;
      owner.transformNode.dispose();
      shape?.forget();
    }
    throw unsupported(
      'PhysicsCharacterController, nor anything else that talks to Havok',
      'Use createCharacter() of the collision plugin, which is physics.world: a capsule that walks.',
    );
  }

  /** The entity that a body is. */
  entityOf(body: Babylon.OfBabylon): number {
    return this.of(body).entity;
  }

  /** The body that an entity is, of those that Babylon made. */
  bodyOf(entity: number): Babylon.OfBabylon {
    return this.byEntity.get(entity)?.owner;
  }

  setGravity(gravity: Babylon.Vector): void {
    setGravity(this.world, givenThree('Gravity', gravity));
    this.vectorClass = gravity.constructor as Babylon.VectorMaker;
    this.#gravity = { x: gravity.x, y: gravity.y, z: gravity.z };
    for (const body of this.bodies) body.wake();
  }

  getGravity(): Babylon.OfBabylon {
    const { x, y, z } = this.#gravity;
    return new this.Vector(x, y, z);
  }

  setTimeStep(seconds: number): void {
    this.#timeStep = givenNumber('A time step', seconds, 0);
  }

  getTimeStep(): number {
    return this.#timeStep;
  }

  /** How many hits a ray writes into an empty list: all of them, unless it is set. */
  setMaxQueryCollectorHits(count: number): void {
    this.#maxHits = givenNumber('The number of hits', count, 1);
  }

  getMaxQueryCollectorHits(): number {
    return this.#maxHits;
  }

  executeStep(delta: number, _bodies: readonly unknown[]): void {
    const seconds = this.#useDeltaForWorldStep ? delta : this.#timeStep;
    for (const body of this.bodies) checkMixedParts(body, this.bodies);
    for (const body of this.bodies) this.#prepare(body, seconds);
    try {
      this.world.step(seconds);
    } catch (error) {
      throw this.#named(error);
    }
    for (const body of this.bodies) {
      this.limit(body);
      body.lead();
      if (body.owner.disableSync !== true) this.sync(body.owner);
    }
    this.#events.tell(this.world.contactEvents, this.byEntity, this.Vector);
  }

  #prepare(body: BodyRecord, seconds: number): void {
    const { owner } = body;
    body.isNew = false;
    if ((owner.getPrestepType?.() ?? Babylon.PRESTEP_DISABLED) !== Babylon.PRESTEP_DISABLED)
      this.setPhysicsBodyTransformation(owner, owner.transformNode);
    if (body.target !== undefined) body.setOff(body.target, seconds);
    body.target = undefined;
    this.limit(body);
    body.lead();
  }

  /** What the core says of an entity is said of its node. */
  #named(error: unknown): unknown {
    const body = error instanceof FirstContactError ? this.byEntity.get(error.entity ?? -1) : undefined;
    return body === undefined ? error : namedError(error as FirstContactError, bodyName(body.owner));
  }

  /** Where a body is to follow its node, it is put there, or sent there in the next step, as its pre-step type says. */
  setPhysicsBodyTransformation(body: Babylon.OfBabylon, node: Babylon.OfBabylon): void {
    const record = this.of(body);
    const pose = poseOf(node);
    const isThere = isPlain(node) ? isEqual(pose, record) : isSamePose(pose, record);
    if ((body as Babylon.PhysicsBody).getPrestepType?.() === Babylon.PRESTEP_ACTION)
      record.target = isThere ? record : pose;
    else if (!isThere) record.place(pose.position, pose.rotation);
  }

  initBody(
    body: Babylon.OfBabylon,
    motionType: number,
    position: Babylon.Vector,
    orientation: Babylon.Quaternion,
  ): void {
    this.quaternionClass = orientation.constructor as Babylon.QuaternionMaker;
    const pose = {
      position: givenThree('The position of a new body', position),
      rotation: givenRotation('The rotation of a new body', orientation),
    };
    const record = new BodyRecord(this.world, body, motionType, pose, this.nothing, this.byEntity);
    body._pluginData = record;
    this.bodies.add(record);
  }

  removeBody(body: Babylon.OfBabylon): void {
    const record = body._pluginData;
    // Babylon disposes of bodies after their plugin too.
    if (!(record instanceof BodyRecord && this.bodies.delete(record))) return;
    this.#events.forget(record);
    record.dispose();
  }

  /** `removeBody` did all there is to do. */
  disposeBody(_body: Babylon.OfBabylon): void {}

  sync(body: Babylon.OfBabylon): void {
    this.syncTransform(body, body.transformNode);
  }

  syncTransform(body: Babylon.OfBabylon, node: Babylon.OfBabylon): void {
    const record = this.of(body);
    if (!isPlain(node)) {
      putNode(node, record, this.Quaternion);
      return;
    }
    const { row, entity } = record;
    node.position.set(row.px[entity], row.py[entity], row.pz[entity]);
    const { qx, qy, qz, qw } = row;
    if (node.rotationQuaternion === null) turnNode(node, record.rotation, this.Quaternion);
    else node.rotationQuaternion.set(qx[entity], qy[entity], qz[entity], qw[entity]);
  }

  /** For one time step, as an impulse. */
  applyForce(body: Babylon.OfBabylon, force: Babylon.Vector, location: Babylon.Vector): void {
    const name = bodyName(body);
    const point = givenThree(`Where a force acts on ${name}`, location);
    const [x, y, z] = givenThree(`A force on ${name}`, force);
    const dt = this.#timeStep;
    this.of(body).push([x * dt, y * dt, z * dt], point);
  }

  applyTorque(body: Babylon.OfBabylon, torque: Babylon.Vector): void {
    const [x, y, z] = givenThree(`A torque on ${bodyName(body)}`, torque);
    const dt = this.#timeStep;
    this.of(body).twist([x * dt, y * dt, z * dt]);
  }

  /** Its contacts and their ends, or nothing. */
  setCollisionCallbackEnabled(body: Babylon.OfBabylon, enabled: boolean): void {
    this.of(body).events = enabled ? TELLS_TOUCHES | TELLS_ENDS : 0;
  }

  setCollisionEndedCallbackEnabled(body: Babylon.OfBabylon, enabled: boolean): void {
    const record = this.of(body);
    record.events = enabled ? record.events | TELLS_ENDS : record.events & ~TELLS_ENDS;
  }

  getCollisionObservable(body: Babylon.OfBabylon): Babylon.OfBabylon {
    return this.#events.ofBody(this.of(body));
  }

  getCollisionEndedObservable(body: Babylon.OfBabylon): Babylon.OfBabylon {
    return this.#events.endsOfBody(this.of(body));
  }

  /** The closest hit into a result, or into a list of one; all of them into an empty list; as many as it is long into another. */
  raycast(
    from: Babylon.Vector,
    to: Babylon.Vector,
    result: Babylon.OfBabylon,
    query?: Babylon.RaycastQuery | null,
  ): void {
    const results: Babylon.RaycastResult[] = Array.isArray(result) ? result : [result];
    const hits = rayHits(this.world, this.byEntity, [from, to], query ?? {}, results.length !== 1);
    if (results.length === 0)
      results.push(...hits.slice(0, this.#maxHits).map(() => new RayResult(this.Vector)));
    for (const [i, one] of results.entries()) {
      one.reset(from, to);
      if (i < hits.length) writeHit(one, hits[i]);
    }
  }

  /** Removes the bodies that Babylon made. The collision plugin is whose it was. */
  dispose(): void {
    for (const body of this.bodies) body.dispose();
    this.bodies.clear();
    this.nothing.forget();
    this.#events.clear();
  }
}

/** The node that a PhysicsCharacterController makes. */
const CHARACTER = 'CCTransformNode';

function isEqual(a: Pose, b: Pose): boolean {
  return [...a.position, ...a.rotation].every(
    (value, i) => value === (i < 3 ? b.position[i] : b.rotation[i - 3]),
  );
}
