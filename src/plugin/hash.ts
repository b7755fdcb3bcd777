import { checksum } from '../memory/checksum.js';
import { DEFORMABLE } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';

/** Columns of a rigid body that say where it is and where it goes. */
const MOTION = ['px', 'py', 'pz', 'qx', 'qy', 'qz', 'qw', 'vx', 'vy', 'vz', 'wx', 'wy', 'wz'] as const;

/** Two checksums from different states are one of 64 bits. */
const SEEDS = [0x9e3779b9, 0x243f6a88];

/**
 * A hash of where all colliders are and how fast they go: poses and velocities of rigid bodies, vertices and velocities of deformables.
 * Two plugins that hash alike show alike, whatever they remember besides.
 */
export function hashMotion({ colliders, components, core, meshes }: StepContext): string {
  const { RigidBody } = components;
  const numbers = new Float64Array(MOTION.length);
  const names = new Uint32Array(2);
  let states = SEEDS;
  const add = (words: Uint32Array) => {
    states = states.map((state) => checksum(words, state));
  };
  for (let i = 0; i < colliders.count; i++) {
    const entity = colliders.order[i];
    const kind = colliders.kind[entity];
    names[0] = entity;
    names[1] = kind;
    add(names);
    if (kind === DEFORMABLE) {
      const { vertexCount } = meshes.record(colliders.mesh[entity]);
      const { u32 } = core.arena;
      const swept = core.arena.address(colliders.vertices[entity]) / 4;
      const velocities = core.arena.address(colliders.motion[entity]) / 4;
      add(u32.subarray(swept, swept + 12 * vertexCount));
      add(u32.subarray(velocities, velocities + 6 * vertexCount));
    } else {
      for (let k = 0; k < MOTION.length; k++) numbers[k] = RigidBody[MOTION[k]][entity];
      add(new Uint32Array(numbers.buffer));
    }
  }
  return states.map((state) => state.toString(16).padStart(8, '0')).join('');
}
