import { WIDE_AXES, WIDE_CENTRE, WIDE_COUNT, WIDE_HALF, WIDE_RADIUS } from '../layout/rigid-meshes';
import {
  SIDE_ARM_FOUR,
  SIDE_CENTRE_RATE,
  SIDE_CENTRE_VELOCITY,
  SIDE_COLUMNS,
  SIDE_GAP_ERROR,
  SIDE_GAPS,
  SIDE_HALF,
  SIDE_M,
  SIDE_MOVED,
  SIDE_NORMAL,
  SIDE_OFFSET,
  SIDE_SPEED_FOUR,
  SIDE_SPIN,
  SIDE_SPIN_ONE,
  SIDE_TURN_FOUR,
} from '../layout/rigid-queries';
import { add, dot3, mul, splat, sub } from './lanes';

// One oriented box against the four children of a wide node by all fifteen separating axes, a lane a child, in the
// single box's frame. The axis that wins is the one along which the gap lasts longest at the speed of the boxes'
// centres, plus `spin` for what their corners may add: with a constant speed that is the largest gap. Gap and speed
// along an edge axis both carry the axis's length, so that comparing them needs no division.

/** Below this squared sine two edges count as parallel: their cross product says nothing that the faces do not. */
export const PARALLEL: f32 = 1.0 / 256;

export function rowOf(query: usize, row: usize, x: v128, y: v128, z: v128): v128 {
  const m = query + SIDE_M + 4 * row;
  return dot3(splat(m, 0), splat(m, 12), splat(m, 24), x, y, z);
}

/**
 * Writes for each child a lower bound of its distance to the box along the best axis, that axis (a unit vector from
 * the child to the box), the child's axes and how far its centre is from the node's base. Where the faces alone show all
 * children to be farther than `enough`, and than what closes in `lasting`, no edges are asked.
 */
export function gapsToFour(query: usize, wide: usize, enough: f32, lasting: f32): void {
  const dx = v128.load(wide, WIDE_CENTRE);
  const dy = v128.load(wide, WIDE_CENTRE + 16);
  const dz = v128.load(wide, WIDE_CENTRE + 32);
  const mx = rowOf(query, 0, dx, dy, dz);
  const my = rowOf(query, 1, dx, dy, dz);
  const mz = rowOf(query, 2, dx, dy, dz);
  v128.store(query, mx, SIDE_MOVED);
  v128.store(query, my, SIDE_MOVED + 16);
  v128.store(query, mz, SIDE_MOVED + 32);
  const tx = add(mx, splat(query, SIDE_OFFSET));
  const ty = add(my, splat(query, SIDE_OFFSET + 4));
  const tz = add(mz, splat(query, SIDE_OFFSET + 8));
  turnAxes(query, wide);
  centreVelocities(query, wide, mx, my, mz);
  separate(query, wide, tx, ty, tz, enough, lasting);
}

export function turnAxes(query: usize, wide: usize): void {
  for (let j: usize = 0; j < 144; j += 48) {
    const x = v128.load(wide + j, WIDE_AXES);
    const y = v128.load(wide + j, WIDE_AXES + 16);
    const z = v128.load(wide + j, WIDE_AXES + 32);
    v128.store(query + j, rowOf(query, 0, x, y, z), SIDE_COLUMNS);
    v128.store(query + j, rowOf(query, 1, x, y, z), SIDE_COLUMNS + 16);
    v128.store(query + j, rowOf(query, 2, x, y, z), SIDE_COLUMNS + 32);
  }
}

// How the children's centres move relative to the single box's, and what turning may add at the corners.
function centreVelocities(query: usize, wide: usize, mx: v128, my: v128, mz: v128): void {
  const rx = add(mx, splat(query, SIDE_ARM_FOUR));
  const ry = add(my, splat(query, SIDE_ARM_FOUR + 4));
  const rz = add(mz, splat(query, SIDE_ARM_FOUR + 8));
  const ux = splat(query, SIDE_TURN_FOUR);
  const uy = splat(query, SIDE_TURN_FOUR + 4);
  const uz = splat(query, SIDE_TURN_FOUR + 8);
  const vx = add(splat(query, SIDE_CENTRE_RATE), sub(mul(uy, rz), mul(uz, ry)));
  const vy = add(splat(query, SIDE_CENTRE_RATE + 4), sub(mul(uz, rx), mul(ux, rz)));
  const vz = add(splat(query, SIDE_CENTRE_RATE + 8), sub(mul(ux, ry), mul(uy, rx)));
  v128.store(query, vx, SIDE_CENTRE_VELOCITY);
  v128.store(query, vy, SIDE_CENTRE_VELOCITY + 16);
  v128.store(query, vz, SIDE_CENTRE_VELOCITY + 32);
  const swing = mul(splat(query, SIDE_SPEED_FOUR), v128.load(wide, WIDE_RADIUS));
  v128.store(query, add(swing, splat(query, SIDE_SPIN_ONE)), SIDE_SPIN);
}

export function reachAlong(query: usize, i: usize, h0: v128, h1: v128, h2: v128): v128 {
  const at = query + SIDE_COLUMNS + 16 * i;
  const c0 = f32x4.abs(v128.load(at));
  const c1 = f32x4.abs(v128.load(at, 48));
  const c2 = f32x4.abs(v128.load(at, 96));
  return dot3(h0, h1, h2, c0, c1, c2);
}

function separate(query: usize, wide: usize, tx: v128, ty: v128, tz: v128, enough: f32, lasting: f32): void {
  const error = splat(query, SIDE_GAP_ERROR);
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const hx = splat(query, SIDE_HALF);
  const hy = splat(query, SIDE_HALF + 4);
  const hz = splat(query, SIDE_HALF + 8);
  const h0 = v128.load(wide, WIDE_HALF);
  const h1 = v128.load(wide, WIDE_HALF + 16);
  const h2 = v128.load(wide, WIDE_HALF + 32);
  const vx = v128.load(query, SIDE_CENTRE_VELOCITY);
  const vy = v128.load(query, SIDE_CENTRE_VELOCITY + 16);
  const vz = v128.load(query, SIDE_CENTRE_VELOCITY + 32);
  const spin = v128.load(query, SIDE_SPIN);
  // the single box's own axes
  let best = sub(sub(sub(f32x4.abs(tx), hx), reachAlong(query, 0, h0, h1, h2)), error);
  let rate = add(closing(vx, tx), spin);
  let nx = one;
  let ny = zero;
  let nz = zero;
  let gap = sub(sub(sub(f32x4.abs(ty), hy), reachAlong(query, 1, h0, h1, h2)), error);
  let speed = add(closing(vy, ty), spin);
  let better = lastsLonger(gap, speed, best, rate);
  best = v128.bitselect(gap, best, better);
  rate = v128.bitselect(speed, rate, better);
  nx = v128.bitselect(zero, nx, better);
  ny = v128.bitselect(one, ny, better);
  gap = sub(sub(sub(f32x4.abs(tz), hz), reachAlong(query, 2, h0, h1, h2)), error);
  speed = add(closing(vz, tz), spin);
  better = lastsLonger(gap, speed, best, rate);
  best = v128.bitselect(gap, best, better);
  rate = v128.bitselect(speed, rate, better);
  nx = v128.bitselect(zero, nx, better);
  ny = v128.bitselect(zero, ny, better);
  nz = v128.bitselect(one, nz, better);
  for (let j: usize = 0; j < 3; j++) {
    const column = query + SIDE_COLUMNS + 48 * j;
    const x = v128.load(column);
    const y = v128.load(column, 16);
    const z = v128.load(column, 32);
    const ax = f32x4.abs(x);
    const ay = f32x4.abs(y);
    const az = f32x4.abs(z);
    // the child's axis j
    const side = dot3(tx, ty, tz, x, y, z);
    gap = sub(sub(f32x4.abs(side), v128.load(wide + 16 * j, WIDE_HALF)), dot3(hx, hy, hz, ax, ay, az));
    gap = sub(gap, error);
    speed = add(closing(dot3(vx, vy, vz, x, y, z), side), spin);
    better = lastsLonger(gap, speed, best, rate);
    best = v128.bitselect(gap, best, better);
    rate = v128.bitselect(speed, rate, better);
    nx = v128.bitselect(x, nx, better);
    ny = v128.bitselect(y, ny, better);
    nz = v128.bitselect(z, nz, better);
  }
  const needed = add(f32x4.splat(enough), mul(rate, f32x4.splat(lasting)));
  const unused = f32x4.ge(f32x4(0, 1, 2, 3), f32x4.splat(<f32>load<u32>(wide, WIDE_COUNT)));
  const asked: usize = v128.any_true(v128.andnot(f32x4.le(best, needed), unused)) ? 3 : 0;
  for (let j: usize = 0; j < asked; j++) {
    const column = query + SIDE_COLUMNS + 48 * j;
    const x = v128.load(column);
    const y = v128.load(column, 16);
    const z = v128.load(column, 32);
    const ax = f32x4.abs(x);
    const ay = f32x4.abs(y);
    const az = f32x4.abs(z);
    // the cross products of the child's axis j with the single box's three
    const next: usize = j === 2 ? 0 : j + 1;
    const last: usize = j === 0 ? 2 : j - 1;
    const hn = v128.load(wide + 16 * next, WIDE_HALF);
    const hl = v128.load(wide + 16 * last, WIDE_HALF);
    const atNext = query + SIDE_COLUMNS + 48 * next;
    const atLast = query + SIDE_COLUMNS + 48 * last;
    const xx = mul(x, x);
    const yy = mul(y, y);
    const zz = mul(z, z);
    let squared = add(yy, zz);
    let side = sub(mul(tz, y), mul(ty, z));
    gap = sub(f32x4.abs(side), add(add(mul(hy, az), mul(hz, ay)), crossReach(atNext, atLast, 0, hn, hl)));
    gap = sub(gap, error);
    speed = add(closing(sub(mul(vz, y), mul(vy, z)), side), mul(spin, f32x4.sqrt(squared)));
    better = v128.and(lastsLonger(gap, speed, best, rate), f32x4.gt(squared, f32x4.splat(PARALLEL)));
    best = v128.bitselect(gap, best, better);
    rate = v128.bitselect(speed, rate, better);
    nx = v128.bitselect(zero, nx, better);
    ny = v128.bitselect(f32x4.neg(z), ny, better);
    nz = v128.bitselect(y, nz, better);
    squared = add(xx, zz);
    side = sub(mul(tx, z), mul(tz, x));
    gap = sub(f32x4.abs(side), add(add(mul(hx, az), mul(hz, ax)), crossReach(atNext, atLast, 16, hn, hl)));
    gap = sub(gap, error);
    speed = add(closing(sub(mul(vx, z), mul(vz, x)), side), mul(spin, f32x4.sqrt(squared)));
    better = v128.and(lastsLonger(gap, speed, best, rate), f32x4.gt(squared, f32x4.splat(PARALLEL)));
    best = v128.bitselect(gap, best, better);
    rate = v128.bitselect(speed, rate, better);
    nx = v128.bitselect(z, nx, better);
    ny = v128.bitselect(zero, ny, better);
    nz = v128.bitselect(f32x4.neg(x), nz, better);
    squared = add(xx, yy);
    side = sub(mul(ty, x), mul(tx, y));
    gap = sub(f32x4.abs(side), add(add(mul(hx, ay), mul(hy, ax)), crossReach(atNext, atLast, 32, hn, hl)));
    gap = sub(gap, error);
    speed = add(closing(sub(mul(vy, x), mul(vx, y)), side), mul(spin, f32x4.sqrt(squared)));
    better = v128.and(lastsLonger(gap, speed, best, rate), f32x4.gt(squared, f32x4.splat(PARALLEL)));
    best = v128.bitselect(gap, best, better);
    rate = v128.bitselect(speed, rate, better);
    nx = v128.bitselect(f32x4.neg(y), nx, better);
    ny = v128.bitselect(x, ny, better);
    nz = v128.bitselect(zero, nz, better);
  }
  // unit length, and from the child to the box: against the way from the box to the child
  const away = f32x4.gt(dot3(nx, ny, nz, tx, ty, tz), zero);
  const length = f32x4.sqrt(dot3(nx, ny, nz, nx, ny, nz));
  const scale = f32x4.div(v128.bitselect(f32x4.splat(-1), one, away), length);
  v128.store(query, f32x4.div(best, length), SIDE_GAPS);
  v128.store(query, mul(nx, scale), SIDE_NORMAL);
  v128.store(query, mul(ny, scale), SIDE_NORMAL + 16);
  v128.store(query, mul(nz, scale), SIDE_NORMAL + 32);
}

/** The closing speed along an axis, or 0: the child is on the side of the sign of `side` and the axis points there. */
function closing(along: v128, side: v128): v128 {
  const flipped = v128.xor(along, v128.and(side, f32x4.splat(-0.0)));
  return f32x4.pmax(f32x4.splat(0), f32x4.neg(flipped));
}

/** Whether gap / speed > best / rate: both speeds are positive. */
function lastsLonger(gap: v128, speed: v128, best: v128, rate: v128): v128 {
  return f32x4.gt(mul(gap, rate), mul(best, speed));
}

export function crossReach(atNext: usize, atLast: usize, row: usize, hn: v128, hl: v128): v128 {
  const n = f32x4.abs(v128.load(atNext + row));
  const l = f32x4.abs(v128.load(atLast + row));
  return add(mul(hn, l), mul(hl, n));
}
