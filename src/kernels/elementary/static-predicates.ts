// The exact predicates as queries of their own.
import { useExactSum } from './exact-sum';
import { orientation2, orientation3 } from './orientation';

/** `points` are a, b, c, d as x y z. */
export function staticOrientation3(points: usize, exactSum: usize): i32 {
  useExactSum(exactSum);
  return orientation3(points, points + 24, points + 48, points + 72);
}

/** `points` are a, b, c as x y. */
export function staticOrientation2(points: usize, exactSum: usize): i32 {
  useExactSum(exactSum);
  return orientation2(points, points + 16, points + 32, 0, 8);
}
