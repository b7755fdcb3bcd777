import type { RapierJoint, RapierModule, RapierWorld } from './engine.js';

// What Rapier 0.21 tells of a joint in its serialised joints alone: bits of axes, after the handles of both bodies and the joint's frames.

/** Where in these bits: axes that are locked, that have limits, that have a motor, and that count together. Ways from bit 0 on, then turns. */
export const LOCKED = 0;
export const LIMITS = 1;
export const MOTORS = 2;
export const COUPLED = 3;

/** Calls for every joint of a world with the bytes in which its bits begin at `at`; -1 where they are not found. */
export function readJoints(
  module: RapierModule,
  world: RapierWorld,
  visit: (joint: RapierJoint, bytes: Uint8Array, at: number) => void,
): void {
  const bytes = serialised(module, world);
  let from = 0;
  world.impulseJoints.forEach((joint) => {
    const record = recordOf(joint);
    const found = indexOf(bytes, record, from);
    const at = found < 0 ? indexOf(bytes, record, 0) : found;
    if (at >= 0) from = at + record.length;
    visit(joint, bytes, at < 0 ? -1 : from);
  });
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
