import { exactDifferences } from './exact-integers.js';

/** Whether three points (at offsets a, b, c of `positions`) lie on one line, in integers: nothing is rounded. */
export function allCollinear(positions: Float64Array, a: number, b: number, c: number): boolean {
  const [u, v] = exactDifferences(positions, [a, b, c]);
  return u[0] * v[1] === u[1] * v[0] && u[1] * v[2] === u[2] * v[1] && u[2] * v[0] === u[0] * v[2];
}
