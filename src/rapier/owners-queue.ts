import { FirstContactError } from '../errors.js';
import type { AskedEvents } from './asked-events.js';
import type { RapierEventQueue, RapierForce, RapierModule } from './engine.js';
import { override } from './override.js';
import { StepForces } from './step-forces.js';

/** Queues that a plugin fills. Of two, each would hide the other's events. */
const taken = /* @__PURE__ */ new WeakSet<RapierEventQueue>();

/**
 * The event queue of a world's owner. Rapier fills queues itself, each sub-step anew: what is the owner's to hear is kept here, and given to
 * whoever drains that queue.
 */
export class OwnersQueue {
  readonly #queue: RapierEventQueue;
  /** Rapier's own events of the world, of which those of torn soft bodies are left to be drained. */
  readonly #steps: RapierEventQueue;
  readonly #forgets: boolean;
  readonly #overrides: (() => void)[];
  /** Colliders a and b, and 1 where they began to touch; the first `given` numbers were given out. */
  readonly #collisions: number[] = [];
  #given = 0;
  readonly #forces: StepForces;

  constructor(module: RapierModule, queue: RapierEventQueue, steps: RapierEventQueue, asked: AskedEvents) {
    this.#queue = queue;
    this.#steps = steps;
    this.#forces = new StepForces(asked);
    queue.drainCollisionEvents(this.note);
    queue.drainContactForceEvents((force) => this.#forces.keep(force));
    this.#forgets = forgetsByItself(module, queue);
    this.#overrides = this.#listen();
    taken.add(queue);
  }

  /** When a step begins. */
  begin(): void {
    if (this.#forgets) this.clear();
  }

  /** After a sub-step: two colliders of the owner's began to touch, or stopped. */
  readonly note = (a: number, b: number, isBegin: boolean): void => {
    this.#collisions.push(a, b, isBegin ? 1 : 0);
  };

  /** They pushed each other in it. */
  noteForce(force: RapierForce): void {
    this.#forces.add(force);
  }

  /** When a step of so many sub-steps ends. */
  finish(subSteps: number): void {
    this.#forces.finish(subSteps);
  }

  clear(): void {
    this.#forgetCollisions();
    this.#forces.clear();
    this.#steps.drainSoftBodyTearEvents?.(() => undefined);
  }

  /** The queue is its owner's alone again, and empty. */
  end(): void {
    for (const takeAway of this.#overrides) takeAway();
    taken.delete(this.#queue);
    this.clear();
  }

  /** What is in the queue itself comes from steps that its owner makes. */
  #listen(): (() => void)[] {
    const queue = this.#queue;
    const takeAway = [
      override(queue, 'drainCollisionEvents', (drain) => (visit) => {
        this.#giveCollisions(visit);
        drain.call(queue, visit);
      }),
      override(queue, 'drainContactForceEvents', (drain) => (visit) => {
        this.#forces.give(visit);
        drain.call(queue, visit);
      }),
      override(queue, 'clear', (clear) => () => {
        this.clear();
        clear.call(queue);
      }),
    ];
    if (queue.drainSoftBodyTearEvents === undefined) return takeAway;
    const tears = override(queue, 'drainSoftBodyTearEvents', (drain) => (visit) => {
      this.#steps.drainSoftBodyTearEvents?.(visit);
      drain?.call(queue, visit);
    });
    return [...takeAway, tears];
  }

  /** What is left where a visit throws is given to the next one. */
  #giveCollisions(visit: (a: number, b: number, isBegin: boolean) => void): void {
    const collisions = this.#collisions;
    while (this.#given < collisions.length) {
      const at = this.#given;
      this.#given += 3;
      visit(collisions[at], collisions[at + 1], collisions[at + 2] === 1);
    }
    this.#forgetCollisions();
  }

  #forgetCollisions(): void {
    this.#collisions.length = 0;
    this.#given = 0;
  }
}

/** Refuses what is no living queue, or another plugin's. */
export function checkQueue(queue: RapierEventQueue): void {
  const has = (name: string) =>
    typeof (queue as unknown as Record<string, unknown> | null)?.[name] === 'function';
  if (!['drainCollisionEvents', 'drainContactForceEvents', 'clear'].every(has)) {
    throw new FirstContactError(
      'BAD_SETTING',
      'The option events is no EventQueue of Rapier',
      'Pass `new RAPIER.EventQueue(true)`, or leave it out.',
    );
  }
  if (!isAliveQueue(queue)) throw freedQueue();
}

export function refuseTakenQueue(queue: RapierEventQueue): void {
  if (!taken.has(queue)) return;
  throw new FirstContactError(
    'BACKEND_IN_USE',
    'The EventQueue belongs to another plugin, which fills it',
    'Dispose of that plugin first, or make a queue for each.',
  );
}

export const isAliveQueue = (queue: RapierEventQueue): boolean =>
  (queue as { raw?: unknown }).raw !== undefined;

export const freedQueue = () =>
  new FirstContactError(
    'BACKEND_NOT_READY',
    'The EventQueue of the option events was freed',
    'Free it after the plugin is disposed of.',
  );

/** Whether a step takes out what the one before has told: a queue does not say. It is tried with two colliders that touch, in a world of their own. */
function forgetsByItself(module: RapierModule, queue: RapierEventQueue): boolean {
  const world = new module.World({ x: 0, y: 0, z: 0 });
  try {
    const body = world.createRigidBody(module.RigidBodyDesc.dynamic());
    const sensor = module.ColliderDesc.ball(1);
    sensor.setSensor(true);
    sensor.setActiveEvents(1);
    world.createCollider(sensor, body);
    world.createCollider(module.ColliderDesc.ball(1));
    for (let i = 0; i < 2; i++) world.step(queue);
    let kept = 0;
    queue.drainCollisionEvents(() => kept++);
    return kept === 0;
  } finally {
    world.free();
  }
}
