import { DOP_NODE_BYTES } from '../../../../src/kernels/layout/meshes.js';
import type { Arena } from '../../../../src/memory/arena.js';

/** The nine axes as weights of x, y, z. */
export const AXES: readonly (readonly [number, number, number])[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, 0, 1],
  [0, 1, 1],
  [1, -1, 0],
  [1, 0, -1],
  [0, 1, -1],
];

export interface Dop {
  readonly lo: number[];
  readonly hi: number[];
}

/** Reads the box that a kernel wrote. */
export function readDop(arena: Arena, address: number, index: number): Dop {
  const at = (address + index * DOP_NODE_BYTES) / 4;
  const f = arena.f32.subarray(at, at + 18);
  const lo = [...f.subarray(0, 4), ...f.subarray(8, 12), f[16]];
  const hi = [...f.subarray(4, 8), ...f.subarray(12, 16), -f[17]];
  return { lo, hi };
}

export function union(dops: readonly Dop[]): Dop {
  return {
    lo: AXES.map((_, axis) => Math.min(...dops.map((dop) => dop.lo[axis]))),
    hi: AXES.map((_, axis) => Math.max(...dops.map((dop) => dop.hi[axis]))),
  };
}
