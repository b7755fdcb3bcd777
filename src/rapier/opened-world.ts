import { FirstContactError } from '../errors.js';
import type { ContactSink, RigidBodyTable, RigidSetup } from '../systems/rigid-backend.js';
import { AskedEvents } from './asked-events.js';
import { isAtRest } from './at-rest.js';
import { RapierBodies } from './bodies.js';
import { RapierContacts } from './contacts.js';
import type { RapierEventQueue, RapierModule, RapierWorld } from './engine.js';
import { SharedGravity } from './gravity.js';
import { Heightfields } from './heightfields.js';
import { isAlive, type RapierOptions } from './options.js';
import { freedQueue, isAliveQueue, OwnersQueue } from './owners-queue.js';
import { NO_COLLIDER, readSaved, writeSaved } from './saved.js';
import { WorldSteps } from './world-steps.js';

/** A Rapier world while a plugin steps it, with all that the backend has in it. */
export class OpenedWorld<World extends RapierWorld> {
  readonly bodies: RapierBodies;
  readonly gravity: SharedGravity;
  #world: World;
  readonly #module: RapierModule<World>;
  readonly #events: RapierEventQueue | undefined;
  /** Rapier's own events, of each sub-step. */
  readonly #queue: RapierEventQueue;
  readonly #owner: OwnersQueue | undefined;
  readonly #heightfields: Heightfields;
  readonly #contacts: RapierContacts;
  readonly #steps: WorldSteps;

  constructor(
    module: RapierModule<World>,
    world: World,
    setup: RigidSetup,
    { events, hooks, colliders }: RapierOptions<World>,
  ) {
    this.#module = module;
    this.#world = world;
    this.#events = events;
    const asked = new AskedEvents((handle) => this.#contacts.isOurs(handle));
    this.gravity = new SharedGravity(world, setup);
    this.#queue = new module.EventQueue(events === undefined);
    this.#owner = events && new OwnersQueue(module, events, this.#queue, asked);
    this.#steps = new WorldSteps(world, setup, this.#queue, hooks, asked, this.#owner);
    this.#heightfields = new Heightfields(module, world);
    const { originalOf } = this.#heightfields;
    this.#contacts = new RapierContacts(this.#queue, world, setup.settings, originalOf, this.#owner);
    this.#contacts.findBegun();
    this.bodies = new RapierBodies(
      module,
      world,
      setup,
      this.#contacts,
      this.#heightfields,
      colliders !== false,
    );
  }

  get world(): World {
    return this.#world;
  }

  begin(seconds: number): void {
    if (this.#events !== undefined && !isAliveQueue(this.#events)) throw freedQueue();
    this.bodies.lookAtWorld();
    this.#steps.begin(seconds);
  }

  step(table: RigidBodyTable, seconds: number, isLast: boolean): void {
    // where Rapier has nothing to do it is stepped once a step, for its queries
    const isStepped = isLast || !this.bodies.areAlone();
    if (isStepped) this.bodies.beforeStep(table, seconds);
    this.#steps.make(seconds, isStepped);
    if (isStepped) this.#contacts.take(seconds);
    this.bodies.afterStep(table, seconds, isStepped);
    if (isLast) this.#steps.finish();
  }

  /** When a step ends. Rapier's colliders are where its bodies are: those that were held back since it moved them, too, for its queries. */
  tellContacts(out: ContactSink): void {
    this.#world.propagateModifiedBodyPositionsToColliders();
    this.#contacts.tell(out);
  }

  /** Whether a collider of Rapier's own sleeps, or never moves; one that is gone does not. */
  isAtRest(handle: number): boolean {
    const collider = this.#world.getCollider(handle);
    return collider === null || isAtRest(collider);
  }

  save(): Uint8Array {
    this.#steps.settle();
    this.#heightfields.sync();
    return writeSaved({
      gravity: this.gravity.save(),
      bodies: this.bodies.save(),
      contacts: this.#contacts.save(),
      twins: this.#heightfields.save(),
      snapshot: this.#world.takeSnapshot(),
    });
  }

  /** Reads what `save` gave; what is returned goes on in the world that it makes, and gives back the one before. */
  restore(bytes: Uint8Array): () => World {
    const saved = readSaved(bytes);
    const after = this.#module.World.restoreSnapshot(saved.snapshot);
    if (!after) throw unreadable('Rapier cannot read its part of the snapshot');
    const lost = saved.bodies.find(
      ({ handle, collider }) =>
        after.getRigidBody(handle) === null ||
        (collider !== NO_COLLIDER && after.getCollider(collider) === null),
    );
    if (lost !== undefined) {
      after.free();
      throw unreadable(`Rapier's part of the snapshot has no body of entity ${lost.entity}`);
    }
    return () => {
      const before = this.#world;
      this.#world = after;
      this.#steps.moveTo(after);
      this.gravity.moveTo(after, saved.gravity);
      this.#heightfields.restore(after, saved.twins);
      this.#contacts.restore(after, saved.contacts);
      this.bodies.moveTo(after, saved.bodies);
      this.#owner?.clear();
      return before;
    };
  }

  /** The world is its owner's again, as it was; unless that has freed it. */
  close(): void {
    this.#steps.end();
    this.gravity.end();
    this.#owner?.end();
    if (isAlive(this.#world)) this.bodies.clear();
    this.bodies.free();
    this.#queue.free();
  }
}

const unreadable = (problem: string) =>
  new FirstContactError(
    'SNAPSHOT_CORRUPT',
    problem,
    'Restore it with the version of Rapier that it was taken with.',
  );
