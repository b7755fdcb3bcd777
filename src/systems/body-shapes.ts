import {
  MOVER_CENTRE,
  MOVER_HIERARCHY,
  MOVER_REACH,
  MOVER_SPHERES,
  MOVER_TOPOLOGY,
} from '../kernels/layout/bodies.js';
import type { RigidShape } from '../mesh/rigid-shape.js';
import type { StepContext } from './context.js';
import type { RigidBodies } from './rigid-bodies.js';

/** Rounding of a distance between two points of a mesh, as a share of it, with room. */
const ROUNDING = 2 ** -48;

/** Where kernels find the meshes of all bodies: written before each step, since blocks may move between steps. */
export function writeShapes({ bodies, colliders, components, core, meshes }: StepContext): void {
  const { advancement } = components.CollisionSettings;
  let spheres = false;
  for (let i = 0; i < bodies.count; i++) spheres ||= advancement[bodies.entity[i]] > 0;
  // Before any address is asked for: where they are built first, blocks may move.
  if (spheres)
    for (let i = 0; i < bodies.count; i++) void meshes.shape(colliders.mesh[bodies.entity[i]]).swept;
  bodies.refresh();
  const { arena } = core;
  for (let i = 0; i < bodies.count; i++) {
    const mesh = colliders.mesh[bodies.entity[i]];
    const shape = meshes.shape(mesh);
    bodies.setWord(i, MOVER_HIERARCHY, arena.address(shape.block));
    bodies.setWord(i, MOVER_SPHERES, spheres ? arena.address(shape.swept) : 0);
    bodies.setWord(i, MOVER_TOPOLOGY, arena.address(meshes.record(mesh).block));
    bodies.setNumber(i, MOVER_REACH, reachOf(bodies, i, shape));
  }
}

function reachOf(bodies: RigidBodies, i: number, { centre, radius }: RigidShape): number {
  const x = bodies.number(i, MOVER_CENTRE) - centre[0];
  const y = bodies.number(i, MOVER_CENTRE + 8) - centre[1];
  const z = bodies.number(i, MOVER_CENTRE + 16) - centre[2];
  return (Math.sqrt(x * x + y * y + z * z) + radius) * (1 + ROUNDING);
}
