import type { World } from 'bitecs';
import { FirstContactError } from '../errors.js';
import { checkSameWorld, identityOf } from './check-world.js';

/** What a plugin is doing: it decides which calls are taken. */
export type State = 'ready' | 'stepping' | 'waiting' | 'telling' | 'disposed';

/** Stands before the public calls: none after dispose, none from within a step, none for a world that was emptied. */
export class Guard {
  state: State = 'ready';
  readonly #world: World;
  readonly #identity: unknown;
  #step: Promise<void> | undefined;

  constructor(world: World) {
    this.#world = world;
    this.#identity = identityOf(world);
  }

  whileReady<Args extends unknown[], Result>(call: (...args: Args) => Result) {
    return (...args: Args): Result => {
      if (this.state !== 'ready' && this.state !== 'telling') throw notReady(this.state);
      checkSameWorld(this.#world, this.#identity);
      return call(...args);
    };
  }

  /** The same for what makes new events: not from within a listener either. */
  whileNobodyListens<Args extends unknown[], Result>(call: (...args: Args) => Result) {
    return this.whileReady((...args: Args): Result => {
      if (this.state === 'telling') throw notReady(this.state);
      return call(...args);
    });
  }

  /** Notes a step that others have to wait for. */
  whileStepping(step: Promise<void>): Promise<void> {
    this.#step = step;
    return step;
  }

  /** Until no step waits for an answer. Whether it could be made is not asked here. */
  async stepIsDone(): Promise<void> {
    while (this.state === 'waiting') await this.#step?.catch(() => undefined);
  }

  refuseDisposed(): void {
    if (this.state === 'disposed') throw notReady(this.state);
    checkSameWorld(this.#world, this.#identity);
  }

  /** Changes to 'disposed'; false where it was that already. Not from within a step. */
  dispose(): boolean {
    if (this.state === 'disposed') return false;
    if (this.state === 'stepping') throw notReady(this.state);
    this.state = 'disposed';
    return true;
  }
}

const BUSY = {
  stepping: 'The plugin was called from within its own step',
  telling: 'A listener of onContact() asked for a step',
  waiting: 'The plugin was called before the promise of stepAsync() had settled',
} as const;

function notReady(state: Exclude<State, 'ready'>): FirstContactError {
  if (state === 'disposed') {
    return new FirstContactError(
      'DISPOSED',
      'The plugin was disposed of',
      'Create a new one with createCollisionPlugin().',
    );
  }
  return new FirstContactError(
    'STEP_IN_PROGRESS',
    BUSY[state],
    state === 'waiting' ? 'Await it first.' : 'Collect such calls, and make them after step() has returned.',
  );
}
