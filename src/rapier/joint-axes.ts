import type { RapierJoint, RapierModule, RapierWorld } from './engine.js';

// Rapier tells of joints with one free axis what they are, and calls all others generic, ball joints too (0.21). Which axes of those are locked
// is in its serialised joints alone: after the handles of both bodies and the joint's frames.

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
const LIMITS = 1;
const COUPLED = 3;

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
    const bytes = serialised(this.#module, world);
    let from = 0;
    world.impulseJoints.forEach((joint) => {
      if (TOLD[joint.type()] !== undefined) return;
      const record = recordOf(joint);
      const found = indexOf(bytes, record, from);
      const at = found < 0 ? indexOf(bytes, record, 0) : found;
      from = at < 0 ? from : at + record.length;
      this.#locked.set(joint.handle, at < 0 ? 0 : ballAt(bytes, at + record.length));
    });
  }
}

/** A ball joint has neither limits nor axes that count together. */
function ballAt(bytes: Uint8Array, at: number): number {
  return bytes[at] === BALL && bytes[at + LIMITS] === 0 && bytes[at + COUPLED] === 0 ? BALL : 0;
}

/** The world's joints, and otherwise an empty world; nothing where another version of Rapier takes these parts in another order. */
function serialised(module: RapierModule, world: RapierWorld): Uint8Array {
  const empty = new module.World({ x: 0, y: 0, z: 0 });
  const { serializationPipeline: pipeline, integrationParameters, islands, broadPhase, narrowPhase } = empty;
  const { gravity, bodies, colliders, softBodies, multibodyJoints } = empty;
  const moving = [
    gravity,
    integrationParameters,
    islands,
    broadPhase,
    narrowPhase,
    bodies,
    colliders,
    softBodies,
  ];
  try {
    return pipeline?.serializeAll(...moving, world.impulseJoints, multibodyJoints) ?? new Uint8Array(0);
  } catch {
    return new Uint8Array(0);
  } finally {
    empty.free();
  }
}

/** How a joint's bodies and frames are serialised. */
function recordOf(joint: RapierJoint): Uint8Array {
  const bytes = new Uint8Array(80);
  new Float64Array(bytes.buffer, 0, 2).set([joint.body1().handle, joint.body2().handle]);
  const [p, q] = [joint.anchor1(), joint.anchor2()];
  const [f, g] = [joint.frameX1(), joint.frameX2()];
  new Float32Array(bytes.buffer, 16).set([
    f.x,
    f.y,
    f.z,
    f.w,
    p.x,
    p.y,
    p.z,
    0,
    g.x,
    g.y,
    g.z,
    g.w,
    q.x,
    q.y,
    q.z,
    0,
  ]);
  return bytes;
}

function indexOf(bytes: Uint8Array, part: Uint8Array, from: number): number {
  for (let at = from; at + part.length < bytes.length; at++) {
    let k = 0;
    while (k < part.length && bytes[at + k] === part[k]) k++;
    if (k === part.length) return at;
  }
  return -1;
}
