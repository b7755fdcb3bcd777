import { FirstContactError } from '../errors.js';
import type { RigidSetup } from '../systems/rigid-backend.js';
import type { RapierVector, RapierWorld } from './engine.js';

type Three = [x: number, y: number, z: number];

/**
 * One gravity for the plugin and for a Rapier world. What either is told from outside holds for both; where both were told something
 * else, the plugin's holds, and it is reported.
 */
export class SharedGravity {
  readonly #setup: Pick<RigidSetup, 'gravity' | 'report'>;
  #world: RapierWorld;
  /** What both had when they were looked at last. */
  readonly #common: Three = [Number.NaN, Number.NaN, Number.NaN];
  readonly #now: Three = [0, 0, 0];
  /** Of a restored snapshot: both have it from the next look on. */
  #restored: Three | undefined;
  /** What the world's owner had there, and what was put in its place. */
  #before: RapierVector | undefined;
  #given: RapierVector | undefined;

  constructor(world: RapierWorld, setup: Pick<RigidSetup, 'gravity' | 'report'>) {
    this.#world = world;
    this.#setup = setup;
    this.share([...setup.gravity]);
  }

  /** Writes the world's into the plugin's where its owner changed it, and returns whether it did; otherwise the world has the plugin's. */
  share(gravity: Three): boolean {
    const world = this.#now;
    readGravity(this.#world, world);
    if (this.#restored !== undefined) {
      write(gravity, this.#restored);
      write(this.#common, this.#restored);
      this.#restored = undefined;
      return false;
    }
    const isTheirs = !areSame(world, this.#common);
    const isOurs = !areSame(gravity, this.#common);
    if (isTheirs && isOurs && !areSame(world, gravity)) this.#setup.report(differ(gravity, world));
    const follows = isTheirs && !isOurs;
    if (follows) this.#follow(gravity);
    else if (!areSame(world, gravity)) this.#give(gravity);
    if (isTheirs || isOurs) write(this.#common, gravity);
    return follows;
  }

  /** For a snapshot: Rapier's own keeps f32. */
  save(): Three {
    return [...this.#setup.gravity];
  }

  /** The owner has the old world back as it was. In the new one, both have the gravity of the snapshot. */
  moveTo(world: RapierWorld, [x, y, z]: readonly number[]): void {
    const own = this.#before;
    this.end();
    this.#world = world;
    world.gravity = { x, y, z };
    this.#restored = [x, y, z];
    if (own === undefined) return;
    this.#before = { x: own.x, y: own.y, z: own.z };
    this.#given = world.gravity;
  }

  /** The world's owner has back what was there, unless it has written something else since. */
  end(): void {
    const { x, y, z } = this.#given ?? {};
    const isGiven = this.#world.gravity === this.#given && areSame([x, y, z] as Three, this.#common);
    if (this.#before !== undefined && isGiven) this.#world.gravity = this.#before;
    this.#before = undefined;
    this.#given = undefined;
  }

  #follow(gravity: Three): void {
    write(gravity, this.#now);
    this.#before = undefined;
    this.#given = undefined;
  }

  /** Another object: the owner's may be frozen, or that of another world too. */
  #give([x, y, z]: Readonly<Three>): void {
    const { gravity } = this.#world;
    if (gravity !== this.#given) this.#before = gravity;
    else if (!areSame(this.#now, this.#common)) this.#before = { x: gravity.x, y: gravity.y, z: gravity.z };
    this.#given = { x, y, z };
    this.#world.gravity = this.#given;
  }
}

/** A world's gravity, checked. */
export function readGravity({ gravity }: Pick<RapierWorld, 'gravity'>, out: Three): Three {
  const { x, y, z } = gravity ?? {};
  if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)) {
    [out[0], out[1], out[2]] = [x, y, z];
    return out;
  }
  throw new FirstContactError(
    'BAD_SETTING',
    `The gravity of the Rapier world is (${String(x)}, ${String(y)}, ${String(z)})`,
    'Write three finite numbers into world.gravity, in metres per square second.',
  );
}

/** Rapier keeps f32. */
function areSame(a: Readonly<Three>, b: Readonly<Three>): boolean {
  for (let k = 0; k < 3; k++) if (Math.fround(a[k]) !== Math.fround(b[k])) return false;
  return true;
}

function write(to: Three, from: Readonly<Three>): void {
  for (let k = 0; k < 3; k++) to[k] = from[k];
}

const differ = (plugin: Readonly<Three>, world: Readonly<Three>) =>
  new FirstContactError(
    'BAD_SETTING',
    `The plugin's gravity is (${plugin.join(', ')}), and that of the Rapier world was (${world.join(', ')}): the plugin's holds for both`,
    'Leave the option gravity out where that of the world is meant, or give both the same.',
  );
