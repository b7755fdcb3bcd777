import { FirstContactError } from '../errors.js';
import type { System } from '../systems/context.js';
import { type CollisionSystems, STEP_ORDER } from '../systems/index.js';
import { StepUndo } from '../systems/step-undo.js';
import { checkOwnWorld } from './check-world.js';
import type { ContactListeners } from './contact-listeners.js';
import type { Guard } from './guard.js';
import type { Inside } from './inside.js';
import { checkedDt } from './options.js';

type Stage = keyof CollisionSystems;

const [INGEST, AFTER_INGEST] = [STEP_ORDER.slice(0, 1), STEP_ORDER.slice(1)];

/** Runs the stages of one plugin: all of them as a step, or one alone. */
export class Stepping {
  readonly #guard: Guard;
  readonly #inside: Inside;
  readonly #stages: CollisionSystems;
  readonly #listeners: ContactListeners;
  readonly #undo: StepUndo;

  constructor(guard: Guard, inside: Inside, stages: CollisionSystems, listeners: ContactListeners) {
    this.#guard = guard;
    this.#inside = inside;
    this.#stages = stages;
    this.#listeners = listeners;
    this.#undo = new StepUndo(inside.context.core.arena, inside.context.components);
  }

  /** Each stage as a system that can be run alone. */
  systems(): CollisionSystems {
    const named = STEP_ORDER.map((name) => [name, this.#alone(name)]);
    return Object.fromEntries(named) as unknown as CollisionSystems;
  }

  step(dt: number): void {
    const { clock, occlusion } = this.#inside.context;
    const before = clock.dt;
    clock.dt = checkedDt(dt);
    const start = occlusion === undefined ? 0 : performance.now();
    try {
      this.#begin();
      this.#run(AFTER_INGEST);
    } catch (error) {
      this.#takeBack(before, error);
      throw error;
    }
    occlusion?.took(performance.now() - start);
    this.#tell();
  }

  /** Stops for the visibility backend's answers in its midst. */
  async stepWaiting(dt: number): Promise<void> {
    const { clock, occlusion } = this.#inside.context;
    const guard = this.#guard;
    const before = clock.dt;
    clock.dt = checkedDt(dt);
    const asks = AFTER_INGEST.indexOf('occlusionCulling');
    const start = performance.now();
    try {
      this.#begin();
      this.#run(AFTER_INGEST.slice(0, asks));
      guard.state = 'waiting';
      await occlusion?.ask(this.#inside.context);
      guard.refuseDisposed();
      this.#run(AFTER_INGEST.slice(asks));
      occlusion?.took(performance.now() - start);
    } catch (error) {
      this.#takeBack(before, error);
      if (guard.state === 'waiting') guard.state = 'ready';
      throw error;
    }
    this.#tell();
  }

  /** Takes in what came and went, as any call does that looks: from here on a step that fails is taken back. */
  #begin(): void {
    this.#undo.begin(this.#inside.context);
    this.#run(INGEST);
    this.#undo.keep(this.#inside.context);
  }

  /** A step that failed has not been made. What it asked for may fit once holes in the memory are closed. */
  #takeBack(dt: number, error: unknown): void {
    const { context } = this.#inside;
    context.clock.dt = dt;
    this.#undo.putBack(context);
    if (error instanceof FirstContactError && error.code === 'OUT_OF_MEMORY') context.core.arena.compact();
  }

  #alone(name: Stage): System {
    const only = [name];
    return this.#guard.whileNobodyListens((given) => {
      checkOwnWorld(given, this.#inside.context.world);
      this.#run(only);
      if (name === 'publish') this.#tell();
      return given;
    });
  }

  #run(names: readonly Stage[]): void {
    const guard = this.#guard;
    guard.state = 'stepping';
    try {
      for (const name of names) {
        if (this.#inside.isTimed) this.#time(name);
        else this.#stages[name](this.#inside.context.world);
      }
    } finally {
      guard.state = 'ready';
    }
  }

  #time(name: Stage): void {
    const start = performance.now();
    this.#stages[name](this.#inside.context.world);
    this.#inside.milliseconds[STEP_ORDER.indexOf(name)] = performance.now() - start;
  }

  #tell(): void {
    const guard = this.#guard;
    guard.state = 'telling';
    try {
      this.#listeners.tell(this.#inside.context);
    } finally {
      if (guard.state === 'telling') guard.state = 'ready';
    }
  }
}
