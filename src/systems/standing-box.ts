import { MOTION_FIXED } from '../components/constants.js';
import {
  RIGID_CENTRE,
  RIGID_NODES,
  WIDE_AXES,
  WIDE_CENTRE,
  WIDE_HALF,
} from '../kernels/layout/rigid-meshes.js';
import { UNIT_TOLERANCE } from './check-entity.js';
import type { StepContext } from './context.js';

const POSE = ['px', 'py', 'pz', 'qx', 'qy', 'qz', 'qw'] as const;
const SIDES = [
  ['minX', 'maxX'],
  ['minY', 'maxY'],
  ['minZ', 'maxZ'],
] as const;
const rotation = /* @__PURE__ */ new Float64Array(9);
const position = /* @__PURE__ */ new Float64Array(3);

/**
 * Whether a fixed body that stays where it was is beside the box that another stays in for the step, by the box of its mesh: that of
 * the broad phase is around a ball, and so reaches up from a floor as far as the floor is wide.
 */
export function isBeside({ colliders, components, core, meshes }: StepContext, fixed: number, other: number) {
  const { Bvh, CollisionSettings, Obstacle, RigidBody } = components;
  if (RigidBody.motion[fixed] !== MOTION_FIXED) return false;
  for (const column of POSE) if (RigidBody[column][fixed] !== Obstacle[column][fixed]) return false;
  const shape = meshes.shape(colliders.mesh[fixed]);
  const { f32, f64, u32 } = core.arena;
  const block = core.arena.address(shape.block);
  const box = block + u32[(block + RIGID_NODES) >>> 2];
  readRotation(RigidBody, fixed);
  let size = 0;
  for (let k = 0; k < 3; k++) {
    // The node's base is the centre that the block is relative to.
    position[k] =
      f64[((block + RIGID_CENTRE) >>> 3) + k] +
      f64[(box >>> 3) + k] +
      f32[((box + WIDE_CENTRE) >>> 2) + 4 * k];
    size += Math.abs(position[k]) + f32[((box + WIDE_HALF) >>> 2) + 4 * k];
  }
  const margin = CollisionSettings.thickness[fixed] / 2 + 4 * UNIT_TOLERANCE * size;
  for (let axis = 0; axis < 3; axis++) {
    let middle = RigidBody[POSE[axis]][fixed];
    let reach = margin;
    for (let j = 0; j < 3; j++) {
      middle += rotation[3 * axis + j] * position[j];
      let along = 0;
      for (let k = 0; k < 3; k++) {
        along += rotation[3 * axis + k] * f32[((box + WIDE_AXES) >>> 2) + 12 * j + 4 * k];
      }
      reach += Math.abs(along) * f32[((box + WIDE_HALF) >>> 2) + 4 * j];
    }
    const [min, max] = SIDES[axis];
    if (Bvh[min][other] > middle + reach || Bvh[max][other] < middle - reach) return true;
  }
  return false;
}

/** Row by row. */
function readRotation({ qx, qy, qz, qw }: StepContext['components']['RigidBody'], entity: number): void {
  const x = qx[entity];
  const y = qy[entity];
  const z = qz[entity];
  const w = qw[entity];
  rotation[0] = 1 - 2 * (y * y + z * z);
  rotation[1] = 2 * (x * y - z * w);
  rotation[2] = 2 * (x * z + y * w);
  rotation[3] = 2 * (x * y + z * w);
  rotation[4] = 1 - 2 * (x * x + z * z);
  rotation[5] = 2 * (y * z - x * w);
  rotation[6] = 2 * (x * z - y * w);
  rotation[7] = 2 * (y * z + x * w);
  rotation[8] = 1 - 2 * (x * x + y * y);
}
