import { hasComponent } from 'bitecs';
import { setGravity } from '../../plugin/inside.js';
import type { CollisionPlugin } from '../../plugin.js';
import { type Four, inverse, product, type Three } from '../rotation.js';
import { BodyRecord } from './bodies.js';
import { CollisionEvents } from './events.js';
import { principalAxes } from './mass.js';
import { MissingMethods } from './missing.js';
import { newHit, rayHits, writeHit } from './raycast.js';
import { fourOf, ShapeRecord, threeOf } from './shapes.js';
import * as Babylon from './types.js';
import { unsupported } from './unsupported.js';

// Babylon's own classes, which this package does not import: what has one of them where Babylon asks for it.
// biome-ignore lint/suspicious/noExplicitAny: `babylonjs` and `@babylonjs/core` have classes of the same names that differ.
type OfBabylon = any;

/**
 * A physics plugin (version 2) for Babylon: `scene.enablePhysics(gravity, new FirstContactPlugin(plugin))`. Each body that has
 * a shape is an entity of the plugin's world; entities that the world has besides meet them. What it does not support throws
 * NOT_SUPPORTED, by name.
 */
export class FirstContactPlugin extends MissingMethods {
  readonly name = 'FirstContactPlugin';
  /** The collision plugin that it was given. */
  readonly world: CollisionPlugin;
  readonly onCollisionObservable: OfBabylon;
  readonly onCollisionEndedObservable: OfBabylon;
  readonly onTriggerCollisionObservable: OfBabylon;
  readonly #events = new CollisionEvents();
  readonly #bodies = new Map<number, BodyRecord>();
  readonly #useDeltaForWorldStep: boolean;
  #timeStep: number;
  #Vector: Babylon.VectorMaker | undefined;

  /** @param useDeltaForWorldStep whether a step is as long as the frame, or what `setTimeStep` says, as in Babylon's other plugin */
  constructor(world: CollisionPlugin, useDeltaForWorldStep = true) {
    super();
    this.world = world;
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
  entityOf(body: OfBabylon): number {
    return this.#of(body).entity;
  }

  /** The body that an entity is, of those that Babylon made. */
  bodyOf(entity: number): OfBabylon {
    return this.#bodies.get(entity)?.owner;
  }

  setGravity(gravity: Babylon.Vector): void {
    this.#Vector = gravity.constructor as Babylon.VectorMaker;
    setGravity(this.world, threeOf(gravity));
    for (const body of this.#bodies.values()) body.row.asleep[body.entity] = 0;
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
    for (const body of this.#bodies.values()) this.#follow(body, seconds);
    this.world.step(seconds);
    for (const { owner } of this.#bodies.values()) if (owner.disableSync !== true) this.sync(owner);
    this.#events.tell(this.world.contactEvents, this.#bodies, this.#vectors());
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
    body: OfBabylon,
    motionType: number,
    position: Babylon.Vector,
    orientation: Babylon.Quaternion,
  ): void {
    const record = new BodyRecord(this.world, body, motionType, threeOf(position), fourOf(orientation));
    if ((body as Babylon.PhysicsBody).startAsleep) record.row.asleep[record.entity] = 1;
    body._pluginData = record;
    this.#bodies.set(record.entity, record);
  }

  removeBody(body: OfBabylon): void {
    const record = body._pluginData;
    // Babylon disposes of bodies after their plugin too.
    if (!(record instanceof BodyRecord) || !this.#bodies.has(record.entity)) return;
    this.#bodies.delete(record.entity);
    this.#events.forget(record);
    record.dispose();
  }

  /** `removeBody` did all there is to do. */
  disposeBody(_body: OfBabylon): void {}

  sync(body: OfBabylon): void {
    this.syncTransform(body, body.transformNode);
  }

  syncTransform(body: OfBabylon, node: OfBabylon): void {
    const { row, entity, shown } = this.#of(body);
    if (node.parent === null) {
      node.position.set(row.px[entity], row.py[entity], row.pz[entity]);
      const { qx, qy, qz, qw } = row;
      node.rotationQuaternion?.set(qx[entity], qy[entity], qz[entity], qw[entity]);
    } else this.#putUnder(node.parent, node, this.#of(body));
    remember(node, shown);
  }

  #putUnder(
    parent: Babylon.PhysicsNode,
    node: Babylon.PhysicsNode,
    { position, rotation }: BodyRecord,
  ): void {
    node.setAbsolutePosition(new (this.#vectors())(...position));
    parent.computeWorldMatrix(true);
    const [x, y, z, w] = product(inverse(fourOf(parent.absoluteRotationQuaternion)), rotation);
    node.rotationQuaternion?.set(x, y, z, w);
  }

  setShape(body: OfBabylon, shape: OfBabylon): void {
    const record = this.#of(body);
    // What Babylon said of the node when the body was made may be a frame old.
    const { position, rotation } = poseOf(body.transformNode);
    if (!record.hasCollider) record.place(position, rotation);
    record.become({ shape: shape === null ? undefined : shapeOf(shape) });
  }

  getShape(body: OfBabylon): OfBabylon {
    return this.#of(body).shape?.owner ?? null;
  }

  getShapeType(shape: OfBabylon): number {
    return Babylon.SHAPE_TYPES.indexOf(shapeOf(shape).type);
  }

  setMotionType(body: OfBabylon, motionType: number): void {
    this.#of(body).become({ motionType });
  }

  getMotionType(body: OfBabylon): number {
    return this.#of(body).kind.motionType;
  }

  computeMassProperties(body: OfBabylon): OfBabylon {
    return this.getMassProperties(body);
  }

  setMassProperties(body: OfBabylon, givenMass: Babylon.MassProperties): void {
    this.#of(body).become({ givenMass });
  }

  getMassProperties(body: OfBabylon): OfBabylon {
    const { mass, centre, inertia } = this.#of(body).mass;
    const { moments, rotation } = principalAxes(inertia);
    const Vector = this.#vectors();
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

  setLinearDamping(body: OfBabylon, damping: number): void {
    const { row, entity } = this.#of(body);
    row.linearDamping[entity] = damping;
  }

  getLinearDamping(body: OfBabylon): number {
    const { row, entity } = this.#of(body);
    return row.linearDamping[entity];
  }

  setAngularDamping(body: OfBabylon, damping: number): void {
    const { row, entity } = this.#of(body);
    row.angularDamping[entity] = damping;
  }

  getAngularDamping(body: OfBabylon): number {
    const { row, entity } = this.#of(body);
    return row.angularDamping[entity];
  }

  setLinearVelocity(body: OfBabylon, velocity: Babylon.Vector): void {
    this.#of(body).velocity = threeOf(velocity);
  }

  getLinearVelocityToRef(body: OfBabylon, out: OfBabylon): void {
    out.set(...this.#of(body).velocity);
  }

  setAngularVelocity(body: OfBabylon, velocity: Babylon.Vector): void {
    this.#of(body).spin = threeOf(velocity);
  }

  getAngularVelocityToRef(body: OfBabylon, out: OfBabylon): void {
    out.set(...this.#of(body).spin);
  }

  applyImpulse(body: OfBabylon, impulse: Babylon.Vector, location: Babylon.Vector): void {
    this.#of(body).push(threeOf(impulse), threeOf(location));
  }

  applyAngularImpulse(body: OfBabylon, impulse: Babylon.Vector): void {
    this.#of(body).twist(threeOf(impulse));
  }

  /** For one time step, as an impulse. */
  applyForce(body: OfBabylon, { x, y, z }: Babylon.Vector, location: Babylon.Vector): void {
    const dt = this.#timeStep;
    this.#of(body).push([x * dt, y * dt, z * dt], threeOf(location));
  }

  applyTorque(body: OfBabylon, { x, y, z }: Babylon.Vector): void {
    const dt = this.#timeStep;
    this.#of(body).twist([x * dt, y * dt, z * dt]);
  }

  setGravityFactor(body: OfBabylon, factor: number): void {
    const { row, entity } = this.#of(body);
    row.gravityScale[entity] = factor;
    row.asleep[entity] = 0;
  }

  getGravityFactor(body: OfBabylon): number {
    const { row, entity } = this.#of(body);
    return row.gravityScale[entity];
  }

  setTargetTransform(body: OfBabylon, position: Babylon.Vector, rotation: Babylon.Quaternion): void {
    this.#of(body).send(threeOf(position), fourOf(rotation), this.#timeStep);
  }

  getBodyGeometry(body: OfBabylon): object {
    const { positions, triangles } = this.#of(body).shape?.geometry() ?? {
      positions: [],
      triangles: new Uint32Array(0),
    };
    return { positions: Float32Array.from(positions), indices: triangles };
  }

  setCollisionCallbackEnabled(body: OfBabylon, enabled: boolean): void {
    const record = enabled ? this.#of(body) : body._pluginData;
    record.tellsStarts = enabled;
  }

  setCollisionEndedCallbackEnabled(body: OfBabylon, enabled: boolean): void {
    const record = enabled ? this.#of(body) : body._pluginData;
    record.tellsEnds = enabled;
  }

  getCollisionObservable(body: OfBabylon): OfBabylon {
    return this.#events.ofBody(this.#of(body));
  }

  getCollisionEndedObservable(body: OfBabylon): OfBabylon {
    return this.#events.endsOfBody(this.#of(body));
  }

  initShape(shape: OfBabylon, type: number, parameters: OfBabylon): void {
    const name = Babylon.SHAPE_TYPES[type];
    if (name === undefined) throw unsupported(`shape of type ${type}`, 'Use a PhysicsShapeType.');
    shape._pluginData = new ShapeRecord(this.world, shape, name, parameters);
  }

  setShapeFilterMembershipMask(shape: OfBabylon, mask: number): void {
    this.#change(shape, (record) => {
      record.membership = mask >>> 0;
    });
  }

  getShapeFilterMembershipMask(shape: OfBabylon): number {
    return shapeOf(shape).membership;
  }

  setShapeFilterCollideMask(shape: OfBabylon, mask: number): void {
    this.#change(shape, (record) => {
      record.collideWith = mask >>> 0;
    });
  }

  getShapeFilterCollideMask(shape: OfBabylon): number {
    return shapeOf(shape).collideWith;
  }

  setMaterial(shape: OfBabylon, material: Babylon.Material): void {
    const { friction, staticFriction = friction, frictionCombine, restitutionCombine } = material;
    if (staticFriction !== friction) {
      throw unsupported('staticFriction of its own', 'Leave it out: it is what friction is.');
    }
    if ((frictionCombine ?? 0) !== 0 || (restitutionCombine ?? MAXIMUM) !== MAXIMUM) {
      throw unsupported(
        'choice of how friction and restitution are combined',
        'Leave frictionCombine and restitutionCombine out: it is the geometric mean, and the larger one.',
      );
    }
    this.#change(shape, (record) => {
      record.material = material;
    });
  }

  getMaterial(shape: OfBabylon): OfBabylon {
    return shapeOf(shape).material;
  }

  setDensity(shape: OfBabylon, density: number): void {
    this.#change(shape, (record) => {
      record.density = density;
    });
  }

  getDensity(shape: OfBabylon): number {
    return shapeOf(shape).density;
  }

  setTrigger(shape: OfBabylon, isTrigger: boolean): void {
    this.#change(shape, (record) => {
      record.isTrigger = isTrigger;
    });
  }

  addChild(
    shape: OfBabylon,
    child: OfBabylon,
    translation?: Babylon.Vector,
    rotation?: Babylon.Quaternion,
    scale?: Babylon.Vector,
  ): void {
    this.#change(shape, (record) => {
      record.children.push({
        shape: shapeOf(child),
        position: threeOf(translation ?? { x: 0, y: 0, z: 0 }),
        rotation: fourOf(rotation ?? { x: 0, y: 0, z: 0, w: 1 }),
        scale: threeOf(scale ?? { x: 1, y: 1, z: 1 }),
      });
      record.forget();
    });
  }

  removeChild(shape: OfBabylon, index: number): void {
    this.#change(shape, (record) => {
      record.children.splice(index, 1);
      record.forget();
    });
  }

  getNumChildren(shape: OfBabylon): number {
    return shapeOf(shape).children.length;
  }

  disposeShape(shape: OfBabylon): void {
    shapeOf(shape).forget();
  }

  raycast(
    from: Babylon.Vector,
    to: Babylon.Vector,
    result: OfBabylon,
    query: Babylon.RaycastQuery = {},
  ): void {
    const hits = rayHits(this.world, this.#bodies, from, to, query);
    if (Array.isArray(result)) {
      result.splice(0, result.length, ...hits.map((hit) => newHit(hit, this.#bodies, this.#vectors())));
      return;
    }
    (result as Babylon.RaycastResult).reset(from, to);
    if (hits.length > 0) writeHit(result, hits[0], this.#bodies);
  }

  /** Removes the bodies that Babylon made. The collision plugin is whose it was. */
  dispose(): void {
    for (const body of this.#bodies.values()) body.dispose();
    this.#bodies.clear();
    this.#events.collisions.clear();
    this.#events.ends.clear();
    this.#events.triggers.clear();
  }

  /** Bodies that have the shape become what it is now. */
  #change(shape: OfBabylon, change: (record: ShapeRecord) => void): void {
    const record = shapeOf(shape);
    change(record);
    for (const body of this.#bodies.values()) {
      if (body.shape === record || body.shape?.children.some((child) => child.shape === record))
        body.remake();
    }
  }

  #of(body: OfBabylon): BodyRecord {
    const record = body._pluginData;
    const { world, components } = this.world;
    const isOurs = record instanceof BodyRecord && this.#bodies.get(record.entity) === record;
    if (!isOurs) throw unsupported('such body', 'It was disposed of, or belongs to another physics engine.');
    if (record.hasCollider && !hasComponent(world, record.entity, components.RigidBody)) {
      throw unsupported(
        `collider of entity ${record.entity} any more`,
        'Dispose of the body in place of its entity.',
      );
    }
    return record;
  }

  #vectors(): Babylon.VectorMaker {
    if (this.#Vector !== undefined) return this.#Vector;
    throw unsupported('scene yet', 'Call scene.enablePhysics(gravity, plugin) first.');
  }
}

/** Babylon's PhysicsMaterialCombineMode.MAXIMUM. */
const MAXIMUM = 2;

function shapeOf(shape: OfBabylon): ShapeRecord {
  if (shape._pluginData instanceof ShapeRecord) return shape._pluginData;
  throw unsupported('such shape', 'Make shapes in a scene whose physics engine has this plugin.');
}

/** Where a node is in the world. Matrices are f32: without a parent, its own numbers say it better. */
function poseOf(node: Babylon.PhysicsNode): { position: Three; rotation: Four } {
  if (node.parent === null && node.rotationQuaternion !== null) {
    return { position: threeOf(node.position), rotation: fourOf(node.rotationQuaternion) };
  }
  node.computeWorldMatrix(true);
  return { position: threeOf(node.absolutePosition), rotation: fourOf(node.absoluteRotationQuaternion) };
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
