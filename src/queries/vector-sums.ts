import type { Vector } from './hits.js';

export const sum = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

export const scaled = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];

export const dotted = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const crossed = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const lengthOf = (a: Vector): number => Math.sqrt(dotted(a, a));

/** Without its part along a unit vector. */
export const without = (a: Vector, unit: Vector): Vector => sum(a, scaled(unit, -dotted(a, unit)));

export const levelled = ([x, , z]: Vector): Vector => [x, 0, z];
