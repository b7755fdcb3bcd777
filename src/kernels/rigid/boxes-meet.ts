import { SIDE_GAPS } from '../layout/rigid-queries';
import { alongX, alongY, alongZ, gapOfFaces, gapsOfEdges, usedChildren } from './boxes-apart';

/**
 * Which of the children of wide node `four` may have a point in common with a box of body `one`, a bit a child: those that
 * none of the fifteen separating axes shows to be apart, by more than rounding. SIDE_GAPS has the largest gap along the
 * faces' axes, negative where they overlap: the more so, the deeper.
 */
export function boxesThatMeet(query: usize, one: usize, box: u32, four: usize): i32 {
  const zero = f32x4.splat(0);
  const gap = gapOfFaces(query, one, box, four);
  v128.store(query, gap, SIDE_GAPS);
  let meet = v128.and(f32x4.le(gap, zero), usedChildren(four));
  for (let j: usize = 0; j < 3 && v128.any_true(meet); j++) {
    gapsOfEdges(query, four, j);
    meet = v128.and(meet, f32x4.le(f32x4.pmax(f32x4.pmax(alongX, alongY), alongZ), zero));
  }
  return i32x4.bitmask(meet);
}
