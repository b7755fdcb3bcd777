import {
  MOVER_CENTRE,
  MOVER_HIERARCHY,
  MOVER_PAIRS,
  MOVER_REACH,
  MOVER_SPHERES,
  MOVER_TOPOLOGY,
} from '../kernels/layout/bodies.js';
import type { RigidShape } from '../mesh/rigid-shape.js';
import type { DynamicsContext } from './context.js';
import { prepareSpheres } from './mesh-needs.js';

/** Rounding of a distance between two points of a mesh, as a share of it, with room. */
const ROUNDING = 2 ** -48;

/** Where kernels find the meshes of all bodies: written before each step, since blocks may move between steps. */
export function writeShapes(context: DynamicsContext): void {
  const { bodies, colliders, core, meshes } = context;
  // Before any address is asked for: who changed settings since ingest has some built here, and blocks may move.
  const spheres = prepareSpheres(context);
  const { arena } = core;
  const { stride } = bodies;
  for (let i = 0; i < bodies.count; i++) {
    const mesh = colliders.mesh[bodies.entity[i]];
    const shape = meshes.shape(mesh);
    const word = 2 * i * stride;
    const swept = spheres ? arena.address(shape.swept) : 0;
    const { numbers, words } = bodies;
    words[word + MOVER_HIERARCHY / 4] = arena.address(shape.block);
    words[word + MOVER_SPHERES / 4] = swept;
    words[word + MOVER_TOPOLOGY / 4] = arena.address(meshes.record(mesh).block);
    words[word + MOVER_PAIRS / 4] = 0;
    writeReach(numbers, i * stride, shape);
  }
}

function writeReach(numbers: Float64Array, body: number, { centre, radius }: RigidShape): void {
  const own = body + MOVER_CENTRE / 8;
  const x = numbers[own] - centre[0];
  const y = numbers[own + 1] - centre[1];
  const z = numbers[own + 2] - centre[2];
  numbers[body + MOVER_REACH / 8] = (Math.sqrt(x * x + y * y + z * z) + radius) * (1 + ROUNDING);
}
