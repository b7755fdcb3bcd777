import { FirstContactError } from '../errors.js';
import type { RigidSetup } from '../systems/rigid-backend.js';
import type { AskedEvents } from './asked-events.js';
import type { RapierEventQueue, RapierHooks, RapierWorld } from './engine.js';
import { KinematicWays } from './kinematic.js';
import { override } from './override.js';
import type { OwnersQueue } from './owners-queue.js';

/** What Rapier's worlds begin with: nobody has set it. */
const DEFAULT_TIMESTEP = Math.fround(1 / 60);
/** What the plugin's steps cover at the most. */
const LONGEST_STEP = 1;

/** Makes the steps of a Rapier world, several for one of the plugin's, and hears of those that somebody else makes. */
export class WorldSteps {
  readonly #setup: Pick<RigidSetup, 'report' | 'subSteps'>;
  readonly #queue: RapierEventQueue;
  readonly #hooks: RapierHooks | undefined;
  readonly #asked: AskedEvents;
  readonly #owner: OwnersQueue | undefined;
  readonly #kinematic = new KinematicWays();
  #world: RapierWorld;
  #takeAway: () => void;
  /** Sub-steps of the step in progress that are over. */
  #over = 0;
  /** Whether colliders tell more than they were asked. */
  #isAsking = false;
  #isOurs = false;
  #toldOfOthers = false;
  #toldOfTimestep = false;

  constructor(
    world: RapierWorld,
    setup: Pick<RigidSetup, 'report' | 'subSteps'>,
    queue: RapierEventQueue,
    hooks: RapierHooks | undefined,
    asked: AskedEvents,
    owner: OwnersQueue | undefined,
  ) {
    this.#world = world;
    this.#setup = setup;
    this.#queue = queue;
    this.#hooks = hooks;
    this.#asked = asked;
    this.#owner = owner;
    this.#takeAway = this.#listen(world);
  }

  /** When a step of so many seconds begins. */
  begin(seconds: number): void {
    this.settle();
    const { timestep } = this.#world;
    if (this.#toldOfTimestep || timestep === DEFAULT_TIMESTEP || timestep === Math.fround(seconds)) return;
    this.#toldOfTimestep = true;
    this.#setup.report(notItsTimestep(timestep, seconds));
  }

  /** A sub-step; `isMade`: Rapier has a part in it. */
  make(seconds: number, isMade: boolean): void {
    const world = this.#world;
    const { subSteps } = this.#setup;
    const left = subSteps - this.#over++;
    if (!isMade) return;
    if (!this.#isAsking) {
      this.#isAsking = true;
      this.#owner?.begin();
      this.#asked.begin(world);
      if (subSteps > 1) this.#kinematic.begin(world);
    }
    if (subSteps > 1) this.#kinematic.goOn(left);
    const before = world.timestep;
    world.timestep = seconds;
    this.#isOurs = true;
    world.step(this.#queue, this.#hooks);
    this.#isOurs = false;
    world.timestep = before;
  }

  /** After the last one. */
  finish(): void {
    this.#owner?.finish(this.#setup.subSteps);
    this.settle();
  }

  /** Colliders are as their owners made them: also where a step came to no end. */
  settle(): void {
    this.#over = 0;
    if (this.#isAsking) this.#asked.end();
    this.#isAsking = false;
  }

  moveTo(world: RapierWorld): void {
    this.end();
    this.#asked.clear();
    this.#world = world;
    this.#takeAway = this.#listen(world);
  }

  end(): void {
    this.settle();
    this.#takeAway();
  }

  #listen(world: RapierWorld): () => void {
    let isOver = false;
    const takeAway = override(world, 'step', (step) => (queue, hooks) => {
      if (!this.#isOurs && !isOver) this.#tellOfOthers();
      step.call(world, queue, hooks);
    });
    return () => {
      isOver = true; // somebody may have put a step of theirs over it
      takeAway();
    };
  }

  #tellOfOthers(): void {
    if (!this.#toldOfOthers) this.#setup.report(steppedByOthers());
    this.#toldOfOthers = true;
  }
}

/** What a world's steps cover, where somebody has set it to something that a step may cover. */
export function timestepOf({ timestep }: Pick<RapierWorld, 'timestep'>): number | undefined {
  const isSet = timestep !== DEFAULT_TIMESTEP && timestep > 0 && timestep <= LONGEST_STEP;
  return isSet ? timestep : undefined;
}

const notItsTimestep = (timestep: number, seconds: number) =>
  new FirstContactError(
    'BAD_DT',
    `The timestep of the Rapier world is ${timestep} s, and the plugin's step covers ${seconds} s: it is the plugin's that counts`,
    'Call step(seconds), or leave world.timestep as it was; subSteps are the parts in which Rapier makes a step.',
  );

const steppedByOthers = () =>
  new FirstContactError(
    'BACKEND_IN_USE',
    'The Rapier world was stepped besides the plugin, which steps it too: its bodies go farther than the plugin knows',
    'Leave world.step() out. Its event queue and its hooks are the options events and hooks of rapierBackend().',
  );
