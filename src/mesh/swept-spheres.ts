import {
  RIGID_LEAF,
  RIGID_NODE_COUNT,
  RIGID_NODES,
  RIGID_RADIUS,
  RIGID_TRIANGLES,
  SWEPT_AXIS_1,
  SWEPT_AXIS_2,
  SWEPT_BYTES,
  SWEPT_CENTRE,
  SWEPT_HALF_1,
  SWEPT_HALF_2,
  SWEPT_RADIUS,
  WIDE_AXES,
  WIDE_BASE,
  WIDE_BYTES,
  WIDE_COUNT,
  WIDE_LINKS,
} from '../kernels/layout/rigid-meshes.js';
import type { Arena, BlockId } from '../memory/arena.js';
import { WIDTH } from './rigid-tree.js';
import { fitSwept, type SweptFit } from './swept-fit.js';

interface Fitting {
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  /** Index of the first triangle's first number in f64. */
  readonly corners: number;
  /** What rounding may lose, a length. */
  readonly lost: number;
  readonly points: Float64Array;
  readonly fit: SweptFit;
}

/**
 * Swept spheres for the boxes of a rigid mesh (Larsen, Gottschalk, Lin, Manocha 1999): of a point, a line and a
 * rectangle in the box's frame the one whose volume is smallest around the triangles.
 */
export function buildSweptSpheres(arena: Arena, mesh: BlockId): BlockId {
  const nodeCount = arena.u32[(arena.address(mesh) + RIGID_NODE_COUNT) >>> 2];
  const block = arena.allocate(nodeCount * WIDTH * SWEPT_BYTES);
  const at = arena.address(mesh);
  const { f32, f64, u32 } = arena;
  const nodes = at + u32[(at + RIGID_NODES) >>> 2];
  const slots = slotRanges(u32, nodes, nodeCount);
  const fitting = {
    f32,
    f64,
    corners: (at + u32[(at + RIGID_TRIANGLES) >>> 2]) >>> 3,
    lost: f64[(at + RIGID_RADIUS) >>> 3] * 2 ** -48,
    points: new Float64Array(9 * (slots[1] - slots[0])),
    fit: { centre: new Float64Array(3), half1: 0, half2: 0, radius: 0 },
  };
  const target = arena.address(block);
  for (let box = 0; box < nodeCount * WIDTH; box++) {
    const from = slots[2 * box];
    const to = slots[2 * box + 1];
    if (to > from) writeSwept(fitting, nodes, box, from, to, target + box * SWEPT_BYTES);
  }
  return block;
}

/** First slot and end of each box: two numbers a lane, equal where there is no box. Children have higher indices. */
function slotRanges(u32: Uint32Array, nodes: number, nodeCount: number): Uint32Array {
  const ranges = new Uint32Array(2 * WIDTH * nodeCount);
  for (let node = nodeCount - 1; node >= 0; node--) {
    const wide = nodes + node * WIDE_BYTES;
    const count = u32[(wide + WIDE_COUNT) >>> 2];
    for (let lane = 0; lane < count; lane++) {
      const link = u32[(wide + WIDE_LINKS + 4 * lane) >>> 2];
      const range = 2 * (node * WIDTH + lane);
      if (link >= RIGID_LEAF) {
        ranges[range] = link - RIGID_LEAF;
        ranges[range + 1] = link - RIGID_LEAF + 1;
      } else {
        ranges.set(unionOf(ranges, link, u32[(nodes + link * WIDE_BYTES + WIDE_COUNT) >>> 2]), range);
      }
    }
  }
  return ranges;
}

function unionOf(ranges: Uint32Array, node: number, count: number): [number, number] {
  let first = Infinity;
  let end = 0;
  for (let lane = 0; lane < count; lane++) {
    first = Math.min(first, ranges[2 * (node * WIDTH + lane)]);
    end = Math.max(end, ranges[2 * (node * WIDTH + lane) + 1]);
  }
  return [first, end];
}

function writeSwept(
  fitting: Fitting,
  nodes: number,
  box: number,
  from: number,
  to: number,
  target: number,
): void {
  const { f32, fit, points } = fitting;
  const wide = nodes + Math.floor(box / WIDTH) * WIDE_BYTES;
  const axes = (wide + 4 * (box % WIDTH) + WIDE_AXES) >>> 2;
  const base = (wide + WIDE_BASE) >>> 3;
  toBoxFrame(fitting, axes, base, from, to);
  fitSwept(points, 3 * (to - from), fit);
  // what the rounded centre and axes are off by goes into the radius
  let off = fitting.lost;
  for (let i = 0; i < 3; i++) {
    let centre = 0;
    for (let k = 0; k < 3; k++) centre += fit.centre[k] * f32[axes + 12 * k + 4 * i];
    f32[(target + SWEPT_CENTRE + 4 * i) >>> 2] = centre;
    off += Math.abs(centre - Math.fround(centre)) + ORTHONORMAL * Math.abs(centre);
    f32[(target + SWEPT_AXIS_1 + 4 * i) >>> 2] = f32[axes + 4 * i];
    f32[(target + SWEPT_AXIS_2 + 4 * i) >>> 2] = f32[axes + 12 + 4 * i];
  }
  f32[(target + SWEPT_HALF_1) >>> 2] = fit.half1;
  f32[(target + SWEPT_HALF_2) >>> 2] = fit.half2;
  const size = fit.half1 + fit.half2 + fit.radius;
  f32[(target + SWEPT_RADIUS) >>> 2] = (fit.radius + off + ORTHONORMAL * size) * (1 + 2 ** -22);
}

/** Axes of f32 are this far from unit length and right angles. */
const ORTHONORMAL = 2 ** -21;

function toBoxFrame(
  { f32, f64, corners, points }: Fitting,
  axes: number,
  base: number,
  from: number,
  to: number,
): void {
  let filled = 0;
  for (let p = corners + 9 * from; p < corners + 9 * to; p += 3) {
    const x = f64[p] - f64[base];
    const y = f64[p + 1] - f64[base + 1];
    const z = f64[p + 2] - f64[base + 2];
    for (let k = 0; k < 3; k++) {
      const axis = axes + 12 * k;
      points[filled++] = f32[axis] * x + f32[axis + 4] * y + f32[axis + 8] * z;
    }
  }
}
