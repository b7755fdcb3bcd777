import { FirstContactError } from '../errors.js';
import type { RigidBackend } from '../systems/rigid-backend.js';
import type { RapierModule, RapierWorld } from './engine.js';
import { readGravity } from './gravity.js';
import { OpenedWorld } from './opened-world.js';
import { checkModule, isAlive, type RapierOptions, readOptions } from './options.js';
import { freedQueue, isAliveQueue, refuseTakenQueue } from './owners-queue.js';
import { warmUp } from './warm-up.js';
import { timestepOf } from './world-steps.js';

/** A backend that has a Rapier world. */
export interface RapierBackend<World extends RapierWorld = RapierWorld> extends RigidBackend {
  /** The adopted world, or from `open` to `close` the backend's own. Another one after a restored snapshot. */
  readonly world: World | undefined;
  /** The entity's body in Rapier, from the step on that takes the entity in: for joints, and to look at. */
  bodyOf(entity: number): ReturnType<World['getRigidBody']> | undefined;
  /** The entity that a body's handle belongs to. */
  entityOf(handle: number): number | undefined;
}

/** Rapier keeps f32. */
const ROUNDING = 2 ** -24;
/** Worlds that plugins step. Two that step the same one would step it twice. */
const stepped = /* @__PURE__ */ new WeakSet<RapierWorld>();

/**
 * Rapier underneath: hand it to `createCollisionPlugin(world, { rigid: rapierBackend(RAPIER) })`. `{ world, events }` adopts a
 * Rapier world and the event queue that it is stepped with; a world in the place of the options is adopted too.
 */
export function rapierBackend<World extends RapierWorld>(
  module: RapierModule<World>,
  choice: World | RapierOptions<World> = {},
): RapierBackend<World> {
  checkModule(module);
  const options = readOptions(choice);
  let adopted = options.world;
  let opened: OpenedWorld<World> | undefined;
  const open = (): OpenedWorld<World> => {
    if (opened === undefined) throw notOpen();
    return opened;
  };
  /** The same, where an adopted world was not freed by its owner. */
  const alive = (): OpenedWorld<World> => {
    const there = open();
    if (!isAlive(there.world)) throw freed();
    return there;
  };
  return {
    name: 'rapier',
    rounding: ROUNDING,
    get world() {
      return opened?.world ?? adopted;
    },
    get gravity() {
      return adopted && readGravity(adopted, [0, 0, 0]);
    },
    get timeStep() {
      return adopted && timestepOf(adopted);
    },
    bodyOf: (entity) => opened?.bodies.bodyOf(entity) as ReturnType<World['getRigidBody']> | undefined,
    entityOf: (handle) => opened?.bodies.entityOf(handle),
    open(setup) {
      if (opened !== undefined) throw alreadyOpen();
      if (adopted !== undefined && stepped.has(adopted)) throw alreadyStepped();
      if (adopted !== undefined && !isAlive(adopted)) throw freed();
      if (options.events !== undefined && !isAliveQueue(options.events)) throw freedQueue();
      if (options.events !== undefined) refuseTakenQueue(options.events);
      warmUp(module);
      const [x, y, z] = setup.gravity;
      const world = adopted ?? new module.World({ x, y, z });
      opened = new OpenedWorld(module, world, setup, options);
      stepped.add(world);
    },
    close() {
      if (opened === undefined) return;
      stepped.delete(opened.world);
      opened.close();
      if (adopted === undefined) opened.world.free();
      else adopted = opened.world;
      opened = undefined;
    },
    prepare: (mesh) => opened?.bodies.prepare(mesh),
    enter: (table, i) => open().bodies.enter(table, i),
    check: (entity) => alive().bodies.check(entity),
    leave: (entity) => open().bodies.leave(entity),
    step: (table, seconds, isLast) => alive().step(table, seconds, isLast),
    shareGravity: (gravity) => alive().gravity.share(gravity),
    begin: (seconds) => alive().begin(seconds),
    contacts: (out) => open().tellContacts(out),
    isAtRest: (handle) => open().isAtRest(handle),
    place: (table, i) => open().bodies.place(table, i),
    joined: (visit, own) => alive().bodies.joined(visit, own),
    joints: (visit) => alive().bodies.solved(visit),
    save: () => alive().save(),
    restore(saved) {
      const there = open();
      const replace = there.restore(saved);
      return () => {
        const before = replace();
        stepped.delete(before);
        stepped.add(there.world);
        try {
          options.onReplaced?.(there.world, before);
        } finally {
          if (adopted === undefined) before.free();
        }
      };
    },
  };
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
