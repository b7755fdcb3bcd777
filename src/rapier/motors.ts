import type { RapierModule, RapierWorld } from './engine.js';
import { override } from './override.js';
import { MOTORS, readJoints } from './serialised-joints.js';

/** What Rapier's joints call when a motor is set; none is ever taken away again. */
const CALLS = ['jointConfigureMotorVelocity', 'jointConfigureMotorPosition', 'jointConfigureMotor'] as const;

type Call = (handle: number, ...rest: unknown[]) => unknown;
type Calls = Partial<Record<(typeof CALLS)[number], Call>>;

/** Which joints have a motor, of which Rapier does not tell (0.21): it hears of those that are set, and reads those of joints that were there before. */
export class MotorListener {
  readonly #module: RapierModule;
  #overrides: (() => void)[] = [];
  #hearsAll = false;
  readonly #found = new Set<number>();

  constructor(module: RapierModule) {
    this.#module = module;
  }

  /** Listens to the joints of a world. */
  listen(world: RapierWorld): void {
    this.leave();
    const { impulseJoints: joints } = world;
    const { raw } = joints as { raw?: Calls };
    this.#hearsAll = raw !== undefined && CALLS.every((name) => typeof raw[name] === 'function');
    if (raw === undefined || !this.#hearsAll) return;
    if (joints.len() > 0)
      readJoints(this.#module, world, ({ handle }, bytes, at) => {
        if (at < 0 || bytes[at + MOTORS] !== 0) this.#found.add(handle);
      });
    this.#overrides = CALLS.map((name) =>
      override(raw, name, (call) => (handle, ...rest) => {
        this.#found.add(handle);
        return (call as Call).call(raw, handle, ...rest);
      }),
    );
  }

  /** The world's joints are as they were before. */
  leave(): void {
    for (const takeAway of this.#overrides) takeAway();
    this.#overrides = [];
    this.#found.clear();
  }

  /** True for all joints where Rapier sets motors in some other way. */
  mayHaveMotor(handle: number): boolean {
    return !this.#hearsAll || this.#found.has(handle);
  }
}
