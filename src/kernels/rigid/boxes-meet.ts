import {
  WIDE_AXES,
  WIDE_BASE,
  WIDE_CENTRE,
  WIDE_COUNT,
  WIDE_HALF,
  WIDE_RADIUS,
  WIDE_SPREAD,
} from '../layout/rigid-meshes';
import {
  RIGID_QUERY_A_TO_B,
  RIGID_QUERY_B_TO_A,
  RIGID_QUERY_NOISE,
  SIDE_COLUMNS,
  SIDE_GAP_ERROR,
  SIDE_GAPS,
  SIDE_HALF,
  SIDE_M,
  SIDE_OFFSET,
} from '../layout/rigid-queries';
import { add, dot3, mul, splat, sub } from './lanes';
import { crossReach, reachAlong, rowOf, turnAxes } from './obb';
import { meshOf } from './pose';
import { along, GAP_ERROR, placed, wideOf } from './side';
import { component } from './vector';

/**
 * Which of the children of wide node `four` may have a point in common with a box of body `one`, a bit a child: those that
 * none of the fifteen separating axes shows to be apart, by more than rounding. SIDE_GAPS has the largest gap along the
 * faces' axes, negative where they overlap: the more so, the deeper.
 */
export function boxesThatMeet(query: usize, one: usize, box: u32, four: usize): i32 {
  placeBox(query, one, box, four);
  const dx = v128.load(four, WIDE_CENTRE);
  const dy = v128.load(four, WIDE_CENTRE + 16);
  const dz = v128.load(four, WIDE_CENTRE + 32);
  const tx = add(rowOf(query, 0, dx, dy, dz), splat(query, SIDE_OFFSET));
  const ty = add(rowOf(query, 1, dx, dy, dz), splat(query, SIDE_OFFSET + 4));
  const tz = add(rowOf(query, 2, dx, dy, dz), splat(query, SIDE_OFFSET + 8));
  turnAxes(query, four);
  const zero = f32x4.splat(0);
  const used = f32x4.lt(f32x4(0, 1, 2, 3), f32x4.splat(<f32>load<u32>(four, WIDE_COUNT)));
  const gap = gapOfFaces(query, four, tx, ty, tz);
  v128.store(query, gap, SIDE_GAPS);
  let meet = v128.and(f32x4.le(gap, zero), used);
  for (let j: usize = 0; j < 3 && v128.any_true(meet); j++) {
    meet = v128.and(meet, f32x4.le(gapOfEdges(query, four, j, tx, ty, tz), zero));
  }
  return i32x4.bitmask(meet);
}

/** The box in its own frame, and how the other mesh lies there. */
function placeBox(query: usize, one: usize, box: u32, four: usize): void {
  const wide = wideOf(meshOf(query, one), box);
  const lane = wide + ((box & 3) << 2);
  const toOne = query + (one ? RIGID_QUERY_A_TO_B : RIGID_QUERY_B_TO_A);
  const ox = placed(toOne, 0, four) - component(wide + WIDE_BASE, 0) - <f64>load<f32>(lane, WIDE_CENTRE);
  const oy = placed(toOne, 1, four) - component(wide + WIDE_BASE, 1) - <f64>load<f32>(lane, WIDE_CENTRE + 16);
  const oz = placed(toOne, 2, four) - component(wide + WIDE_BASE, 2) - <f64>load<f32>(lane, WIDE_CENTRE + 32);
  for (let i: usize = 0; i < 3; i++) {
    const axis = lane + 48 * i;
    const ex = <f64>load<f32>(axis, WIDE_AXES);
    const ey = <f64>load<f32>(axis, WIDE_AXES + 16);
    const ez = <f64>load<f32>(axis, WIDE_AXES + 32);
    const at = query + 4 * i;
    for (let j: usize = 0; j < 3; j++)
      store<f32>(at + 12 * j, <f32>along(toOne + 24 * j, ex, ey, ez), SIDE_M);
    store<f32>(at, <f32>(ox * ex + oy * ey + oz * ez), SIDE_OFFSET);
    store<f32>(at, load<f32>(lane + 16 * i, WIDE_HALF), SIDE_HALF);
  }
  const spread = <f64>load<f32>(four, WIDE_SPREAD);
  const offset = abs(ox) + abs(oy) + abs(oz) + spread + <f64>load<f32>(lane, WIDE_RADIUS);
  store<f32>(query, <f32>(offset * GAP_ERROR + load<f64>(query, RIGID_QUERY_NOISE)), SIDE_GAP_ERROR);
}

/** The largest gap along the single box's axes and each child's. */
function gapOfFaces(query: usize, four: usize, tx: v128, ty: v128, tz: v128): v128 {
  const hx = splat(query, SIDE_HALF);
  const hy = splat(query, SIDE_HALF + 4);
  const hz = splat(query, SIDE_HALF + 8);
  const h0 = v128.load(four, WIDE_HALF);
  const h1 = v128.load(four, WIDE_HALF + 16);
  const h2 = v128.load(four, WIDE_HALF + 32);
  let gap = sub(sub(f32x4.abs(tx), hx), reachAlong(query, 0, h0, h1, h2));
  gap = f32x4.pmax(gap, sub(sub(f32x4.abs(ty), hy), reachAlong(query, 1, h0, h1, h2)));
  gap = f32x4.pmax(gap, sub(sub(f32x4.abs(tz), hz), reachAlong(query, 2, h0, h1, h2)));
  for (let j: usize = 0; j < 3; j++) {
    const column = query + SIDE_COLUMNS + 48 * j;
    const x = v128.load(column);
    const y = v128.load(column, 16);
    const z = v128.load(column, 32);
    const reach = dot3(hx, hy, hz, f32x4.abs(x), f32x4.abs(y), f32x4.abs(z));
    const side = f32x4.abs(dot3(tx, ty, tz, x, y, z));
    gap = f32x4.pmax(gap, sub(sub(side, v128.load(four + 16 * j, WIDE_HALF)), reach));
  }
  return sub(gap, splat(query, SIDE_GAP_ERROR));
}

/** The largest gap along the cross products of each child's axis j with the single box's three. */
function gapOfEdges(query: usize, four: usize, j: usize, tx: v128, ty: v128, tz: v128): v128 {
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
