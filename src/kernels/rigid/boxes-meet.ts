import { WIDE_HALF } from '../layout/rigid-meshes';
import { SIDE_COLUMNS, SIDE_GAP_ERROR, SIDE_GAPS, SIDE_HALF } from '../layout/rigid-queries';
import { gapOfFaces, tx, ty, tz, usedChildren } from './boxes-apart';
import { add, mul, splat, sub } from './lanes';
import { crossReach } from './obb';

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
    meet = v128.and(meet, f32x4.le(gapOfEdges(query, four, j), zero));
  }
  return i32x4.bitmask(meet);
}

/** The largest gap along the cross products of each child's axis j with the single box's three. */
function gapOfEdges(query: usize, four: usize, j: usize): v128 {
  const column = query + SIDE_COLUMNS + 48 * j;
  const x = v128.load(column);
  const y = v128.load(column, 16);
  const z = v128.load(column, 32);
  const ax = f32x4.abs(x);
  const ay = f32x4.abs(y);
  const az = f32x4.abs(z);
  const next: usize = j === 2 ? 0 : j + 1;
  const last: usize = j === 0 ? 2 : j - 1;
  const hn = v128.load(four + 16 * next, WIDE_HALF);
  const hl = v128.load(four + 16 * last, WIDE_HALF);
  const n = query + SIDE_COLUMNS + 48 * next;
  const l = query + SIDE_COLUMNS + 48 * last;
  const hx = splat(query, SIDE_HALF);
  const hy = splat(query, SIDE_HALF + 4);
  const hz = splat(query, SIDE_HALF + 8);
  let side = f32x4.abs(sub(mul(tz, y), mul(ty, z)));
  let gap = sub(side, add(add(mul(hy, az), mul(hz, ay)), crossReach(n, l, 0, hn, hl)));
  side = f32x4.abs(sub(mul(tx, z), mul(tz, x)));
  gap = f32x4.pmax(gap, sub(side, add(add(mul(hx, az), mul(hz, ax)), crossReach(n, l, 16, hn, hl))));
  side = f32x4.abs(sub(mul(ty, x), mul(tx, y)));
  gap = f32x4.pmax(gap, sub(side, add(add(mul(hx, ay), mul(hy, ax)), crossReach(n, l, 32, hn, hl))));
  return sub(gap, splat(query, SIDE_GAP_ERROR));
}
