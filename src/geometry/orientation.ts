import { handOver } from './static-memory.js';

/** On the one side, on neither, on the other. */
export type Sign = -1 | 0 | 1;

/**
 * On which side of the plane through a, b, c the point d lies: the sign of det(b - a, c - a, d - a), exactly, for all
 * finite doubles. 1 is the side to which (b - a) x (c - a) points, 0 means that the four are coplanar.
 *
 * @param points a, b, c, d as x y z: 12 numbers.
 */
export function orientation3(points: ArrayLike<number>): Sign {
  const memory = handOver(points, 12, 'the four points a, b, c, d as x, y, z');
  return memory.kernels.staticOrientation3(memory.input, memory.exactSum) as Sign;
}

/**
 * Which way a, b, c turn in the plane: 1 left, -1 right, 0 where they are collinear; exactly, for all finite doubles.
 *
 * @param points a, b, c as x y: 6 numbers.
 */
export function orientation2(points: ArrayLike<number>): Sign {
  const memory = handOver(points, 6, 'the three points a, b, c as x, y');
  return memory.kernels.staticOrientation2(memory.input, memory.exactSum) as Sign;
}
