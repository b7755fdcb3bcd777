import { FirstContactError } from '../errors.js';
import type { RigidBackend } from '../systems/rigid-backend.js';
import { RapierBodies } from './bodies.js';
import type { RapierModule, RapierWorld } from './engine.js';
import { readSaved, writeSaved } from './saved.js';
import { warmUp } from './warm-up.js';

/** What `rapierBackend` takes in the place of a world. */
export interface RapierOptions<World extends RapierWorld = RapierWorld> {
  /** A world that exists already. It stays its owner's: it is stepped with ours and never freed. */
  readonly world?: World | undefined;
  /**
   * Whether each body's mesh becomes a collider in Rapier too: Rapier's own colliders and queries then meet it. On by
   * default; a world without either saves time and memory without.
   */
  readonly colliders?: boolean;
  /**
   * Called when the plugin restores a snapshot: Rapier makes a new world of one. Where the world is an adopted one, the new
   * one is its owner's too; the old one stays as it is, is not stepped any more, and is the owner's to free.
   */
  readonly onReplaced?: (world: World, before: World) => void;
}

/** A backend that has a Rapier world. */
export interface RapierBackend<World extends RapierWorld = RapierWorld> extends RigidBackend {
  /** The adopted world, or from `open` to `close` the backend's own. Another one after a restored snapshot. */
  readonly world: World | undefined;
  /** The entity's body in Rapier, from the step on that takes the entity in: for joints, and to look at. */
  bodyOf(entity: number): ReturnType<World['getRigidBody']> | undefined;
  /** The entity that a body's handle belongs to. */
  entityOf(handle: number): number | undefined;
}

/** What is left of the module where `init` was not awaited is a World whose WebAssembly side does not answer. */
const INIT_FIRST = 'Call `await RAPIER.init()` before createCollisionPlugin().';
/** Rapier keeps f32. */
const ROUNDING = 2 ** -24;
/** Worlds that plugins step. Two that step the same one would step it twice. */
const stepped = /* @__PURE__ */ new WeakSet<RapierWorld>();

/**
 * Rapier underneath: hand it to `createCollisionPlugin(world, { rigid: rapierBackend(RAPIER) })`. The second argument is
 * a Rapier world to adopt, or options.
 */
export function rapierBackend<World extends RapierWorld>(
  module: RapierModule<World>,
  choice: World | RapierOptions<World> = {},
): RapierBackend<World> {
  checkModule(module);
  const options: RapierOptions<World> = isWorld(choice) ? { world: choice } : choice;
  checkWorldOption(options.world);
  let world = options.world;
  let bodies: RapierBodies | undefined;
  const opened = (): { world: World; bodies: RapierBodies } => {
    if (world === undefined || bodies === undefined) throw notOpen();
    return { world, bodies };
  };
  /** The same, where an adopted world was not freed by its owner. */
  const alive = (): { world: World; bodies: RapierBodies } => {
    const both = opened();
    if (!isAlive(both.world)) throw freed();
    return both;
  };
  return {
    name: 'rapier',
    rounding: ROUNDING,
    get world() {
      return world;
    },
    bodyOf: (entity) => bodies?.bodyOf(entity) as ReturnType<World['getRigidBody']> | undefined,
    entityOf: (handle) => bodies?.entityOf(handle),
    open(setup) {
      if (bodies !== undefined) throw alreadyOpen();
      if (world !== undefined && stepped.has(world)) throw alreadyStepped();
      warmUp(module);
      const [x, y, z] = setup.gravity;
      world ??= new module.World({ x, y, z });
      bodies = new RapierBodies(module, world, setup, options.colliders !== false);
      stepped.add(world);
    },
    close() {
      if (world !== undefined && bodies !== undefined) stepped.delete(world);
      if (options.world === undefined) {
        world?.free();
        world = undefined;
      } else if (world !== undefined && isAlive(world)) bodies?.clear();
      bodies?.free();
      bodies = undefined;
    },
    prepare: (mesh) => bodies?.prepare(mesh),
    enter: (table, i) => opened().bodies.enter(table, i),
    check: (entity) => alive().bodies.check(entity),
    leave: (entity) => opened().bodies.leave(entity),
    step(table, seconds, isLast) {
      const { world, bodies } = alive();
      // where Rapier has nothing to do it is stepped once a step, for its queries
      const isStepped = isLast || !bodies.areAlone();
      if (isStepped) {
        const before = world.timestep;
        world.timestep = seconds;
        bodies.beforeStep(table, seconds);
        world.step(bodies.contacts.queue);
        world.timestep = before;
      }
      bodies.afterStep(table, seconds, isStepped);
      if (isStepped) bodies.contacts.take(seconds);
    },
    begin: () => alive().bodies.lookAtWorld(),
    contacts: (out) => opened().bodies.contacts.tell(out),
    place: (table, i) => opened().bodies.place(table, i),
    joined: (visit, own) => alive().bodies.joined(visit, own),
    joints: (visit) => alive().bodies.solved(visit),
    save() {
      const { world, bodies } = opened();
      const { contacts, heightfields } = bodies;
      heightfields.sync();
      return writeSaved({
        gravity: [0, 0, 0],
        bodies: bodies.save(),
        contacts: contacts.save(),
        twins: heightfields.save(),
        snapshot: world.takeSnapshot(),
      });
    },
    restore(saved) {
      const { world: before, bodies } = opened();
      const { snapshot, bodies: savedBodies, contacts, twins } = readSaved(saved);
      const after = module.World.restoreSnapshot(snapshot);
      if (!after) throw unreadable();
      return () => {
        bodies.moveTo(after, savedBodies, contacts, twins);
        stepped.delete(before);
        stepped.add(after);
        world = after;
        options.onReplaced?.(after, before);
        if (options.world === undefined) before.free();
      };
    },
  };
}

const isWorld = <World extends RapierWorld>(choice: World | RapierOptions<World>): choice is World =>
  typeof (choice as Partial<World>)?.step === 'function';

/** A freed world has let go of its parts. */
function isAlive(world: RapierWorld): boolean {
  return (world.bodies as { raw?: unknown } | undefined)?.raw !== undefined;
}

function checkModule(module: RapierModule): void {
  if (typeof module?.World !== 'function' || typeof module.version !== 'function') {
    throw new FirstContactError(
      'BACKEND_NOT_READY',
      'This is not the Rapier module: it has no World',
      "Pass what `import RAPIER from '@dimforge/rapier3d-compat'` gives.",
    );
  }
  try {
    module.version();
  } catch {
    throw new FirstContactError('BACKEND_NOT_READY', 'Rapier is not initialised', INIT_FIRST);
  }
}

function checkWorldOption(world: RapierWorld | undefined): void {
  if (world === undefined) return;
  if (typeof world?.step !== 'function' || !isAlive(world)) {
    throw new FirstContactError(
      'BACKEND_NOT_READY',
      'The world to adopt is no living Rapier world',
      'Pass a World that was not freed, or none.',
    );
  }
}

function alreadyOpen(): FirstContactError {
  return new FirstContactError(
    'BACKEND_IN_USE',
    'The backend belongs to another plugin',
    'Make one with rapierBackend() for each plugin.',
  );
}

function alreadyStepped(): FirstContactError {
  return new FirstContactError(
    'BACKEND_IN_USE',
    'The world to adopt belongs to another plugin, which steps it',
    'Dispose of that plugin first, or make a World for each.',
  );
}

function notOpen(): FirstContactError {
  return new FirstContactError(
    'BACKEND_NOT_READY',
    'No plugin has opened the backend',
    'Hand it to createCollisionPlugin(world, { rigid }).',
  );
}

function freed(): FirstContactError {
  return new FirstContactError(
    'BACKEND_NOT_READY',
    'The adopted Rapier world was freed',
    'Free it after the plugin is disposed of.',
  );
}

function unreadable(): FirstContactError {
  return new FirstContactError(
    'SNAPSHOT_CORRUPT',
    'Rapier cannot read its part of the snapshot',
    'Restore it with the version of Rapier that it was taken with.',
  );
}
