import { MOTION_DYNAMIC, MOTION_FIXED } from '../components/constants.js';
import { FirstContactError } from '../errors.js';
import {
  MOVER_ANGULAR,
  MOVER_ASLEEP,
  MOVER_BYTES,
  MOVER_CENTRE,
  MOVER_INERTIA,
  MOVER_KIND,
  MOVER_LINEAR,
  MOVER_LOCKS,
  MOVER_MASS,
  MOVER_POSITION,
  MOVER_ROTATION,
} from '../kernels/layout/bodies.js';
import type { RigidBodyTable, RigidSetup } from '../systems/rigid-backend.js';
import { MeshCollider, makeCollider, OURS } from './collider.js';
import { fallsThrough, RapierContacts } from './contacts.js';
import type {
  RapierBody,
  RapierCollider,
  RapierModule,
  RapierRotation,
  RapierVector,
  RapierWorld,
} from './engine.js';
import { HEIGHTFIELD, Heightfields, type Twin } from './heightfields.js';
import { principalInertia } from './mass.js';
import { counterSpin } from './spin.js';

/** Rapier's RigidBodyType by our kinds of motion: dynamic, kinematic by velocity, fixed. */
const BODY_TYPE = [0, 3, 1];

/** Rapier lets nothing go faster than 400 of its units of length a second; it is told of a little less. */
const FASTEST = 390;

/** A kinematic body is taken for one that moves: Rapier wakes what is jointed to it. */
const standsStill = (body: RapierBody): boolean =>
  body.bodyType() === BODY_TYPE[MOTION_FIXED] || body.isSleeping();

/** One entity in Rapier. */
interface Entry {
  readonly body: RapierBody;
  readonly collider: MeshCollider;
  readonly mesh: number;
  /** A joint holds it: how it moves is Rapier's. */
  jointed: boolean;
}

/** The bodies that the backend has in a Rapier world, by entity. */
export class RapierBodies {
  readonly #module: RapierModule;
  readonly #setup: RigidSetup;
  readonly #withColliders: boolean;
  #world: RapierWorld;
  readonly #entries = new Map<number, Entry>();
  readonly #byHandle = new Map<number, number>();
  readonly contacts: RapierContacts;
  readonly heightfields: Heightfields;
  #seenColliders = -1;
  readonly #vector: RapierVector = { x: 0, y: 0, z: 0 };
  readonly #rotation: RapierRotation = { x: 0, y: 0, z: 0, w: 1 };

  constructor(module: RapierModule, world: RapierWorld, setup: RigidSetup, withColliders: boolean) {
    this.#module = module;
    this.#world = world;
    this.#setup = setup;
    this.#withColliders = withColliders;
    this.heightfields = new Heightfields(module, world);
    this.contacts = new RapierContacts(module, world, setup.settings, this.heightfields.originalOf);
  }

  bodyOf(entity: number): RapierBody | undefined {
    return this.#entries.get(entity)?.body;
  }

  entityOf(handle: number): number | undefined {
    return this.#byHandle.get(handle);
  }

  /** Handles of all bodies, entity by entity. */
  *handles(): Iterable<readonly [entity: number, handle: number]> {
    for (const [entity, { body }] of this.#entries) yield [entity, body.handle];
  }

  enter(bodies: RigidBodyTable, i: number): string | undefined {
    const entity = bodies.entity[i];
    // An id that was given out again may have another mesh.
    if (this.#entries.get(entity)?.mesh !== this.#setup.meshOf[entity]) this.leave(entity);
    const wrong = this.check(entity);
    if (wrong !== undefined) return wrong;
    const entry = this.#entries.get(entity) ?? this.#make(entity);
    this.#describe(entry.body, bodies, i);
    return undefined;
  }

  check(entity: number): string | undefined {
    const entry = this.#entries.get(entity);
    return entry === undefined || entry.body.isValid() ? undefined : DESTROYED;
  }

  leave(entity: number): void {
    const entry = this.#entries.get(entity);
    if (entry === undefined) return;
    this.#entries.delete(entity);
    this.#byHandle.delete(entry.body.handle);
    if (entry.collider.handle !== undefined) this.contacts.leave(entry.collider.handle);
    if (entry.body.isValid()) this.#world.removeRigidBody(entry.body);
  }

  /** Removes all of them from the world. */
  clear(): void {
    for (const entity of [...this.#entries.keys()]) this.leave(entity);
    this.heightfields.clear();
  }

  /** The same bodies in another world, by their handles. */
  moveTo(
    world: RapierWorld,
    handles: Iterable<readonly [entity: number, handle: number]>,
    contacts: readonly number[],
    twins: readonly Twin[],
  ): void {
    this.#world = world;
    this.contacts.restore(world, contacts);
    this.heightfields.restore(world, twins);
    this.#entries.clear();
    this.#byHandle.clear();
    for (const [entity, handle] of handles) {
      const body = world.getRigidBody(handle);
      const collider = new MeshCollider(body.numColliders() > 0 ? body.collider(0) : undefined);
      this.#entries.set(entity, { body, collider, mesh: this.#setup.meshOf[entity], jointed: false });
      this.#byHandle.set(handle, entity);
      if (collider.handle !== undefined) this.contacts.enter(collider.handle, entity);
    }
  }

  place(bodies: RigidBodyTable, i: number): void {
    const entry = this.#entries.get(bodies.entity[i]);
    if (entry === undefined || !entry.body.isValid()) return;
    const { body } = entry;
    this.#setPose(body, bodies, i);
    if (this.#word(bodies, i, MOVER_KIND) === MOTION_FIXED) return;
    const asleep = this.#word(bodies, i, MOVER_ASLEEP) !== 0;
    body.setLinvel(this.#read(bodies, i, MOVER_LINEAR), !asleep);
    body.setAngvel(this.#read(bodies, i, MOVER_ANGULAR), !asleep);
    if (asleep) body.sleep();
  }

  /**
   * Whether nothing in the world can push our bodies: it has no bodies and colliders but ours, which do not meet each other there,
   * no joints and no forces.
   */
  areAlone(): boolean {
    const { bodies, colliders, impulseJoints, multibodyJoints } = this.#world;
    if (bodies.len() !== this.#entries.size || impulseJoints.len() + multibodyJoints.len() > 0) return false;
    let ours = 0;
    for (const { body, collider } of this.#entries.values()) {
      if (!body.isValid() || this.#isForced(body)) return false;
      if (collider.isThere) ours++;
    }
    return colliders.len() === ours;
  }

  #isForced(body: RapierBody): boolean {
    return !isZero(body.userForce(this.#vector)) || !isZero(body.userTorque(this.#vector));
  }

  /** Hands the velocities over. */
  beforeStep(bodies: RigidBodyTable, seconds: number): void {
    this.#markJointed();
    for (let i = 0; i < bodies.count; i++) {
      const entry = this.#entries.get(bodies.entity[i]);
      if (entry === undefined || this.#word(bodies, i, MOVER_KIND) === MOTION_FIXED) continue;
      if (!entry.body.isValid()) continue;
      const type = BODY_TYPE[this.#word(bodies, i, MOVER_KIND)];
      // what its columns say, whatever somebody told Rapier: otherwise it would stand still for good
      if (entry.body.bodyType() !== type) entry.body.setBodyType(type, true);
      this.#updateCollider(entry, bodies.entity[i]);
      if (this.#word(bodies, i, MOVER_ASLEEP) !== 0) continue;
      entry.body.setLinvel(this.#readSlow(bodies, i), true);
      this.#read(bodies, i, MOVER_ANGULAR);
      if (this.#word(bodies, i, MOVER_KIND) === MOTION_DYNAMIC) counterSpin(bodies, i, seconds, this.#vector);
      entry.body.setAngvel(this.#vector, true);
    }
  }

  /** Takes over where Rapier brought them, or moves them where it had no say; nobody where it made no step. */
  afterStep(bodies: RigidBodyTable, seconds: number, isStepped: boolean): void {
    for (let i = 0; i < bodies.count; i++) {
      const entry = this.#entries.get(bodies.entity[i]);
      if (entry === undefined || this.#word(bodies, i, MOVER_KIND) === MOTION_FIXED) continue;
      if (!entry.body.isValid()) continue;
      if (this.#word(bodies, i, MOVER_ASLEEP) !== 0) {
        if (entry.body.isSleeping()) continue;
        bodies.words[2 * i * bodies.stride + MOVER_ASLEEP / 4] = 0;
        this.#takeOver(entry.body, bodies, i);
      } else if (isStepped && (entry.jointed || this.#wasPushed(entry.body, bodies, i)))
        this.#takeOver(entry.body, bodies, i);
      else {
        this.#setup.kernels.moveBodies(bodies.address + i * MOVER_BYTES, 1, seconds);
        this.#setPose(entry.body, bodies, i);
      }
    }
  }

  /**
   * Before a step: heightfields of Rapier's own get a mesh for our bodies to meet, and voxels, which these would fall through, are
   * refused, where such may have been added.
   */
  lookAtColliders(): void {
    this.heightfields.sync();
    if (!this.#withColliders || this.#world.colliders.len() === this.#seenColliders) return;
    this.#fields.length = 0;
    this.#world.forEachCollider(this.#look);
    for (const field of this.#fields) this.heightfields.add(field);
    this.#seenColliders = this.#world.colliders.len();
  }

  readonly #fields: RapierCollider[] = [];
  readonly #look = (collider: RapierCollider): void => {
    if (collider.shapeType() === HEIGHTFIELD && !this.heightfields.has(collider.handle))
      this.#fields.push(collider);
    if (!fallsThrough(collider, OURS)) return;
    throw new FirstContactError(
      'NOT_SUPPORTED',
      `Rapier's collider ${collider.handle} is made of voxels, and Rapier lets triangle meshes fall through these`,
      'Make a trimesh collider of it or, better, a fixed body of ours (addRigidBody); or leave bit 15 out of its collision filter.',
    );
  };

  /** Calls for every two of our bodies that one of Rapier's joints ties together, and of those that one ties to a body of Rapier's own. */
  joined(visit: (a: number, b: number) => void, own?: (entity: number, isStill: boolean) => void): void {
    this.#world.impulseJoints.forEach((joint) => {
      const [first, second] = [joint.body1(), joint.body2()];
      const a = this.#byHandle.get(first.handle);
      const b = this.#byHandle.get(second.handle);
      if (a !== undefined && b !== undefined) visit(a, b);
      else if (a !== undefined) own?.(a, standsStill(second));
      else if (b !== undefined) own?.(b, standsStill(first));
    });
  }

  #make(entity: number): Entry {
    const desc = this.#module.RigidBodyDesc.dynamic();
    // The plugin has gravity and sleep in its hands.
    desc.setCanSleep(false);
    desc.setGravityScale(0);
    desc.setCcdEnabled(true);
    const body = this.#world.createRigidBody(desc);
    const made = this.#withColliders
      ? makeCollider(this.#module, this.#world, body, this.#setup.surfaceOf(entity))
      : undefined;
    const collider = new MeshCollider(made);
    const entry: Entry = { body, collider, mesh: this.#setup.meshOf[entity], jointed: false };
    this.#entries.set(entity, entry);
    this.#byHandle.set(body.handle, entity);
    if (collider.handle !== undefined) this.contacts.enter(collider.handle, entity);
    this.#updateCollider(entry, entity);
    return entry;
  }

  /** Tells Rapier what the body is made of, where it is made of something else: a restored one is as it was saved. */
  #describe(body: RapierBody, bodies: RigidBodyTable, i: number): void {
    const { numbers, stride } = bodies;
    const type = BODY_TYPE[this.#word(bodies, i, MOVER_KIND)];
    const locks = this.#word(bodies, i, MOVER_LOCKS);
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

  #updateCollider({ collider }: Entry, entity: number): void {
    collider.update(this.#setup.settings, entity);
  }

  #markJointed(): void {
    for (const entry of this.#entries.values()) entry.jointed = false;
    if (this.#world.impulseJoints.len() > 0) this.#world.impulseJoints.forEach(this.#markEnds);
  }

  readonly #markEnds = (joint: { body1(): RapierBody; body2(): RapierBody }): void => {
    this.#markEnd(joint.body1().handle);
    this.#markEnd(joint.body2().handle);
  };

  #markEnd(handle: number): void {
    const entity = this.#byHandle.get(handle);
    const entry = entity === undefined ? undefined : this.#entries.get(entity);
    if (entry !== undefined) entry.jointed = true;
  }

  /** Rapier changes no velocity but through contacts with colliders of its own, joints, and forces on its own bodies. */
  #wasPushed(body: RapierBody, bodies: RigidBodyTable, i: number): boolean {
    const given = this.#readSlow(bodies, i);
    const x = Math.fround(given.x);
    const y = Math.fround(given.y);
    const z = Math.fround(given.z);
    const now = body.linvel(this.#vector);
    return x !== now.x || y !== now.y || z !== now.z;
  }

  /** The velocity as Rapier is told of it: it would slow what is faster, and look as if it had pushed it. */
  #readSlow(bodies: RigidBodyTable, i: number): RapierVector {
    const v = this.#read(bodies, i, MOVER_LINEAR);
    const speed = Math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    const fastest = FASTEST * this.#world.lengthUnit;
    if (speed > fastest) {
      v.x *= fastest / speed;
      v.y *= fastest / speed;
      v.z *= fastest / speed;
    }
    return v;
  }

  #takeOver(body: RapierBody, bodies: RigidBodyTable, i: number): void {
    this.#write(bodies, i, MOVER_POSITION, body.translation(this.#vector));
    this.#writeRotation(bodies, i, body.rotation(this.#rotation));
    this.#write(bodies, i, MOVER_LINEAR, body.linvel(this.#vector));
    this.#write(bodies, i, MOVER_ANGULAR, body.angvel(this.#vector));
  }

  /**
   * Puts the body where the table says, and the table where Rapier's f32 put the body. One that is there already is not
   * touched: Rapier would forget what it knows of its contacts, and a restored snapshot would go on differently.
   */
  #setPose(body: RapierBody, bodies: RigidBodyTable, i: number): void {
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
    this.#write(bodies, i, MOVER_POSITION, body.translation(this.#vector));
    this.#writeRotation(bodies, i, body.rotation(q));
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

  #word(bodies: RigidBodyTable, i: number, offset: number): number {
    return bodies.words[2 * i * bodies.stride + offset / 4];
  }

  #read({ numbers, stride }: RigidBodyTable, i: number, offset: number): RapierVector {
    const at = i * stride + offset / 8;
    this.#vector.x = numbers[at];
    this.#vector.y = numbers[at + 1];
    this.#vector.z = numbers[at + 2];
    return this.#vector;
  }

  #write({ numbers, stride }: RigidBodyTable, i: number, offset: number, { x, y, z }: RapierVector): void {
    const at = i * stride + offset / 8;
    numbers[at] = x;
    numbers[at + 1] = y;
    numbers[at + 2] = z;
  }

  #writeRotation(bodies: RigidBodyTable, i: number, q: RapierRotation): void {
    this.#write(bodies, i, MOVER_ROTATION, q);
    bodies.numbers[i * bodies.stride + MOVER_ROTATION / 8 + 3] = q.w;
  }
}

/** Rapier keeps f32, and the inverse of a mass. */
const isClose = (kept: number, given: number): boolean => Math.abs(kept - given) <= 1e-6 * Math.abs(given);

const areClose = (kept: RapierVector, given: RapierVector): boolean =>
  isClose(kept.x, given.x) && isClose(kept.y, given.y) && isClose(kept.z, given.z);

const isZero = ({ x, y, z }: RapierVector): boolean => x === 0 && y === 0 && z === 0;

const DESTROYED = 'Its Rapier body was removed from the Rapier world';
