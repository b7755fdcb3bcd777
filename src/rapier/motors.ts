import type { RapierModule, RapierWorld } from './engine.js';
import { MOTORS, readJoints } from './serialised-joints.js';

/** What Rapier's joints call when a motor is set; none is ever taken away again. */
const CALLS = ['jointConfigureMotorVelocity', 'jointConfigureMotorPosition', 'jointConfigureMotor'] as const;

type Call = (handle: number, ...rest: unknown[]) => unknown;
type Calls = Partial<Record<(typeof CALLS)[number], Call>>;

/** Which joints have a motor, of which Rapier does not tell (0.21): it hears of those that are set, and reads those of joints that were there before. */
export class MotorListener {
  readonly #module: RapierModule;
  #raw: Calls | undefined;
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
    this.#raw = raw;
    if (joints.len() > 0)
      readJoints(this.#module, world, ({ handle }, bytes, at) => {
        if (at < 0 || bytes[at + MOTORS] !== 0) this.#found.add(handle);
      });
    for (const name of CALLS) {
      const call = raw[name] as Call;
      raw[name] = (handle, ...rest) => {
        this.#found.add(handle);
        return call.call(raw, handle, ...rest);
      };
    }
  }

  /** The world's joints are as they were before. */
  leave(): void {
    for (const name of CALLS) if (this.#raw !== undefined) Reflect.deleteProperty(this.#raw, name);
    this.#raw = undefined;
    this.#found.clear();
  }

  /** True for all joints where Rapier sets motors in some other way. */
  mayHaveMotor(handle: number): boolean {
    return !this.#hearsAll || this.#found.has(handle);
  }
}
