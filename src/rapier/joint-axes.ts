import type { RapierJoint, RapierModule, RapierWorld } from './engine.js';
import { COUPLED, LIMITS, LOCKED, readJoints } from './serialised-joints.js';

// Rapier tells of joints with one free axis what they are, and calls all others generic, ball joints too (0.21). Which axes of those are locked
// is in its serialised joints alone.

const REVOLUTE = 0;
const FIXED = 1;
const PRISMATIC = 2;
/** Ways from bit 0 on, then turns; the axis that is left is the first of the joint's frames. */
const TOLD: Readonly<Record<number, number>> = {
  [REVOLUTE]: 0b110111,
  [FIXED]: 0b111111,
  [PRISMATIC]: 0b111110,
};
const BALL = 0b000111;

/** Which axes joints lock, of those that can be solved. */
export class JointAxes {
  /** Of joints that Rapier does not tell of, by handle. */
  readonly #locked = new Map<number, number>();
  readonly #module: RapierModule;

  constructor(module: RapierModule) {
    this.#module = module;
  }

  /** In another world handles are others'. */
  forget(): void {
    this.#locked.clear();
  }

  /** 0 where they are not known, or there is more to the joint than locked axes. */
  lockedOf(joint: RapierJoint, world: RapierWorld): number {
    const told = TOLD[joint.type()];
    if (told !== undefined) return told;
    if (!this.#locked.has(joint.handle)) this.#read(world);
    return this.#locked.get(joint.handle) ?? 0;
  }

  #read(world: RapierWorld): void {
    this.#locked.clear();
    readJoints(this.#module, world, (joint, bytes, at) => {
      if (TOLD[joint.type()] === undefined) this.#locked.set(joint.handle, at < 0 ? 0 : ballAt(bytes, at));
    });
  }
}

/** A ball joint has neither limits nor axes that count together. */
function ballAt(bytes: Uint8Array, at: number): number {
  return bytes[at + LOCKED] === BALL && bytes[at + LIMITS] === 0 && bytes[at + COUPLED] === 0 ? BALL : 0;
}
