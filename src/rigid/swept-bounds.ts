import type { RigidMotion, RigidPose } from './motion.js';

type Point = [number, number, number];

/** What is known of a mesh's size: RigidShape, or what stands for one. */
export interface Extent {
  readonly radius: number;
  readonly centre: readonly [number, number, number];
}

/** A box that a moving body never leaves. */
export interface SweptBox {
  readonly low: Point;
  readonly high: Point;
}

/** Rounding of positions, as a share of their size. */
const ROUNDING = 2 ** -48;

/**
 * The centre of rotation goes along a straight line, and no point of the body is ever farther from it than it is at
 * the start: a box around both ends, grown by that.
 */
export function sweptBox(mesh: Extent, motion: RigidMotion): SweptBox {
  const pivot = motion.pivot ?? [0, 0, 0];
  const arm = [0, 1, 2].map((k) => mesh.centre[k] - pivot[k]);
  const reach = Math.sqrt(arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2]) + mesh.radius;
  const start = placed(motion.start, pivot);
  const end = 'end' in motion ? placed(motion.end, pivot) : start.map((x, k) => x + motion.linear[k]);
  const low: Point = [0, 0, 0];
  const high: Point = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const grown = reach + ROUNDING * (Math.abs(start[k]) + Math.abs(end[k]) + reach);
    low[k] = Math.min(start[k], end[k]) - grown;
    high[k] = Math.max(start[k], end[k]) + grown;
  }
  return { low, high };
}

export function boxesMeet(p: SweptBox, q: SweptBox, tolerance: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (p.low[k] > q.high[k] + tolerance || q.low[k] > p.high[k] + tolerance) return false;
  }
  return true;
}

function placed({ position, rotation }: RigidPose, point: ArrayLike<number>): number[] {
  const [x, y, z, w] = [rotation[0], rotation[1], rotation[2], rotation[3]];
  const [px, py, pz] = [point[0], point[1], point[2]];
  const scale = 2 / (x * x + y * y + z * z + w * w);
  const tx = y * pz - z * py;
  const ty = z * px - x * pz;
  const tz = x * py - y * px;
  return [
    position[0] + px + scale * (w * tx + y * tz - z * ty),
    position[1] + py + scale * (w * ty + z * tx - x * tz),
    position[2] + pz + scale * (w * tz + x * ty - y * tx),
  ];
}
