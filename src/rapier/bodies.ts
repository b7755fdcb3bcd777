import { MOTION_FIXED } from '../components/constants.js';
import { MOVER_ASLEEP, MOVER_BENT, MOVER_BYTES, MOVER_KIND } from '../kernels/layout/bodies.js';
import type { RigidBodyTable, RigidSetup, SolvedJoint } from '../systems/rigid-backend.js';
import { standsStill } from './at-rest.js';
import { MeshCollider } from './collider.js';
import type { RapierContacts } from './contacts.js';
import type { RapierBody, RapierModule, RapierWorld } from './engine.js';
import { BODY_TYPE, Exchange, wordOf } from './exchange.js';
import type { Heightfields } from './heightfields.js';
import { JointReader } from './joints.js';
import { MeshShapes } from './mesh-shapes.js';
import { refuseMultibodies } from './multibodies.js';
import { NO_COLLIDER, type SavedBody } from './saved.js';
import { WatchedColliders } from './watched-colliders.js';

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
  readonly #shapes: MeshShapes;
  readonly #setup: RigidSetup;
  readonly #withColliders: boolean;
  #world: RapierWorld;
  readonly #entries = new Map<number, Entry>();
  readonly #byHandle = new Map<number, number>();
  readonly #contacts: RapierContacts;
  readonly #heightfields: Heightfields;
  readonly #watched: WatchedColliders;
  readonly #exchange = new Exchange();
  readonly #joints: JointReader;

  constructor(
    module: RapierModule,
    world: RapierWorld,
    setup: RigidSetup,
    contacts: RapierContacts,
    heightfields: Heightfields,
    withColliders: boolean,
  ) {
    this.#module = module;
    this.#shapes = new MeshShapes(module, setup.surfaceOf);
    this.#world = world;
    this.#setup = setup;
    this.#withColliders = withColliders;
    this.#contacts = contacts;
    this.#heightfields = heightfields;
    this.#joints = new JointReader(module);
    this.#joints.begin(world);
    this.#watched = new WatchedColliders(heightfields);
  }

  bodyOf(entity: number): RapierBody | undefined {
    return this.#entries.get(entity)?.body;
  }

  entityOf(handle: number): number | undefined {
    return this.#byHandle.get(handle);
  }

  /** For a snapshot: those that nobody took out of the world. */
  save(): SavedBody[] {
    const saved: SavedBody[] = [];
    for (const [entity, { body, collider, mesh }] of this.#entries) {
      const made = collider.isThere ? collider.handle : undefined;
      if (body.isValid()) saved.push({ entity, handle: body.handle, collider: made ?? NO_COLLIDER, mesh });
    }
    return saved;
  }

  /** Builds the mesh as Rapier's colliders have it, for bodies that enter later. */
  prepare(mesh: number): void {
    if (this.#withColliders) this.#shapes.prepare(mesh);
  }

  enter(bodies: RigidBodyTable, i: number): string | undefined {
    const entity = bodies.entity[i];
    // An id that was given out again may have another mesh.
    if (this.#entries.get(entity)?.mesh !== this.#setup.meshOf[entity]) this.leave(entity);
    const wrong = this.check(entity);
    if (wrong !== undefined) return wrong;
    const entry = this.#entries.get(entity) ?? this.#make(entity);
    this.#exchange.describe(entry.body, bodies, i);
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
    if (entry.collider.handle !== undefined) {
      this.#contacts.leave(entry.collider.handle);
      this.#shapes.release(entry.mesh);
    }
    if (entry.body.isValid()) this.#world.removeRigidBody(entry.body);
  }

  /** Removes all of them from the world. */
  clear(): void {
    for (const entity of [...this.#entries.keys()]) this.leave(entity);
    this.#heightfields.clear();
    this.#joints.end();
  }

  /** Frees what no world has. */
  free(): void {
    this.#shapes.clear();
  }

  /** The same bodies in another world, by their handles. */
  moveTo(world: RapierWorld, bodies: readonly SavedBody[]): void {
    this.#world = world;
    this.#joints.begin(world);
    this.#shapes.clear();
    this.#entries.clear();
    this.#byHandle.clear();
    for (const { entity, handle, collider: own, mesh } of bodies) {
      const body = world.getRigidBody(handle);
      const collider = new MeshCollider((own !== NO_COLLIDER && world.getCollider(own)) || undefined);
      this.#entries.set(entity, { body, collider, mesh, jointed: false });
      this.#byHandle.set(handle, entity);
      if (collider.handle !== undefined) this.#contacts.enter(collider.handle, entity);
    }
  }

  place(bodies: RigidBodyTable, i: number): void {
    const entry = this.#entries.get(bodies.entity[i]);
    if (entry === undefined || !entry.body.isValid()) return;
    const { body } = entry;
    this.#exchange.givePose(body, bodies, i);
    if (wordOf(bodies, i, MOVER_KIND) === MOTION_FIXED) return;
    const asleep = wordOf(bodies, i, MOVER_ASLEEP) !== 0;
    this.#exchange.giveVelocities(body, bodies, i, !asleep);
    if (asleep) body.sleep();
  }

  /**
   * Whether nothing in the world can push our bodies: it has no bodies and colliders but ours, which do not meet each other there,
   * no joints and no forces.
   */
  areAlone(): boolean {
    return this.#world.impulseJoints.len() === 0 && this.#hasOursAlone();
  }

  /** The same, but for joints of our bodies. */
  #hasOursAlone(): boolean {
    const { bodies, colliders, multibodyJoints } = this.#world;
    if (bodies.len() !== this.#entries.size || multibodyJoints.len() > 0) return false;
    let ours = 0;
    for (const { body, collider } of this.#entries.values()) {
      if (!body.isValid() || this.#exchange.isForced(body)) return false;
      if (collider.isThere) ours++;
    }
    return colliders.len() === ours;
  }

  /** Hands the velocities over. */
  beforeStep(bodies: RigidBodyTable, seconds: number): void {
    this.#shapes.freeUnused();
    this.#markJointed();
    for (let i = 0; i < bodies.count; i++) {
      const entry = this.#entries.get(bodies.entity[i]);
      if (entry === undefined || wordOf(bodies, i, MOVER_KIND) === MOTION_FIXED) continue;
      if (!entry.body.isValid()) continue;
      const type = BODY_TYPE[wordOf(bodies, i, MOVER_KIND)];
      // what its columns say, whatever somebody told Rapier: otherwise it would stand still for good
      if (entry.body.bodyType() !== type) entry.body.setBodyType(type, true);
      this.#updateCollider(entry, bodies.entity[i]);
      if (wordOf(bodies, i, MOVER_ASLEEP) !== 0) continue;
      this.#exchange.giveWays(entry.body, bodies, i, seconds, this.#world.lengthUnit);
    }
  }

  /** Takes over where Rapier brought them, or moves them where it had no say; nobody where it made no step. */
  afterStep(bodies: RigidBodyTable, seconds: number, isStepped: boolean): void {
    for (let i = 0; i < bodies.count; i++) {
      const entry = this.#entries.get(bodies.entity[i]);
      if (entry === undefined || wordOf(bodies, i, MOVER_KIND) === MOTION_FIXED) continue;
      if (!entry.body.isValid()) continue;
      if (wordOf(bodies, i, MOVER_ASLEEP) !== 0) {
        if (entry.body.isSleeping()) continue;
        bodies.words[2 * i * bodies.stride + MOVER_ASLEEP / 4] = 0;
        this.#exchange.take(entry.body, bodies, i);
      } else if (isStepped && wordOf(bodies, i, MOVER_BENT) === 0 && this.#wasMovedByRapier(entry, bodies, i))
        this.#exchange.take(entry.body, bodies, i);
      else {
        this.#setup.kernels.moveBodies(bodies.address + i * MOVER_BYTES, 1, seconds);
        this.#exchange.givePose(entry.body, bodies, i);
      }
    }
  }

  /** By joints, by forces that its owner put on it, or by contacts: of these also where all that they did was to turn it. */
  #wasMovedByRapier({ body, jointed }: Entry, bodies: RigidBodyTable, i: number): boolean {
    return (
      jointed ||
      this.#exchange.wasPushed(body, bodies, i, this.#world.lengthUnit) ||
      this.#contacts.wasPushed(bodies.entity[i]) ||
      this.#exchange.isTwisted(body)
    );
  }

  /** Before a step: what Rapier's own colliders need, and what cannot be done with its joints and colliders. */
  lookAtWorld(): void {
    refuseMultibodies(this.#world.multibodyJoints, this.#byHandle);
    this.#heightfields.sync();
    if (this.#withColliders) this.#watched.look(this.#world);
  }

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

  /** Calls for every joint that can be solved together with contacts. */
  solved(visit: (joint: SolvedJoint) => void): void {
    if (this.#world.impulseJoints.len() === 0) return;
    this.#joints.readAll(this.#world, this.#byHandle, visit, !this.#hasOursAlone());
  }

  #make(entity: number): Entry {
    const desc = this.#module.RigidBodyDesc.dynamic();
    // The plugin has gravity and sleep in its hands.
    desc.setCanSleep(false);
    desc.setGravityScale(0);
    desc.setCcdEnabled(true);
    const body = this.#world.createRigidBody(desc);
    const mesh = this.#setup.meshOf[entity];
    const made = this.#withColliders ? this.#shapes.makeCollider(this.#world, body, mesh) : undefined;
    const collider = new MeshCollider(made);
    const entry: Entry = { body, collider, mesh, jointed: false };
    this.#entries.set(entity, entry);
    this.#byHandle.set(body.handle, entity);
    if (collider.handle !== undefined) this.#contacts.enter(collider.handle, entity);
    this.#updateCollider(entry, entity);
    return entry;
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
}

const DESTROYED = 'Its Rapier body was removed from the Rapier world';
