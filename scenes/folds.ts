import { cos, sin } from './meshes/trig.js';

/** A direction in the plane y = 0 as a complex number of length 1: x, and minus z. */
export type Direction = readonly [re: number, im: number];

export function turned([a, b]: Direction, angle: number): Direction {
  return product([a, b], [cos(angle), sin(angle)]);
}

/** The direction at n times the angle, without an arc tangent, in which engines differ. */
export function power(direction: Direction, n: number): Direction {
  let result: Direction = [1, 0];
  for (let i = 0; i < n; i++) result = product(result, direction);
  return result;
}

function product([a, b]: Direction, [c, d]: Direction): Direction {
  return [a * c - b * d, a * d + b * c];
}

/**
 * How high `folds` waves on a ring of radius `now` are where its material is as long as a ring of radius `flat`:
 * cloth neither stretches nor shrinks.
 */
export function foldHeight(flat: number, now: number, folds: number): number {
  return Math.sqrt(2 * Math.max(0, flat * flat - now * now)) / folds;
}

/** 0 up to `from`, 1 from `to` on, without a kink in between. */
export function smoothStep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** `points` of which each goes where `place` says: (x, y, z) to (x, y, z). */
export function mapped(
  points: Float64Array,
  place: (x: number, y: number, z: number) => readonly [number, number, number],
): Float64Array {
  const moved = new Float64Array(points.length);
  for (let at = 0; at < points.length; at += 3) {
    moved.set(place(points[at], points[at + 1], points[at + 2]), at);
  }
  return moved;
}
