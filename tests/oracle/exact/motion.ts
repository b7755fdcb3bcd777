// Points that move linearly, as vectors of polynomials in t.
import { add, multiply, type Polynomial, polynomial, subtract } from './polynomial.js';

export type Vector = readonly [Polynomial, Polynomial, Polynomial];

/** The four moving points of a query, from its 24 integers. */
export function movingPoints(integers: readonly bigint[]): Vector[] {
  const coordinate = (i: number): Polynomial => polynomial(integers[i], integers[i + 12] - integers[i]);
  return [0, 3, 6, 9].map((i) => [coordinate(i), coordinate(i + 1), coordinate(i + 2)]);
}

export const difference = (a: Vector, b: Vector): Vector => [
  subtract(a[0], b[0]),
  subtract(a[1], b[1]),
  subtract(a[2], b[2]),
];

export const cross = (a: Vector, b: Vector): Vector => [
  subtract(multiply(a[1], b[2]), multiply(a[2], b[1])),
  subtract(multiply(a[2], b[0]), multiply(a[0], b[2])),
  subtract(multiply(a[0], b[1]), multiply(a[1], b[0])),
];

export const dot = (a: Vector, b: Vector): Polynomial =>
  add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]));
