import { DOP_HI03, DOP_LO03 } from '../kernels/layout/meshes.js';
import { DIRECTION_LINES, OPPOSITE_BIT } from '../kernels/layout/regions.js';
import { DEFORMABLE } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { locateDeformable } from '../systems/deformable-blocks.js';
import type { DebugLines } from './debug-lines.js';
import { forEachDop } from './debug-trees.js';

/** In the order of a mask's bits: `agreeing-directions.ts` of the kernels. */
const DIRECTIONS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, -1, 0],
  [1, 0, 1],
  [1, 0, -1],
  [0, 1, 1],
  [0, 1, -1],
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [-1, 1, 1],
].map((direction) => {
  const length = Math.sqrt(direction.reduce((sum, value) => sum + value * value, 0));
  return direction.map((value) => value / length);
});

/**
 * From the middle of each box of a level of a deformable's tree: those of 26 directions that agree with every normal of the
 * triangles below during the whole of the last step. They are its normal cone, turned inside out: the more, the flatter.
 */
export function normalLines(
  context: StepContext,
  entity: number,
  level: number,
  length: number,
  lines: DebugLines,
): void {
  if (context.colliders.kind[entity] !== DEFORMABLE) return;
  const { arena } = context.core;
  const { nodes, normalMasks } = locateDeformable(context, entity);
  const { f32, u32 } = arena;
  forEachDop(arena, nodes, level, (node, at) => {
    const middle = [0, 1, 2].map((k) => (f32[at + DOP_LO03 / 4 + k] + f32[at + DOP_HI03 / 4 + k]) / 2);
    const mask = u32[normalMasks / 4 + node];
    for (let i = 0; i < DIRECTION_LINES; i++) {
      if (mask & (1 << i)) addRay(lines, middle, DIRECTIONS[i], length);
      if (mask & (1 << (i + OPPOSITE_BIT))) addRay(lines, middle, DIRECTIONS[i], -length);
    }
  });
}

function addRay(
  lines: DebugLines,
  [x, y, z]: readonly number[],
  [dx, dy, dz]: readonly number[],
  length: number,
): void {
  lines.add(x, y, z, x + length * dx, y + length * dy, z + length * dz);
}
