import {
  SIDE_COLUMNS,
  SIDE_GAP_ERROR,
  SIDE_GAPS,
  SIDE_HALF,
  SIDE_M,
  SIDE_MOVED,
  SIDE_NORMAL,
  SIDE_OFFSET,
  WIDE_AXES,
  WIDE_CENTRE,
  WIDE_HALF,
} from '../layout';

// One oriented box against the four children of a wide node by all fifteen separating axes, a lane a child, in the
// single box's frame. Edge axes are normalised, so that every gap is a distance and the largest one wins.

/** Below this squared sine two edges count as parallel: their cross product says nothing that the faces do not. */
const PARALLEL: f32 = 1.0 / 256;
const FAR_BELOW: f32 = -3e38;

function splat(at: usize, offset: usize): v128 {
  return v128.load32_splat(at + offset);
}

function mul(a: v128, b: v128): v128 {
  return f32x4.mul(a, b);
}

function add(a: v128, b: v128): v128 {
  return f32x4.add(a, b);
}

function sub(a: v128, b: v128): v128 {
  return f32x4.sub(a, b);
}

function dot3(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return add(add(mul(ax, bx), mul(ay, by)), mul(az, bz));
}

function rowOf(query: usize, row: usize, x: v128, y: v128, z: v128): v128 {
  const m = query + SIDE_M + 4 * row;
  return dot3(splat(m, 0), splat(m, 12), splat(m, 24), x, y, z);
}

/**
 * Writes for each child a lower bound of its distance to the box along the best axis, that axis (a unit vector from
 * the child to the box), the child's axes and how far its centre is from the node's base.
 */
export function gapsToFour(query: usize, wide: usize): void {
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
  separate(query, wide, tx, ty, tz);
}

function turnAxes(query: usize, wide: usize): void {
  for (let j: usize = 0; j < 144; j += 48) {
    const x = v128.load(wide + j, WIDE_AXES);
    const y = v128.load(wide + j, WIDE_AXES + 16);
    const z = v128.load(wide + j, WIDE_AXES + 32);
    v128.store(query + j, rowOf(query, 0, x, y, z), SIDE_COLUMNS);
    v128.store(query + j, rowOf(query, 1, x, y, z), SIDE_COLUMNS + 16);
    v128.store(query + j, rowOf(query, 2, x, y, z), SIDE_COLUMNS + 32);
  }
}

function reachAlong(query: usize, i: usize, h0: v128, h1: v128, h2: v128): v128 {
  const at = query + SIDE_COLUMNS + 16 * i;
  const c0 = f32x4.abs(v128.load(at));
  const c1 = f32x4.abs(v128.load(at, 48));
  const c2 = f32x4.abs(v128.load(at, 96));
  return dot3(h0, h1, h2, c0, c1, c2);
}

function separate(query: usize, wide: usize, tx: v128, ty: v128, tz: v128): void {
  const error = splat(query, SIDE_GAP_ERROR);
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const hx = splat(query, SIDE_HALF);
  const hy = splat(query, SIDE_HALF + 4);
  const hz = splat(query, SIDE_HALF + 8);
  const h0 = v128.load(wide, WIDE_HALF);
  const h1 = v128.load(wide, WIDE_HALF + 16);
  const h2 = v128.load(wide, WIDE_HALF + 32);
  // the single box's own axes
  let best = sub(sub(sub(f32x4.abs(tx), hx), reachAlong(query, 0, h0, h1, h2)), error);
  let nx = one;
  let ny = zero;
  let nz = zero;
  let gap = sub(sub(sub(f32x4.abs(ty), hy), reachAlong(query, 1, h0, h1, h2)), error);
  let better = f32x4.gt(gap, best);
  best = f32x4.pmax(best, gap);
  nx = v128.bitselect(zero, nx, better);
  ny = v128.bitselect(one, ny, better);
  gap = sub(sub(sub(f32x4.abs(tz), hz), reachAlong(query, 2, h0, h1, h2)), error);
  better = f32x4.gt(gap, best);
  best = f32x4.pmax(best, gap);
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
    const along = f32x4.abs(dot3(tx, ty, tz, x, y, z));
    gap = sub(sub(sub(along, v128.load(wide + 16 * j, WIDE_HALF)), dot3(hx, hy, hz, ax, ay, az)), error);
    better = f32x4.gt(gap, best);
    best = f32x4.pmax(best, gap);
    nx = v128.bitselect(x, nx, better);
    ny = v128.bitselect(y, ny, better);
    nz = v128.bitselect(z, nz, better);
    // the cross products of axis j with the single box's three
    const next: usize = j === 2 ? 0 : j + 1;
    const last: usize = j === 0 ? 2 : j - 1;
    const hn = v128.load(wide + 16 * next, WIDE_HALF);
    const hl = v128.load(wide + 16 * last, WIDE_HALF);
    const atNext = query + SIDE_COLUMNS + 48 * next;
    const atLast = query + SIDE_COLUMNS + 48 * last;
    const xx = mul(x, x);
    const yy = mul(y, y);
    const zz = mul(z, z);
    let size = f32x4.sqrt(add(yy, zz));
    let reach = add(add(mul(hy, az), mul(hz, ay)), crossReach(atNext, atLast, 0, hn, hl));
    gap = edgeGap(sub(mul(tz, y), mul(ty, z)), reach, error, size);
    better = f32x4.gt(gap, best);
    best = f32x4.pmax(best, gap);
    nx = v128.bitselect(zero, nx, better);
    ny = v128.bitselect(f32x4.neg(z), ny, better);
    nz = v128.bitselect(y, nz, better);
    size = f32x4.sqrt(add(xx, zz));
    reach = add(add(mul(hx, az), mul(hz, ax)), crossReach(atNext, atLast, 16, hn, hl));
    gap = edgeGap(sub(mul(tx, z), mul(tz, x)), reach, error, size);
    better = f32x4.gt(gap, best);
    best = f32x4.pmax(best, gap);
    nx = v128.bitselect(z, nx, better);
    ny = v128.bitselect(zero, ny, better);
    nz = v128.bitselect(f32x4.neg(x), nz, better);
    size = f32x4.sqrt(add(xx, yy));
    reach = add(add(mul(hx, ay), mul(hy, ax)), crossReach(atNext, atLast, 32, hn, hl));
    gap = edgeGap(sub(mul(ty, x), mul(tx, y)), reach, error, size);
    better = f32x4.gt(gap, best);
    best = f32x4.pmax(best, gap);
    nx = v128.bitselect(f32x4.neg(y), nx, better);
    ny = v128.bitselect(x, ny, better);
    nz = v128.bitselect(zero, nz, better);
  }
  // unit length, and from the child to the box: against the way from the box to the child
  const away = f32x4.gt(dot3(nx, ny, nz, tx, ty, tz), zero);
  const scale = f32x4.div(
    v128.bitselect(f32x4.splat(-1), one, away),
    f32x4.sqrt(dot3(nx, ny, nz, nx, ny, nz)),
  );
  v128.store(query, best, SIDE_GAPS);
  v128.store(query, mul(nx, scale), SIDE_NORMAL);
  v128.store(query, mul(ny, scale), SIDE_NORMAL + 16);
  v128.store(query, mul(nz, scale), SIDE_NORMAL + 32);
}

function crossReach(atNext: usize, atLast: usize, row: usize, hn: v128, hl: v128): v128 {
  const n = f32x4.abs(v128.load(atNext + row));
  const l = f32x4.abs(v128.load(atLast + row));
  return add(mul(hn, l), mul(hl, n));
}

function edgeGap(offset: v128, reach: v128, error: v128, size: v128): v128 {
  const gap = f32x4.div(sub(sub(f32x4.abs(offset), reach), error), size);
  return v128.bitselect(gap, f32x4.splat(FAR_BELOW), f32x4.gt(mul(size, size), f32x4.splat(PARALLEL)));
}
